//! Taking a crawl up that is kept: after a reload, and after its worker died.
//!
//! The unit of recovery is the worker: a new one is loaded and told to open the crawl. The answer that was being read when one died is
//! remembered; where two died of it, the crawl goes on without it. A worker that is not heard for half a minute, while the page is
//! seen, counts as dead. Left out on purpose: what a crawl is, which the worker knows.

use super::catalog::Worker;
use super::compare::Desk;
use super::hands::Hands;
use super::models::Models;
use super::related::Related;
use super::seeds::Act;
use super::state::{Action, Start, State};
use super::train::Train;
use crate::protocol::{Suspect, ToWorker};
use engine::event::EndReason;
use engine::report::Phase;
use gloo_timers::callback::Interval;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use yew::prelude::*;

/// Workers that may die one after the other before the person is asked.
const DEATHS: u32 = 5;
/// Deaths over one page after which it is left out.
const DEATHS_OF_ONE: u32 = 2;
/// Milliseconds between two looks at the worker.
const LOOK_MS: u32 = 5_000;
/// Milliseconds of silence after which a worker at work counts as dead: it speaks every second.
const SILENCE_MS: f64 = 30_000.0;

/// What is to be taken up, and what workers died of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovery {
    /// The crawl that is to be opened as soon as a worker is there.
    pub wanted: Option<String>,
    /// The worker was asked to open it.
    pub asked: bool,
    /// A worker died, and a new one is to be loaded.
    pub restart: bool,
    /// Where the crawl is not kept here, it is started from its address.
    pub or_start: bool,
    /// The answer that is being read.
    reading: Option<String>,
    /// By address, how many workers died when reading it.
    deaths: BTreeMap<String, u32>,
    /// Workers that died since the crawl last got further, and how far that was.
    in_a_row: u32,
    pages: u32,
}

impl Recovery {
    /// The worker begins to read an answer.
    pub fn reads(&mut self, url: String) {
        self.reading = Some(url);
    }

    /// The worker of a crawl with so many pages died. True where a new one is to be loaded, which takes up the crawl where it has an id:
    /// without one, nothing of it was kept yet.
    pub fn died(&mut self, id: Option<&str>, pages: u32) -> bool {
        if pages > self.pages {
            (self.in_a_row, self.pages) = (0, pages);
        }
        self.in_a_row += 1;
        if let Some(url) = self.reading.take() {
            *self.deaths.entry(url).or_default() += 1;
        }
        if let Some(id) = id {
            self.want(id);
        }
        self.restart = self.in_a_row <= DEATHS;
        self.restart
    }

    /// A crawl is to be opened.
    pub fn want(&mut self, id: &str) {
        self.wanted = Some(id.to_owned());
        self.asked = false;
    }

    /// The crawl was opened, or could not be.
    pub fn done(&mut self) {
        (self.wanted, self.or_start) = (None, false);
    }

    fn suspects(&self) -> Vec<Suspect> {
        let often = self
            .deaths
            .iter()
            .filter(|(_, deaths)| **deaths >= DEATHS_OF_ONE);
        let suspect = |(url, deaths): (&String, &u32)| Suspect {
            url: url.clone(),
            reason: format!(
                "the crawler broke down {deaths} times when it read this page, and leaves it out now"
            ),
        };
        often.map(suspect).collect()
    }
}

/// Loads a new worker where one died, and has it open what is wanted.
#[hook]
pub(crate) fn use_recovery(state: &State, hands: &Hands) {
    let (hands, recovery) = (hands.clone(), state.recovery.clone());
    let ready = state.catalog.worker == Worker::Ready;
    use_effect_with((recovery, ready), move |(recovery, ready)| {
        if recovery.restart {
            hands.restart.emit(());
        } else if let Some(id) = recovery
            .wanted
            .clone()
            .filter(|_| *ready && !recovery.asked)
        {
            let suspects = recovery.suspects();
            hands.act.emit(Action::Asked);
            hands.say.emit(ToWorker::Open { id, suspects });
        }
    });
}

/// Watches that a worker at work is heard; `heard` is when it was heard last. A page that is not seen, or was asleep, does not judge.
#[hook]
pub(crate) fn use_heartbeat(state: &State, heard: &Rc<Cell<f64>>, hands: &Hands) {
    let going = state.live.is_going() && state.catalog.worker == Worker::Ready;
    let (heard, act) = (Rc::clone(heard), hands.act.clone());
    use_effect_with(going, move |going| {
        let looked = Cell::new(js_sys::Date::now());
        heard.set(looked.get());
        let watch = going.then(|| {
            Interval::new(LOOK_MS, move || {
                let now = js_sys::Date::now();
                let slept = now - looked.replace(now) > 2.0 * f64::from(LOOK_MS);
                if slept || is_hidden() {
                    heard.set(now);
                } else if now - heard.get() > SILENCE_MS {
                    heard.set(now);
                    act.emit(Action::Broken("It stopped answering.".to_owned()));
                }
            })
        });
        move || drop(watch)
    });
}

fn is_hidden() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| document.hidden())
}

impl State {
    /// The worker died over a crawl: another takes it up, or begins it again where nothing of it was kept yet.
    fn replace_worker(&mut self, message: String) {
        let id = self.live.id.as_deref();
        let worker = if self.recovery.died(id, self.live.progress.pages) {
            // Whatever is to be said now is for the next one.
            Worker::Loading
        } else {
            Worker::Broken(message)
        };
        if worker == Worker::Loading && id.is_none() {
            self.screen.start = Start::Wanted;
        }
        self.catalog.change(|catalog| catalog.worker = worker);
    }

    /// The worker broke, and whatever it was at is over.
    pub(super) fn break_down(&mut self, message: String) {
        self.train.change(Train::broke);
        self.models.change(Models::broke);
        self.compare.change(Desk::broke);
        self.seeds.change(|finder| finder.act(Act::Stop));
        if self.live.is_going() && self.live.unkept.is_none() {
            return self.replace_worker(message);
        }
        self.screen.start = Start::No;
        self.catalog
            .change(|catalog| catalog.worker = Worker::Broken(message));
        self.related.change(|related| *related = Related::default());
        if self.live.is_going() {
            self.live
                .change(|live| live.progress.phase = Phase::Ended(EndReason::Stopped));
        }
    }
}
