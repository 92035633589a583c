//! Measures how fast the pages of a crawl arrive.

use types::report::Millis;

/// The time without a page in milliseconds after which a reopened crawl counts as having been paused. Politeness
/// delays are shorter.
const REST_MS: Millis = 60_000;

/// The throughput of a crawl. Times are those of the pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Throughput {
    /// The present rate in pages per second.
    pub rate: f64,
    /// The time of the first page.
    pub began: Option<Millis>,
    /// The time of the latest page.
    latest: Millis,
    /// The time in which pages arrived, without pauses.
    busy: Millis,
    /// The crawl was paused after the latest page.
    has_rested: bool,
}

impl Throughput {
    /// Records the time of a page.
    pub(super) fn page(&mut self, at: Millis) {
        let since = at.saturating_sub(self.latest);
        if self.began.is_some() && !self.has_rested && since <= REST_MS {
            self.busy += since;
        }
        self.has_rested = false;
        self.began.get_or_insert(at);
        self.latest = self.latest.max(at);
    }

    /// Records that the crawl is paused: the time until the next page does not count.
    pub(super) fn rest(&mut self) {
        self.has_rested = true;
    }

    /// Returns the mean number of pages per second while these pages arrived; none before a second page.
    pub(super) fn average(&self, pages: u32) -> Option<f64> {
        (self.busy > 0).then(|| f64::from(pages) * 1000.0 / self.busy as f64)
    }
}
