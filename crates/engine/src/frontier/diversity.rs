//! Host diversity: at most one URL of a host in every k consecutive picks (Pant §2.1, "at most one URL per host in every k").
//!
//! The rule does not apply while no other host is ready: a crawl of one host must not stop.

use super::HostId;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::{BTreeMap, VecDeque};

/// The hosts of the last k − 1 picks.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Saved")]
pub(super) struct HostWindow {
    size: usize,
    picks: VecDeque<HostId>,
    counts: BTreeMap<HostId, u32>,
}

/// The snapshot of the rule.
#[derive(Deserialize)]
struct Saved(usize, VecDeque<HostId>);

impl From<Saved> for HostWindow {
    fn from(saved: Saved) -> Self {
        let mut window = Self {
            size: saved.0,
            picks: VecDeque::new(),
            counts: BTreeMap::new(),
        };
        saved.1.into_iter().for_each(|host| window.note(host));
        window
    }
}

/// Writes the fields of [`Saved`] in their order.
impl Serialize for HostWindow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.size, &self.picks).serialize(serializer)
    }
}

impl HostWindow {
    pub(super) fn new(k: usize) -> Self {
        Self {
            size: k.saturating_sub(1),
            picks: VecDeque::new(),
            counts: BTreeMap::new(),
        }
    }

    pub(super) fn holds(&self, host: HostId) -> bool {
        self.counts.contains_key(&host)
    }

    pub(super) fn is_any(&self) -> bool {
        !self.picks.is_empty()
    }

    pub(super) fn note(&mut self, host: HostId) {
        if self.size == 0 {
            return;
        }
        self.picks.push_back(host);
        *self.counts.entry(host).or_default() += 1;
        if self.picks.len() > self.size
            && let Some(old) = self.picks.pop_front()
        {
            self.forget(old);
        }
    }

    fn forget(&mut self, host: HostId) {
        if let Some(count) = self.counts.get_mut(&host) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&host);
            }
        }
    }
}
