//! Limits the pages of each host, so that no host uses up the crawl (Pant §2.1).
//!
//! Not covered: shares by registered domain, which would need the public suffix list.

use super::TrapProblem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// The number of pages fetched from each host, by the hash of its host key: at most one entry per fetched page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HostBudget {
    /// The maximum number of pages per host.
    limit: u32,
    fetched: BTreeMap<u64, u32>,
}

impl HostBudget {
    pub(super) fn new(limit: u32) -> Self {
        Self {
            limit,
            fetched: BTreeMap::new(),
        }
    }

    pub(super) fn count(&mut self, url: &CanonicalUrl) {
        let fetched = self
            .fetched
            .entry(xxh3_64(url.host_key().as_bytes()))
            .or_default();
        *fetched = fetched.saturating_add(1);
    }

    pub(super) fn check(&self, url: &CanonicalUrl) -> Result<(), TrapProblem> {
        match self.fetched.get(&xxh3_64(url.host_key().as_bytes())) {
            Some(fetched) if *fetched >= self.limit => Err(TrapProblem::Budget(*fetched)),
            _ => Ok(()),
        }
    }
}
