//! Measures of a crawl that need no ground truth.

use serde::{Deserialize, Serialize};

/// The measures of a crawl up to some page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Pages counted.
    pub pages: u32,
    /// Pages of at least the plan's threshold.
    pub good: u32,
    /// Share of good pages, in 0..=1.
    pub harvest: f64,
    /// Mean relevance of all pages, in 0..=1.
    pub average: f64,
    /// Mean relevance of the last [`crate::limits::WINDOW_PAGES`] pages, in 0..=1.
    pub window: f64,
}
