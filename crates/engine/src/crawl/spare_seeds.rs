//! Replaces seeds that cannot be read by spare ones of the plan, so that a crawl starts at as many readable pages as it
//! has seeds.
//!
//! A seed that is refused, fails, has no content or must wait, also for its robots.txt, is replaced by the best spare
//! seed of another host, until [`limits::SEED_SPARES_MS`] after the first. If none is left, one that the search for
//! seeds finds later replaces it.
//! A page that the host asked to retry later stays in the frontier. Each replacement is a change of the plan, as if a
//! person had added the seed. Not covered: seeds that are read and off the topic, which the strategy judges.

use super::Crawl;
use super::changes::FrontierBefore;
use crate::graph::{HostId, UrlId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use types::limits;
use types::report::Millis;
use types::steering::Steering;
use types::url::CanonicalUrl;

/// The seeds that are not read yet, and how many spare ones are used up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SpareSeeds {
    /// The time at which the seeds were queued.
    since: Millis,
    /// The seeds that were neither read nor lost, or the targets of their redirects.
    open: BTreeSet<UrlId>,
    /// The hosts of lost seeds, which probably refuse other pages too.
    refusing: BTreeSet<HostId>,
    /// The number of spare seeds that were used or skipped.
    used: usize,
    /// The number of lost seeds that no spare one has replaced.
    unreplaced: u32,
}

impl SpareSeeds {
    /// Stops watching a seed, because it is read; returns whether it was one.
    pub(super) fn forget(&mut self, page: UrlId) -> bool {
        self.open.remove(&page)
    }

    /// Watches the target of a seed's redirect.
    pub(super) fn follow(&mut self, from: UrlId, to: UrlId) {
        if self.forget(from) {
            self.open.insert(to);
        }
    }
}

impl Crawl {
    /// Begins to watch the queued seeds, and replaces those that the scope or a trap excludes.
    pub(super) fn watch_seeds(&mut self, seeds: &[CanonicalUrl]) {
        self.state.spare_seeds.since = self.state.now;
        let ids: Vec<UrlId> = seeds.iter().filter_map(|seed| self.state.urls.find(seed)).collect();
        self.state.spare_seeds.open.extend(ids.iter().copied());
        for id in ids {
            let is_waiting = self.state.hosts.is_retrying_robots(self.state.urls.host_of(id));
            if is_waiting || self.state.frontier.get(id).is_none() {
                self.replace_seed(id, is_waiting);
            }
        }
    }

    /// Queues seeds that the search found after the crawl had begun.
    pub(super) fn add_found_seeds(&mut self, seeds: &[CanonicalUrl]) {
        for seed in seeds {
            if self.has_replaced(seed) {
                // The seed that it replaced needs another one.
                self.state.spare_seeds.unreplaced += 1;
                continue;
            }
            let queued = self.queue_seed(seed).filter(|id| self.state.frontier.get(*id).is_some());
            self.state.spare_seeds.open.extend(queued);
            if let Some(id) = queued.filter(|id| self.state.hosts.is_retrying_robots(self.state.urls.host_of(*id))) {
                self.replace_seed(id, true);
            }
        }
    }

    /// Returns true for a spare seed that has replaced a lost one.
    fn has_replaced(&self, seed: &CanonicalUrl) -> bool {
        let is_used = self.plan.spare_seeds.iter().take(self.state.spare_seeds.used).any(|used| used == seed);
        let id = self.state.urls.find(seed).filter(|_| is_used);
        id.is_some_and(|id| !self.state.url_state(id).is_open())
    }

    /// Replaces lost seeds by spare ones that were added since, if it is early.
    pub(super) fn replace_lost_seeds(&mut self) {
        while self.state.spare_seeds.unreplaced > 0 && self.is_early() && self.use_spare_seed() {
            self.state.spare_seeds.unreplaced -= 1;
        }
    }

    /// Replaces the seeds of a host whose robots.txt will be requested again later.
    pub(super) fn replace_seeds_of(&mut self, host: HostId) {
        let open = self.state.spare_seeds.open.iter().copied();
        let seeds: Vec<UrlId> = open.filter(|id| self.state.urls.host_of(*id) == host).collect();
        for id in seeds {
            self.replace_seed(id, true);
        }
    }

    fn is_early(&self) -> bool {
        self.state.now.saturating_sub(self.state.spare_seeds.since) <= limits::SEED_SPARES_MS
    }

    /// Queues the next spare seed if the page is a seed that cannot be read, and it is early; `is_of_host` if its host
    /// is the cause.
    pub(super) fn replace_seed(&mut self, page: UrlId, is_of_host: bool) {
        if !self.state.spare_seeds.forget(page) || !self.is_early() {
            return;
        }
        if is_of_host {
            self.state.spare_seeds.refusing.insert(self.state.urls.host_of(page));
        }
        if !self.use_spare_seed() {
            self.state.spare_seeds.unreplaced += 1;
        }
    }

    /// Queues the next spare seed; returns false if none is left.
    fn use_spare_seed(&mut self) -> bool {
        let mut before = FrontierBefore::from(&self.state.frontier);
        while let Some(seed) = self.plan.spare_seeds.get(self.state.spare_seeds.used).cloned() {
            self.state.spare_seeds.used += 1;
            if self.queue_spare(&seed) {
                before.count_change(&self.state.frontier);
                self.note_change(Steering::SpareSeed(seed));
                self.report_change(&before);
                return true;
            }
        }
        false
    }

    /// Queues a spare seed; returns false if its host refuses pages, or if the crawl knows or may not fetch the page.
    fn queue_spare(&mut self, seed: &CanonicalUrl) -> bool {
        let Some(id) = self.seed_url(seed) else {
            return false;
        };
        let host = self.state.urls.host_of(id);
        if self.state.spare_seeds.refusing.contains(&host) || !self.state.url_state(id).is_open() {
            return false;
        }
        if !self.queue_new_seed(id) {
            return false;
        }
        Steering::SpareSeed(seed.clone()).apply(&mut self.plan.plan, false);
        self.plan.seeds.push(self.state.urls.url(id).clone());
        self.state.spare_seeds.open.insert(id)
    }
}
