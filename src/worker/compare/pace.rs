//! How fast a comparison goes, and so how long what is left of it may take.
//!
//! A guess by pages: crawls of one strategy take longer than those of another, but all strategies run on a topic before the next topic begins, so
//! that the mean soon holds. Time in which it was halted does not count. Left out on purpose: promises.

use crate::worker::clock;
use std::cell::Cell;

/// Milliseconds of work before anything is said.
const SOONEST_MS: f64 = 3_000.0;

/// Pages and time of the crawls that this worker ran.
#[derive(Default)]
pub(super) struct Pace {
    began: Cell<f64>,
    pages: Cell<f64>,
}

impl Pace {
    /// The first crawl begins.
    pub(super) fn begin(&self) {
        self.began.set(clock::precise());
        self.pages.set(0.0);
    }

    /// It was halted for so many milliseconds.
    pub(super) fn rest(&self, ms: f64) {
        self.began.set(self.began.get() + ms);
    }

    /// Calls `work`, whose time does not count, rests within it neither.
    pub(super) async fn beside<T>(&self, work: impl Future<Output = T>) -> T {
        let (began, from) = (self.began.get(), clock::precise());
        let done = work.await;
        self.began.set(began + clock::precise() - from);
        done
    }

    /// A crawl of so many pages at most is over: one that ended early stands for its whole budget, as those to come do.
    pub(super) fn ran(&self, budget: u32) {
        self.pages.set(self.pages.get() + f64::from(budget));
    }

    /// Seconds until all is run, where `here` pages of the crawl that runs are done and `left` more are to come; none before that can be told.
    pub(super) fn left(&self, here: u32, left: f64) -> Option<u32> {
        let (ms, pages) = (
            clock::precise() - self.began.get(),
            self.pages.get() + f64::from(here),
        );
        if ms < SOONEST_MS || pages <= 0.0 {
            return None;
        }
        let seconds = left.max(0.0) * ms / pages / 1_000.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not below 0, and more seconds than fit are as good as the most"
        )]
        let seconds = seconds.ceil() as u32;
        Some(seconds)
    }
}
