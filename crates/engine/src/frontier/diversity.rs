//! Site diversity: at most one URL of a site in every k consecutive picks (Pant §2.1, "at most one URL per site in
//! every k").
//!
//! The rule does not apply while no other site is ready: a crawl of one site must not stop.

use super::SiteId;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::{BTreeMap, VecDeque};

/// The sites of the last k − 1 picks.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Saved")]
pub(super) struct SiteWindow {
    size: usize,
    picks: VecDeque<SiteId>,
    counts: BTreeMap<SiteId, u32>,
}

/// The snapshot of the rule: its size and its picks.
type Saved = (usize, VecDeque<SiteId>);

impl From<Saved> for SiteWindow {
    fn from((size, picks): Saved) -> Self {
        let mut window = Self { size, picks: VecDeque::new(), counts: BTreeMap::new() };
        for site in picks {
            window.note(site);
        }
        window
    }
}

/// Writes the fields of [`Saved`] in their order.
impl Serialize for SiteWindow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.size, &self.picks).serialize(serializer)
    }
}

impl SiteWindow {
    pub(super) fn new(k: usize) -> Self {
        Self { size: k.saturating_sub(1), picks: VecDeque::new(), counts: BTreeMap::new() }
    }

    pub(super) fn holds(&self, site: SiteId) -> bool {
        self.counts.contains_key(&site)
    }

    pub(super) fn is_any(&self) -> bool {
        !self.picks.is_empty()
    }

    pub(super) fn note(&mut self, site: SiteId) {
        if self.size == 0 {
            return;
        }
        self.picks.push_back(site);
        *self.counts.entry(site).or_default() += 1;
        if self.picks.len() > self.size
            && let Some(old) = self.picks.pop_front()
        {
            self.forget(old);
        }
    }

    fn forget(&mut self, site: SiteId) {
        if let Some(count) = self.counts.get_mut(&site) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&site);
            }
        }
    }
}
