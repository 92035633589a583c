//! Sends the visible frontier, spiders and host states at a limited rate; those of a past moment are sent once.
//!
//! The driver decides when a batch is sent.

use super::timeline::{Timeline, spider_changes};
use crate::protocol::watch::{ViewsUpdate, WatchedViews};
use engine::crawl::Crawl;
use types::report::{Millis, Spider, SpiderHistory};

/// The milliseconds between two updates of the spiders.
const SPIDERS_MS: Millis = 200;
/// The milliseconds between two updates of lists, such as the queued URLs.
const LISTS_MS: Millis = 500;

/// The watched views and the latest message about each.
#[derive(Debug, Default)]
pub(crate) struct LiveView {
    watching: WatchedViews,
    sent: Vec<Spider>,
    spiders_at: Millis,
    lists_at: Millis,
    /// The watched moment was sent.
    has_sent_past: bool,
}

impl LiveView {
    /// Sets the watched views. The next update sends all of them.
    pub(crate) fn set_watched(&mut self, watching: WatchedViews) {
        self.watching = watching;
        self.spiders_at = 0;
        self.lists_at = 0;
        self.has_sent_past = false;
    }

    /// Returns the update to send now; all changes if it `is_last`.
    pub(crate) fn update(
        &mut self,
        crawl: &Crawl,
        timeline: Option<&Timeline>,
        now: Millis,
        is_last: bool,
    ) -> ViewsUpdate {
        if let Some(pages) = self.watching.at {
            return self.past(crawl, timeline, pages);
        }
        let mut update = ViewsUpdate::default();
        let WatchedViews { spiders, next_up, story, .. } = self.watching;
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
    fn past(&mut self, crawl: &Crawl, timeline: Option<&Timeline>, pages: u32) -> ViewsUpdate {
        if std::mem::replace(&mut self.has_sent_past, true) {
            return ViewsUpdate::default();
        }
        let moment = timeline.and_then(|timeline| timeline.at(pages));
        let progress = moment.as_ref().map(|moment| moment.progress.clone());
        let moment = moment.unwrap_or_default();
        let story = self.watching.story.and_then(|id| crawl.history(id));
        let story = story.map(|story| history_until(story, pages, &moment.spiders));
        ViewsUpdate {
            at: Some(pages),
            progress,
            reset: true,
            spiders: moment.spiders,
            next_up: Some(moment.next_up),
            story: story.map(Box::new),
        }
    }
}

/// Returns a spider's history up to a number of pages. The weights of its network are omitted, because only the latest are known.
fn history_until(mut history: SpiderHistory, pages: u32, born: &[Spider]) -> SpiderHistory {
    let is_born = |id: &u32| born.iter().any(|spider| spider.id == *id);
    history.keywords.retain(|keyword| keyword.learned <= pages);
    history.energy.retain(|(done, _)| *done <= pages);
    history.visited.retain(|n| *n <= pages);
    history.children.retain(is_born);
    SpiderHistory { weights: None, ..history }
}
