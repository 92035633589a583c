//! The state machine: events in, commands out. It knows no clock, no network and no screen.
//!
//! One event is handled at a time: the answer is taken in (`receive`), its links are judged and scored (`links`), then
//! as many new orders go out as budget, hosts and the limit of fetches under way allow (`dispatch`). A strategy that learns from
//! examples has them read before (`prepare`).
//!
//! Source: Pant §2 (the crawling loop), Evolving §3.1.

mod access;
mod checked_plan;
mod dispatch;
mod links;
mod measures;
mod model;
mod prepare;
mod queue;
mod recall;
mod receive;
mod rerank;
mod rerank_pass;
mod sound;
mod state;
mod steer;

use crate::event::{Command, Event, EventKind, Step};
use crate::graph::UrlId;
use crate::strategy::{Assets, Strategy, Survey};
use crate::topic::{Topic, Vectorizer};
pub use checked_plan::{CheckedPlan, Example};
pub(crate) use model::Learned;
pub use model::{Model, ModelError};
use state::State;
pub use state::{Saved, SnapshotError};
use types::limits;
use types::plan::Plan;
use types::report::{
    EndReason, Millis, ModelTable, Note, PageRecord, Phase, Progress, Spider, Story, TrainingReport,
};
use types::url::CanonicalUrl;

/// A crawl.
pub struct Crawl {
    plan: CheckedPlan,
    topic: Topic,
    vectorizer: Vectorizer,
    strategy: Box<dyn Strategy>,
    state: State,
    step: Step,
}

impl Crawl {
    /// Returns a crawl that has not begun: it wants [`EventKind::Seeded`].
    pub fn new(plan: CheckedPlan) -> Self {
        Self {
            topic: Topic::new(&plan.plan.query),
            vectorizer: Vectorizer::new(plan.plan.stemming, plan.plan.idf),
            strategy: plan.strategy(),
            state: State::new(&plan.plan),
            step: Step::default(),
            plan,
        }
    }

    /// Takes an event in and says what to do. Events that make no sense (an answer to no order, anything after the end) change nothing.
    pub fn handle(&mut self, event: Event) -> Step {
        self.set_time(event.now);
        match event.kind {
            EventKind::Seeded => self.begin(),
            EventKind::Known(url, answer) => self.know(url, *answer),
            EventKind::Fetched(id, answer) => self.answered(id, answer),
            EventKind::Failed(id, failure) => self.failed(id, failure),
            EventKind::Tick => {}
            EventKind::Paused => self.pause(),
            EventKind::Resumed => self.resume(),
            EventKind::Stopped => self.stop(),
            EventKind::Steered(steering) => {
                if let Ok(effect) = self.effect(&steering) {
                    self.carry_out(effect);
                }
            }
        }
        self.finish_step()
    }

    /// Sets the time of the last event, which never goes back.
    fn set_time(&mut self, now: Millis) {
        self.state.now = self.state.now.max(now.min(limits::LAST_MS));
    }

    /// Does what follows any event, and returns all that it led to.
    fn finish_step(&mut self) -> Step {
        if !self.rerank_on() {
            self.dispatch();
        }
        std::mem::take(&mut self.step)
    }

    /// Returns the orders that are under way: what a driver has to do again after a crash.
    pub fn in_flight(&self) -> Vec<Command> {
        self.state
            .in_flight
            .values()
            .map(|fetch| Command::Fetch(fetch.request.clone()))
            .collect()
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan.plan
    }

    /// Brings along what was not there when the crawl was made, for strategies that the person may switch to.
    pub fn equip(&mut self, assets: Assets) {
        self.plan.assets = assets;
    }

    /// Returns all pages done, in order.
    pub fn pages(&self) -> &[PageRecord] {
        &self.state.results.pages
    }

    /// Returns the links on the pages that were read, source and target each, every pair once; the target need not have been crawled.
    pub fn links(&self) -> impl Iterator<Item = (&CanonicalUrl, &CanonicalUrl)> {
        let State { graph, urls, .. } = &self.state;
        let pages = graph.pages();
        pages.flat_map(move |(page, targets)| {
            let targets = targets.iter();
            targets.map(move |target| (urls.url(page), urls.url(*target)))
        })
    }

    /// Returns the progress of the crawl.
    pub fn progress(&self) -> Progress {
        self.state.progress(&self.plan)
    }

    /// Returns the phase.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Returns true if it has ended, and nothing is left to be scored again.
    pub fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Ended(_)) && self.state.rerank.is_none()
    }

    /// Time of the last event.
    pub fn now(&self) -> Millis {
        self.state.now
    }

    /// Returns the training report; `None` before training, or if the strategy needs none.
    pub fn training_report(&self) -> Option<&TrainingReport> {
        self.state.training.report.as_ref()
    }

    /// Returns tables of the strategy's learned data.
    pub fn insights(&self) -> Vec<ModelTable> {
        self.surveyed(|strategy, survey| {
            let report = strategy.report();
            report.map_or_else(Vec::new, |report| report.tables(survey))
        })
    }

    /// Returns its spiders, the dead ones as well, in the order of their numbers; none if its strategy has no spiders.
    pub fn spiders(&self) -> Vec<Spider> {
        self.surveyed(|strategy, survey| {
            let population = strategy.population();
            population.map_or_else(Vec::new, |population| population.agents(survey))
        })
    }

    /// Returns the agent that fetched a URL, or in whose frontier it waits.
    fn agent_of(&self, url: UrlId) -> Option<u32> {
        self.strategy.population()?.agent_of(url)
    }

    /// Returns the history of a spider.
    pub fn story(&self, spider: u32) -> Option<Story> {
        self.surveyed(|strategy, survey| strategy.population()?.story(spider, survey))
    }

    /// Lets the strategy look at the crawl as a whole.
    fn surveyed<T>(&self, look: impl FnOnce(&dyn Strategy, &Survey<'_>) -> T) -> T {
        let State {
            frontier,
            graph,
            urls,
            ..
        } = &self.state;
        let record = |id| self.state.record_at(id);
        look(
            self.strategy.as_ref(),
            &Survey {
                frontier,
                graph,
                urls,
                record: &record,
            },
        )
    }

    fn begin(&mut self) {
        if self.state.phase != Phase::New {
        } else if self.plan.examples.is_empty() || self.state.training.report.is_some() {
            self.queue_seeds();
        } else {
            self.queue_examples();
        }
    }

    fn queue_seeds(&mut self) {
        self.state.phase = Phase::Running;
        for seed in self.plan.seeds.clone() {
            self.queue_seed(&seed);
        }
    }

    fn pause(&mut self) {
        if self.state.phase.is_fetching() {
            self.state.phase = Phase::Paused;
        }
    }

    fn resume(&mut self) {
        match self.state.phase {
            Phase::Prepared => self.queue_seeds(),
            Phase::Paused if self.is_preparing() => self.state.phase = Phase::Preparing,
            Phase::Paused => self.state.phase = Phase::Running,
            _ => {}
        }
    }

    /// Tells what the strategy knows by now, where it knows anything.
    fn tell_insights(&mut self) {
        let insights = self.insights();
        if !insights.is_empty() {
            self.step.notes.push(Note::Insights(insights));
        }
    }

    fn stop(&mut self) {
        if !matches!(self.state.phase, Phase::Ended(_)) {
            self.state.in_flight.clear();
            self.state.rerank = None;
            self.end(EndReason::Stopped);
        }
    }

    fn end(&mut self, reason: EndReason) {
        self.tell_insights();
        self.state.phase = Phase::Ended(reason);
        self.step.commands.push(Command::Finished(reason));
    }
}

#[cfg(test)]
mod tests;
