//! The counts of the crawl on the screen: progress, speed, failures, seeds, and what the worker reported besides.

use super::changes::Changes;
use super::failures::FailureLog;
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
use types::spec::StrategySpec;
use types::steering::{FrontierChange, Steering};

/// Milliseconds without a page after which a crawl that was taken up is taken to have stood still: a host is asked more often than that.
const REST_MS: Millis = 60_000;

/// Hosts to be asked again that are remembered.
const DELAYED: usize = 4;

/// A host that is asked again later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delayed {
    /// Its name.
    pub host: String,
    /// When it is asked again.
    pub until: Millis,
    /// The reason for the delay, in a sentence.
    pub reason: String,
}

/// The reason that a crawl cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOnly {
    /// Another tab has it.
    Elsewhere,
    /// It is shown as it was at a past moment.
    Past,
}

/// A crawl, or none yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The request that started it; none before the first crawl.
    pub request: Option<StartRequest>,
    /// The progress.
    pub progress: Progress,
    /// Pages a second.
    pub rate: f64,
    /// The failures.
    pub log: FailureLog,
    /// Seeds that gave nothing: address and reason.
    pub lost_seeds: Vec<(String, String)>,
    /// When the first page was done.
    pub began: Option<Millis>,
    /// When the latest page was done.
    pub latest: Millis,
    /// For how long pages came in, without the times in which the crawl stood still.
    pub busy: Millis,
    /// It stood still since the latest page.
    pub has_rested: bool,
    /// The cause of a standstill, and its remedy.
    pub trouble: Option<String>,
    /// Hosts that are asked again later, and why not now; the latest few.
    pub delayed: Vec<Delayed>,
    /// Examples that could not be read, and why; the first few.
    pub unread: Vec<(String, String)>,
    /// The count.
    pub lost: u32,
    /// Its id in the store; none where it is not kept.
    pub id: Option<String>,
    /// The reason that it is not saved, in a sentence.
    pub unkept: Option<String>,
    /// The reason that it cannot be changed, if there is one.
    pub read_only: Option<ReadOnly>,
    /// The training report.
    pub training_report: Option<Box<TrainingReport>>,
    /// The text of the page whose details were opened last, as far as it was told.
    pub text: Option<Rc<PageText>>,
    /// The tables of what the strategy has learned so far.
    pub model_tables: Vec<ModelTable>,
    /// The changes made by the person.
    pub steered: Changes,
    /// The effect of the latest change, until the steering panel has it.
    pub changed: Option<FrontierChange>,
    /// The spellings of excluded words, in lower case, which are not marked in snippets.
    pub excluded: Rc<Vec<String>>,
    /// It was taken up, and what is told first is what was before.
    pub is_catching_up: bool,
}

impl Live {
    /// Returns a crawl that was just asked for.
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

    /// Takes in what happened; gives back the pages, in order.
    pub fn take(&mut self, batch: Batch) -> Vec<PageRecord> {
        self.progress = batch.progress;
        self.rate = batch.rate;
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
                    self.lost += 1;
                    if self.unread.len() < UNREAD_SHOWN {
                        self.unread.push((url.to_string(), reason));
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
        self.has_rested |= !self.progress.phase.is_fetching();
        pages
    }

    /// Returns true if another tab has it, and this one only looks.
    pub fn is_elsewhere(&self) -> bool {
        self.read_only == Some(ReadOnly::Elsewhere)
    }

    /// Returns the crawl as it was after these pages, as far as their records tell.
    #[must_use]
    pub fn until(&self, pages: &[Rc<PageRecord>]) -> Self {
        let latest = pages.last();
        let done = latest.map_or(0, |page| page.n);
        let mut past = Self {
            progress: Progress {
                phase: Phase::Running,
                pages: done,
                budget: self.progress.budget,
                queue: latest.map_or(0, |page| page.queue),
                measures: latest.map_or_else(Measures::default, |page| page.measures),
                ..Progress::default()
            },
            log: FailureLog::default(),
            lost_seeds: Vec::new(),
            began: None,
            latest: 0,
            busy: 0,
            has_rested: false,
            trouble: None,
            delayed: Vec::new(),
            steered: self.steered.until(done),
            read_only: Some(ReadOnly::Past),
            ..self.clone()
        };
        for page in pages {
            past.page(page);
        }
        past.rate = past.average().unwrap_or_default();
        past
    }

    /// Applies a change of the crawl to its start request.
    fn steer(&mut self, done: u32, steering: Steering) {
        let before = self.spec().filter(|_| !self.is_catching_up);
        if let Some(StartRequest { plan, .. }) = &mut self.request {
            steering.apply(plan, false);
        }
        self.steered.take(done, steering, before);
    }

    /// Returns the strategy of the crawl.
    pub fn spec(&self) -> Option<StrategySpec> {
        self.request
            .as_ref()
            .map(|request| request.plan.strategy.clone())
    }

    /// Returns the strategy by which page `n` was chosen; none where it is not known any more.
    pub fn spec_at(&self, n: u32) -> Option<StrategySpec> {
        self.steered.spec_at(n, self.spec()?)
    }

    /// Returns whether the crawl takes changes: it has begun, and was not ended for good.
    pub fn can_be_steered(&self) -> bool {
        let is_open = match self.progress.phase {
            Phase::Running => true,
            Phase::Paused => !self.is_before_crawl(),
            Phase::Ended(reason) => reason.can_go_on(),
            Phase::New | Phase::Preparing | Phase::Prepared => false,
        };
        is_open && self.request.is_some() && self.read_only.is_none()
    }

    /// Returns the model of a crawl that was taken up: the one of its strategy that was learned from the trails of its plan. None where it is known, or
    /// not kept any more.
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

    /// Returns whether the crawl's model is known.
    pub fn is_by(&mut self, card: Rc<ModelCard>) {
        if let Some(request) = &mut self.request {
            request.model = Some(card);
        }
    }

    /// Returns whether a crawl is under way.
    pub fn is_going(&self) -> bool {
        let ended = matches!(self.progress.phase, Phase::Ended(_));
        self.request.is_some() && !ended
    }

    /// Returns whether the examples are what there is to see: while they are read, until the person lets the crawl begin, and at an end
    /// before that.
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

    /// Returns examples that were read or could not be.
    pub fn examples_done(&self) -> u32 {
        let progress = &self.progress;
        progress.examples_given.saturating_sub(progress.examples)
    }

    /// Returns pages a second from the first page to the latest, pauses included; none before a second page.
    pub fn average(&self) -> Option<f64> {
        (self.busy > 0).then(|| f64::from(self.progress.pages) * 1000.0 / self.busy as f64)
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
        let since = page.fetch.at.saturating_sub(self.latest);
        if self.began.is_some() && !self.has_rested && since <= REST_MS {
            self.busy += since;
        }
        self.has_rested = false;
        self.began.get_or_insert(page.fetch.at);
        self.latest = self.latest.max(page.fetch.at);
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
