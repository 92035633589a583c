//! Decides whether the best ready link is worth a page of the budget now, or a slot stays free for a better link whose
//! site is not ready.
//!
//! The best links of a moment are on few sites, and most sites take one request at a time. If every free slot took what
//! the other sites have, the budget would be spent before the good sites were asked twice. A link is therefore fetched
//! only if the crawl would fetch it with one request at a time as well: if `rank · (1 + w · rate) < remaining`. `rank`
//! counts the better links whose sites are ready, busy, or ready within [`limits::WAIT_MS`]; `remaining` is the rest of
//! the budget. `rate` is the mean number of better links that a page of the last [`limits::DISCOVERY_PAGES`] brought,
//! where [`limits::DISCOVERY_PRIOR`] pages that brought one each come before the first page. The weight `w` is
//! [`limits::DISCOVERY_WEIGHT`], and larger on sites without delays, where waiting costs hardly any time. A site that
//! rests there asked for a pause, which may take seconds: its links do not count.
//!
//! Any other link is fetched once no request was due for a while ([`Speed::stretch`]), so that sites which rest do not
//! stop the crawl. Links of equal priority never hold each other back, which leaves breadth-first crawls as they are.
//!
//! `BENCHMARKS.md#parallel-fetches` compares the rule with others.

use super::priority::{self, Key};
use super::{Frontier, FrontierEntry};
use crate::graph::SiteId;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use types::limits;
use types::plan::Speed;
use types::report::{HostState, Millis};

/// The free slots of a crawl and the rest of its budget, for the next choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slots {
    /// Maximum number of requests in flight. With 1, every slot takes the best ready link.
    pub parallel: u32,
    /// The person's choice between time and pages.
    pub speed: Speed,
    /// The number of pages that may still be requested.
    pub remaining: usize,
    /// The number of finished pages.
    pub pages: u32,
    /// True if sites need delays between requests.
    pub delays: bool,
}

/// A request of the recent past.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Pick {
    /// The number of finished pages when the link was queued.
    since: u32,
    priority: f64,
}

/// The recent requests and the schedule of those that are not worth a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Admission {
    slots: Slots,
    now: Millis,
    picks: VecDeque<Pick>,
    /// The mean duration of the last fetches, in milliseconds; older ones count less. `None` before the first.
    fetch_ms: Option<u64>,
    /// The time at which any link may be requested.
    due: Millis,
}

impl Admission {
    /// Returns the milliseconds between two requests at which the time limit of the speed is kept; `None` if there is
    /// no limit.
    fn step_ms(&self) -> Option<u64> {
        let mean_ms = self.fetch_ms.unwrap_or(limits::FETCH_MS);
        let stretch = self.slots.speed.stretch()?;
        let step = mean_ms.saturating_mul(stretch) / u64::from(self.slots.parallel.max(1));
        Some(step.max(limits::SLOT_MIN_MS * stretch))
    }

    /// Returns true if a slot waits for a limited time. Where sites need no delay, the next better link is at most one
    /// fetch away.
    fn has_limit(&self) -> bool {
        self.slots.delays && self.step_ms().is_some()
    }

    /// Returns true if any link may be requested.
    fn is_due(&self) -> bool {
        self.slots.parallel <= 1 || (self.has_limit() && self.now >= self.due)
    }

    /// Counts a request, of a link if `pick` is given.
    fn count(&mut self, pick: Option<Pick>) {
        self.picks.extend(pick);
        if self.picks.len() > limits::DISCOVERY_PAGES as usize {
            self.picks.pop_front();
        }
        let Some(step) = self.step_ms() else { return };
        let latest = self.now.saturating_add(limits::WAIT_MS.max(step));
        self.due = self.due.max(self.now).saturating_add(step).min(latest);
    }
}

impl Frontier {
    /// Sets the time and the free slots of the next choice.
    pub fn begin_choice(&mut self, now: Millis, slots: Slots) {
        self.admission.now = now;
        self.admission.slots = slots;
    }

    /// Counts the time from a request to the handling of its response. A pause in between counts as a slow fetch.
    pub fn count_fetch(&mut self, elapsed_ms: u64) {
        let elapsed_ms = elapsed_ms.min(limits::FETCH_MOST_MS);
        let last = limits::FETCHES;
        let mean = |mean_ms| (mean_ms * (last - 1) + elapsed_ms) / last;
        self.admission.fetch_ms = Some(self.admission.fetch_ms.map_or(elapsed_ms, mean));
    }

    /// Forgets the priorities of recent requests, for another scale of scores.
    pub(crate) fn forget_picks(&mut self) {
        self.admission.picks.clear();
    }

    /// Returns true if several requests may be in flight.
    pub fn has_parallel_slots(&self) -> bool {
        self.admission.slots.parallel > 1
    }

    /// Returns true if a slot need not wait for a better choice: the crawl sends one request at a time, or none was
    /// due for a while.
    pub fn is_slot_due(&self) -> bool {
        self.admission.is_due()
    }

    /// Returns the time at which a free slot takes any link; `None` if it never does or does so already.
    pub(crate) fn slot_due_time(&self) -> Option<Millis> {
        let Admission { due, now, .. } = self.admission;
        let is_waiting = self.admission.has_limit() && due > now;
        (is_waiting && self.best_ready().is_some()).then_some(due)
    }

    /// Returns true if the site is ready, busy, or, where sites need delays, ready within [`limits::WAIT_MS`].
    pub fn is_site_near(&self, site: SiteId) -> bool {
        let Admission { now, slots, .. } = self.admission;
        let latest = now.saturating_add(if slots.delays { limits::WAIT_MS } else { 0 });
        !matches!(self.sites.state(site), HostState::Delayed(until) if until > latest)
    }

    /// Counts the request of a page that is sent.
    pub fn count_request(&mut self, entry: &FrontierEntry) {
        // Seeds, examples and the targets of redirects were not discovered by their scores.
        let is_link = entry.priority_reason().is_none();
        let priority = priority::reduced(entry.priority(), self.sites.factor(entry.site));
        self.admission.count(is_link.then_some(Pick { since: entry.since, priority }));
    }

    /// Returns true if a link deserves a page of the remaining budget now.
    pub(super) fn is_worth_a_page(&self, key: &Key) -> bool {
        if key.tier == 0 || self.is_slot_due() {
            return true;
        }
        let Slots { remaining, pages, delays, .. } = self.admission.slots;
        let window = limits::DISCOVERY_PAGES.min(pages);
        let from = pages - window;
        let weight = if delays { limits::DISCOVERY_WEIGHT } else { limits::DISCOVERY_WEIGHT_LOCAL };
        let picks = self.admission.picks.iter();
        let picked = picks.filter(|pick| pick.since >= from && pick.priority > key.first);
        let prior = f64::from(limits::DISCOVERY_PRIOR);
        let mut found = picked.count() as f64 + prior;
        let mut rank = 0;
        for better in self.better_than(key) {
            rank += 1;
            found += f64::from(u8::from(better >= from));
            let rate = found / (f64::from(window) + prior);
            if rank > limits::WORTH_RANK || rank as f64 * (1.0 + weight * rate) >= remaining as f64 {
                return false;
            }
        }
        true
    }

    /// Returns, for every better link that may be picked soon, the number of finished pages when it was queued. Site
    /// diversity holds the links of a ready site back.
    fn better_than(&self, key: &Key) -> impl Iterator<Item = u32> {
        let is_better = move |other: &Key| other.tier < key.tier || other.first > key.first;
        let is_held = |site| self.is_site_ready(site) && !self.is_site_due(site);
        let sites = self.sites.fronts().take_while(move |(front, _)| is_better(front));
        let near = sites.filter(move |(_, site)| self.is_site_near(*site) && !is_held(*site));
        let better = near.flat_map(move |(_, site)| self.sites.keys(site).take_while(is_better));
        better.filter_map(|other| Some(self.get(other.id)?.since))
    }
}

#[cfg(test)]
#[path = "admission_tests.rs"]
mod tests;
