//! Collects the notifications since the last batch: every page, but only some of the refusals.
//!
//! A page can lead to thousands of refused links, of which the page of the app shows a few. The driver decides when a batch is sent.

use super::Post;
use crate::protocol::watch::ViewsUpdate;
use crate::protocol::{Batch, ToPage};
use futures_channel::mpsc::{self, UnboundedReceiver};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use types::report::{Millis, Notification, Progress};

/// The most refusals for one reason in a batch. More would not help the person, and each takes time to post.
const REFUSALS: u32 = 20;
/// The window in milliseconds over which the rate is averaged: long enough to be steady, short enough to follow a slow site.
const RATE_WINDOW_MS: Millis = 5_000;

/// Holds the notifications of the next batch, and the samples for the rate.
#[derive(Debug, Default)]
pub(crate) struct Batches {
    notifications: Vec<Notification>,
    refusals: BTreeMap<String, u32>,
    /// Times and page counts, the oldest first.
    samples: VecDeque<(Millis, u32)>,
}

impl Batches {
    pub(crate) fn add(&mut self, notifications: Vec<Notification>) {
        for notification in notifications {
            if self.is_wanted(&notification) {
                self.notifications.push(notification);
            }
        }
    }

    fn is_wanted(&mut self, notification: &Notification) -> bool {
        let Notification::Refused(refusal) = notification else {
            return true;
        };
        let count = self.refusals.entry(refusal.code.clone()).or_default();
        *count += 1;
        *count <= REFUSALS
    }

    /// Returns the next batch.
    pub(crate) fn take(
        &mut self,
        progress: Progress,
        now: Millis,
        standstill: Option<String>,
        update: ViewsUpdate,
    ) -> Batch {
        self.refusals.clear();
        Batch {
            rate: self.rate(now, progress.pages),
            notifications: std::mem::take(&mut self.notifications),
            progress,
            standstill,
            views: update,
        }
    }

    /// Returns the pages per second since the oldest sample. The latest sample before the window marks its start.
    fn rate(&mut self, now: Millis, pages: u32) -> f64 {
        self.samples.push_back((now, pages));
        while self.samples.get(1).is_some_and(|(at, _)| at + RATE_WINDOW_MS <= now) {
            self.samples.pop_front();
        }
        let (since, before) = self.samples.front().copied().unwrap_or((now, pages));
        let seconds = now.saturating_sub(since) as f64 / 1_000.0;
        if seconds > 0.0 { f64::from(pages.saturating_sub(before)) / seconds } else { 0.0 }
    }
}

/// Creates the output of a crawl that the page does not show: its batches go to the receiver, its other messages are dropped.
pub(crate) fn channel() -> (Post, UnboundedReceiver<Batch>) {
    let (sender, receiver) = mpsc::unbounded();
    let post = move |message: &ToPage| {
        if let ToPage::Batch(batch) = message {
            // If the receiver is gone, the batch is dropped.
            let _ = sender.unbounded_send((**batch).clone());
        }
    };
    (Rc::new(post), receiver)
}
