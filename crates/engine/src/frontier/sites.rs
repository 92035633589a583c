//! Keeps one queue per site and the set of ready sites. Each site has at most one fetch in flight.

use super::priority::Key;
use crate::graph::SiteId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use types::report::HostState;

#[derive(Clone, Debug, Default)]
struct SiteQueue {
    keys: BTreeSet<Key>,
    state: HostState,
}

/// All site queues, with the ready ones in the order of their best URLs.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites {
    queues: BTreeMap<SiteId, SiteQueue>,
    ready: BTreeSet<(Key, SiteId)>,
    resting: BTreeSet<(u64, SiteId)>,
    with_work: usize,
}

/// The snapshot of the sites that are not ready. Their links are inserted again.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved(Vec<(SiteId, HostState)>);

impl From<Saved> for Sites {
    fn from(saved: Saved) -> Self {
        let mut sites = Self::default();
        for (site, state) in saved.0 {
            sites.set(site, state);
        }
        sites
    }
}

impl From<&Sites> for Saved {
    fn from(sites: &Sites) -> Self {
        let states = sites
            .queues
            .iter()
            .map(|(site, queue)| (*site, queue.state));
        Self(
            states
                .filter(|(_, state)| *state != HostState::Ready)
                .collect(),
        )
    }
}

impl Sites {
    /// Returns the best key of every ready site, best first.
    pub(super) fn ready(&self) -> impl Iterator<Item = (Key, SiteId)> {
        self.ready.iter().copied()
    }

    pub(super) fn is_ready(&self, site: SiteId) -> bool {
        self.queues
            .get(&site)
            .is_none_or(|queue| queue.state == HostState::Ready)
    }

    pub(super) fn is_busy(&self, site: SiteId) -> bool {
        self.queues
            .get(&site)
            .is_some_and(|queue| queue.state == HostState::Busy)
    }

    pub(super) fn state(&self, site: SiteId) -> HostState {
        let queue = self.queues.get(&site);
        queue.map(|queue| queue.state).unwrap_or_default()
    }

    /// Returns a site's first key of each priority, best first. The keys that follow with equal priority have no larger second number.
    pub(super) fn distinct(&self, site: SiteId) -> impl Iterator<Item = Key> {
        let keys = self.queues.get(&site).map(|queue| &queue.keys);
        let first = keys.and_then(|keys| keys.first().copied());
        std::iter::successors(first, move |key| {
            let next = keys?.range((
                Bound::Excluded(key.last_of_its_priority()),
                Bound::Unbounded,
            ));
            next.copied().next()
        })
    }

    pub(super) fn with_work(&self) -> usize {
        self.with_work
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

    pub(super) fn hold(&mut self, site: SiteId) {
        self.set(site, HostState::Busy);
    }

    pub(super) fn release(&mut self, site: SiteId, until: u64) {
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
        let with_work = |site: &SiteId| {
            self.queues
                .get(site)
                .is_some_and(|queue| !queue.keys.is_empty())
        };
        self.resting
            .iter()
            .find(|(_, site)| with_work(site))
            .map(|(until, _)| *until)
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

    /// Changes one queue and updates the indexes.
    fn change(&mut self, site: SiteId, change: impl FnOnce(&mut SiteQueue)) {
        let queue = self.queues.entry(site).or_default();
        let (had, old) = (!queue.keys.is_empty(), queue.front());
        change(queue);
        let (has, new) = (!queue.keys.is_empty(), queue.front());
        if old != new {
            old.map(|key| self.ready.remove(&(key, site)));
            new.map(|key| self.ready.insert((key, site)));
        }
        self.with_work = self.with_work + usize::from(has) - usize::from(had);
    }
}

impl SiteQueue {
    /// Returns the best key if the site is ready.
    fn front(&self) -> Option<Key> {
        self.keys
            .first()
            .copied()
            .filter(|_| self.state == HostState::Ready)
    }
}
