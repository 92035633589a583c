//! Limits how fast responses are processed: by a pace, one page at a time, or not at all while the crawl is paused.
//!
//! Responses wait in the inbox in the order in which they came, so that a slow crawl reads the same pages as a fast one. Only pages
//! count; robots.txt files and failures pass between them.

use super::{Driver, Fetched};
use crate::protocol::pace::Pace;
use crate::worker::browser::clock;
use engine::event::EventKind;
use engine::fetch::Purpose;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::report::Phase;

/// The pace of a crawl, and when the next page is due.
#[derive(Default)]
pub(super) struct PaceLimit {
    pace: Cell<Pace>,
    /// The time from which the next page may be processed, in milliseconds of the precise clock.
    due: Cell<f64>,
    /// True while the crawl runs for one page, after which it pauses.
    is_step: Cell<bool>,
    timer: RefCell<Option<Timeout>>,
}

impl PaceLimit {
    /// Returns the milliseconds until a page may be processed; 0 if it may be now.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the conversion saturates"
    )]
    fn wait_ms(&self, now: f64) -> u32 {
        if self.is_step.get() {
            0
        } else {
            (self.due.get() - now).ceil() as u32
        }
    }

    /// Counts a page. A crawl that is late does not catch up.
    fn count(&self, now: f64) {
        self.due.set(now + self.pace.get().interval_ms());
    }
}

impl Driver {
    /// Sets the pace, from the next page on.
    pub(crate) fn set_pace(self: &Rc<Self>, pace: Pace) {
        self.pace.pace.set(pace);
        self.pace.due.set(0.0);
        self.process_inbox();
    }

    /// Pauses the crawl: what is under way waits.
    pub(crate) fn pause(self: &Rc<Self>) {
        self.pace.is_step.set(false);
        self.step(EventKind::Paused);
    }

    /// Resumes the crawl.
    pub(crate) fn unpause(self: &Rc<Self>) {
        self.pace.is_step.set(false);
        self.step(EventKind::Resumed);
    }

    /// Processes one page, and pauses the crawl after it.
    pub(crate) fn step_page(self: &Rc<Self>) {
        self.pace.is_step.set(true);
        if self.phase() == Phase::Paused {
            self.step(EventKind::Resumed);
        }
        self.process_inbox();
    }

    /// Takes the next response, if it is time for it. If it is not, the inbox is processed when it is.
    pub(super) fn next(self: &Rc<Self>) -> Option<Fetched> {
        if self.phase() == Phase::Paused {
            return None;
        }
        let mut inbox = self.inbox.borrow_mut();
        let wait = match inbox.front() {
            Some(first) if first.is_page() => self.pace.wait_ms(clock::precise()),
            _ => 0,
        };
        if wait > 0 {
            let driver = Rc::clone(self);
            let timer = Timeout::new(wait, move || driver.process_inbox());
            self.pace.timer.replace(Some(timer));
            return None;
        }
        inbox.pop_front()
    }

    /// Counts a page that was processed; ends a step.
    pub(super) fn count_page(self: &Rc<Self>) {
        self.pace.count(clock::precise());
        if self.pace.is_step.replace(false) {
            self.step(EventKind::Paused);
        }
    }

    /// Drops the timer, which holds the driver.
    pub(super) fn end_pace(&self) {
        self.pace.timer.take();
    }
}

impl Fetched {
    /// Returns whether it is a page that came.
    pub(super) fn is_page(&self) -> bool {
        self.request.purpose == Purpose::Page && self.result.is_ok()
    }
}
