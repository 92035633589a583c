//! Limits the pages of each site, so that no site uses up the crawl, under however many host names (Pant §2.1), and
//! delays sites whose pages nearly repeat earlier ones: mirrors, print versions, the same text under many URLs
//! (Evolving §2.1.5).
//!
//! The larger the share of copies on a site, the lower the priority of its links. None is refused, since a mirror may
//! have a page of its own. Not covered: which copy is better; the first one read counts as the original.

use super::TrapProblem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits::{COPIES_FACTOR_LEAST, MIN_COPIES};
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
        let fetched = self.fetched.entry(site(url)).or_default();
        *fetched = fetched.saturating_add(1);
    }

    /// Checks that a site may have one more page.
    pub(super) fn check(&self, site: u64) -> Result<(), TrapProblem> {
        match self.fetched.get(&site) {
            Some(fetched) if *fetched >= self.limit => Err(TrapProblem::Budget(*fetched)),
            _ => Ok(()),
        }
    }
}

/// Pages read of each site, and the number of copies among them; sites by the hash of their name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SiteCopies(BTreeMap<u64, (u32, u32)>);

impl SiteCopies {
    pub(super) fn count(&mut self, url: &CanonicalUrl, repeats: bool) {
        let (read, copies) = self.0.entry(site(url)).or_default();
        *read = read.saturating_add(1);
        *copies = copies.saturating_add(u32::from(repeats));
    }

    /// Returns the share of the site's pages that are not copies, once there are a few copies.
    pub(super) fn factor(&self, site: u64) -> Option<f64> {
        let (read, copies) = self.0.get(&site).copied()?;
        let originals = f64::from(read.saturating_sub(copies)) / f64::from(read);
        (copies >= MIN_COPIES).then_some(originals.max(COPIES_FACTOR_LEAST))
    }
}

/// Returns the hash of a site's name.
pub(super) fn site(url: &CanonicalUrl) -> u64 {
    xxh3_64(url.site().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_delayed_by_its_share_of_copies_once_there_are_a_few() {
        let url = CanonicalUrl::parse("http://mirror.test/").expect("a URL");
        let mut copies = SiteCopies::default();
        for n in 1..MIN_COPIES {
            copies.count(&url, true);
            assert_eq!(copies.factor(site(&url)), None, "{n} copies");
        }
        copies.count(&url, true);
        assert_eq!(copies.factor(site(&url)), Some(COPIES_FACTOR_LEAST), "copies alone");
        for _ in 0..MIN_COPIES {
            copies.count(&url, false);
        }
        assert_eq!(copies.factor(site(&url)), Some(0.5));
        let other = CanonicalUrl::parse("http://other.test/").expect("a URL");
        assert_eq!(copies.factor(site(&other)), None);
    }
}
