//! Counts the near-duplicates of each page, which the list of results folds.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::report::PageRecord;

/// Counts the near-duplicates of each page, and tells which are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Copies {
    /// The number of near-duplicates of each page.
    counts: BTreeMap<u32, u32>,
    /// The pages whose copies are shown below them.
    unfolded: BTreeSet<u32>,
}

impl Copies {
    /// Returns the counts of some pages, with the same copies shown.
    pub(super) fn until(&self, pages: &[Rc<PageRecord>]) -> Self {
        let mut past = Self { unfolded: self.unfolded.clone(), ..Self::default() };
        for record in pages {
            past.count(record);
        }
        past
    }

    /// Counts a page if it nearly duplicates another one.
    pub(super) fn count(&mut self, record: &PageRecord) {
        if let Some(original) = record.near_duplicate_of.filter(|_| record.outcome.is_listed()) {
            *self.counts.entry(original).or_default() += 1;
        }
    }

    /// Shows the copies of page `n`, or folds them.
    pub(super) fn toggle(&mut self, n: u32) {
        if !self.unfolded.remove(&n) {
            self.unfolded.insert(n);
        }
    }

    /// Returns whether the copies of page `n` are shown.
    pub(super) fn is_unfolded(&self, n: u32) -> bool {
        self.unfolded.contains(&n)
    }

    /// Returns the number of copies of page `n`, and whether they are shown.
    pub(super) fn count_of(&self, n: u32) -> (u32, bool) {
        let copies = self.counts.get(&n).copied().unwrap_or_default();
        (copies, self.is_unfolded(n))
    }
}
