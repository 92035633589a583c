//! Keeps one queue per site and the set of ready sites. A site with a fetch in flight is busy until it is released, or
//! until the crawl allows another fetch beside it.
//!
//! With site diversity, returns diminish ([`Returns`]): beyond its share of pages, the links of a site count less with
//! each page. A full frontier drops the link that would count least when its turn comes, after all better ones of its
//! site. Thus a site of endless pages that seem relevant takes neither the budget nor the frontier from the others
//! (`BENCHMARKS.md#hostile-sites`).

use super::priority::Key;
use super::returns::Returns;
use crate::graph::SiteId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use types::report::HostState;

#[derive(Clone, Debug, Default)]
struct SiteQueue {
    keys: BTreeSet<Key>,
    state: HostState,
    /// The number of fetches in flight.
    in_flight: u32,
    /// The number of pages that were picked.
    pages: u32,
}

/// All site queues, in the order of their best URLs. Keys given out are reduced by the site's factor.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites {
    queues: BTreeMap<SiteId, SiteQueue>,
    fronts: BTreeSet<(Key, SiteId)>,
    backs: BTreeSet<(Key, SiteId)>,
    ready: BTreeSet<(Key, SiteId)>,
    resting: BTreeSet<(u64, SiteId)>,
    returns: Returns,
}

/// The snapshot: the rule, and state and pages of each site. Their links are inserted again, and their fetches in
/// flight counted again.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved(Returns, Vec<(SiteId, HostState, u32)>);

impl From<Saved> for Sites {
    fn from(Saved(returns, saved): Saved) -> Self {
        let mut sites = Self { returns, ..Self::default() };
        for (site, state, pages) in saved {
            sites.set(site, state);
            sites.change(site, |queue| queue.pages = pages);
        }
        sites
    }
}

impl From<&Sites> for Saved {
    fn from(sites: &Sites) -> Self {
        let queues = sites.queues.iter();
        let known = queues.filter(|(_, queue)| queue.state != HostState::Ready || queue.pages > 0);
        let known = known.map(|(site, queue)| (*site, queue.state, queue.pages));
        Self(sites.returns, known.collect())
    }
}

impl Sites {
    /// Creates an empty set. With site diversity, the links of a site count less with each page beyond its share.
    pub(super) fn new(is_diverse: bool) -> Self {
        Self { returns: Returns::new(is_diverse), ..Self::default() }
    }

    /// Returns the factor on the priorities of a site's links, in 0..=1.
    pub(super) fn factor(&self, site: SiteId) -> f64 {
        self.returns.factor(self.pages(site))
    }

    fn pages(&self, site: SiteId) -> u32 {
        self.queues.get(&site).map_or(0, |queue| queue.pages)
    }

    /// Counts a page of a site that was picked.
    pub(super) fn count_page(&mut self, site: SiteId) {
        self.change(site, |queue| queue.pages += 1);
    }

    /// Takes back a count of [`Self::count_page`].
    pub(super) fn uncount_page(&mut self, site: SiteId) {
        self.change(site, |queue| queue.pages = queue.pages.saturating_sub(1));
    }

    /// Counts a finished page of a site, which was a link.
    pub(super) fn count_outcome(&mut self, site: SiteId, is_relevant: bool) {
        let mut returns = self.returns;
        returns.count(self.pages(site), is_relevant);
        if returns.strength.total_cmp(&self.returns.strength).is_ne() {
            let beyond = self.queues.iter().filter(|(_, queue)| queue.pages > returns.share);
            let beyond: Vec<SiteId> = beyond.map(|(site, _)| *site).collect();
            for site in beyond {
                self.reorder(site, |_| {}, returns);
            }
        }
        self.returns = returns;
    }

    /// Returns the key of the link that would count least when its turn comes.
    pub(super) fn worst(&self) -> Option<Key> {
        self.backs.last().map(|(key, _)| *key)
    }

    /// Returns the best key of every site, best first.
    pub(super) fn fronts(&self) -> impl Iterator<Item = (Key, SiteId)> {
        self.fronts.iter().copied()
    }

    /// Returns the keys of a site, best first.
    pub(super) fn keys(&self, site: SiteId) -> impl Iterator<Item = Key> {
        let queue = self.queues.get(&site).into_iter();
        let factor = self.factor(site);
        queue.flat_map(move |queue| queue.keys.iter().map(move |key| key.reduced(factor)))
    }

    /// Returns the keys of all sites, best first.
    pub(super) fn merged(&self) -> impl Iterator<Item = Key> {
        let mut fronts = self.fronts().peekable();
        let mut begun = BTreeMap::new();
        std::iter::from_fn(move || {
            // A site is begun when its best key is next.
            let is_next = |front: &(Key, SiteId)| begun.first_key_value().is_none_or(|(key, _)| front.0 < *key);
            if let Some((key, site)) = fronts.next_if(is_next) {
                let mut rest = self.keys(site);
                rest.next();
                begun.insert(key, rest);
            }
            let (key, mut rest) = begun.pop_first()?;
            if let Some(next) = rest.next() {
                begun.insert(next, rest);
            }
            Some(key)
        })
    }

    /// Returns the best key of every ready site, best first.
    pub(super) fn ready(&self) -> impl Iterator<Item = (Key, SiteId)> {
        self.ready.iter().copied()
    }

    pub(super) fn is_ready(&self, site: SiteId) -> bool {
        self.queues.get(&site).is_none_or(|queue| queue.state == HostState::Ready)
    }

    pub(super) fn in_flight(&self, site: SiteId) -> u32 {
        self.queues.get(&site).map_or(0, |queue| queue.in_flight)
    }

    pub(super) fn state(&self, site: SiteId) -> HostState {
        let queue = self.queues.get(&site);
        queue.map(|queue| queue.state).unwrap_or_default()
    }

    /// Returns a site's first key of each priority, best first. The keys that follow with equal priority have no larger
    /// second number.
    pub(super) fn distinct(&self, site: SiteId) -> impl Iterator<Item = Key> {
        let queue = self.queues.get(&site);
        let first = queue.and_then(|queue| queue.keys.first().copied());
        let keys = std::iter::successors(first, move |key| {
            let next = queue?.keys.range((Bound::Excluded(key.last_of_its_priority()), Bound::Unbounded));
            next.copied().next()
        });
        let factor = self.factor(site);
        keys.map(move |key| key.reduced(factor))
    }

    pub(super) fn with_work(&self) -> usize {
        self.fronts.len()
    }

    pub(super) fn insert(&mut self, site: SiteId, key: Key) {
        self.change(site, |queue| {
            queue.keys.insert(key);
        });
    }

    pub(super) fn remove(&mut self, site: SiteId, key: &Key) {
        self.change(site, |queue| {
            queue.keys.remove(key);
        });
    }

    pub(super) fn count_in_flight(&mut self, site: SiteId) {
        self.change(site, |queue| queue.in_flight += 1);
    }

    pub(super) fn hold(&mut self, site: SiteId) {
        self.count_in_flight(site);
        self.wait_for_fetches(site);
    }

    pub(super) fn wait_for_fetches(&mut self, site: SiteId) {
        self.set(site, HostState::Busy);
    }

    pub(super) fn release(&mut self, site: SiteId, until: u64) {
        self.change(site, |queue| queue.in_flight = queue.in_flight.saturating_sub(1));
        let until = if let HostState::Delayed(earlier) = self.state(site) { until.max(earlier) } else { until };
        self.delay(site, until);
    }

    pub(super) fn delay(&mut self, site: SiteId, until: u64) {
        self.set(site, HostState::Delayed(until));
    }

    pub(super) fn wake(&mut self, now: u64) {
        while let Some(&(until, site)) = self.resting.first() {
            if until > now {
                break;
            }
            self.set(site, HostState::Ready);
        }
    }

    pub(super) fn next_ready_time(&self) -> Option<u64> {
        let with_work = |site: &SiteId| self.queues.get(site).is_some_and(|queue| !queue.keys.is_empty());
        self.resting.iter().find(|(_, site)| with_work(site)).map(|(until, _)| *until)
    }

    fn set(&mut self, site: SiteId, state: HostState) {
        if let Some(HostState::Delayed(until)) = self.queues.get(&site).map(|queue| queue.state) {
            self.resting.remove(&(until, site));
        }
        self.change(site, |queue| queue.state = state);
        if let HostState::Delayed(until) = state {
            self.resting.insert((until, site));
        }
    }

    /// Changes one queue and updates the orders.
    fn change(&mut self, site: SiteId, change: impl FnOnce(&mut SiteQueue)) {
        self.reorder(site, change, self.returns);
    }

    /// Changes one queue, and updates the orders by another state of the rule.
    fn reorder(&mut self, site: SiteId, change: impl FnOnce(&mut SiteQueue), after: Returns) {
        let queue = self.queues.entry(site).or_default();
        let old = queue.bounds(self.returns);
        change(queue);
        let new = queue.bounds(after);
        let orders = [&mut self.fronts, &mut self.backs, &mut self.ready];
        for ((order, old), new) in orders.into_iter().zip(old).zip(new) {
            if old != new {
                old.map(|key| order.remove(&(key, site)));
                new.map(|key| order.insert((key, site)));
            }
        }
    }
}

impl SiteQueue {
    /// Returns the best key, the worst one as it counts after all others, and the best one if the site is ready.
    fn bounds(&self, returns: Returns) -> [Option<Key>; 3] {
        let (first, last) = (self.keys.first(), self.keys.last());
        let front = first.map(|key| key.reduced(returns.factor(self.pages)));
        let pages = self.pages.saturating_add(crate::count(self.keys.len()));
        let back = last.map(|key| key.reduced(returns.full_factor(pages)));
        let ready = front.filter(|_| self.state == HostState::Ready);
        [front, back, ready]
    }
}
