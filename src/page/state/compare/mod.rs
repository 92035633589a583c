//! Holds the state of comparisons: the choices, the form, the list, and the open comparison.

pub mod draft;
pub mod strategy_draft;
pub mod topic_draft;

use super::form::Form;
use crate::page::dom::text::shown as fit;
use crate::page::state::editing::FieldChange;
use crate::protocol::Problem;
use crate::protocol::compare::{
    CompareChoices, CompareEvent, ComparisonFile, ComparisonForm, ComparisonFormat, ComparisonView,
    Imported, OpenComparison, RequestBudget, RunCard, TrialProgress,
};
use draft::Draft;
use std::rc::Rc;
use web_sys::Blob;
use yew::AttrValue;

/// Holds the state of comparisons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompareState {
    /// The choices; `None` before the worker has sent them.
    pub offer: Option<Rc<CompareChoices>>,
    /// The saved comparisons, the latest first, or the reason that they cannot be listed; `None` before the worker has sent them.
    pub kept: Option<Result<Rc<Vec<RunCard>>, String>>,
    /// The form of the next comparison.
    pub draft: Draft,
    /// The form before the last change, until another action.
    pub undo: Option<Box<Draft>>,
    /// The form was sent, and the worker has not answered.
    pub is_sent: bool,
    /// The most requests to live sites, which the person must confirm.
    pub asks: Option<RequestBudget>,
    /// The open comparison.
    pub shown: Option<Rc<OpenComparison>>,
    /// The progress of the running trial.
    pub now: Option<Rc<TrialProgress>>,
    /// The id of a comparison that has just started.
    pub began: Option<String>,
    /// The id of the saved crawl of a trial, until it is opened.
    pub crawl: Option<String>,
    /// The id of a comparison that could not be opened, and the error.
    pub lost: Option<(String, String)>,
    /// A file that is ready to be saved: its kind, its name, its content.
    pub made: Option<(ComparisonFormat, String, Blob)>,
    /// The number of plans that were put into the form, which is scrolled into view for each.
    pub read: u32,
    /// The latest notice.
    pub notice: String,
    /// The latest failure and its cause, in a sentence.
    pub wrong: Option<String>,
}

/// An action on comparisons.
pub enum CompareAction {
    /// Changes a field of the form and clears its problem.
    Edit(AttrValue, FieldChange<Draft>),
    /// Changes a field of the strategy whose settings are open.
    Param(AttrValue, FieldChange<Form>),
    /// Removes or replaces parts of the form, by the name of the field, with a notice. The change can be undone.
    Replace(AttrValue, String, FieldChange<Draft>),
    /// Restores the form before the last change.
    Undo,
    /// The form was sent to the worker.
    Sent,
    /// The person declined requests to live sites.
    Decline,
    /// The new comparison was opened.
    Arrived,
    /// The crawl of a trial was opened.
    CrawlOpened,
    /// Changes the view of the open comparison immediately.
    Look(ComparisonView),
    /// The file was saved.
    Saved,
    /// The browser cannot make this file.
    Unsaved,
    /// Shows a notice; an empty one clears it.
    ShowNotice(String),
    /// Reports a failure and its cause.
    Wrong(String),
    /// The form cannot be sent: the problems by field.
    Problems(Vec<Problem>),
}

impl CompareState {
    /// Returns the cards; `None` if they are not known.
    pub fn cards(&self) -> Option<&[RunCard]> {
        match &self.kept {
            Some(Ok(cards)) => Some(cards),
            _ => None,
        }
    }

    /// Performs an action.
    pub fn apply(&mut self, action: CompareAction) {
        (self.notice, self.wrong) = (String::new(), None);
        let undo = self.undo.take();
        match action {
            CompareAction::Replace(field, notice, how) => {
                self.undo = Some(Box::new(self.draft.clone()));
                self.draft.edit(&field, how);
                self.notice = notice;
            }
            CompareAction::Undo => {
                if let Some(draft) = undo {
                    self.draft = *draft;
                    "Undone.".clone_into(&mut self.notice);
                }
            }
            CompareAction::Edit(field, how) => self.draft.edit(&field, how),
            CompareAction::Param(field, how) => self.draft.edit_open(&field, how),
            CompareAction::Sent => {
                self.draft.problems.clear();
                (self.is_sent, self.asks) = (true, None);
            }
            CompareAction::Decline => self.asks = None,
            CompareAction::Arrived => self.began = None,
            CompareAction::CrawlOpened => self.crawl = None,
            CompareAction::Saved => {
                if let Some((_, name, _)) = self.made.take() {
                    self.notice = format!("Saved “{name}”.");
                }
            }
            CompareAction::Unsaved => {
                self.made = None;
                self.wrong = Some(
                    "The browser could not create this file. Choose another format.".to_owned(),
                );
            }
            CompareAction::Look(look) => {
                if let Some(shown) = &mut self.shown {
                    Rc::make_mut(shown).look = look;
                }
            }
            CompareAction::ShowNotice(sentence) => self.notice = sentence,
            CompareAction::Wrong(sentence) => self.wrong = Some(sentence),
            CompareAction::Problems(problems) => self.draft.problems = problems,
        }
    }

    /// Handles a message of the worker.
    pub fn on_message(&mut self, news: CompareEvent) {
        match news {
            CompareEvent::Choices(offer) => {
                self.draft.offer(&offer);
                self.offer = Some(Rc::from(offer));
            }
            CompareEvent::Saved(kept) => self.kept = Some(kept.map(Rc::new)),
            CompareEvent::Read { file, read } => self.take(file, read),
            CompareEvent::Refused(problems) => {
                self.is_sent = false;
                self.draft.problems = problems;
            }
            CompareEvent::ConfirmRequests(asks) => (self.is_sent, self.asks) = (false, Some(asks)),
            CompareEvent::Began(id) => {
                (self.is_sent, self.asks, self.lost) = (false, None, None);
                (self.shown, self.now) = (None, None);
                self.began = Some(id);
            }
            CompareEvent::NotOpened { id, message } => self.lost = Some((id, message)),
            CompareEvent::Results(shown) => {
                if !shown.is_here {
                    self.now = None;
                }
                self.shown = Some(Rc::from(shown));
            }
            CompareEvent::Progress(now) => self.now = Some(Rc::new(now)),
            CompareEvent::CrawlSaved(Ok(id)) => self.crawl = Some(id),
            CompareEvent::CrawlSaved(Err(sentence)) => {
                self.wrong = Some(format!("Could not open the crawl: {sentence}"));
            }
            CompareEvent::Exported { paper, name, made } => match made {
                Ok(ComparisonFile { file }) => self.made = Some((paper, name, file)),
                Err(reason) => self.wrong = Some(format!("Could not create the file: {reason}.")),
            },
        }
    }

    /// Resets the data of the crashed worker; the new worker is asked again.
    pub fn on_worker_crash(&mut self) {
        (self.is_sent, self.now) = (false, None);
    }

    fn fill(&mut self, plan: ComparisonForm) {
        let draft = Draft::of(plan, self.offer.as_deref());
        let before = std::mem::replace(&mut self.draft, draft);
        self.undo = before.is_filled().then(|| Box::new(before));
        self.asks = None;
        self.read += 1;
    }

    fn take(&mut self, file: Option<String>, read: Result<Imported, String>) {
        (self.notice, self.wrong, self.undo) = (String::new(), None, None);
        let from = file.map_or_else(|| "the link".to_owned(), |name| format!("“{}”", fit(&name)));
        match read {
            Ok(Imported::Plan(plan)) => {
                self.fill(*plan);
                let next = match self.draft.missing_topics() {
                    Some(file) => {
                        format!("Its topics are in “{}”: choose that file too.", fit(file))
                    }
                    None => "Press “Run comparison” to start.".to_owned(),
                };
                self.notice = format!("Loaded the plan from {from}. {next}");
            }
            Ok(Imported::Topics(topics, left_out)) => {
                self.undo = Some(Box::new(self.draft.clone()));
                self.draft.add_topics(&topics);
                self.notice = format!("Loaded the topics from {from}.");
                if let Some(first) = left_out.first() {
                    let (all, first) = (left_out.len(), fit(first));
                    self.notice = format!("{} Not imported: {first}; {all} in all.", self.notice);
                }
            }
            Err(reason) => {
                self.wrong = Some(format!(
                    "Could not read a plan from {from}: {}.",
                    fit(&reason)
                ));
            }
        }
    }
}
