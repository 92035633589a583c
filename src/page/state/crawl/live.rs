//! Holds the counts of the visible crawl (progress, speed, failures, seeds) and further reports of the worker.

use super::changes::Changes;
use super::failures::FailureLog;
use super::speed::Speed;
use crate::page::state::form::StartRequest;
use crate::page::state::models::Models;
use crate::protocol::Batch;
use crate::protocol::models::{ModelCard, trails_digest};
use crate::protocol::why::PageText;
use std::rc::Rc;
use types::limits::UNREAD_SHOWN;
use types::plan::Plan;
use types::report::{
    Measures, Millis, ModelTable, Notification, PageRecord, Phase, Progress, TrainingReport,
};
use types::spec::{LANGUAGE_DATA_PARAM, StrategySpec};
use types::steering::{FrontierChange, Steering};

/// The most delayed hosts that are kept.
const DELAYED: usize = 4;

/// A host whose next request is delayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delayed {
    /// The name of the host.
    pub host: String,
    /// The time of the next request.
    pub until: Millis,
    /// The reason for the delay, in a sentence.
    pub reason: String,
}

/// The reason that a crawl cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOnly {
    /// Another tab runs it.
    Elsewhere,
    /// A past moment is shown.
    Past,
}

/// Examples that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnreadExamples {
    /// The addresses of the first ones, with the reasons.
    pub first: Vec<(String, String)>,
    /// The number of all.
    pub count: u32,
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

/// Holds the state of the crawl, or of none yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The request that started it; none before the first crawl.
    pub request: Option<StartRequest>,
    /// The progress.
    pub progress: Progress,
    /// The speed.
    pub speed: Speed,
    /// The failures.
    pub log: FailureLog,
    /// The seeds that gave no page: address and reason.
    pub lost_seeds: Vec<(String, String)>,
    /// The cause of a standstill, and its remedy.
    pub trouble: Option<String>,
    /// The latest delayed hosts.
    pub delayed: Vec<Delayed>,
    /// The examples that could not be read.
    pub unread: UnreadExamples,
    /// Its id in the store; none if it is not saved.
    pub id: Option<String>,
    /// The reason that it is not saved, in a sentence.
    pub unkept: Option<String>,
    /// The reason that it cannot be changed, if there is one.
    pub read_only: Option<ReadOnly>,
    /// The strategy to which it switches as soon as that is loaded.
    pub late_strategy: Option<LateStrategy>,
    /// The training report.
    pub training_report: Option<Box<TrainingReport>>,
    /// The text of the page whose details were opened last, as far as it was received.
    pub text: Option<Rc<PageText>>,
    /// The tables of what the strategy has learned so far.
    pub model_tables: Vec<ModelTable>,
    /// The changes made by the person.
    pub steered: Changes,
    /// The effect of the latest change, until the steering panel takes it.
    pub changed: Option<FrontierChange>,
    /// The spellings of excluded words in lower case, which are not highlighted in snippets.
    pub excluded: Rc<Vec<String>>,
    /// The crawl was reopened, and the worker still sends its earlier pages.
    pub is_catching_up: bool,
}

impl Live {
    /// Returns the state of a crawl that was just requested.
    pub fn begin(request: StartRequest) -> Self {
        let budget = request.plan.pages;
        Self {
            request: Some(request),
            progress: Progress {
                budget,
                ..Progress::default()
            },
            ..Self::default()
        }
    }

    /// Returns the relevance from which a page is on the topic, in 0..=1.
    pub fn good_from(&self) -> f64 {
        let request = self.request.as_ref();
        request.map_or_else(|| Plan::default().good, |request| request.plan.good)
    }

    /// Applies a batch of the worker's events; returns its pages in order.
    pub fn take(&mut self, batch: Batch) -> Vec<PageRecord> {
        self.progress = batch.progress;
        self.speed.rate = batch.rate;
        self.trouble = batch.trouble;
        let mut pages = Vec::new();
        for notification in batch.notifications {
            match notification {
                Notification::Page(page) => {
                    self.page(&page);
                    pages.push(*page);
                }
                Notification::Refused(refusal) => {
                    self.seed_refused(refusal.url.as_str(), &refusal.reason);
                    self.log.refused(refusal);
                }
                Notification::Delayed { url, until, reason } => {
                    let host = url.host().to_owned();
                    self.delay(Delayed {
                        host,
                        until,
                        reason,
                    });
                }
                Notification::Unread { url, reason } => {
                    self.unread.count += 1;
                    if self.unread.first.len() < UNREAD_SHOWN {
                        self.unread.first.push((url.to_string(), reason));
                    }
                }
                Notification::Prepared(report) => self.training_report = Some(report),
                Notification::ModelTables(model_tables) => self.model_tables = model_tables,
                Notification::Steered(done, steering) => self.steer(done, *steering),
                Notification::FrontierChanged(change) => self.changed = Some(change),
                Notification::Excluded(spellings) => self.excluded = Rc::new(spellings),
                Notification::Robots { .. } => {}
            }
        }
        self.is_catching_up &= pages.is_empty();
        if matches!(self.progress.phase, Phase::Ended(_)) {
            // A crawl that has ended does not switch.
            self.late_strategy = self
                .late_strategy
                .take()
                .filter(|late| late.problem.is_some());
        }
        if !self.progress.phase.is_fetching() {
            self.speed.rest();
        }
        pages
    }

    /// Returns true if another tab runs the crawl and this tab only follows it.
    pub fn is_elsewhere(&self) -> bool {
        self.read_only == Some(ReadOnly::Elsewhere)
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
            log: FailureLog::default(),
            lost_seeds: Vec::new(),
            speed: Speed::default(),
            trouble: None,
            delayed: Vec::new(),
            steered: self.steered.until(done),
            read_only: Some(ReadOnly::Past),
            ..self.clone()
        };
        for page in pages {
            past.page(page);
        }
        past.speed.rate = past.average().unwrap_or_default();
        past
    }

    /// Applies a change of the crawl to its start request.
    fn steer(&mut self, done: u32, steering: Steering) {
        let before = self.spec().filter(|_| !self.is_catching_up);
        if let Some(StartRequest { plan, .. }) = &mut self.request {
            steering.apply(plan, false);
        }
        if let Steering::Strategy(spec) = &steering
            && !self.is_catching_up
        {
            self.late_strategy = self
                .late_strategy
                .take()
                .filter(|late| late.is_lacking(spec));
        }
        self.steered.take(done, steering, before);
    }

    /// Sets the strategy of the crawl, and the one to which it switches as soon as that is loaded.
    pub fn set_late_strategy(&mut self, now: StrategySpec, late: LateStrategy) {
        if let Some(StartRequest { plan, .. }) = &mut self.request {
            plan.strategy = now;
        }
        self.late_strategy = Some(late);
    }

    /// Returns the strategy of the crawl.
    pub fn spec(&self) -> Option<StrategySpec> {
        self.request
            .as_ref()
            .map(|request| request.plan.strategy.clone())
    }

    /// Returns the strategy that selected page `n`; none if it is unknown.
    pub fn spec_at(&self, n: u32) -> Option<StrategySpec> {
        self.steered.spec_at(n, self.spec()?)
    }

    /// Returns whether the crawl accepts changes: it has started and can still go on.
    pub fn can_be_steered(&self) -> bool {
        let is_open = match self.progress.phase {
            Phase::Running => true,
            Phase::Paused => !self.is_before_crawl(),
            Phase::Ended(reason) => reason.can_resume(),
            Phase::New | Phase::Preparing | Phase::Prepared => false,
        };
        is_open && self.request.is_some() && self.read_only.is_none()
    }

    /// Returns the model of a reopened crawl: the one of its strategy that was trained on the plan's trails. Returns none if the model is
    /// known already or no longer saved.
    pub fn model_among(&self, models: &Models) -> Option<Rc<ModelCard>> {
        let request = self
            .request
            .as_ref()
            .filter(|request| request.model.is_none())?;
        let trails = &request.plan.trails;
        if trails.trails.is_empty() {
            return None;
        }
        let card = models.of_trails(&request.plan.strategy.id, &trails_digest(trails));
        card.cloned().map(Rc::new)
    }

    /// Sets the model of the crawl.
    pub fn set_model(&mut self, card: Rc<ModelCard>) {
        if let Some(request) = &mut self.request {
            request.model = Some(card);
        }
    }

    /// Returns whether a crawl is under way.
    pub fn is_going(&self) -> bool {
        let ended = matches!(self.progress.phase, Phase::Ended(_));
        self.request.is_some() && !ended
    }

    /// Returns whether the screen shows the examples instead of results: while they are read, until the person starts the crawl, and if it
    /// ends before that.
    pub fn is_before_crawl(&self) -> bool {
        let progress = &self.progress;
        let before = match progress.phase {
            Phase::Preparing | Phase::Prepared => true,
            Phase::Paused => self.training_report.is_none(),
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
        self.speed.average(self.progress.pages)
    }

    /// Records one delay per host, the latest last.
    fn delay(&mut self, new: Delayed) {
        self.delayed.retain(|old| old.host != new.host);
        self.delayed.push(new);
        if self.delayed.len() > DELAYED {
            self.delayed.remove(0);
        }
    }

    fn page(&mut self, page: &PageRecord) {
        self.speed.page(page.fetch.at);
        self.log.page(page);
        let reason = page.outcome.reason();
        if let Some(reason) = reason.filter(|_| page.discovery.parent.is_none()) {
            self.lost_seeds.push((page.url.to_string(), reason));
        }
    }

    /// Records a refused seed. A refusal does not mark seeds, so the URL is compared with the plan's seeds.
    fn seed_refused(&mut self, url: &str, reason: &str) {
        let Some(request) = &self.request else { return };
        let bare = |text: &str| {
            let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
            rest.trim_end_matches('/').to_ascii_lowercase()
        };
        let is_seed = request
            .plan
            .seeds
            .iter()
            .any(|seed| bare(seed) == bare(url));
        let known = self.lost_seeds.iter().any(|(lost, _)| lost == url);
        if is_seed && !known {
            self.lost_seeds.push((url.to_owned(), reason.to_owned()));
        }
    }
}
