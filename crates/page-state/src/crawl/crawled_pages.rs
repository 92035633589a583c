//! Holds the pages of a crawl in crawl order, with the seed of each and the counts of all.

use super::result_filter::Origin;
use std::rc::Rc;
use types::report::{FetchOutcome, PageRecord};
use types::url::CanonicalUrl;

/// The number of pages that count as the best of a crawl.
const BEST: usize = 10;

/// Holds the pages of a crawl in crawl order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrawledPages {
    records: Vec<Rc<PageRecord>>,
    /// The seed from which each page was reached, by index in `records`.
    seeds: Vec<u32>,
    counts: PageCounts,
}

/// Counts the pages of a crawl.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageCounts {
    /// The number of pages that were read.
    pub read: u32,
    /// The number of pages that were read but ask not to be shown.
    pub unlisted: u32,
    /// The number of pages that have no content to judge, although their status is successful.
    pub unreadable: u32,
    /// The number of pages that spiders fetched.
    pub by_spiders: u32,
    /// The strategy predicted a probability for at least one page.
    pub has_probabilities: bool,
}

impl CrawledPages {
    /// Adds the next page.
    pub(super) fn push(&mut self, record: Rc<PageRecord>) {
        let parent = record.discovery.parent;
        self.seeds.push(parent.and_then(|parent| self.seed_of(parent)).unwrap_or(record.n));
        let (outcome, counts) = (&record.outcome, &mut self.counts);
        counts.read += u32::from(outcome.is_read());
        counts.unlisted += u32::from(*outcome == FetchOutcome::NoIndex);
        counts.unreadable += u32::from(matches!(outcome, FetchOutcome::Unreadable(_)));
        counts.by_spiders += u32::from(record.spider.is_some());
        counts.has_probabilities |= record.probability().is_some();
        self.records.push(record);
    }

    /// Returns the first `pages` pages. They count as having probabilities if any page has one, so that the choice of
    /// keys stays.
    pub(super) fn until(&self, pages: usize) -> Self {
        let mut past = Self::default();
        past.counts.has_probabilities = self.counts.has_probabilities;
        self.records.iter().take(pages).for_each(|record| past.push(Rc::clone(record)));
        past
    }

    /// Returns the counts of the pages.
    pub fn counts(&self) -> &PageCounts {
        &self.counts
    }

    /// Returns all pages.
    pub fn records(&self) -> &[Rc<PageRecord>] {
        &self.records
    }

    /// Returns the index of page `n`.
    fn index_of(&self, n: u32) -> Option<usize> {
        self.records.binary_search_by_key(&n, |record| record.n).ok()
    }

    /// Returns page `n`.
    pub fn get(&self, n: u32) -> Option<&Rc<PageRecord>> {
        self.records.get(self.index_of(n)?)
    }

    /// Returns whether a page with this URL was read.
    pub fn has_read(&self, url: &CanonicalUrl) -> bool {
        self.records.iter().any(|record| record.url == *url && record.outcome.is_read())
    }

    /// Returns the record of the seed from which page `n` was reached.
    pub fn seed_of(&self, n: u32) -> Option<u32> {
        self.seeds.get(self.index_of(n)?).copied()
    }

    /// Returns the origin of a page.
    pub fn origin(&self, record: &PageRecord) -> Origin {
        let seed = || self.seed_of(record.n).unwrap_or(record.n);
        record.spider.map_or_else(|| Origin::Seed(seed()), Origin::Spider)
    }

    /// Returns the pages from the seed to page `n`, the seed first, page `n` last.
    pub fn path(&self, n: u32) -> Vec<Rc<PageRecord>> {
        let mut path = Vec::new();
        let mut next = Some(n);
        while let Some(record) = next.and_then(|n| self.get(n)) {
            path.push(Rc::clone(record));
            // A parent has a smaller number than its child, so the loop ends even if a message is wrong.
            next = record.discovery.parent.filter(|parent| *parent < record.n);
        }
        path.reverse();
        path
    }
}

/// Returns the ten most relevant pages of a crawl without copies, the best first.
pub fn most_relevant(pages: &[Rc<PageRecord>]) -> Vec<&Rc<PageRecord>> {
    let is_own = |page: &&Rc<PageRecord>| page.outcome.is_listed() && page.near_duplicate_of.is_none();
    let mut best: Vec<_> = pages.iter().filter(is_own).collect();
    best.sort_by(|one, other| other.relevance.total_cmp(&one.relevance));
    best.truncate(BEST);
    best
}
