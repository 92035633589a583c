//! Estimates the remaining time of a comparison.
//!
//! The estimate is based on pages. Crawls of some strategies take longer, but all strategies run on a topic before the next one, so the
//! mean is soon representative. Pauses do not count.

use crate::worker::browser::clock;
use std::cell::Cell;

/// Milliseconds of work before the first estimate.
const SOONEST_MS: f64 = 3_000.0;

/// Pages and time of the crawls that this worker ran.
#[derive(Default)]
pub(super) struct TimeEstimate {
    began: Cell<f64>,
    pages: Cell<f64>,
}

impl TimeEstimate {
    /// Starts the measurement, at the first crawl.
    pub(super) fn begin(&self) {
        self.began.set(clock::precise());
        self.pages.set(0.0);
    }

    /// Excludes a pause.
    pub(super) fn rest(&self, ms: f64) {
        self.began.set(self.began.get() + ms);
    }

    /// Runs `work` without counting its time or pauses within it.
    pub(super) async fn beside<T>(&self, work: impl Future<Output = T>) -> T {
        let (began, from) = (self.began.get(), clock::precise());
        let done = work.await;
        self.began.set(began + clock::precise() - from);
        done
    }

    /// Counts a crawl by its budget, even if it ended early, as later crawls are.
    pub(super) fn ran(&self, budget: u32) {
        self.pages.set(self.pages.get() + f64::from(budget));
    }

    /// Returns the remaining seconds when `here` pages of the current crawl are done and `left` pages remain. `None` at first.
    pub(super) fn left(&self, here: u32, left: f64) -> Option<u32> {
        let (ms, pages) = (clock::precise() - self.began.get(), self.pages.get() + f64::from(here));
        if ms < SOONEST_MS || pages <= 0.0 {
            return None;
        }
        let seconds = left.max(0.0) * ms / pages / 1_000.0;
        Some(types::to_u32(seconds.ceil()))
    }
}
