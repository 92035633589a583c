//! Holds the state of models: the list, the open model, the training in progress, notices.

mod choice;
pub mod diagram;
pub mod quality;

use super::form::Form;
use crate::page::dom::text::shown;
use crate::page::state::editing::FieldChange;
use crate::page::state::feedback::Feedback;
use crate::protocol::Problem;
use crate::protocol::models::{ModelCard, ModelView, ModelsEvent};
use std::rc::Rc;
use types::spec::AUTOMATIC_TRAILS_STRATEGY;
use types::strategy::StrategyInfo;
use web_sys::Blob;
use yew::AttrValue;

/// Holds the state of models.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Models {
    /// The cards, the latest first, or the reason that they cannot be listed; `None` before the worker has sent them.
    pub cards: Option<Result<Rc<Vec<ModelCard>>, String>>,
    /// The id of the model requested last, with its view or the reason that it cannot be shown.
    pub shown: Option<(String, Result<Rc<ModelView>, String>)>,
    /// The settings of the next model: strategy, parameters, query.
    pub form: Form,
    /// The name of the next model; empty for the suggested name.
    pub name: String,
    /// The training in progress.
    pub learning: Option<Training>,
    /// The error of the latest training, in sentences.
    pub error: Option<String>,
    /// The feedback on the latest action, which cannot be undone.
    pub feedback: Feedback<()>,
    /// A file that is ready to be saved, with its name.
    pub written: Option<(String, Blob)>,
    /// The id of a model that was just trained.
    pub arrived: Option<String>,
    requests: u32,
}

/// The progress of training.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Training {
    /// The number of the request.
    pub number: u32,
    /// The name of the model.
    pub name: String,
    /// The number of finished pages.
    pub pages: u32,
    /// The number of all pages; 0 before the worker's first message.
    pub of_pages: u32,
    /// The number of finished slices of training, and of all slices; none until all pages are finished.
    pub slices: Option<(u32, u32)>,
    /// The cause of a standstill, in a sentence.
    pub standstill: Option<String>,
}

/// An action on models.
pub enum ModelsAction {
    /// Changes a field of the next model and clears its problem.
    Edit(AttrValue, FieldChange<Form>),
    /// Sets the name of the next model.
    Name(String),
    /// Training was requested with a number and a name.
    Begin(u32, String),
    /// Training was canceled.
    Cancel,
    /// Training cannot start; the reason, in a sentence.
    TrainingFailed(String),
    /// Training cannot start; the problems by field.
    Problems(Vec<Problem>),
    /// The screen of the new model was opened.
    Arrived,
    /// The file was saved.
    Saved,
    /// Shows a notice.
    ShowNotice(String),
    /// Reports a failure and its cause.
    ReportError(String),
}

impl Models {
    /// Returns the cards; `None` if they are not known.
    pub fn kept(&self) -> Option<&[ModelCard]> {
        match &self.cards {
            Some(Ok(cards)) => Some(cards),
            _ => None,
        }
    }

    /// Returns the card with an id.
    pub fn card(&self, id: &str) -> Option<&ModelCard> {
        self.kept()?.iter().find(|card| card.id == id)
    }

    /// Returns the models of a strategy that can start crawls, the latest first.
    pub fn usable<'a>(&'a self, strategy: &'a str) -> impl Iterator<Item = &'a ModelCard> {
        let cards = self.kept().unwrap_or_default().iter();
        cards.filter(move |card| card.strategy.id == strategy && card.stale.is_none())
    }

    /// Returns the model that a strategy trained on the trails with this digest.
    pub fn of_trails(&self, strategy: &str, digest: &str) -> Option<&ModelCard> {
        let mut cards = self.kept()?.iter();
        cards.find(|card| card.strategy.id == strategy && card.trails_digest == digest)
    }

    /// Returns the number of the next training request.
    pub fn next_request(&self) -> u32 {
        self.requests + 1
    }

    /// Selects the automatic strategy with trails, if none is selected; without it, the first one that learns from trails.
    pub fn offer(&mut self, strategies: &[StrategyInfo]) {
        let mut trained = strategies.iter().filter(|info| info.needs.trails);
        let automatic = trained.clone().find(|info| info.id == AUTOMATIC_TRAILS_STRATEGY);
        if self.form.strategy.id.is_none() {
            let offered = automatic.or_else(|| trained.next());
            self.form.strategy.id = offered.map(|info| info.id.clone());
        }
    }

    /// Performs an action.
    pub fn apply(&mut self, action: ModelsAction) {
        if !matches!(action, ModelsAction::Edit(..)) {
            self.feedback = Feedback::default();
        }
        match action {
            ModelsAction::Edit(field, change) => self.form.edit(&field, change),
            ModelsAction::Name(name) => self.name = name,
            ModelsAction::Begin(number, name) => {
                self.requests = number;
                self.error = None;
                self.form.problems.clear();
                self.learning = Some(Training { number, name, ..Training::default() });
            }
            ModelsAction::Cancel => {
                self.learning = None;
                self.error = Some("Training canceled; nothing was saved.".to_owned());
            }
            ModelsAction::TrainingFailed(sentence) => self.error = Some(sentence),
            ModelsAction::Problems(problems) => self.form.problems = problems,
            ModelsAction::Arrived => self.arrived = None,
            ModelsAction::Saved => {
                if let Some((name, _)) = self.written.take() {
                    self.feedback.notice = format!("Saved “{name}”.");
                }
            }
            ModelsAction::ShowNotice(sentence) => self.feedback.notice = sentence,
            ModelsAction::ReportError(sentence) => self.feedback.error = Some(sentence),
        }
    }

    /// Handles a message of the worker.
    pub fn on_message(&mut self, news: ModelsEvent) {
        match news {
            ModelsEvent::Models(cards) => self.cards = Some(cards.map(Rc::new)),
            ModelsEvent::Learning { number, pages, of_pages, slices, standstill } => {
                if let Some(learning) = self.learning.as_mut().filter(|one| one.number == number) {
                    (learning.pages, learning.of_pages) = (pages, of_pages);
                    (learning.slices, learning.standstill) = (slices, standstill);
                }
            }
            ModelsEvent::Learned { number, learned } => self.learned(number, learned),
            ModelsEvent::Opened { id, model } => self.shown = Some((id, model.map(Rc::from))),
            ModelsEvent::Written { file, name, .. } => self.written = Some((name, file)),
            ModelsEvent::Imported { name, result } => self.on_import(&shown(&name), result),
        }
    }

    /// Reports that the crash has ended the training.
    pub fn on_worker_crash(&mut self) {
        if self.learning.take().is_some() {
            self.error = Some(
                "The crawler crashed during training; nothing was saved. Try again, with fewer trails if it recurs."
                    .to_owned(),
            );
        }
    }

    /// Handles the result of a training; ignores one that was canceled.
    fn learned(&mut self, number: u32, learned: Result<Box<ModelView>, String>) {
        if self.learning.take_if(|one| one.number == number).is_none() {
            return;
        }
        match learned {
            Ok(view) => {
                let id = view.card.id.clone();
                self.name.clear();
                self.shown = Some((id.clone(), Ok(Rc::from(view))));
                self.arrived = Some(id);
            }
            Err(sentence) => self.error = Some(sentence),
        }
    }

    fn on_import(&mut self, file: &str, result: Result<Box<ModelCard>, String>) {
        self.feedback = Feedback::default();
        match result {
            Ok(card) => {
                let lacks = card.stale.as_ref().map(|stale| format!(" {stale}"));
                let name = shown(&card.name);
                self.feedback.notice = format!("Imported “{name}” from “{file}”.{}", lacks.unwrap_or_default());
            }
            Err(reason) => {
                self.feedback.error = Some(format!("Could not import “{file}”: {}.", shown(&reason)));
            }
        }
    }
}

/// Returns the address of a model's page.
pub(crate) fn page_of(id: &str) -> String {
    format!("#/model?id={id}")
}
