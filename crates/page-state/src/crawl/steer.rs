//! Holds the fields that steer a running crawl, and the results.
//!
//! The changes that were made are in [`Changes`](super::changes::Changes). The worker checks the input.

use super::live::Live;
use crate::catalog::Catalog;
use crate::editing::{FieldChange, FieldName};
use crate::effect::Effect;
use crate::form::{Form, StrategyInput, problem};
use protocol::steer::{CONTINUE, Change, SteeringRejected, StrategyPreview};
use protocol::{Problem, ToWorker};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::plan::PAGES;
use types::spec::StrategySpec;
use types::steering::{FrontierChange, Steering};

/// Holds the fields of the steering panel and the results of its actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steer {
    /// The strategy, and the problems of all fields.
    pub form: Form,
    /// The strategy of the crawl, as the form showed it last.
    shown: StrategyInput,
    /// The typed text of each field: `word`, `rule`, `seeds`, `pages`.
    texts: BTreeMap<&'static str, String>,
    /// The text of each field when it was sent.
    sent: BTreeMap<&'static str, String>,
    /// The latest preview of another strategy.
    pub previewed: Option<Rc<StrategyPreview>>,
    /// A preview was requested and has not arrived.
    pub is_looking: bool,
    /// The effect of the latest change with its index in the list, until it was dismissed.
    pub effect: Option<(usize, FrontierChange)>,
    /// A strategy was sent and is not in effect yet, because its assets are being loaded.
    pub is_switching: bool,
}

/// The purpose of sending a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyPurpose {
    /// A preview of its order of links.
    Preview,
    /// The crawl switches to it.
    Switch,
}

/// An action on the steering panel.
pub enum SteerAction {
    /// Changes the strategy or one of its parameters, and clears its problem.
    Edit(FieldName, FieldChange<Form>),
    /// Sets the text of a field and clears its problem.
    Type(&'static str, String),
    /// Sends the change that the text of a field describes, or reports its problem. The text is that of the state: the
    /// last drawing may be older than the last key.
    SubmitText(&'static str, fn(&str) -> Result<Change, String>),
    /// Sends the strategy in the form, or reports its problems.
    SubmitStrategy(StrategyPurpose),
    /// Switches to a strategy.
    Switch(Box<StrategySpec>),
    /// Sends a change of a button, which leaves the fields as they are.
    Change(Box<Change>),
    /// Continues the crawl after a pause or its end, with a larger budget or without one.
    Continue(Option<u32>),
    /// Pauses the crawl.
    Pause,
    /// Runs the crawl for one page, and pauses it again.
    Step,
    /// Stops the crawl.
    Stop,
    /// The effect of the latest change was dismissed.
    EffectSeen,
}

impl Steer {
    /// Creates the empty panel of a crawl.
    pub fn new(live: &Live) -> Self {
        let form = form_of(live);
        Self { shown: form.strategy.clone(), form, ..Self::default() }
    }

    /// Performs an action, and returns its effects. The strategies of the form are those of the catalog.
    pub fn apply(&mut self, action: SteerAction, catalog: &Catalog) -> Vec<Effect> {
        match action {
            SteerAction::Edit(field, how) => {
                if field == "strategy" {
                    self.forget("strategy");
                }
                self.form.edit(&field, how);
            }
            SteerAction::Type(field, text) => {
                self.forget(field);
                self.texts.insert(field, text);
            }
            SteerAction::SubmitText(field, change) => match change(self.text(field)) {
                Ok(change) => return self.submit(change),
                Err(sentence) => self.report(vec![problem(field, sentence)]),
            },
            SteerAction::SubmitStrategy(purpose) => match (self.form.spec(catalog), purpose) {
                (Err(problems), _) => self.report(problems),
                (Ok(spec), StrategyPurpose::Switch) => return self.submit(Change::Strategy(spec)),
                (Ok(spec), StrategyPurpose::Preview) => {
                    self.forget("strategy");
                    self.is_looking = true;
                    return vec![Effect::Send(ToWorker::Preview(Box::new(spec)))];
                }
            },
            SteerAction::EffectSeen => self.effect = None,
            SteerAction::Switch(spec) => return self.submit(Change::Strategy(*spec)),
            SteerAction::Change(change) => return vec![Effect::Send(ToWorker::Steer(change))],
            SteerAction::Pause => return vec![Effect::Send(ToWorker::Pause)],
            SteerAction::Step => return vec![Effect::Send(ToWorker::Step)],
            SteerAction::Stop => return vec![Effect::Send(ToWorker::Stop)],
            SteerAction::Continue(budget) => {
                self.forget(CONTINUE);
                let steer = |budget| ToWorker::Steer(Box::new(Change::Budget(budget)));
                return vec![Effect::Send(budget.map_or(ToWorker::Resume, steer))];
            }
        }
        Vec::new()
    }

    /// Sends the change that a field describes.
    fn submit(&mut self, change: Change) -> Vec<Effect> {
        let field = change.field();
        self.forget(field);
        self.is_switching |= field == "strategy";
        if let Some(text) = self.texts.get(field).cloned() {
            self.sent.insert(field, text);
        }
        vec![Effect::Send(ToWorker::Steer(Box::new(change)))]
    }

    /// Reports the problems of fields.
    fn report(&mut self, problems: Vec<Problem>) {
        for problem in &problems {
            self.forget(&problem.field);
        }
        self.form.problems.extend(problems);
    }

    /// Reports the reason that a change was rejected.
    pub fn refused(&mut self, refused: SteeringRejected) {
        let field = refused.change.field();
        self.forget(field);
        self.form.problems.extend(refused.problems);
        if field == "strategy" {
            (self.is_looking, self.is_switching) = (false, false);
        }
    }

    /// Stores a preview.
    pub fn previewed(&mut self, previewed: StrategyPreview) {
        self.is_looking = false;
        self.previewed = Some(Rc::new(previewed));
    }

    /// Clears the field of an applied change, unless it has a new value.
    pub fn made(&mut self, steering: &Steering, live: &Live) {
        match steering {
            Steering::Word { .. } => self.empty("word"),
            Steering::Drop(_) => self.empty("rule"),
            Steering::Seeds(_) => self.empty("seeds"),
            Steering::Budget(_) => self.empty(PAGES.name),
            Steering::Strategy(_) => {
                // A switch that nobody asked for now leaves a choice that was not sent.
                if self.is_switching || self.form.strategy == self.shown {
                    self.show_strategy(live);
                }
                (self.previewed, self.is_switching) = (None, false);
            }
            Steering::Judged { .. }
            | Steering::Admit(_)
            | Steering::Speed(_)
            | Steering::FoundSeeds { .. }
            | Steering::SpareSeed(_)
            | Steering::Unreadable(..) => {}
        }
    }

    /// Fills the form with the strategy of the crawl.
    pub fn show_strategy(&mut self, live: &Live) {
        self.form.strategy = form_of(live).strategy;
        self.shown = self.form.strategy.clone();
    }

    /// Clears a field whose text was sent, unless it was edited in the meantime.
    fn empty(&mut self, field: &'static str) {
        if self.sent.remove(field).as_deref() == Some(self.text(field)) {
            self.texts.remove(field);
        }
    }

    /// Returns the typed text of a field.
    pub fn text(&self, field: &str) -> &str {
        self.texts.get(field).map_or("", String::as_str)
    }

    /// Returns the problem that belongs to no field: of a rating, or of continuing the crawl.
    pub fn general_problem(&self) -> Option<String> {
        let problem = |field| self.form.problem(field);
        problem("judged").or_else(|| problem(CONTINUE))
    }

    /// Removes the problems of a field; parameters belong to the strategy.
    fn forget(&mut self, field: &str) {
        let is_of = |problem: &Problem| {
            let is_param = field == "strategy" && problem.field.starts_with("params.");
            problem.field == field || is_param
        };
        self.form.problems.retain(|problem| !is_of(problem));
    }
}

/// Returns a form with the strategy of a crawl.
pub fn form_of(live: &Live) -> Form {
    let Some(request) = &live.request else {
        return Form::default();
    };
    Form { strategy: StrategyInput::of(&request.plan.strategy), ..Form::default() }
}
