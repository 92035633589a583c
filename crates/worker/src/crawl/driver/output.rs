//! Collects what the next batch reports: every page, but only some of the refusals, and the watched views at a limited
//! rate.
//!
//! A page can lead to thousands of refused links, of which the page of the app shows a few. The watched views of a past
//! moment are sent once. The driver decides when a batch is sent.

use crate::browser::clock;
use crate::crawl::timeline::{Timeline, spider_changes};
use crate::storage::database::Sequenced;
use engine::crawl::Crawl;
use protocol::Batch;
use protocol::watch::{ViewsUpdate, WatchedViews};
use std::collections::{BTreeMap, VecDeque};
use types::report::{Millis, Notification, Progress, Spider, SpiderHistory};

/// The most refusals for one reason in a batch. More would not help the person, and each takes time to post.
const REFUSALS: u32 = 20;
/// The window in milliseconds over which the rate is averaged: long enough to be steady, short enough to follow a slow
/// site.
const RATE_WINDOW_MS: Millis = 5_000;
/// The milliseconds between two updates of the spiders.
const SPIDERS_MS: Millis = 200;
/// The milliseconds between two updates of lists, such as the queued URLs.
const LISTS_MS: Millis = 500;

/// The contents of the next batch, and the latest message about each watched view.
#[derive(Default)]
pub(super) struct Output {
    notifications: Vec<Notification>,
    /// The number of refusals by reason.
    refusals: BTreeMap<String, u32>,
    /// Times and page counts for the rate, the oldest first.
    samples: VecDeque<(Millis, u32)>,
    /// The moments of a replay; `None` if none are recorded.
    timeline: Option<Timeline>,
    watching: WatchedViews,
    sent: Vec<Spider>,
    spiders_at: Millis,
    lists_at: Millis,
    /// The watched moment was sent.
    has_sent_past: bool,
}

impl Output {
    /// Creates the output of a crawl that has not started. If it has a saved model, or is resumed, the first batch has
    /// its training report.
    pub(super) fn new(crawl: &Crawl) -> Self {
        let report = crawl.training_report().cloned().map(Box::new);
        Self { notifications: report.map(Notification::Prepared).into_iter().collect(), ..Self::default() }
    }

    /// Adds notifications to the next batch.
    pub(super) fn add(&mut self, notifications: impl IntoIterator<Item = Notification>) {
        for notification in notifications {
            if let Notification::Refused(refusal) = &notification {
                let count = self.refusals.entry(refusal.code.clone()).or_default();
                *count += 1;
                if *count > REFUSALS {
                    continue;
                }
            }
            self.notifications.push(notification);
        }
    }

    /// Returns the next batch, with all changes of the watched views if it `is_last`.
    pub(super) fn take(
        &mut self,
        crawl: &Crawl,
        progress: Progress,
        standstill: Option<String>,
        is_last: bool,
    ) -> Batch {
        let now = clock::now();
        self.refusals.clear();
        Batch {
            rate: self.rate(now, progress.pages),
            notifications: std::mem::take(&mut self.notifications),
            progress,
            standstill,
            views: self.views_update(crawl, now, is_last),
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

    /// Starts to record moments for a replay, after the saved ones. A crawl that no page watches records none.
    pub(super) fn record_from(&mut self, timeline: Timeline) {
        self.timeline = Some(timeline);
    }

    /// Records the moment after a page, or after a change of the frontier by the person.
    pub(super) fn record_moment(&mut self, crawl: &Crawl, notifications: &[Notification]) -> Option<Sequenced> {
        let is_moment = |one: &Notification| matches!(one, Notification::Page(_) | Notification::FrontierChanged(_));
        self.timeline.as_mut().filter(|_| notifications.iter().any(is_moment))?.record(crawl)
    }

    /// Sets the watched views. The next batch has all of them.
    pub(super) fn set_watched(&mut self, watching: WatchedViews) {
        self.watching = watching;
        self.spiders_at = 0;
        self.lists_at = 0;
        self.has_sent_past = false;
    }

    fn views_update(&mut self, crawl: &Crawl, now: Millis, is_last: bool) -> ViewsUpdate {
        let WatchedViews { spiders, next_up, story, at } = self.watching;
        if let Some(pages) = at {
            return self.past_views(crawl, pages);
        }
        let mut update = ViewsUpdate::default();
        if spiders && (is_last || self.spiders_at + SPIDERS_MS <= now) {
            self.spiders_at = now;
            let all = crawl.spiders();
            (update.reset, update.spiders) = spider_changes(&self.sent, &all);
            self.sent = all;
        }
        if update.reset {
            self.lists_at = 0;
        }
        if is_last || self.lists_at + LISTS_MS <= now {
            self.lists_at = now;
            update.next_up = (next_up > 0).then(|| crawl.next_up(next_up as usize));
            update.story = story.and_then(|id| crawl.history(id)).map(Box::new);
        }
        update
    }

    /// Returns the watched views after a number of pages, once.
    fn past_views(&mut self, crawl: &Crawl, pages: u32) -> ViewsUpdate {
        if std::mem::replace(&mut self.has_sent_past, true) {
            return ViewsUpdate::default();
        }
        let moment = self.timeline.as_ref().and_then(|timeline| timeline.at(pages));
        let progress = moment.as_ref().map(|moment| moment.progress.clone());
        let moment = moment.unwrap_or_default();
        let story = self.watching.story.and_then(|id| crawl.history(id));
        ViewsUpdate {
            at: Some(pages),
            progress,
            reset: true,
            story: story.map(|story| Box::new(history_until(story, pages, &moment.spiders))),
            spiders: moment.spiders,
            next_up: Some(moment.next_up),
        }
    }
}

/// Returns a spider's history up to a number of pages. The weights of its network are omitted, because only the latest
/// are known.
fn history_until(mut history: SpiderHistory, pages: u32, born: &[Spider]) -> SpiderHistory {
    history.keywords.retain(|keyword| keyword.learned <= pages);
    history.energy.retain(|(done, _)| *done <= pages);
    history.visited.retain(|n| *n <= pages);
    history.children.retain(|id| born.iter().any(|spider| spider.id == *id));
    SpiderHistory { weights: None, ..history }
}
