//! The state of a crawl as plain data, which is the content of a snapshot.

use super::Crawl;
use super::checked_plan::CheckedPlan;
use super::main_content::Templates;
use super::page_cache::PageCache;
use super::rerank_pass::RerankPass;
use crate::count;
use crate::event::Step;
use crate::fetch::{FetchId, FetchRequest, FetchResponse, Purpose};
use crate::frontier::politeness::HostDelay;
use crate::frontier::{Frontier, FrontierEntry};
use crate::graph::{HostId, LinkGraph, UrlId, Urls};
use crate::robots::RobotsPolicy;
use crate::strategy::{Assets, Refresh};
use crate::text::{NearDuplicateIndex, Sketch, SparseVector};
use crate::topic::{Topic, Vectorizer, VectorizerState};
use crate::url::TrapDetector;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::failure::Failure;
use types::limits;
use types::plan::{Plan, PlanError};
use types::report::{Millis, Notification, PageRecord, Phase, Progress, Refusal, RunningMeasures, TrainingReport};
use types::steering::Steering;
use types::text::joined;
use types::url::{CanonicalUrl, ScopeRule};

/// The state of a known URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum UrlState {
    /// Found but not queued: a link that was not followed, or an entry that the full frontier dropped. May be queued later.
    #[default]
    Met,
    /// In the frontier or in flight.
    Queued,
    /// Done: the index of its record.
    Done(u32),
    /// Will not be fetched.
    Refused,
    /// Found too far from the seeds; a shorter path may still be found.
    TooDeep,
    /// Redirected to another URL.
    Redirected,
    /// Found only through nofollow links; another link may still be found.
    NofollowOnly,
}

impl UrlState {
    /// Returns true if another link may still queue it.
    pub(super) fn is_open(self) -> bool {
        matches!(self, Self::Met | Self::TooDeep | Self::NofollowOnly)
    }
}

/// A request in flight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct InFlight {
    pub(super) request: FetchRequest,
    /// The host of the page, or the one whose robots.txt is requested.
    pub(super) host: HostId,
    /// The page that was taken from the frontier; none for a robots.txt.
    pub(super) page: Option<(UrlId, FrontierEntry)>,
    /// The time at which it was sent.
    pub(super) since: Millis,
}

/// The next request for a host's robots.txt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RobotsRequest {
    pub(super) url: CanonicalUrl,
    pub(super) exact: Option<Box<str>>,
    /// Redirects followed so far.
    pub(super) hops: u32,
    /// The number of failed tries.
    pub(super) tries: u32,
}

/// A host's robots.txt rules, and the time at which they were read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct HostAccess {
    pub(super) policy: RobotsPolicy,
    pub(super) read_at: Millis,
    /// The time of the last page that they allowed; `None` before the first.
    pub(super) used_at: Option<Millis>,
    /// The reason, if no response came.
    pub(super) failure: Option<Failure>,
}

/// The pages of a host so far, as far as they tell whether it can be read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct HostReadability {
    /// The number of pages without content before the first page with content.
    pub(super) unreadable: u32,
    /// True once a page was read, or the person admitted the host again.
    pub(super) is_open: bool,
    pub(super) unknown_address: UnknownAddress,
}

/// The answer of a host to an address that does not exist.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) enum UnknownAddress {
    /// There was no reason to request one.
    #[default]
    Unrequested,
    /// It is requested before the next page.
    Due,
    /// It is in flight.
    Requested,
    /// The text of the answer; `None` if the host answered with an error status, as it should.
    Known(Option<Sketch>),
}

/// The robots.txt rules of the hosts, their pending requests and delays, and whether their pages have content.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct HostsState {
    pub(super) access: BTreeMap<HostId, HostAccess>,
    pub(super) robots_requests: BTreeMap<HostId, RobotsRequest>,
    pub(super) host_delays: BTreeMap<HostId, HostDelay>,
    pub(super) readability: BTreeMap<HostId, HostReadability>,
}

/// The records of finished pages, and counts of failed and refused URLs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Results {
    pub(super) pages: Vec<PageRecord>,
    pub(super) pages_read: u32,
    /// The number of pages without content.
    pub(super) unreadable: u32,
    pub(super) failures: BTreeMap<String, u32>,
    pub(super) refusals: BTreeMap<String, u32>,
    pub(super) measures: RunningMeasures,
    /// Pages that are not near-duplicates of others, by the index of their record.
    pub(super) near_duplicates: NearDuplicateIndex,
}

/// The training before a crawl: its examples and its report.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TrainingState {
    /// Examples that are queued or in flight, by URL.
    pub(super) examples: BTreeMap<UrlId, Vec<usize>>,
    /// The vectors of negative and of positive examples, until the topic has learned from them.
    pub(super) examples_seen: [Vec<SparseVector>; 2],
    /// Pages that the person has already read and the crawl has not used yet.
    pub(super) known: BTreeMap<CanonicalUrl, FetchResponse>,
    /// The number of examples read so far.
    pub(super) examples_read: u32,
    pub(super) unread: Vec<(CanonicalUrl, String)>,
    /// The number of training slices done and of all slices, during training.
    pub(super) progress: Option<(u32, u32)>,
    pub(super) report: Option<TrainingReport>,
    /// True if the learned data comes from a saved model.
    pub(super) is_from_model: bool,
}

/// The changes that the person made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Changes {
    /// Frontier entries that a rule of the person excluded.
    pub(super) left_out: Vec<(ScopeRule, UrlId, FrontierEntry)>,
    /// The changes, each with the number of pages finished before it.
    pub(super) steered: Vec<(u32, Steering)>,
}

/// The state of a crawl. Snapshots contain the fields in this order, including those of nested structs.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) now: Millis,
    pub(super) phase: Phase,
    pub(super) urls: Urls,
    pub(super) url_states: Vec<UrlState>,
    pub(super) graph: LinkGraph,
    /// The targets of URLs that redirected.
    pub(super) redirects: BTreeMap<UrlId, UrlId>,
    pub(super) frontier: Frontier,
    pub(super) traps: TrapDetector,
    pub(super) templates: Templates,
    pub(super) hosts: HostsState,
    pub(super) in_flight: BTreeMap<FetchId, InFlight>,
    pub(super) requests: u64,
    pub(super) results: Results,
    pub(super) training: TrainingState,
    /// The time of the next report of the strategy's tables.
    pub(super) model_tables: Refresh,
    /// Cached pages, whose links can be scored again.
    pub(super) page_cache: PageCache,
    /// The state of rescoring, while it runs.
    pub(super) rerank: Option<RerankPass>,
    pub(super) changes: Changes,
}

impl State {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            now: 0,
            phase: Phase::New,
            urls: Urls::default(),
            url_states: Vec::new(),
            graph: LinkGraph::default(),
            redirects: BTreeMap::new(),
            frontier: Frontier::new(plan.frontier, plan.host_window),
            traps: TrapDetector::new(plan.host_pages),
            templates: Templates::default(),
            hosts: HostsState::default(),
            in_flight: BTreeMap::new(),
            requests: 0,
            results: Results {
                pages: Vec::new(),
                pages_read: 0,
                unreadable: 0,
                failures: BTreeMap::new(),
                refusals: BTreeMap::new(),
                measures: RunningMeasures::new(plan.good),
                near_duplicates: NearDuplicateIndex::default(),
            },
            training: TrainingState::default(),
            model_tables: Refresh::every(limits::MODEL_TABLE_PAGES),
            page_cache: PageCache::default(),
            rerank: None,
            changes: Changes::default(),
        }
    }

    pub(super) fn url_state(&self, id: UrlId) -> UrlState {
        self.url_states.get(id.0 as usize).copied().unwrap_or_default()
    }

    pub(super) fn set_url_state(&mut self, id: UrlId, url_state: UrlState) {
        let at = id.0 as usize;
        if self.url_states.len() <= at {
            self.url_states.resize(at + 1, UrlState::Met);
        }
        self.url_states[at] = url_state;
    }

    /// Returns the record number of a finished URL.
    pub(super) fn record_of(&self, id: UrlId) -> Option<u32> {
        match self.url_state(id) {
            UrlState::Done(at) => Some(at + 1),
            _ => None,
        }
    }

    /// Returns the record of a finished URL.
    pub(super) fn record_at(&self, id: UrlId) -> Option<&PageRecord> {
        match self.url_state(id) {
            UrlState::Done(at) => self.results.pages.get(at as usize),
            _ => None,
        }
    }

    /// Refuses a URL, once.
    pub(super) fn refuse(&mut self, id: UrlId, code: &str, reason: String, step: &mut Step) {
        if self.url_state(id) == UrlState::Refused {
            return;
        }
        self.set_url_state(id, UrlState::Refused);
        *self.results.refusals.entry(code.to_owned()).or_default() += 1;
        let url = self.urls.url(id).clone();
        step.notifications.push(Notification::Refused(Refusal { url, code: code.to_owned(), reason }));
    }

    /// Counts refused links of a page that have no URL to report.
    pub(super) fn refuse_links(&mut self, page: UrlId, code: &str, n: u32, reason: String, step: &mut Step) {
        if n > 0 {
            let refused = self.results.refusals.entry(code.to_owned()).or_default();
            *refused = refused.saturating_add(n);
            let (url, code) = (self.urls.url(page).clone(), code.to_owned());
            step.notifications.push(Notification::Refused(Refusal { url, code, reason }));
        }
    }

    /// Returns the number of page requests in flight.
    pub(super) fn pages_in_flight(&self) -> usize {
        self.in_flight.values().filter(|fetch| fetch.request.purpose == Purpose::Page).count()
    }

    /// Returns the number of pages without content beyond their share of the budget. They do not count as pages.
    pub(super) fn unreadable_beyond_share(&self, plan: &Plan) -> u32 {
        let share = f64::from(plan.pages) * plan.unreadable;
        self.results.unreadable.saturating_sub(types::to_u32(share))
    }

    /// Returns the number of pages that count against the budget.
    pub(super) fn counted_pages(&self, plan: &Plan) -> u32 {
        count(self.results.pages.len()).saturating_sub(self.unreadable_beyond_share(plan))
    }

    pub(super) fn progress(&self, plan: &CheckedPlan) -> Progress {
        let in_flight = self.in_flight.values();
        let beyond_share = self.unreadable_beyond_share(&plan.plan);
        Progress {
            phase: self.phase,
            examples: count(self.training.examples.values().map(Vec::len).sum()),
            examples_given: count(plan.examples.len()),
            learning: self.training.progress,
            reranking: self.rerank.as_ref().map(RerankPass::progress),
            pages: count(self.results.pages.len()),
            budget: plan.plan.pages.saturating_add(beyond_share),
            requests: u32::try_from(self.requests).unwrap_or(u32::MAX),
            failures: self.results.failures.clone(),
            refusals: self.results.refusals.clone(),
            queue: count(self.frontier.len()),
            hosts: count(self.frontier.site_count()),
            in_flight: in_flight
                .map(|fetch| (self.urls.host_key(fetch.host).to_owned(), fetch.request.url.to_string()))
                .collect(),
            measures: self.results.measures.now(),
        }
    }
}

/// A complete crawl as plain data, read by [`crate::journal::open`].
#[derive(Debug, Deserialize)]
pub struct Saved {
    plan: Plan,
    vectorizer: VectorizerState,
    topic: Topic,
    strategy: Vec<u8>,
    state: State,
}

/// An error of restoring a saved crawl.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// The plan is not valid in this version.
    #[error("the saved crawl's plan is not valid in this version: {}", joined(.0))]
    Plan(Vec<PlanError>),
    /// The parts of the crawl are inconsistent.
    #[error("the saved crawl is inconsistent ({0}): run it again from its plan")]
    Unsound(&'static str),
    /// The strategy cannot read the saved state.
    #[error("the strategy “{0}” cannot read its saved state: run the crawl again from its plan")]
    Strategy(String),
}

impl Crawl {
    /// Returns the fields of [`Saved`] in their order, to be serialized without a copy of the crawl.
    pub fn saved(&self) -> impl Serialize {
        (&self.plan.plan, self.vectorizer.state(), &self.topic, self.strategy.save(), &self.state)
    }

    /// Restores a saved crawl. Its requests in flight are in [`Crawl::in_flight`].
    pub fn restore(saved: Saved, assets: &Assets) -> Result<Self, SnapshotError> {
        let plan: CheckedPlan = CheckedPlan::new(saved.plan, assets).map_err(SnapshotError::Plan)?;
        saved.state.check(plan.examples.len()).map_err(SnapshotError::Unsound)?;
        let mut strategy = plan.strategy();
        if !strategy.restore(&saved.strategy) {
            return Err(SnapshotError::Strategy(plan.entry.id.to_owned()));
        }
        Ok(Self {
            topic: saved.topic,
            vectorizer: Vectorizer::with_state(plan.plan.stemming, saved.vectorizer),
            meaning: None,
            strategy,
            state: saved.state,
            step: Step::default(),
            follows_links: true,
            plan,
        })
    }
}
