//! Limits how fast responses are processed: by a pace, or one page at a time.
//!
//! Responses stay in the inbox in order of arrival. With one request at a time, a slow crawl therefore fetches the same
//! pages as a fast one. Failures are processed at once, because the engine would take the delay for slowness of the
//! host, unless each page waits for a step.

use gloo_timers::callback::Timeout;
use protocol::pace::Pace;
use std::cell::{Cell, RefCell};

/// The pace of a crawl, and the time of the next page.
#[derive(Default)]
pub(super) struct PaceLimit {
    pace: Cell<Pace>,
    /// The time from which the next page may be processed, in milliseconds of the precise clock.
    due: Cell<f64>,
    /// The crawl processes one page, after which it pauses or waits for the next step.
    pub(super) is_step: Cell<bool>,
    /// The number of pages at which the crawl pauses once.
    pub(super) pause_at: Cell<Option<u32>>,
    /// True while the crawl is paused because the database is full.
    pub(super) lacks_room: Cell<bool>,
    /// The timer of the next page.
    pub(super) timer: RefCell<Option<Timeout>>,
}

impl PaceLimit {
    /// Sets the pace, from the next page on.
    pub(super) fn set(&self, pace: Pace) {
        self.pace.set(pace);
        self.due.set(0.0);
    }

    /// Returns whether each page waits for a step.
    pub(super) fn is_stepwise(&self) -> bool {
        self.pace.get() == Pace::Stepwise
    }

    /// Counts a page if it may be processed now; otherwise returns the milliseconds until then, or none if it waits for
    /// a step. A delay of a whole interval or more is not made up for.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
    pub(super) fn count(&self, now: f64) -> Result<(), Option<u32>> {
        let wait = (self.due.get() - now).ceil() as u32;
        if !self.is_step.get() {
            if self.is_stepwise() {
                return Err(None);
            }
            if wait > 0 {
                return Err(Some(wait));
            }
        }
        let interval = self.pace.get().interval_ms();
        self.due.set(self.due.get().max(now - interval) + interval);
        Ok(())
    }

    /// Returns true once the crawl has the pages at which it pauses.
    pub(super) fn is_pause_due(&self, pages: u32) -> bool {
        let is_due = self.pause_at.get().is_some_and(|limit| pages >= limit);
        if is_due {
            self.pause_at.set(None);
        }
        is_due
    }

    /// Ends the single step and the wait for space.
    pub(super) fn reset(&self) {
        self.is_step.set(false);
        self.lacks_room.set(false);
    }
}
