//! Holds the counts of the visible crawl (progress, speed, failures, seeds) and further reports of the worker.

use super::changes::Changes;
use super::failures::{Delayed, Failures};
use super::throughput::Throughput;
use crate::form::StartRequest;
use crate::models::Models;
use protocol::models::{ModelCard, trails_digest};
use protocol::why::PageText;
use protocol::{Batch, DamagedRecords};
use std::rc::Rc;
use types::limits::{self, UNREAD_SHOWN};
use types::plan::Plan;
use types::report::{EndReason, Measures, ModelTable, Notification, PageRecord, Phase, Progress, TrainingReport};
use types::spec::{LANGUAGE_DATA_PARAM, StrategySpec};
use types::steering::{FrontierChange, Steering};

/// The reason that a crawl cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOnly {
    /// Another tab runs it.
    Elsewhere,
    /// A past moment is shown.
    Past,
    /// The worker that ran it crashed, and it was not saved.
    Crashed,
}

/// The way in which a crawl that has ended can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// The person stopped it before its budget was spent.
    Resume,
    /// Its budget is spent; it continues with this many pages more.
    MorePages(u32),
}

/// A strategy that was not loaded when the crawl started, or not with all its language data.
#[derive(Clone, Debug, PartialEq)]
pub struct LateStrategy {
    /// The strategy.
    pub spec: StrategySpec,
    /// The reason that it or some of its data could not be loaded, with the remedy.
    pub problem: Option<String>,
}

impl LateStrategy {
    /// Returns whether a crawl by `spec` still lacks data of this strategy.
    fn is_lacking(&self, spec: &StrategySpec) -> bool {
        let data = |spec: &StrategySpec| spec.params.get(LANGUAGE_DATA_PARAM).cloned();
        self.problem.is_some() && self.spec.id == spec.id && data(&self.spec) != data(spec)
    }
}

/// Tells where the crawl is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedCrawl {
    /// Its id in the store; none if it is not saved.
    pub id: Option<String>,
    /// The reason that it is not saved, in a sentence.
    pub error: Option<String>,
}

/// Holds what the strategy has learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// The training report.
    pub training_report: Option<Box<TrainingReport>>,
    /// The tables of the model so far.
    pub tables: Vec<ModelTable>,
    /// The examples that could not be read.
    pub unread: UnreadExamples,
}

/// Examples that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnreadExamples {
    /// The addresses of the first ones, with the reasons.
    pub first: Vec<(String, String)>,
    /// The number of all.
    pub count: u32,
}

impl UnreadExamples {
    /// Adds an example.
    fn push(&mut self, url: String, reason: String) {
        self.count += 1;
        if self.first.len() < UNREAD_SHOWN {
            self.first.push((url, reason));
        }
    }
}

/// Holds the state of the crawl, or of none yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The request that started it; none before the first crawl.
    pub request: Option<StartRequest>,
    /// The progress.
    pub progress: Progress,
    /// The throughput.
    pub throughput: Throughput,
    /// The failures and delays.
    pub failures: Failures,
    /// The place where it is saved.
    pub saved: SavedCrawl,
    /// The reason that it cannot be changed, if there is one.
    pub read_only: Option<ReadOnly>,
    /// The reason that it was reopened paused after crashes of the worker, in a sentence; none once it runs again.
    pub interruption: Option<String>,
    /// The numbers of its saved records that cannot be read.
    pub damaged: DamagedRecords,
    /// The crawl was reopened, and the worker still sends its earlier pages.
    pub is_catching_up: bool,
    /// The strategy to which it switches as soon as that is loaded.
    pub late_strategy: Option<LateStrategy>,
    /// The knowledge of the strategy.
    pub learned: Learned,
    /// The text of the page whose details were opened last, as far as it was received.
    pub text: Option<Rc<PageText>>,
    /// The changes made by the person.
    pub steered: Changes,
    /// The spellings of excluded words in lower case, which are not highlighted in snippets.
    pub excluded: Rc<Vec<String>>,
}

impl Live {
    /// Returns the state of a crawl that was just requested.
    pub fn begin(request: StartRequest) -> Self {
        let budget = request.plan.pages;
        Self { request: Some(request), progress: Progress { budget, ..Progress::default() }, ..Self::default() }
    }

    /// Returns true if another tab runs the crawl and this tab only follows it.
    pub fn is_elsewhere(&self) -> bool {
        self.read_only == Some(ReadOnly::Elsewhere)
    }

    /// Returns the relevance from which a page is on the topic, in 0..=1.
    pub fn good_from(&self) -> f64 {
        let request = self.request.as_ref();
        request.map_or_else(|| Plan::default().good, |request| request.plan.good)
    }

    /// Applies a batch of the worker's events; returns its pages in order, and the effect of its latest change.
    pub fn apply(&mut self, batch: Batch) -> (Vec<PageRecord>, Option<FrontierChange>) {
        self.progress = batch.progress;
        self.throughput.rate = batch.rate;
        self.failures.standstill = batch.standstill;
        let (mut pages, mut effect) = (Vec::new(), None);
        for notification in batch.notifications {
            match notification {
                Notification::Page(page) => {
                    self.throughput.page(page.fetch.at);
                    self.failures.record(&page);
                    pages.push(*page);
                }
                Notification::Refused(refusal) => {
                    let seeds = self.request.iter().flat_map(|request| &request.plan.seeds);
                    self.failures.refused(refusal, seeds);
                }
                Notification::Delayed { url, until, reason } => {
                    let host = url.host().to_owned();
                    self.failures.delay(Delayed { host, until, reason });
                }
                Notification::Redirected { from, to } => self.failures.redirect(from, to),
                Notification::Unread { url, reason } => {
                    self.learned.unread.push(url.to_string(), reason);
                }
                Notification::Prepared(report) => self.learned.training_report = Some(report),
                Notification::ModelTables(tables) => self.learned.tables = tables,
                Notification::Steered(done, steering) => self.steer(done, *steering),
                Notification::FrontierChanged(change) => effect = Some(change),
                Notification::Excluded(spellings) => self.excluded = Rc::new(spellings),
                Notification::Robots { .. } => {}
            }
        }
        self.is_catching_up &= pages.is_empty();
        if self.progress.phase.is_fetching() {
            self.interruption = None;
        }
        if matches!(self.progress.phase, Phase::Ended(reason) if reason != EndReason::Stopped) {
            // A crawl that has ended does not switch, unless it was stopped and may continue.
            self.late_strategy = self.late_strategy.take().filter(|late| late.problem.is_some());
        }
        if !self.progress.phase.is_fetching() {
            self.throughput.rest();
        }
        (pages, effect)
    }

    /// Returns the state after the given pages, as far as their records determine it. Other values come from `before`.
    #[must_use]
    pub fn until(&self, pages: &[Rc<PageRecord>], before: &Progress) -> Self {
        let latest = pages.last();
        let done = latest.map_or(0, |page| page.n);
        let mut past = Self {
            progress: Progress {
                phase: Phase::Running,
                pages: done,
                budget: self.progress.budget,
                queue: latest.map_or(0, |page| page.queue),
                measures: latest.map_or_else(Measures::default, |page| page.measures),
                requests: before.requests,
                failures: before.failures.clone(),
                refusals: before.refusals.clone(),
                hosts: before.hosts,
                ..Progress::default()
            },
            failures: Failures::default(),
            throughput: Throughput::default(),
            steered: self.steered.until(done),
            read_only: Some(ReadOnly::Past),
            ..self.clone()
        };
        for page in pages {
            past.throughput.page(page.fetch.at);
            past.failures.record(page);
        }
        past.throughput.rate = past.average().unwrap_or_default();
        past
    }

    /// Records a change, and applies it to the start request; `done` is the number of pages done before it.
    fn steer(&mut self, done: u32, steering: Steering) {
        let before = self.spec().filter(|_| !self.is_catching_up);
        if let Some(StartRequest { plan, .. }) = &mut self.request {
            steering.apply(plan, false);
        }
        if let Steering::Strategy(spec) = &steering
            && !self.is_catching_up
        {
            self.late_strategy = self.late_strategy.take().filter(|late| late.is_lacking(spec));
        }
        self.steered.record(done, steering, before);
    }

    /// Returns the page limit: pages without content beyond their share do not count against it.
    pub fn page_limit(&self) -> u32 {
        let request = self.request.as_ref();
        request.map_or(self.progress.budget, |request| request.plan.pages)
    }

    /// Returns the strategy of the crawl.
    pub fn spec(&self) -> Option<StrategySpec> {
        self.request.as_ref().map(|request| request.plan.strategy.clone())
    }

    /// Returns the strategy that selected page `n`; none if it is unknown.
    pub fn spec_at(&self, n: u32) -> Option<StrategySpec> {
        self.steered.spec_at(n, self.spec()?)
    }

    /// Returns whether the crawl accepts changes: it has started, and its training did not fail. After the end it
    /// accepts them too.
    pub fn can_be_steered(&self) -> bool {
        let is_open = match self.progress.phase {
            Phase::Running => true,
            Phase::Paused => !self.is_before_crawl(),
            Phase::Ended(reason) => reason.can_continue() && !self.is_before_crawl(),
            Phase::New | Phase::Preparing | Phase::Prepared => false,
        };
        is_open && self.request.is_some() && self.read_only.is_none()
    }

    /// Returns how the crawl can continue after its end, without a change of its seeds or rules.
    pub fn continuation(&self) -> Option<Continuation> {
        let request = self.request.as_ref().filter(|_| self.read_only.is_none())?;
        let progress = &self.progress;
        match progress.phase {
            Phase::Ended(EndReason::Stopped) if progress.pages < progress.budget => Some(Continuation::Resume),
            Phase::Ended(EndReason::Stopped | EndReason::BudgetSpent) => {
                let step = limits::PAGES_DEFAULT.min(request.plan.pages);
                let more = step.min(limits::PAGES.saturating_sub(request.plan.pages));
                (more > 0).then_some(Continuation::MorePages(more))
            }
            _ => None,
        }
    }

    /// Returns the model of a reopened crawl: the one of its strategy that was trained on the plan's trails. Returns
    /// none if the model is known already or no longer saved.
    pub fn model_among(&self, models: &Models) -> Option<Rc<ModelCard>> {
        let request = self.request.as_ref().filter(|request| request.model.is_none())?;
        let trails = &request.plan.trails;
        if trails.trails.is_empty() {
            return None;
        }
        models.of_trails(&request.plan.strategy.id, &trails_digest(trails)).cloned().map(Rc::new)
    }

    /// Returns whether a crawl is under way.
    pub fn is_going(&self) -> bool {
        let ended = matches!(self.progress.phase, Phase::Ended(_));
        self.request.is_some() && !ended
    }

    /// Returns whether the screen shows the examples instead of results: while they are read, until the person starts
    /// the crawl, and if it ends before that.
    pub fn is_before_crawl(&self) -> bool {
        let progress = &self.progress;
        let before = match progress.phase {
            Phase::Preparing | Phase::Prepared => true,
            Phase::Paused => self.learned.training_report.is_none(),
            Phase::Ended(_) => progress.pages == 0,
            Phase::New | Phase::Running => false,
        };
        before && progress.examples_given > 0
    }

    /// Returns the number of examples that were read or failed.
    pub fn examples_done(&self) -> u32 {
        let progress = &self.progress;
        progress.examples_given.saturating_sub(progress.examples)
    }

    /// Returns the mean number of pages per second while pages arrived; none before a second page.
    pub fn average(&self) -> Option<f64> {
        self.throughput.average(self.progress.pages)
    }
}
