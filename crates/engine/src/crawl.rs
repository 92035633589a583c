//! The state machine: events in, commands out. It knows no clock, no network and no screen.
//!
//! One event is handled at a time: the answer is taken in (`receive`), its links are judged and scored (`links`), then
//! as many new orders go out as budget, hosts and the limit of fetches under way allow (`dispatch`).
//!
//! Source: Pant §2 (the crawling loop), Evolving §3.1.

mod access;
mod dispatch;
mod links;
mod receive;
mod state;

use crate::event::{Command, EndReason, Event, EventKind, Millis, Step};
use crate::plan::{CheckedPlan, Plan};
use crate::report::{PageRecord, Phase, Progress};
use crate::strategy::Strategy;
use crate::topic::{Lens, Topic};
use state::State;
pub use state::{Saved, SnapshotError};

/// A crawl.
pub struct Crawl {
    plan: CheckedPlan,
    topic: Topic,
    lens: Lens,
    strategy: Box<dyn Strategy>,
    state: State,
    step: Step,
}

impl Crawl {
    /// A crawl that has not begun: it wants [`EventKind::Seeded`].
    pub fn new(plan: CheckedPlan) -> Self {
        Self {
            topic: Topic::new(&plan.plan.query),
            lens: Lens::new(plan.plan.stemming, plan.plan.idf),
            strategy: (plan.entry.make)(&plan.settings),
            state: State::new(&plan.plan),
            step: Step::default(),
            plan,
        }
    }

    /// Takes an event in and says what to do. Events that make no sense (an answer to no order, anything after the end) change nothing.
    pub fn handle(&mut self, event: Event) -> Step {
        self.state.now = self.state.now.max(event.now);
        match event.kind {
            EventKind::Seeded => self.begin(),
            EventKind::Fetched(id, answer) => self.answered(id, answer),
            EventKind::Failed(id, failure) => self.failed(id, failure),
            EventKind::Tick => {}
            EventKind::Paused => self.turn(Phase::Running, Phase::Paused),
            EventKind::Resumed => self.turn(Phase::Paused, Phase::Running),
            EventKind::Stopped => self.stop(),
        }
        self.dispatch();
        std::mem::take(&mut self.step)
    }

    /// The orders that are under way: what a driver has to do again after a crash.
    pub fn under_way(&self) -> Vec<Command> {
        self.state
            .under_way
            .values()
            .map(|order| Command::Fetch(order.order.clone()))
            .collect()
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan.plan
    }

    /// All pages done, in order.
    pub fn pages(&self) -> &[PageRecord] {
        &self.state.pages
    }

    /// Where the crawl stands.
    pub fn progress(&self) -> Progress {
        self.state.progress(&self.plan.plan)
    }

    /// Time of the last event.
    pub fn now(&self) -> Millis {
        self.state.now
    }

    fn begin(&mut self) {
        if self.state.phase != Phase::New {
            return;
        }
        self.state.phase = Phase::Running;
        for seed in self.plan.seeds.clone() {
            self.queue_seed(&seed);
        }
    }

    fn turn(&mut self, from: Phase, to: Phase) {
        if self.state.phase == from {
            self.state.phase = to;
        }
    }

    fn stop(&mut self) {
        if !matches!(self.state.phase, Phase::Ended(_)) {
            self.state.under_way.clear();
            self.end(EndReason::Stopped);
        }
    }

    fn end(&mut self, reason: EndReason) {
        self.state.phase = Phase::Ended(reason);
        self.step.commands.push(Command::Finished(reason));
    }
}

#[cfg(test)]
mod tests;
