//! Updates the views that the page shows besides the crawl's pages, for the latest or a past moment.

use super::Driver;
use crate::protocol::watch::{ViewsUpdate, WatchedViews};
use crate::worker::browser::clock;
use crate::worker::crawl::timeline::Timeline;
use std::rc::Rc;
use types::report::Notification;

impl Driver {
    /// Sets the views that the page shows besides the crawl's pages.
    pub(crate) fn set_watched(&self, watching: WatchedViews) {
        self.live_view.borrow_mut().set_watched(watching);
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
        *self.timeline.borrow_mut() = Some(timeline);
    }

    /// Records the moment after a page, or after a change of the frontier by the person.
    pub(super) fn record_moment(&self, notifications: &[Notification]) {
        let is_moment = notifications.iter().any(|notification| {
            matches!(
                notification,
                Notification::Page(_) | Notification::FrontierChanged(_)
            )
        });
        let mut timeline = self.timeline.borrow_mut();
        let timeline = timeline.as_mut().filter(|_| is_moment);
        let moment = timeline.and_then(|timeline| timeline.record(&self.crawl.borrow()));
        if let Some((writer, moment)) = self.saving.writer.as_ref().zip(moment) {
            writer.add_moment(moment);
        }
    }

    /// Returns the changes of the watched views.
    pub(super) fn views_update(&self) -> ViewsUpdate {
        let (crawl, timeline) = (self.crawl.borrow(), self.timeline.borrow());
        let (now, has_ended) = (clock::now(), self.has_ended.get());
        let mut live_view = self.live_view.borrow_mut();
        live_view.update(&crawl, timeline.as_ref(), now, has_ended)
    }
}
