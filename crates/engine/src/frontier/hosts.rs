//! Keeps one queue per host and the set of ready hosts. Each host has at most one fetch in flight.

use super::priority::Key;
use crate::graph::HostId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use types::report::HostState;

#[derive(Clone, Debug, Default)]
struct HostQueue {
    keys: BTreeSet<Key>,
    state: HostState,
}

/// All host queues, with the ready ones in the order of their best URLs.
#[derive(Clone, Debug, Default)]
pub(super) struct Hosts {
    queues: BTreeMap<HostId, HostQueue>,
    ready: BTreeSet<(Key, HostId)>,
    resting: BTreeSet<(u64, HostId)>,
    with_work: usize,
}

/// The snapshot of the hosts that are not ready. Their links are inserted again.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved(Vec<(HostId, HostState)>);

impl From<Saved> for Hosts {
    fn from(saved: Saved) -> Self {
        let mut hosts = Self::default();
        for (host, state) in saved.0 {
            hosts.set(host, state);
        }
        hosts
    }
}

impl From<&Hosts> for Saved {
    fn from(hosts: &Hosts) -> Self {
        let states = hosts
            .queues
            .iter()
            .map(|(host, queue)| (*host, queue.state));
        Self(
            states
                .filter(|(_, state)| *state != HostState::Ready)
                .collect(),
        )
    }
}

impl Hosts {
    /// Returns the best key of every ready host, best first.
    pub(super) fn ready(&self) -> impl Iterator<Item = (Key, HostId)> {
        self.ready.iter().copied()
    }

    pub(super) fn is_ready(&self, host: HostId) -> bool {
        self.queues
            .get(&host)
            .is_none_or(|queue| queue.state == HostState::Ready)
    }

    pub(super) fn is_busy(&self, host: HostId) -> bool {
        self.queues
            .get(&host)
            .is_some_and(|queue| queue.state == HostState::Busy)
    }

    pub(super) fn state(&self, host: HostId) -> HostState {
        let queue = self.queues.get(&host);
        queue.map(|queue| queue.state).unwrap_or_default()
    }

    /// Returns a host's first key of each priority, best first. The keys that follow with equal priority have no larger second number.
    pub(super) fn distinct(&self, host: HostId) -> impl Iterator<Item = Key> {
        let keys = self.queues.get(&host).map(|queue| &queue.keys);
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

    pub(super) fn insert(&mut self, host: HostId, key: Key) {
        self.change(host, |queue| {
            queue.keys.insert(key);
        });
    }

    pub(super) fn remove(&mut self, host: HostId, key: &Key) {
        self.change(host, |queue| {
            queue.keys.remove(key);
        });
    }

    pub(super) fn hold(&mut self, host: HostId) {
        self.set(host, HostState::Busy);
    }

    pub(super) fn release(&mut self, host: HostId, until: u64) {
        self.set(host, HostState::Delayed(until));
    }

    pub(super) fn wake(&mut self, now: u64) {
        while let Some(&(until, host)) = self.resting.first() {
            if until > now {
                break;
            }
            self.set(host, HostState::Ready);
        }
    }

    pub(super) fn next_ready_time(&self) -> Option<u64> {
        let with_work = |host: &HostId| {
            self.queues
                .get(host)
                .is_some_and(|queue| !queue.keys.is_empty())
        };
        self.resting
            .iter()
            .find(|(_, host)| with_work(host))
            .map(|(until, _)| *until)
    }

    fn set(&mut self, host: HostId, state: HostState) {
        if let Some(HostState::Delayed(until)) = self.queues.get(&host).map(|queue| queue.state) {
            self.resting.remove(&(until, host));
        }
        self.change(host, |queue| queue.state = state);
        if let HostState::Delayed(until) = state {
            self.resting.insert((until, host));
        }
    }

    /// Changes one queue and updates the indexes.
    fn change(&mut self, host: HostId, change: impl FnOnce(&mut HostQueue)) {
        let queue = self.queues.entry(host).or_default();
        let (had, old) = (!queue.keys.is_empty(), queue.front());
        change(queue);
        let (has, new) = (!queue.keys.is_empty(), queue.front());
        if old != new {
            old.map(|key| self.ready.remove(&(key, host)));
            new.map(|key| self.ready.insert((key, host)));
        }
        self.with_work = self.with_work + usize::from(has) - usize::from(had);
    }
}

impl HostQueue {
    /// Returns the best key if the host is ready.
    fn front(&self) -> Option<Key> {
        self.keys
            .first()
            .copied()
            .filter(|_| self.state == HostState::Ready)
    }
}
