//! Limits the pages of each site, so that no site uses up the crawl, under however many host names (Pant §2.1).

use super::TrapProblem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// The number of pages fetched from each site, by the hash of its name: at most one entry per fetched page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SiteBudget {
    /// The maximum number of pages per site.
    limit: u32,
    fetched: BTreeMap<u64, u32>,
}

impl SiteBudget {
    pub(super) fn new(limit: u32) -> Self {
        Self { limit, fetched: BTreeMap::new() }
    }

    pub(super) fn count(&mut self, url: &CanonicalUrl) {
        let fetched = self.fetched.entry(xxh3_64(url.site().as_bytes())).or_default();
        *fetched = fetched.saturating_add(1);
    }

    pub(super) fn check(&self, url: &CanonicalUrl) -> Result<(), TrapProblem> {
        match self.fetched.get(&xxh3_64(url.site().as_bytes())) {
            Some(fetched) if *fetched >= self.limit => Err(TrapProblem::Budget(*fetched)),
            _ => Ok(()),
        }
    }
}
