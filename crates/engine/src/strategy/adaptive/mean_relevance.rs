//! Computes the mean relevance of a group of pages, shrunk toward the overall mean if the group is small.

use serde::{Deserialize, Serialize};

/// The number of pseudo-pages with the overall mean that a group's rate includes.
const IMAGINED: f64 = 2.0;

/// The total relevance of some pages and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct MeanRelevance {
    pub(super) good: f64,
    pub(super) pages: f64,
}

impl MeanRelevance {
    pub(super) fn count(&mut self, good: f64) {
        self.good += good;
        self.pages += 1.0;
    }

    /// Returns the group's mean, shrunk toward `mean`, that of all pages.
    pub(super) fn rate(self, mean: f64) -> f64 {
        (self.good + IMAGINED * mean) / (self.pages + IMAGINED)
    }
}
