//! Sends the crawl's notifications and watched views to the page, in batches.

use super::Driver;
use crate::protocol::ToPage;
use crate::protocol::watch::{ViewsUpdate, WatchedViews};
use crate::worker::browser::clock;
use crate::worker::crawl::Post;
use crate::worker::crawl::batches::Batches;
use crate::worker::crawl::live_view::LiveView;
use crate::worker::crawl::timeline::Timeline;
use engine::crawl::Crawl;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use types::report::{Millis, Notification, Progress};

/// The milliseconds between two batches. Two frames look immediate and need half as many messages as one.
const BATCH_MS: u32 = 32;
/// The milliseconds after which a batch is sent without any event. It reports a falling rate, and that the worker is alive.
const QUIET_MS: u32 = 1_000;

/// The connection to the page.
pub(super) struct Output {
    pub(super) post: Post,
    pub(super) batches: RefCell<Batches>,
    live_view: RefCell<LiveView>,
    /// The moments of a replay; `None` if none are recorded.
    timeline: RefCell<Option<Timeline>>,
    /// The timer of the next batch, and its time.
    pub(super) batch: RefCell<Option<(Timeout, Millis)>>,
}

impl Output {
    /// Creates the output of a crawl that has not started. If it has a saved model, or is resumed, the first batch has its training report.
    pub(super) fn new(post: Post, crawl: &Crawl) -> Self {
        let report = crawl.training_report().cloned();
        let report = report.map(Box::new).map(Notification::Prepared);
        let mut batches = Batches::default();
        batches.add(report.into_iter().collect());
        Self {
            post,
            batches: RefCell::new(batches),
            live_view: RefCell::default(),
            timeline: RefCell::default(),
            batch: RefCell::default(),
        }
    }
}

impl Driver {
    /// Adds notifications to the next batch.
    pub(super) fn report(self: &Rc<Self>, notifications: Vec<Notification>, progress: Progress) {
        self.output.batches.borrow_mut().add(notifications);
        *self.saving.progress.borrow_mut() = progress;
        if self.is_abandoned.get() {
        } else if self.has_ended.get() {
            self.send_batch();
        } else {
            self.send_within(BATCH_MS);
        }
    }

    /// Schedules a batch within a number of milliseconds. An overdue batch is sent now, because timers may be late.
    fn send_within(self: &Rc<Self>, ms: u32) {
        let now = clock::now();
        let due = now + Millis::from(ms);
        let pending = self.output.batch.borrow().as_ref().map(|(_, due)| *due);
        match pending {
            Some(earlier) if earlier <= now => return self.send_batch(),
            Some(earlier) if earlier <= due => return,
            _ => {}
        }
        let driver = Rc::clone(self);
        let timer = Timeout::new(ms, move || driver.send_batch());
        *self.output.batch.borrow_mut() = Some((timer, due));
    }

    /// Sends a batch.
    pub(super) fn send_batch(self: &Rc<Self>) {
        *self.output.batch.borrow_mut() = None;
        self.parsing.end_if_idle();
        let progress = self.saving.progress.borrow().clone();
        let unsaved = self.saving.trouble.borrow().clone();
        let standstill = unsaved.or_else(|| self.fetching.fetcher.borrow().problem());
        let update = self.views_update();
        let mut batches = self.output.batches.borrow_mut();
        let batch = batches.take(progress, clock::now(), standstill, update);
        drop(batches);
        (self.output.post)(&ToPage::Batch(Box::new(batch)));
        if !self.has_ended.get() {
            self.send_within(QUIET_MS);
        }
    }

    /// Sets the views that the page shows besides the crawl's pages.
    pub(crate) fn set_watched(&self, watching: WatchedViews) {
        self.output.live_view.borrow_mut().set_watched(watching);
    }

    /// Sets the watched views, and sends them at once, even after the crawl has ended.
    pub(crate) fn watch(self: &Rc<Self>, watching: WatchedViews) {
        self.set_watched(watching);
        if !self.is_abandoned.get() {
            self.send_batch();
        }
    }

    /// Starts to record moments for a replay, after the saved ones. A crawl that no page watches records none.
    pub(crate) fn record_from(&self, timeline: Timeline) {
        *self.output.timeline.borrow_mut() = Some(timeline);
    }

    /// Records the moment after a page, or after a change of the frontier by the person.
    pub(super) fn record_moment(&self, notifications: &[Notification]) {
        let is_moment = notifications
            .iter()
            .any(|notification| matches!(notification, Notification::Page(_) | Notification::FrontierChanged(_)));
        let mut timeline = self.output.timeline.borrow_mut();
        let timeline = timeline.as_mut().filter(|_| is_moment);
        let moment = timeline.and_then(|timeline| timeline.record(&self.crawl.borrow()));
        if let Some((writer, moment)) = self.saving.writer.as_ref().zip(moment) {
            writer.add_moment(moment);
        }
    }

    /// Returns the changes of the watched views.
    pub(super) fn views_update(&self) -> ViewsUpdate {
        let (crawl, timeline) = (self.crawl.borrow(), self.output.timeline.borrow());
        let (now, has_ended) = (clock::now(), self.has_ended.get());
        let mut live_view = self.output.live_view.borrow_mut();
        live_view.update(&crawl, timeline.as_ref(), now, has_ended)
    }
}
