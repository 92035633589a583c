//! The state of a crawl as plain data, which is the content of a snapshot.

use super::addresses::Addresses;
use super::canonical::DeclaredUrl;
use super::changes::Changes;
use super::checked_plan::CheckedPlan;
use super::documents::Documents;
use super::hosts::Hosts;
use super::main_content::Templates;
use super::page_cache::PageCache;
use super::prepare::TrainingState;
use super::rerank::RerankPass;
use super::results::Results;
use super::spare_seeds::SpareSeeds;
use crate::count;
use crate::event::Step;
use crate::fetch::{FetchId, FetchRequest, Purpose};
use crate::frontier::{Frontier, FrontierEntry};
use crate::graph::{HostId, LinkGraph, SiteId, UrlId, Urls};
use crate::strategy::Refresh;
use crate::url::TrapDetector;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::limits;
use types::plan::Plan;
use types::report::{Millis, Notification, PageRecord, Phase, Progress, Refusal};

/// The state of a known URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum UrlState {
    /// Found but not queued: a link that was not followed, or an entry that the full frontier dropped. May be queued
    /// later.
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
    /// Redirected to another URL, or another address of a page that was read.
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

/// The state of a crawl. Snapshots contain the fields in this order, including those of nested structs.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) now: Millis,
    pub(super) phase: Phase,
    pub(super) urls: Urls,
    pub(super) url_states: Vec<UrlState>,
    pub(super) graph: LinkGraph,
    /// The targets of URLs that redirected, and the pages of which URLs are other addresses.
    pub(super) redirects: BTreeMap<UrlId, UrlId>,
    pub(super) frontier: Frontier,
    pub(super) traps: TrapDetector,
    pub(super) templates: Templates,
    pub(super) hosts: Hosts,
    pub(super) in_flight: BTreeMap<FetchId, InFlight>,
    pub(super) requests: u64,
    pub(super) results: Results,
    pub(super) training: TrainingState,
    /// The seeds that are not read yet, and the spare ones that replace them.
    pub(super) spare_seeds: SpareSeeds,
    /// The time of the next report of the strategy's tables.
    pub(super) model_tables: Refresh,
    /// Cached pages, whose links can be scored again.
    pub(super) page_cache: PageCache,
    /// The state of rescoring, while it runs.
    pub(super) rerank: Option<RerankPass>,
    pub(super) changes: Changes,
    /// The documents that pages link to.
    pub(super) documents: Documents,
    /// The addresses that canonical URLs stand for.
    pub(super) addresses: Addresses,
    /// The URLs that pages declared as their canonical ones before they were read.
    pub(super) declared: BTreeMap<UrlId, DeclaredUrl>,
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
            hosts: Hosts::default(),
            in_flight: BTreeMap::new(),
            requests: 0,
            results: Results::new(plan.good),
            training: TrainingState::default(),
            spare_seeds: SpareSeeds::default(),
            model_tables: Refresh::every(limits::MODEL_TABLE_PAGES),
            page_cache: PageCache::default(),
            rerank: None,
            changes: Changes::default(),
            documents: Documents::default(),
            addresses: Addresses::default(),
            declared: BTreeMap::new(),
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

    /// Returns the records of earlier pages that a page links to.
    pub(super) fn linked_pages(&self, id: UrlId) -> Vec<u32> {
        let targets = self.graph.links_of(id).iter();
        let mut linked: Vec<u32> = targets.filter_map(|target| self.record_of(*target)).collect();
        linked.sort_unstable();
        linked.truncate(limits::LINKED_SHOWN);
        linked
    }

    /// Refuses a URL, once.
    pub(super) fn refuse(&mut self, id: UrlId, code: &str, reason: String, step: &mut Step) {
        if self.url_state(id) == UrlState::Refused {
            return;
        }
        self.set_url_state(id, UrlState::Refused);
        self.results.count_refused(code, 1);
        let url = self.urls.url(id).clone();
        step.notifications.push(Notification::Refused(Refusal { url, code: code.to_owned(), reason }));
    }

    /// Counts refused links of a page that have no URL to report.
    pub(super) fn refuse_links(&mut self, page: UrlId, code: &str, n: u32, reason: String, step: &mut Step) {
        if n > 0 {
            self.results.count_refused(code, n);
            let (url, code) = (self.urls.url(page).clone(), code.to_owned());
            step.notifications.push(Notification::Refused(Refusal { url, code, reason }));
        }
    }

    /// Requests an unknown address again whose fetch was interrupted.
    pub(super) fn repeat_unknown_address(&mut self, fetch: &InFlight) {
        if fetch.request.purpose == Purpose::UnknownAddress {
            self.hosts.repeat_unknown_address(fetch.host);
        }
    }

    /// Returns the sites that a request holds: that of its server, and that of its page.
    pub(super) fn sites_of(&mut self, fetch: &InFlight) -> BTreeSet<SiteId> {
        let server = self.urls.learn_host(&fetch.request.url);
        BTreeSet::from([server, fetch.host].map(|host| self.urls.site(host)))
    }

    /// Counts the requests in flight of a saved crawl by site.
    pub(super) fn count_in_flight(&mut self) {
        let in_flight = std::mem::take(&mut self.in_flight);
        for fetch in in_flight.values() {
            for site in self.sites_of(fetch) {
                self.frontier.count_in_flight(site);
            }
        }
        self.in_flight = in_flight;
    }

    /// Returns the number of page requests in flight.
    pub(super) fn pages_in_flight(&self) -> usize {
        self.in_flight.values().filter(|fetch| fetch.request.purpose == Purpose::Page).count()
    }

    pub(super) fn progress(&self, plan: &CheckedPlan) -> Progress {
        let in_flight = self.in_flight.values();
        let beyond_share = self.results.unreadable_beyond_share(&plan.plan);
        Progress {
            phase: self.phase,
            examples: count(self.training.examples.values().map(Vec::len).sum()),
            examples_given: count(plan.examples.len()),
            learning: self.training.progress,
            reranking: self.rerank.as_ref().map(RerankPass::progress),
            pages: self.results.done(),
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
