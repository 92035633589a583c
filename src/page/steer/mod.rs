//! Steering a crawl while it runs: thumbs on its pages, words, seeds, what is left out, its budget, its strategy.
//!
//! Here is what is typed to that end; what was changed stands in [`Changes`], as the worker tells it. Left out on purpose: judging what
//! was typed, beyond what cannot be sent: that is the worker's.

mod changes;
mod chips;
mod field;
mod fold;
mod panel;
mod strategy;
mod thumbs;
mod words;

pub use changes::Changes;
pub(super) use chips::{leave_out, of_page};
pub(super) use fold::Fold;
pub(super) use panel::Panel;
pub(super) use strategy::{Look, Typed, method_form, send, waiting};
pub(super) use thumbs::{Thumbs, thumb_keys};
pub(super) use words::{method as method_told, told};

use super::form::Form;
use super::live::Live;
use super::numbers::PAGES;
use crate::protocol::Problem;
use crate::protocol::steer::{NotSteered, Previewed};
use engine::steering::Steering;
use std::collections::BTreeMap;
use std::rc::Rc;
use yew::AttrValue;

/// What is typed to steer the crawl, and what came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steer {
    /// The strategy, more seeds, the pages to fetch, and what is wrong with any of all this.
    pub form: Form,
    /// A word to boost or to strike.
    pub word: String,
    /// A host or a path to leave out.
    pub rule: String,
    /// What stood in a field when it was sent, by the field.
    sent: BTreeMap<&'static str, String>,
    /// What another strategy would do, where that was looked at.
    pub previewed: Option<Rc<Previewed>>,
    /// A look ahead was asked for and has not come yet.
    pub is_looking: bool,
    /// A strategy was sent and is not there yet: what it needs is being loaded.
    pub is_switching: bool,
}

/// Something done to steer the crawl.
pub enum Act {
    /// Something was typed or chosen in the form; the problem of this field is forgotten.
    Edit(AttrValue, Box<dyn FnOnce(&mut Form)>),
    /// A word was typed.
    Word(String),
    /// A host or a path was typed.
    Rule(String),
    /// A text cannot be sent.
    Wrong(Vec<Problem>),
    /// A change was sent from this field.
    Sent(&'static str),
    /// A look ahead was asked for.
    Look,
}

impl Steer {
    /// Nothing typed yet for a crawl.
    pub fn of(live: &Live) -> Self {
        Self {
            form: form_of(live),
            ..Self::default()
        }
    }

    /// Takes in what was done.
    pub fn act(&mut self, act: Act) {
        match act {
            Act::Edit(field, how) => {
                if field == "strategy" {
                    self.forget("strategy");
                }
                self.form.edit(&field, how);
            }
            Act::Word(word) => {
                self.forget("word");
                self.word = word;
            }
            Act::Rule(rule) => {
                self.forget("rule");
                self.rule = rule;
            }
            Act::Wrong(problems) => {
                for problem in &problems {
                    self.forget(&problem.field);
                }
                self.form.problems.extend(problems);
            }
            Act::Sent(field) => {
                self.forget(field);
                self.is_switching = field == "strategy";
                if let Some(text) = self.text(field).cloned() {
                    self.sent.insert(field, text);
                }
            }
            Act::Look => {
                self.forget("strategy");
                self.is_looking = true;
            }
        }
    }

    /// A change was not made.
    pub fn refused(&mut self, refused: NotSteered) {
        self.forget(refused.change.field());
        self.form.problems.extend(refused.problems);
        (self.is_looking, self.is_switching) = (false, false);
    }

    /// A look ahead has come.
    pub fn previewed(&mut self, previewed: Previewed) {
        self.is_looking = false;
        self.previewed = Some(Rc::new(previewed));
    }

    /// A change was made: what it was typed in is empty again, unless something else stands there by now.
    pub fn made(&mut self, steering: &Steering, live: &Live) {
        match steering {
            Steering::Word { .. } => self.empty("word"),
            Steering::Drop(_) => self.empty("rule"),
            Steering::Seeds(_) => self.empty("seeds"),
            Steering::Budget(_) => self.empty(PAGES.name),
            Steering::Strategy { .. } => {
                let fresh = form_of(live);
                (self.form.strategy, self.form.params) = (fresh.strategy, fresh.params);
                (self.previewed, self.is_switching) = (None, false);
            }
            Steering::Judged { .. } | Steering::Admit(_) => {}
        }
    }

    /// Empties a field whose text was sent, unless something else stands there by now.
    fn empty(&mut self, field: &'static str) {
        let sent = self.sent.remove(field);
        if let Some(text) = self.text(field)
            && sent.as_ref() == Some(text)
        {
            text.clear();
        }
    }

    /// What stands in a field.
    fn text(&mut self, field: &str) -> Option<&mut String> {
        match field {
            "word" => Some(&mut self.word),
            "rule" => Some(&mut self.rule),
            "seeds" => Some(&mut self.form.seeds),
            field if field == PAGES.name => self.form.numbers.get_mut(field),
            _ => None,
        }
    }

    /// What is wrong with what is no field.
    pub fn trouble(&self) -> Option<String> {
        self.form.problem("judged")
    }

    /// Forgets what was wrong with a field; parameters belong to the strategy.
    fn forget(&mut self, field: &str) {
        let is_of = |problem: &Problem| {
            let is_param = field == "strategy" && problem.field.starts_with("params.");
            problem.field == field || is_param
        };
        self.form.problems.retain(|problem| !is_of(problem));
    }
}

/// The strategy of a crawl, as it stands in a form.
fn form_of(live: &Live) -> Form {
    let Some(order) = &live.order else {
        return Form::default();
    };
    let plan = Form::from_plan(&order.plan, &order.source, order.stay);
    Form {
        strategy: plan.strategy,
        params: plan.params,
        ..Form::default()
    }
}
