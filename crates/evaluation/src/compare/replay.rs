//! One crawl of a comparison from beginning to end: the earlier crawl where its strategy begins with one, the crawl itself, and its judge.
//!
//! Sans I/O: a driver answers what is wanted and lets the next thing happen, as often as it likes at a time:
//!
//! ```text
//! while !replay.is_over() {
//!     for order in replay.wants().to_vec() { replay.take(order.id, fetch(&order)); }
//!     replay.step();
//! }
//! let outcome = replay.outcome();
//! ```

use super::{Clock, Seen, TimedResponse, Trial, TrialKey, TrialOutcome};
use crate::measures::{Ceiling, Judge, Known, ResponseWorth};
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind, Step};
use engine::fetch::{Content, FetchId, FetchRequest, FetchResponse, Purpose};
use engine::past;
use engine::strategy::Assets;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use types::measures::{Axis, Curve, Measure};
use types::plan::{PastPage, PlanError};
use types::report::{EndReason, Millis, Notification, Phase};
use types::url::CanonicalUrl;

/// A crawl of a comparison under way.
pub struct Replay {
    key: TrialKey,
    clock: Clock,
    /// The crawl that goes before, until it is over: then it is replaced by the one that is judged.
    earlier: Option<Earlier>,
    /// Requests of the crawl that went before.
    before: u32,
    watcher: Watcher,
    ceilings: BTreeMap<Measure, Ceiling>,
}

/// The pages of the crawl that goes before, and what comes after it.
struct Earlier {
    next: CheckedPlan,
    pages: BTreeMap<CanonicalUrl, PastPage>,
    read: Option<PastPage>,
}

/// Shows the exchanges to the judge.
struct Watcher {
    judge: Judge,
    assessed: ResponseWorth,
    /// The order that is being answered is a request of the crawl, and not one of what it learns from.
    is_request: bool,
    /// The orders that left before the crawl: for examples, and for the robots.txt of their hosts.
    preparing: BTreeSet<FetchId>,
    /// The hosts whose robots.txt was asked for then: a crawl that comes to one of them owes that request.
    owes: BTreeSet<String>,
    /// The number of requests counted so far.
    paid: u32,
    /// The pages that are asked for.
    asked: BTreeMap<FetchId, CanonicalUrl>,
}

impl Replay {
    /// Returns a crawl that has not begun, judged by what is known of its topic.
    pub fn new(trial: &Trial, known: Arc<Known>, assets: &Assets) -> Result<Self, Vec<PlanError>> {
        let plan = CheckedPlan::new(trial.plan.clone(), assets)?;
        let (crawl, earlier) = match trial.earlier() {
            None => (Crawl::new(plan), None),
            Some(earlier) => {
                let earlier = Crawl::new(CheckedPlan::new(earlier, assets)?);
                (earlier, Some(Earlier::before(plan)))
            }
        };
        // One that starts from pages of an earlier crawl as well can find more than one from the seeds alone.
        let is_bounded = earlier.is_none();
        let ceilings = is_bounded.then(|| known.ceilings(trial.group));
        Ok(Self {
            key: trial.key.clone(),
            clock: Clock::new(crawl),
            earlier,
            before: 0,
            ceilings: ceilings.unwrap_or_default(),
            watcher: Watcher::new(Judge::new(known, &trial.grid)),
        })
    }

    /// Returns the orders that have no reply yet, in the order in which they left.
    pub fn wants(&self) -> &[FetchRequest] {
        self.clock.wants()
    }

    /// Returns the virtual time, for [`FetchResponse::read`]: a reply is read at this time plus its delay.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Takes the reply to an order; one that is not wanted changes nothing.
    pub fn take(&mut self, id: FetchId, response: TimedResponse) {
        self.clock.take(id, response);
    }

    /// Lets the next thing happen: one event, so that a driver can do other things in between. Nothing happens while orders have no reply, or
    /// when all is over.
    pub fn step(&mut self) {
        let Some(earlier) = &mut self.earlier else {
            let watcher = &mut self.watcher;
            let mut left = Vec::new();
            self.clock.step(|seen| left.extend(watcher.watch(seen)));
            let is_preparing = self.clock.crawl().phase() == Phase::Preparing;
            for request in left {
                watcher.sort_out(&request, is_preparing);
            }
            return;
        };
        self.clock.step(|seen| earlier.watch(seen));
        if self.clock.is_over()
            && let Some(earlier) = self.earlier.take()
        {
            self.before = self.clock.crawl().progress().requests;
            self.clock = Clock::new(Crawl::new(earlier.plan()));
        }
    }

    /// Returns true if the crawl itself is under way or over: no crawl that goes before, no example to learn from. What it costs is counted from here on.
    pub fn has_begun(&self) -> bool {
        let phase = self.clock.crawl().phase();
        let is_ahead = matches!(phase, Phase::New | Phase::Preparing | Phase::Prepared);
        self.earlier.is_none() && !is_ahead
    }

    /// Returns true if nothing is left to happen.
    pub fn is_over(&self) -> bool {
        self.clock.is_over() && self.earlier.is_none()
    }

    /// Returns pages done, and pages of the plan.
    pub fn pages(&self) -> (u32, u32) {
        let progress = self.clock.crawl().progress();
        let done = if self.earlier.is_some() {
            0
        } else {
            progress.pages
        };
        (done, progress.budget)
    }

    /// Returns the crawl.
    pub fn crawl(&self) -> &Crawl {
        self.clock.crawl()
    }

    /// Returns the curve of a measure so far; none of one that is not taken while crawling.
    pub fn so_far(&self, measure: Measure, axis: Axis) -> Option<Curve> {
        self.watcher.judge.so_far(axis).remove(&measure)
    }

    /// Returns the outcome; a crawl that has not ended counts as stopped.
    pub fn outcome(mut self) -> TrialOutcome {
        let progress = self.clock.crawl().progress();
        let judge = &mut self.watcher.judge;
        let preparing = engine::count(self.watcher.preparing.len());
        let examples = preparing.saturating_sub(self.watcher.paid);
        // Requests that were pending at the end had left.
        while judge.requests() < progress.requests.saturating_sub(examples) {
            judge.count(None, &ResponseWorth::default());
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
            seconds: None,
        }
    }
}

impl Earlier {
    fn before(next: CheckedPlan) -> Self {
        Self {
            next,
            pages: BTreeMap::new(),
            read: None,
        }
    }

    /// Keeps the words of the pages that were read.
    fn watch(&mut self, seen: Seen<'_>) {
        match seen {
            Seen::Event(event) => self.read = response(event).and_then(past_page),
            Seen::Step(step) => {
                for page in pages(step).filter(|page| page.outcome.is_read()) {
                    if let Some(read) = self.read.take() {
                        let url = page.url.to_string();
                        self.pages
                            .insert(page.url.clone(), PastPage { url, ..read });
                    }
                }
            }
        }
    }

    /// Returns the plan of the crawl that comes after, with the pages that are chosen for its query.
    fn plan(self) -> CheckedPlan {
        let mut plan = self.next;
        let pages: Vec<PastPage> = self.pages.into_values().collect();
        plan.plan.past = past::chosen(&pages, &plan.plan.query);
        plan
    }
}

impl Watcher {
    fn new(judge: Judge) -> Self {
        Self {
            judge,
            assessed: ResponseWorth::default(),
            is_request: false,
            preparing: BTreeSet::new(),
            owes: BTreeSet::new(),
            paid: 0,
            asked: BTreeMap::new(),
        }
    }

    /// Counts what comes, and gives the orders that leave for it.
    fn watch(&mut self, seen: Seen<'_>) -> Vec<FetchRequest> {
        match seen {
            Seen::Event(event) => self.answered(event),
            Seen::Step(step) => {
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
        self.assessed = response
            .map(|response| judge.assess(response))
            .unwrap_or_default();
    }

    fn count(&mut self, step: &Step) {
        if self.is_request {
            let page = pages(step).next();
            let page = page.map(|page| (&page.url, page.relevance));
            self.judge.count(page, &self.assessed);
        }
    }

    /// Counts an order with those of the crawl, or with what goes before it.
    fn sort_out(&mut self, request: &FetchRequest, is_preparing: bool) {
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
                self.judge.count(None, &ResponseWorth::default());
            }
        }
    }
}

/// Returns the orders that leave with a step.
fn requests(step: &Step) -> impl Iterator<Item = &FetchRequest> {
    step.commands.iter().filter_map(|command| match command {
        Command::Fetch(request) => Some(request),
        _ => None,
    })
}

/// Returns the answer that an event brings.
fn response(event: &Event) -> Option<&FetchResponse> {
    match &event.kind {
        EventKind::Fetched(_, response) => Some(response),
        _ => None,
    }
}

/// Returns the pages that are done with a step.
fn pages(step: &Step) -> impl Iterator<Item = &types::report::PageRecord> {
    step.notifications
        .iter()
        .filter_map(|notification| match notification {
            Notification::Page(page) => Some(&**page),
            _ => None,
        })
}

fn past_page(response: &FetchResponse) -> Option<PastPage> {
    let Content::Page(document) = &response.content else {
        return None;
    };
    Some(PastPage {
        url: String::new(),
        text: past::words_of(document),
        language: document.language.clone(),
    })
}
