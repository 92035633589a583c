//! The finished pages of a crawl: their records, counts and measures, and how much of the budget they used.

use crate::count;
use crate::text::NearDuplicateIndex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::plan::Plan;
use types::report::{PageRecord, RunningMeasures};

/// The records of finished pages, and counts of failed and refused URLs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Results {
    pub(super) pages: Vec<PageRecord>,
    pub(super) pages_read: u32,
    /// The number of pages without content.
    pub(super) unreadable: u32,
    pub(super) failures: BTreeMap<String, u32>,
    pub(super) refusals: BTreeMap<String, u32>,
    pub(super) measures: RunningMeasures,
    /// Pages that are not near-duplicates of others, by the index of their record.
    pub(super) near_duplicates: NearDuplicateIndex,
    /// True between [`Self::count`] and [`Self::add`], while the links of a finished page are scored.
    #[serde(skip)]
    lacks_record: bool,
}

impl Results {
    /// Creates empty results; pages of relevance `good` are good.
    pub(super) fn new(good: f64) -> Self {
        Self {
            pages: Vec::new(),
            pages_read: 0,
            unreadable: 0,
            failures: BTreeMap::new(),
            refusals: BTreeMap::new(),
            measures: RunningMeasures::new(good),
            near_duplicates: NearDuplicateIndex::default(),
            lacks_record: false,
        }
    }

    /// Returns the number of finished pages.
    pub(super) fn done(&self) -> u32 {
        count(self.pages.len()) + u32::from(self.lacks_record)
    }

    /// Counts a finished page, and notes the measures in its record.
    pub(super) fn count(&mut self, record: &mut PageRecord, plan: &Plan) {
        let is_beyond_share = record.outcome.has_no_content() && self.unreadable_beyond_share(plan) > 0;
        record.measures = if is_beyond_share { self.measures.now() } else { self.measures.count(record.relevance) };
        self.count_failure(record);
        self.lacks_record = true;
    }

    /// Counts a page that was not read.
    pub(super) fn count_failure(&mut self, record: &PageRecord) {
        if !record.outcome.is_read() {
            *self.failures.entry(record.outcome.code()).or_default() += 1;
        }
    }

    /// Adds the record of the page that was counted last.
    pub(super) fn add(&mut self, record: PageRecord) {
        self.pages.push(record);
        self.lacks_record = false;
    }

    /// Counts `n` refused URLs.
    pub(super) fn count_refused(&mut self, code: &str, n: u32) {
        let refused = self.refusals.entry(code.to_owned()).or_default();
        *refused = refused.saturating_add(n);
    }

    /// Returns the number of pages without content beyond their share of the budget. They do not count as pages.
    pub(super) fn unreadable_beyond_share(&self, plan: &Plan) -> u32 {
        let share = f64::from(plan.pages) * plan.unreadable;
        self.unreadable.saturating_sub(types::to_u32(share))
    }

    /// Returns the number of pages that count against the budget.
    pub(super) fn counted(&self, plan: &Plan) -> u32 {
        self.done().saturating_sub(self.unreadable_beyond_share(plan))
    }
}
