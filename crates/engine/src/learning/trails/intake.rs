//! Collects the pages of an imported file or list up to the limit.

use crate::import_warning::{ImportWarning, SkippedEntries};
use types::limits::TRAIL_ENTRIES;
use types::trails::trail_label;
use types::url::UrlProblem;

/// Collects pages up to the limit, and warnings about the rest.
#[derive(Default)]
pub(super) struct Intake {
    count: usize,
    skipped: SkippedEntries,
    is_full: bool,
}

impl Intake {
    /// Counts one more page or trail. Returns false if the limit is reached.
    pub(super) fn count_one(&mut self) -> bool {
        self.is_full |= self.count >= TRAIL_ENTRIES;
        self.count += usize::from(!self.is_full);
        !self.is_full
    }

    /// Records a skipped page; both numbers are counted from 1.
    pub(super) fn skip(&mut self, (trail, name): (usize, &str), number: usize, problem: UrlProblem) {
        let entry = || format!("page {number} of {}", trail_label(name, trail));
        self.skipped.add(entry, problem);
    }

    pub(super) fn warnings(self) -> Vec<ImportWarning> {
        let full = self.is_full.then_some(ImportWarning::TooMany(TRAIL_ENTRIES));
        self.skipped.warnings([full])
    }
}
