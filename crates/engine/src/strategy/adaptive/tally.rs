//! The mean quality of some pages, drawn toward the mean of all pages where there are few.

use serde::{Deserialize, Serialize};

/// Pages imagined beside those that a rate is taken of, at the mean rate: few pages must not pass for a record.
const IMAGINED: f64 = 2.0;

/// The total relevance of some pages and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub(super) good: f64,
    pub(super) pages: f64,
}

impl Tally {
    pub(super) fn count(&mut self, good: f64) {
        self.good += good;
        self.pages += 1.0;
    }

    /// Returns the mean, drawn toward that of all pages where there are few.
    pub(super) fn rate(self, mean: f64) -> f64 {
        (self.good + IMAGINED * mean) / (self.pages + IMAGINED)
    }
}
