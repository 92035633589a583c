//! Counts the pages of the branches of a crawl, which are the pages reached from each seed.
//!
//! A page is below the page whose link led to it, so that a branch has the same pages as the results' filter by its
//! seed. During the crawl, seeds and pages are in crawl order, so that no row moves under the pointer. Afterwards, the
//! pages that led to the most pages come first. Pages off the topic that led to no other page have no line.

use super::super::tree::{Expanded, Forest, Visibility, VisibleRows};
use std::rc::Rc;
use types::report::PageRecord;

/// The pages as a forest, with the counts of each branch.
#[derive(Clone, Debug, Default)]
pub struct Branches {
    forest: Forest,
    counts: Vec<BranchCounts>,
    /// More pages are expected.
    is_going: bool,
}

/// Holds the counts of a page and its descendants. Pages that were not read, or ask not to be shown, do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BranchCounts {
    /// The number of pages.
    pub pages: u32,
    /// The number of relevant pages.
    pub relevant: u32,
    /// The largest distance from a seed.
    pub depth: u32,
    /// The record of the most relevant page, and its relevance.
    pub best: Option<(u32, f64)>,
}

impl BranchCounts {
    /// Returns the counts of a single page.
    fn new(record: &PageRecord, good: f64) -> Self {
        if !record.outcome.is_listed() {
            return Self::default();
        }
        Self {
            pages: 1,
            relevant: u32::from(record.is_on_topic(good)),
            depth: record.discovery.depth,
            best: (record.relevance > 0.0).then_some((record.n, record.relevance)),
        }
    }

    /// Adds the counts of a branch below the page.
    fn add(&mut self, below: Self) {
        self.pages += below.pages;
        self.relevant += below.relevant;
        self.depth = self.depth.max(below.depth);
        let is_better = |(n, relevance): (u32, f64)| {
            let best = self.best;
            best.is_none_or(|best| relevance > best.1 || (relevance >= best.1 && n < best.0))
        };
        if below.best.is_some_and(is_better) {
            self.best = below.best;
        }
    }

    /// Returns the share of relevant pages, in 0..=1.
    pub fn harvest(&self) -> f64 {
        f64::from(self.relevant) / f64::from(self.pages.max(1))
    }
}

impl Branches {
    /// Creates the branches of pages in crawl order. Pages with at least the relevance `good` count as relevant;
    /// `is_going` means that more pages are expected.
    pub fn new(pages: &[Rc<PageRecord>], good: f64, is_going: bool) -> Self {
        let forest = Forest::new(pages.iter().map(|page| (page.n, page.discovery.parent)));
        let mut counts: Vec<BranchCounts> = pages.iter().map(|page| BranchCounts::new(page, good)).collect();
        // Children follow their parents, so in reverse order each count is complete before it is added to its parent.
        for at in (0..counts.len()).rev() {
            if let Some(parent) = forest.parent(at) {
                let below = counts[at];
                counts[parent].add(below);
            }
        }
        Self { forest, counts, is_going }
    }

    /// Returns the number of seeds.
    pub fn seeds(&self) -> usize {
        self.forest.roots().len()
    }

    /// Returns the counts of the branch of the page at an index.
    pub fn counts(&self, at: usize) -> &BranchCounts {
        &self.counts[at]
    }

    /// Returns the visible lines, at most `most` of them. A single seed is unfolded unless the person chose otherwise.
    pub fn lines(&self, expanded: &Expanded, most: usize) -> VisibleRows {
        self.forest.lines(expanded, most, self)
    }

    fn is_seed(&self, at: usize) -> bool {
        self.forest.parent(at).is_none()
    }
}

impl Visibility for Branches {
    fn is_shown(&self, at: usize) -> bool {
        let counts = &self.counts[at];
        self.is_seed(at) || counts.relevant > 0 || counts.pages > 1
    }

    fn is_usually_open(&self, at: usize) -> bool {
        self.is_seed(at) && self.seeds() == 1
    }

    fn weight(&self, at: usize) -> u32 {
        if self.is_going || self.is_seed(at) { 0 } else { self.counts[at].pages }
    }
}
