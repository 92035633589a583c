//! Holds the state of models: the list, the open model, the training in progress, notices.

pub mod diagram;
pub mod quality;

use super::form::Form;
use crate::State;
use crate::editing::{FieldChange, FieldName};
use crate::effect::Effect;
use crate::feedback::Feedback;
use crate::text::shown;
use protocol::models::{HostTrouble, ModelCard, ModelView, ModelsEvent, ModelsRequest};
use protocol::{Problem, Source, ToWorker};
use std::rc::Rc;
use types::plan::Plan;
use types::spec::AUTOMATIC_TRAILS_STRATEGY;
use types::strategy::StrategyInfo;
use types::trails::Trails;

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
    /// The feedback on the latest action; the id of the model that it deleted.
    pub feedback: Feedback<String>,
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
    /// The hosts with pages that failed or have to wait.
    pub hosts: Vec<HostTrouble>,
}

impl Training {
    /// Returns whether pages are missing, without which the training could begin.
    pub fn waits_for_pages(&self) -> bool {
        self.slices.is_none() && self.pages < self.of_pages
    }
}

/// A request to train a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingRequest {
    /// The name of the model.
    pub name: String,
    /// The plan with the trails.
    pub plan: Plan,
    /// The source of missing pages.
    pub source: Source,
    /// The source of each trail, if it is known.
    pub sources: Vec<Option<Source>>,
}

/// An action on models.
pub enum ModelsAction {
    /// Changes a field of the next model and clears its problem.
    Edit(FieldName, FieldChange<Form>),
    /// Sets the name of the next model.
    Name(String),
    /// Trains a model on the trails, by the form.
    Train,
    /// Trains a model on the judgments of the topic with this id and name.
    TrainSubject(String, String),
    /// Trains the open model again, on its own trails.
    Retrain,
    /// Trains without the pages that are not read yet.
    SkipUnread,
    /// Cancels training.
    Cancel,
    /// Exports the model with this id.
    Export(String),
    /// Renames the model with this id; an empty name changes nothing.
    Rename(String, String),
    /// Deletes the model with this id and name.
    Delete(String, String),
    /// Restores the model that was deleted last.
    Undo,
    /// Training cannot start; the reason, in a sentence.
    TrainingFailed(String),
    /// Training cannot start; the problems by field.
    Problems(Vec<Problem>),
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
        self.kept().unwrap_or_default().iter().filter(move |card| card.strategy.id == strategy && card.stale.is_none())
    }

    /// Returns the model that a strategy trained on the trails with this digest.
    pub fn of_trails(&self, strategy: &str, digest: &str) -> Option<&ModelCard> {
        self.kept()?.iter().find(|card| card.strategy.id == strategy && card.trails_digest == digest)
    }

    /// Selects the automatic strategy with trails, if none is selected; without it, the first one that learns from
    /// trails.
    pub fn offer(&mut self, strategies: &[StrategyInfo]) {
        let mut trained = strategies.iter().filter(|info| info.needs.trails);
        let automatic = trained.clone().find(|info| info.id == AUTOMATIC_TRAILS_STRATEGY);
        if self.form.strategy.id.is_none() {
            let offered = automatic.or_else(|| trained.next());
            self.form.strategy.id = offered.map(|info| info.id.clone());
        }
    }

    /// Performs an action, and returns its effects.
    pub fn apply(&mut self, action: ModelsAction) -> Vec<Effect> {
        let mut undo = None;
        if !matches!(action, ModelsAction::Edit(..)) {
            undo = std::mem::take(&mut self.feedback).undo;
        }
        match action {
            ModelsAction::Edit(field, change) => self.form.edit(&field, change),
            ModelsAction::Name(name) => self.name = name,
            // The whole state has their inputs (`State::apply_models`).
            ModelsAction::Train | ModelsAction::Retrain => {}
            ModelsAction::TrainSubject(subject, name) => {
                let number = self.begin(name);
                return vec![send(ModelsRequest::LearnSubject { number, subject })];
            }
            ModelsAction::SkipUnread => return vec![send(ModelsRequest::SkipUnread)],
            ModelsAction::Cancel => {
                self.learning = None;
                self.error = Some("Training canceled; nothing was saved.".to_owned());
                return vec![send(ModelsRequest::Cancel)];
            }
            ModelsAction::Export(id) => return vec![send(ModelsRequest::Write { id })],
            ModelsAction::Rename(id, name) => {
                let name = name.trim().to_owned();
                let request = (!name.is_empty()).then_some(ModelsRequest::Rename { id, name });
                return request.map(send).into_iter().collect();
            }
            ModelsAction::Delete(id, name) => {
                self.feedback = Feedback::deletion(&name, id.clone());
                return vec![send(ModelsRequest::Delete(id))];
            }
            ModelsAction::Undo => {
                if let Some(id) = undo {
                    "Undone.".clone_into(&mut self.feedback.notice);
                    return vec![send(ModelsRequest::Restore(id))];
                }
            }
            ModelsAction::TrainingFailed(sentence) => self.error = Some(sentence),
            ModelsAction::Problems(problems) => self.form.problems = problems,
            ModelsAction::ShowNotice(sentence) => self.feedback.notice = sentence,
            ModelsAction::ReportError(sentence) => self.feedback.error = Some(sentence),
        }
        Vec::new()
    }

    /// Starts a training, and returns its effect.
    pub fn train(&mut self, request: TrainingRequest) -> Effect {
        let TrainingRequest { name, plan, source, sources } = request;
        let number = self.begin(name.clone());
        send(ModelsRequest::Learn { number, name, plan: Box::new(plan), source, sources })
    }

    /// Begins to show the progress of a training, and returns the number of its request.
    fn begin(&mut self, name: String) -> u32 {
        self.feedback = Feedback::default();
        self.requests += 1;
        self.error = None;
        self.form.problems.clear();
        self.learning = Some(Training { number: self.requests, name, ..Training::default() });
        self.requests
    }

    /// Handles a message of the worker, and returns its effects.
    pub fn on_message(&mut self, event: ModelsEvent) -> Vec<Effect> {
        match event {
            ModelsEvent::Models(cards) => self.cards = Some(cards.map(Rc::new)),
            ModelsEvent::Learning { number, pages, of_pages, slices, standstill, hosts } => {
                if let Some(learning) = self.learning.as_mut().filter(|one| one.number == number) {
                    let name = std::mem::take(&mut learning.name);
                    *learning = Training { number, name, pages, of_pages, slices, standstill, hosts };
                }
            }
            ModelsEvent::Learned { number, learned } => {
                if self.learning.take_if(|one| one.number == number).is_some() {
                    return self.learned(learned);
                }
            }
            ModelsEvent::Opened { id, model } => self.shown = Some((id, model.map(Rc::from))),
            ModelsEvent::Written { file, name, .. } => {
                self.feedback = Feedback::default();
                self.feedback.notice = format!("Saved “{name}”.");
                return vec![Effect::save(&name, &file)];
            }
            ModelsEvent::Imported { name, result } => self.on_import(&shown(&name), result),
        }
        Vec::new()
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

    fn learned(&mut self, learned: Result<Box<ModelView>, String>) -> Vec<Effect> {
        match learned {
            Ok(view) => {
                let id = view.card.id.clone();
                self.name.clear();
                self.feedback = Feedback::default();
                self.shown = Some((id.clone(), Ok(Rc::from(view))));
                vec![send(ModelsRequest::List), Effect::Open(page_of(&id))]
            }
            Err(sentence) => {
                self.error = Some(sentence);
                Vec::new()
            }
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
pub fn page_of(id: &str) -> String {
    format!("#/model?id={id}")
}

fn send(request: ModelsRequest) -> Effect {
    Effect::Send(ToWorker::Models(request))
}

/// Returns the sources of a model's trails; those of an imported model have none.
pub fn trail_sources(view: &ModelView) -> Vec<Option<Source>> {
    let mut sources: Vec<Option<Source>> = view.card.trail_sources.iter().cloned().map(Some).collect();
    sources.resize(view.plan.trails.trails.len(), view.card.source.clone());
    sources
}

/// Returns whether a model can only be trained again with a query, which it lacks.
pub fn lacks_query(view: &ModelView, info: Option<&StrategyInfo>) -> bool {
    info.is_some_and(|info| info.needs.query) && view.plan.query.is_empty()
}

impl State {
    /// Performs an action on models.
    pub(super) fn apply_models(&mut self, action: ModelsAction) {
        let request = match action {
            ModelsAction::Train => self.training(),
            ModelsAction::Retrain => self.retraining(),
            action => Err(action),
        };
        let effects = self.models.change(|models| match request {
            Ok(request) => vec![models.train(request)],
            Err(action) => models.apply(action),
        });
        self.effects.extend(effects);
    }

    /// Returns the training on the trails, or the action that reports why it cannot start.
    fn training(&self) -> Result<TrainingRequest, ModelsAction> {
        let name = match self.models.name.trim() {
            "" => self.train.suggested_name(),
            name => name.to_owned(),
        };
        let filled = self.train.editor.trails().iter().filter(|kept| !kept.trail.pages.is_empty());
        let trails = Trails { trails: filled.clone().map(|kept| kept.trail.clone()).collect() };
        let sources: Vec<Option<Source>> = filled.map(|kept| kept.source.clone()).collect();
        let plan = self.models.form.training_plan(&name, trails, &self.catalog).map_err(ModelsAction::Problems)?;
        let source = self.training_source(&sources)?;
        Ok(TrainingRequest { name, plan, source, sources })
    }

    /// Returns the training of the open model like [`Self::training`].
    fn retraining(&self) -> Result<TrainingRequest, ModelsAction> {
        let Some((_, Ok(view))) = &self.models.shown else {
            return Err(ModelsAction::TrainingFailed("No model is open.".to_owned()));
        };
        let mut plan = view.plan.clone();
        if lacks_query(view, self.catalog.strategy(&view.card.strategy.id)) {
            self.models.form.query.text.trim().clone_into(&mut plan.query);
        }
        let sources = trail_sources(view);
        let source = self.training_source(&sources)?;
        Ok(TrainingRequest { name: view.card.name.clone(), plan, source, sources })
    }

    /// Returns the source for trails that have none. If every trail has one, a problem of the form is ignored.
    fn training_source(&self, sources: &[Option<Source>]) -> Result<Source, ModelsAction> {
        match self.setup.form.full_source(&self.catalog) {
            Err(_) if sources.iter().all(Option::is_some) => Ok(Source::default()),
            source => source.map_err(ModelsAction::TrainingFailed),
        }
    }

    /// Handles a message of the worker about models.
    pub(super) fn on_models_message(&mut self, event: ModelsEvent) {
        let mut effects = self.models.change(|models| models.on_message(event));
        // If the person has left the training pages, they are not brought back.
        if !self.location.route().is_training() {
            effects.retain(|effect| !matches!(effect, Effect::Open(_)));
        }
        self.effects.extend(effects);
        self.find_models();
        self.report_unknown_params();
    }
}

impl Form {
    /// Returns true if a model is requested and the list of models is not known yet.
    pub fn waits_for_models(&self, models: &Models) -> bool {
        let wanted = self.model.id.is_some() || self.model.trails.is_some();
        wanted && models.cards.is_none()
    }

    /// Finds the model among the saved ones. If the address lacks strategy or source, those of the model are used.
    pub fn find_model(&mut self, models: &Models) {
        if self.model.id.is_none()
            && let Some(trails) = &self.model.trails
        {
            let model = models.of_trails(&self.strategy_id(), trails);
            self.model.id = model.map(|card| card.id.clone());
        }
        let card = self.model.id.as_deref().and_then(|id| models.card(id)).cloned();
        if let Some(card) = card.as_ref().filter(|_| self.strategy.id.is_none()) {
            self.strategy.id = Some(card.strategy.id.clone());
        }
        let learned = card.as_ref().and_then(|card| card.source.as_ref());
        if let Some(source) = learned.filter(|_| self.source.kind.is_none()) {
            self.set_source(source);
        }
        self.model.card = card.map(Rc::new);
    }

    /// Selects the latest model of a newly selected strategy.
    pub fn choose_model(&mut self, models: &Models) {
        self.model.trails = None;
        self.model.id = models.usable(&self.strategy_id()).next().map(|card| card.id.clone());
        self.problems.retain(|problem| problem.field != "model");
    }
}
