//! Steering the crawl that is here: what was typed is read, what it needs is brought, what cannot be done is told.
//!
//! A change is asked for here, and made where all events are ([`Driver::steer`]). Left out on purpose: what it does, which is the engine's.

use super::Session;
use super::telling::problem;
use crate::protocol::steer::{Change, Method, NotSteered, Previewed};
use crate::protocol::{Problem, ToPage};
use crate::worker::driver::Driver;
use engine::limits::PREVIEW_URLS;
use engine::plan::PlanError;
use engine::report::Candidate;
use engine::steering::{Steering, SteeringError};
use engine::strategy;
use engine::url::CanonicalUrl;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// URLs of a look ahead that are told.
const LOOKED_AT: usize = 10;

/// Why a change is not made: a stable code, and what is wrong, field by field.
type Refusal = (String, Vec<Problem>);

impl Session {
    /// Changes the crawl that is here, or says why not.
    pub(super) fn steer(self: &Rc<Self>, change: Change) {
        let session = Rc::clone(self);
        self.when_equipped(change, move |driver, change| {
            let steering = session.considered(driver, change)?;
            if driver.has_ended() {
                session.is_source_there(driver)?;
            }
            driver.steer(steering, || session.fetcher(&session.source.borrow()));
            Ok(())
        });
    }

    /// Looks what another strategy would do, or says why it cannot be looked at.
    pub(super) fn preview(self: &Rc<Self>, method: Method) {
        let session = Rc::clone(self);
        let change = Change::Strategy(method.clone());
        self.when_equipped(change, move |driver, change| {
            let steering = session.considered(driver, change)?;
            let looked = driver.preview(&steering, PREVIEW_URLS);
            let (now, then) = looked.map_err(|error| refusal(change, &error))?;
            (session.post)(&ToPage::Previewed(Box::new(Previewed {
                method,
                now: placed(&now, &then),
                then: placed(&then, &now),
            })));
            Ok(())
        });
    }

    /// Does something with the crawl that is here as soon as what the change needs is there; a refusal is told.
    fn when_equipped(
        self: &Rc<Self>,
        change: Change,
        then: impl FnOnce(&Rc<Driver>, &Change) -> Result<(), Refusal> + 'static,
    ) {
        let Some(driver) = self.driver.borrow().clone() else {
            let refusal = refusal(&change, &SteeringError::NotRunning);
            return self.tell_refusal(change, refusal);
        };
        if !self.lacks_lexicon(&change) {
            driver.equip(self.assets());
            let done = then(&driver, &change);
            return done.unwrap_or_else(|refusal| self.tell_refusal(change, refusal));
        }
        let session = Rc::clone(self);
        spawn_local(async move {
            match session.library.load().await {
                // Another crawl may have taken its place meanwhile: the change was not for that one.
                Ok(_) if !session.is_here(&driver) => {}
                Ok(_) => session.when_equipped(change, then),
                Err(sentence) => {
                    let problems = vec![problem("strategy", sentence)];
                    session.tell_refusal(change, ("lexicon-missing".to_owned(), problems));
                }
            }
        });
    }

    fn is_here(&self, driver: &Rc<Driver>) -> bool {
        let here = self.driver.borrow();
        here.as_ref().is_some_and(|here| Rc::ptr_eq(here, driver))
    }

    fn lacks_lexicon(&self, change: &Change) -> bool {
        let Change::Strategy(method) = change else {
            return false;
        };
        let entry = strategy::find(&method.id);
        entry.is_some_and(|entry| entry.needs.lexicon) && self.library.lexicon().is_none()
    }

    fn tell_refusal(&self, change: Change, (code, problems): Refusal) {
        (self.post)(&ToPage::NotSteered(Box::new(NotSteered {
            change,
            code,
            problems,
        })));
    }

    /// The change as the crawl takes it, where it can be made now.
    fn considered(&self, driver: &Driver, change: &Change) -> Result<Steering, Refusal> {
        let steering = self.read_change(change)?;
        let considered = driver.consider(&steering);
        considered.map_err(|error| refusal(change, &error))?;
        match lacking_past(driver, &steering) {
            Some(title) => Err((
                "steering-needs-past".to_owned(),
                vec![problem(change.field(), needs_past(title))],
            )),
            None => Ok(steering),
        }
    }

    fn read_change(&self, change: &Change) -> Result<Steering, Refusal> {
        Ok(match change.clone() {
            Change::Judged { url, good } => Steering::Judged { url, good },
            Change::Word { word, weight } => Steering::Word { word, weight },
            Change::Seeds(seeds) => Steering::Seeds(self.read_seeds(&seeds)?),
            Change::Drop(rule) => Steering::Drop(rule_of(&rule)?),
            Change::Admit(rule) => Steering::Admit(rule_of(&rule)?),
            Change::Budget(pages) => Steering::Budget(pages),
            Change::Strategy(Method { id, params }) => Steering::Strategy { id, params },
        })
    }

    fn read_seeds(&self, seeds: &[String]) -> Result<Vec<CanonicalUrl>, Refusal> {
        let (mut read, mut problems) = (Vec::new(), Vec::new());
        for (at, seed) in seeds.iter().enumerate() {
            match CanonicalUrl::from_person(seed) {
                Ok(url) if read.contains(&url) => {}
                Ok(url) => read.push(url),
                Err(wrong) => {
                    let number = at + 1;
                    let error = PlanError::Seed {
                        number,
                        problem: wrong,
                    };
                    problems.push(problem("seeds", error.to_string()));
                }
            }
        }
        let source = self.source.borrow();
        let strangers = self.strangers(&read, &source).into_iter();
        problems.extend(strangers.map(|sentence| problem("seeds", sentence)));
        if problems.is_empty() {
            Ok(read)
        } else {
            Err(("seed-bad".to_owned(), problems))
        }
    }

    /// A recorded web may have been left since the crawl ended.
    fn is_source_there(&self, driver: &Driver) -> Result<(), Refusal> {
        let source = self.source.borrow();
        let there = driver.with_plan(|plan| self.is_recording_there(plan, &source));
        there.map_err(|sentence| ("source".to_owned(), vec![problem("pages", sentence)]))
    }
}

/// The title of a strategy to which the crawl cannot switch, since the pages of earlier crawls with which it begins are looked up at a
/// start. A crawl that has such pages can, and its own parameters can be changed.
fn lacking_past(driver: &Driver, steering: &Steering) -> Option<&'static str> {
    let Steering::Strategy { id, .. } = steering else {
        return None;
    };
    let entry = strategy::find(id).filter(|entry| entry.needs.past)?;
    let lacks = driver.with_plan(|plan| plan.strategy != entry.id && plan.past.is_empty());
    lacks.then_some(entry.title)
}

fn needs_past(title: &str) -> String {
    format!(
        "“{title}” begins with pages of earlier crawls, which are looked up when a crawl starts: start a crawl with it"
    )
}

fn rule_of(text: &str) -> Result<engine::url::ScopeRule, Refusal> {
    let text = text.trim();
    text.parse().map_err(|_| {
        let sentence = format!("“{text}” names no host and no path: write example.org, *.example.org for its subdomains as well, example.org/docs, or /login for that path on every host");
        ("rule-bad".to_owned(), vec![problem("rule", sentence)])
    })
}

/// What is wrong, told at the field that it is about.
fn refusal(change: &Change, error: &SteeringError) -> Refusal {
    let own = change.field();
    let problems = match error {
        SteeringError::Plan(errors) => {
            let told = errors.iter().map(|error| {
                let field = error.field();
                let is_param = field.starts_with("params.");
                problem(if is_param { &field } else { own }, error.to_string())
            });
            told.collect()
        }
        SteeringError::Learned(param) => {
            vec![problem(&format!("params.{param}"), error.to_string())]
        }
        _ => vec![problem(own, error.to_string())],
    };
    (error.code().to_owned(), problems)
}

/// The best of some URLs, each with its place among others.
fn placed(best: &[Candidate], others: &[Candidate]) -> Vec<(Candidate, Option<u32>)> {
    let places = others
        .iter()
        .zip(1..)
        .map(|(other, place)| (&other.url, place));
    let places: BTreeMap<&CanonicalUrl, u32> = places.collect();
    let best = best.iter().take(LOOKED_AT);
    best.map(|one| (one.clone(), places.get(&one.url).copied()))
        .collect()
}
