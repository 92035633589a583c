//! Limits how fast responses are processed: by a pace, one page at a time, or not at all while the crawl is paused.
//!
//! Responses stay in the inbox in order of arrival. With one request at a time, a slow crawl therefore fetches the same pages as a fast
//! one. Failures are processed at once, because the engine would take the delay for slowness of the host.

use super::Driver;
use super::fetching::Fetched;
use crate::protocol::pace::Pace;
use crate::worker::browser::clock;
use engine::event::EventKind;
use engine::fetch::Purpose;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::report::{Notification, Phase};

/// The pace of a crawl, and the time of the next page.
#[derive(Default)]
pub(super) struct PaceLimit {
    pace: Cell<Pace>,
    /// The time from which the next page may be processed, in milliseconds of the precise clock.
    due: Cell<f64>,
    /// The crawl runs for one page, after which it pauses.
    is_step: Cell<bool>,
    /// True while the crawl is paused because the database is full.
    lacks_room: Cell<bool>,
    timer: RefCell<Option<Timeout>>,
}

impl PaceLimit {
    /// Returns the milliseconds until a page may be processed; 0 if it may be processed now.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
    fn wait_ms(&self, now: f64) -> u32 {
        if self.is_step.get() { 0 } else { (self.due.get() - now).ceil() as u32 }
    }

    /// Counts a page. A delay of a whole interval or more is not made up for.
    fn count(&self, now: f64) {
        let interval = self.pace.get().interval_ms();
        self.due.set(self.due.get().max(now - interval) + interval);
    }
}

impl Driver {
    /// Sets the pace, from the next page on.
    pub(crate) fn set_pace(self: &Rc<Self>, pace: Pace) {
        self.pace.pace.set(pace);
        self.pace.due.set(0.0);
        self.process_inbox();
    }

    /// Pauses the crawl. Responses that arrive during a pause wait.
    pub(crate) fn pause(self: &Rc<Self>) {
        self.end_step();
        self.step(EventKind::Paused);
    }

    /// Resumes the crawl after a pause.
    pub(crate) fn resume(self: &Rc<Self>) {
        self.end_step();
        self.step(EventKind::Resumed);
    }

    /// Processes one page, and pauses the crawl after it.
    pub(crate) fn step_page(self: &Rc<Self>) {
        self.end_step();
        self.pace.is_step.set(true);
        if self.phase() == Phase::Paused {
            self.step(EventKind::Resumed);
        }
        self.process_inbox();
    }

    /// Pauses a running crawl, because the database is full.
    pub(super) fn pause_for_room(self: &Rc<Self>) {
        if self.phase().is_fetching() {
            self.pause();
            self.pace.lacks_room.set(true);
        }
    }

    /// Resumes the crawl if it was paused because the database was full, and the person has not decided otherwise since.
    pub(super) fn resume_with_room(self: &Rc<Self>) {
        if self.pace.lacks_room.get() {
            self.resume();
        }
    }

    /// Takes the next response if it is due; otherwise schedules the processing of the inbox.
    pub(super) fn next(self: &Rc<Self>) -> Option<Fetched> {
        if self.phase() == Phase::Paused {
            return None;
        }
        let mut inbox = self.fetching.inbox.borrow_mut();
        let now = clock::precise();
        let front = inbox.front()?;
        if front.parse.is_elsewhere() {
            return None;
        }
        let is_page = front.request.purpose == Purpose::Page;
        let wait = if is_page { self.pace.wait_ms(now) } else { 0 };
        if wait > 0 {
            let driver = Rc::clone(self);
            let timer = Timeout::new(wait, move || driver.process_inbox());
            self.pace.timer.replace(Some(timer));
            return None;
        }
        if is_page {
            self.pace.count(now);
        }
        inbox.pop_front()
    }

    /// Ends a single step, because its page was reported.
    pub(super) fn on_page(self: &Rc<Self>) {
        if self.pace.is_step.get() {
            self.pause();
        }
    }

    /// Resets the single step and the wait for space.
    fn end_step(&self) {
        self.pace.is_step.set(false);
        self.pace.lacks_room.set(false);
    }

    /// Drops the timer, which holds the driver.
    pub(super) fn end_pace(&self) {
        self.end_step();
        self.pace.timer.take();
    }
}

/// Returns whether notifications report a page.
pub(super) fn has_page(notifications: &[Notification]) -> bool {
    let mut notifications = notifications.iter();
    notifications.any(|notification| matches!(notification, Notification::Page(_)))
}
