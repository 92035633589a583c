//! Stores links between known URLs: the out-links of each crawled page and the in-link count of each URL.

use super::UrlId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The links of the pages crawled so far. Each pair of pages counts once; links of a page to itself are ignored.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LinkGraph {
    out: BTreeMap<UrlId, Box<[UrlId]>>,
    in_counts: Vec<u32>,
}

impl LinkGraph {
    /// Records the links of a crawled page. Later calls for the same page have no effect.
    pub fn record(&mut self, page: UrlId, targets: impl IntoIterator<Item = UrlId>) {
        if self.out.contains_key(&page) {
            return;
        }
        let mut targets: Vec<UrlId> = targets.into_iter().filter(|target| *target != page).collect();
        targets.sort_unstable();
        targets.dedup();
        for target in &targets {
            self.count(*target);
        }
        self.out.insert(page, targets.into());
    }

    /// Returns the targets of a crawled page, ascending; empty if it is not crawled.
    pub fn links_of(&self, page: UrlId) -> &[UrlId] {
        self.out.get(&page).map_or(&[], |targets| targets)
    }

    /// Returns the number of crawled pages that link to a URL.
    pub fn in_links(&self, url: UrlId) -> u32 {
        self.in_counts.get(url.0 as usize).copied().unwrap_or(0)
    }

    /// Returns the crawled pages with their targets, ascending by URL number.
    pub fn pages(&self) -> impl Iterator<Item = (UrlId, &[UrlId])> {
        self.out.iter().map(|(page, targets)| (*page, &**targets))
    }

    /// Returns true if all URL numbers are below `urls`. Saved data may contain anything.
    pub(crate) fn is_within(&self, urls: usize) -> bool {
        let is_known = |id: &UrlId| (id.0 as usize) < urls;
        let mut pages = self.pages();
        let all_known = pages.all(|(page, targets)| is_known(&page) && targets.iter().all(is_known));
        all_known && self.in_counts.len() <= urls
    }

    fn count(&mut self, target: UrlId) {
        let at = target.0 as usize;
        if self.in_counts.len() <= at {
            self.in_counts.resize(at + 1, 0);
        }
        self.in_counts[at] = self.in_counts[at].saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_counts_once_and_self_links_do_not() {
        let mut graph = LinkGraph::default();
        graph.record(UrlId(0), [UrlId(2), UrlId(1), UrlId(2), UrlId(0)]);
        graph.record(UrlId(1), [UrlId(2)]);
        graph.record(UrlId(1), [UrlId(5)]);
        assert_eq!(graph.links_of(UrlId(0)), [UrlId(1), UrlId(2)]);
        assert_eq!((graph.in_links(UrlId(2)), graph.in_links(UrlId(0)), graph.in_links(UrlId(5))), (2, 0, 0));
    }
}
