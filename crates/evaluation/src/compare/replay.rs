//! Runs one crawl of a comparison: the earlier crawl if its strategy needs one, the crawl itself, and its judge.
//!
//! It does no input or output: a driver answers its requests and advances it step by step.
//!
//! ```text
//! while !replay.is_over() {
//!     for request in replay.pending_requests().to_vec() { replay.take(request.id, fetch(&request)); }
//!     replay.step();
//! }
//! let outcome = replay.outcome();
//! ```

use super::{Exchange, TimedResponse, Trial, TrialKey, TrialOutcome, VirtualClock};
use crate::measures::{Ceiling, CountedPage, Judge, JudgedResponse, JudgingData};
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind, Step};
use engine::fetch::{FetchId, FetchRequest, FetchResponse, Purpose};
use engine::past;
use engine::strategy::Assets;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use types::measures::{Axis, Curve, Measure};
use types::plan::{PastPage, Plan, PlanError};
use types::report::{EndReason, Millis, Notification, Phase};
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// A running crawl of a comparison.
pub struct Replay {
    key: TrialKey,
    clock: VirtualClock,
    /// The earlier crawl, until it is over.
    earlier: Option<EarlierCrawl>,
    /// The number of requests of the earlier crawl.
    before: u32,
    /// The mean simulated response time, in milliseconds.
    latency_ms: u32,
    watcher: OutcomeRecorder,
    ceilings: BTreeMap<Measure, Ceiling>,
}

/// The pages of the earlier crawl, and the plan of the crawl after it.
struct EarlierCrawl {
    next: CheckedPlan,
    pages: BTreeMap<CanonicalUrl, PastPage>,
    read: Option<PastPage>,
}

/// Passes the exchanges to the judge.
struct OutcomeRecorder {
    judge: Judge,
    assessed: JudgedResponse,
    /// The current response belongs to the crawl and not to its training.
    is_request: bool,
    /// The number of requests before the crawl: for examples, and for the robots.txt of their
    /// hosts.
    preparing: BTreeSet<FetchId>,
    /// The hosts whose robots.txt was requested before the crawl. A crawl that reaches one of them is charged for that
    /// request.
    owes: BTreeSet<String>,
    /// The number of requests counted so far.
    paid: u32,
    /// The requested pages.
    asked: BTreeMap<FetchId, CanonicalUrl>,
}

impl Replay {
    /// Creates a crawl that is judged by the data of its topic.
    pub fn new(trial: &Trial, known: Arc<JudgingData>, assets: &Assets) -> Result<Self, Vec<PlanError>> {
        let plan = CheckedPlan::new(trial.plan.clone(), assets)?;
        let (crawl, earlier) = match trial.earlier() {
            None => (Crawl::new(plan), None),
            Some(earlier) => {
                let earlier = Crawl::new(CheckedPlan::new(earlier, assets)?);
                (earlier, Some(EarlierCrawl::before(plan)))
            }
        };
        // A crawl that also starts from pages of an earlier crawl can find more than one from the seeds
        // alone.
        let is_bounded = earlier.is_none();
        let ceilings = is_bounded.then(|| known.ceilings(trial.group));
        Ok(Self {
            key: trial.key.clone(),
            clock: VirtualClock::new(crawl),
            earlier,
            before: 0,
            latency_ms: trial.latency_ms,
            ceilings: ceilings.unwrap_or_default(),
            watcher: OutcomeRecorder::new(Judge::new(known, &trial.grid)),
        })
    }

    /// Returns the requests without a response, in the order in which they were issued.
    pub fn pending_requests(&self) -> &[FetchRequest] {
        self.clock.pending_requests()
    }

    /// Returns the virtual time, for [`FetchResponse::read`]: a response is read at this time plus its delay.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Adds the response to a request; ignores others.
    pub fn take(&mut self, id: FetchId, mut response: TimedResponse) {
        let mut pending = self.clock.pending_requests().iter();
        if self.latency_ms > 0
            && self.has_begun()
            && let Some(request) = pending.find(|request| request.id == id)
        {
            let latency = latency(request.url.as_str(), self.latency_ms);
            response.delay_ms = response.delay_ms.saturating_add(latency);
        }
        self.clock.take(id, response);
    }

    /// Processes one event, so that a driver can do other work in between. Does nothing while a response is missing, or
    /// at the end.
    pub fn step(&mut self) {
        let Some(earlier) = &mut self.earlier else {
            let watcher = &mut self.watcher;
            let mut left = Vec::new();
            self.clock.step(|exchange| left.extend(watcher.watch(exchange)));
            let is_preparing = self.clock.crawl().phase() == Phase::Preparing;
            for request in left {
                watcher.classify(&request, is_preparing);
            }
            return;
        };
        self.clock.step(|exchange| earlier.watch(exchange));
        if self.clock.is_over()
            && let Some(earlier) = self.earlier.take()
        {
            self.before = self.clock.crawl().progress().requests;
            self.clock = VirtualClock::new(Crawl::new(earlier.plan()));
        }
    }

    /// Returns true once the crawl itself has started, after an earlier crawl and training. Costs are counted from then
    /// on.
    pub fn has_begun(&self) -> bool {
        let phase = self.clock.crawl().phase();
        let is_ahead = matches!(phase, Phase::New | Phase::Preparing | Phase::Prepared);
        self.earlier.is_none() && !is_ahead
    }

    /// Returns true if the crawl has ended.
    pub fn is_over(&self) -> bool {
        self.clock.is_over() && self.earlier.is_none()
    }

    /// Returns the number of finished pages, and of pages in the plan.
    pub fn pages(&self) -> (u32, u32) {
        let progress = self.clock.crawl().progress();
        let done = if self.earlier.is_some() { 0 } else { progress.pages };
        (done, progress.budget)
    }

    /// Returns the plan of the crawl, with the pages of the earlier crawl; `None` while that is running.
    pub fn plan(&self) -> Option<&Plan> {
        let crawl = self.clock.crawl();
        self.earlier.is_none().then(|| crawl.plan())
    }

    /// Returns the crawl.
    pub fn crawl(&self) -> &Crawl {
        self.clock.crawl()
    }

    /// Returns the curve of a measure so far; `None` if it is not measured during a crawl.
    pub fn partial_curve(&self, measure: Measure, axis: Axis) -> Option<Curve> {
        self.watcher.judge.partial_curves(axis).remove(&measure)
    }

    /// Returns the outcome; a crawl that has not ended counts as stopped.
    pub fn outcome(mut self) -> TrialOutcome {
        let progress = self.clock.crawl().progress();
        let judge = &mut self.watcher.judge;
        let preparing = engine::count(self.watcher.preparing.len());
        let examples = preparing.saturating_sub(self.watcher.paid);
        // Requests that were pending at the end had been sent.
        while judge.requests() < progress.requests.saturating_sub(examples) {
            judge.count(None, &JudgedResponse::default());
        }
        let report = self.clock.crawl().training_report();
        TrialOutcome {
            key: self.key,
            end: match progress.phase {
                Phase::Ended(reason) => reason,
                _ => EndReason::Stopped,
            },
            trouble: report.and_then(|report| report.trouble.clone()),
            pages: progress.pages,
            requests: judge.requests(),
            examples,
            earlier: self.before,
            page_curves: judge.whole(Axis::Pages),
            request_curves: judge.whole(Axis::Requests),
            digest: judge.digest(),
            urls: judge.urls().to_vec(),
            scores: judge.scores().to_vec(),
            ceilings: self.ceilings,
            seconds: (self.latency_ms > 0).then(|| self.clock.now() as f64 / 1_000.0),
        }
    }
}

/// Returns the simulated response time of a URL in milliseconds, between 0 and twice the mean.
fn latency(url: &str, mean: u32) -> u32 {
    let range = u64::from(mean) * 2 + 1;
    u32::try_from(xxh3_64(url.as_bytes()) % range).unwrap_or(mean)
}

impl EarlierCrawl {
    fn before(next: CheckedPlan) -> Self {
        Self { next, pages: BTreeMap::new(), read: None }
    }

    /// Stores the words of the pages that were read.
    fn watch(&mut self, exchange: Exchange<'_>) {
        match exchange {
            Exchange::Event(event) => self.read = response(event).and_then(past_page),
            Exchange::Step(step) => {
                for page in pages(step).filter(|page| page.outcome.is_read()) {
                    if let Some(read) = self.read.take() {
                        let url = page.url.to_string();
                        self.pages.insert(page.url.clone(), PastPage { url, ..read });
                    }
                }
            }
        }
    }

    /// Returns the plan of the following crawl, with the pages selected for its query.
    fn plan(self) -> CheckedPlan {
        let mut plan = self.next;
        let pages: Vec<PastPage> = self.pages.into_values().collect();
        plan.plan.past = past::select_pages(&pages, &plan.plan.query);
        plan
    }
}

impl OutcomeRecorder {
    fn new(judge: Judge) -> Self {
        Self {
            judge,
            assessed: JudgedResponse::default(),
            is_request: false,
            preparing: BTreeSet::new(),
            owes: BTreeSet::new(),
            paid: 0,
            asked: BTreeMap::new(),
        }
    }

    /// Counts an exchange, and returns the requests of its step.
    fn watch(&mut self, exchange: Exchange<'_>) -> Vec<FetchRequest> {
        match exchange {
            Exchange::Event(event) => self.answered(event),
            Exchange::Step(step) => {
                self.count(step);
                return requests(step).cloned().collect();
            }
        }
        Vec::new()
    }

    fn answered(&mut self, event: &Event) {
        let id = match &event.kind {
            EventKind::Fetched(id, _) | EventKind::Failed(id, _) => Some(id),
            _ => None,
        };
        self.is_request = id.is_some_and(|id| !self.preparing.contains(id));
        let response = response(event);
        let asked = id.and_then(|id| self.asked.remove(id));
        if let (Some(response), Some(asked)) = (response, asked)
            && let Some(target) = response.target(&asked)
        {
            self.judge.redirected(&asked, target);
        }
        let response = response.filter(|_| self.is_request);
        let judge = &mut self.judge;
        self.assessed = response.map(|response| judge.assess(response)).unwrap_or_default();
    }

    fn count(&mut self, step: &Step) {
        if self.is_request {
            let page = pages(step).next().map(CountedPage::from);
            self.judge.count(page, &self.assessed);
        }
    }

    /// Counts a request as one of the crawl, or as one before it.
    fn classify(&mut self, request: &FetchRequest, is_preparing: bool) {
        let host = || request.url.host_key().to_owned();
        if is_preparing {
            self.preparing.insert(request.id);
            if request.purpose == Purpose::Robots {
                self.owes.insert(host());
            }
        } else if request.purpose == Purpose::Page {
            self.asked.insert(request.id, request.url.clone());
            if !self.owes.is_empty() && self.owes.remove(&host()) {
                self.paid += 1;
                self.judge.count(None, &JudgedResponse::default());
            }
        }
    }
}

/// Returns the requests of a step.
fn requests(step: &Step) -> impl Iterator<Item = &FetchRequest> {
    step.commands.iter().filter_map(|command| match command {
        Command::Fetch(request) => Some(request),
        _ => None,
    })
}

/// Returns the response of an event.
fn response(event: &Event) -> Option<&FetchResponse> {
    match &event.kind {
        EventKind::Fetched(_, response) => Some(response),
        _ => None,
    }
}

/// Returns the pages that a step completed.
fn pages(step: &Step) -> impl Iterator<Item = &types::report::PageRecord> {
    step.notifications.iter().filter_map(|notification| match notification {
        Notification::Page(page) => Some(&**page),
        _ => None,
    })
}

fn past_page(response: &FetchResponse) -> Option<PastPage> {
    Some(past::page(String::new(), response.document()?))
}
