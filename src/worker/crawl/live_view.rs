//! Sends the frontier, spiders and host states that the page watches, at a limited rate.
//!
//! The driver decides when a batch is sent.

use crate::protocol::watch::{ViewsUpdate, WatchedViews};
use engine::crawl::Crawl;
use types::report::{Millis, Spider};

/// Milliseconds between two updates of the spiders.
const SPIDERS_MS: Millis = 200;
/// Milliseconds between two updates of lists, such as the waiting URLs.
const LISTS_MS: Millis = 500;

/// The watched views and the latest message about each.
#[derive(Debug, Default)]
pub(crate) struct LiveView {
    watching: WatchedViews,
    sent: Vec<Spider>,
    spiders_at: Millis,
    lists_at: Millis,
}

impl LiveView {
    /// Sets what is watched. The next update sends all of it.
    pub(crate) fn set_watched(&mut self, watching: WatchedViews) {
        self.watching = watching;
        self.spiders_at = 0;
        self.lists_at = 0;
    }

    /// Returns what to show now; everything that has changed if this `is_last`.
    pub(crate) fn update(&mut self, crawl: &Crawl, now: Millis, is_last: bool) -> ViewsUpdate {
        let mut update = ViewsUpdate::default();
        let WatchedViews {
            spiders,
            next_up,
            story,
        } = self.watching;
        if spiders && (is_last || self.spiders_at + SPIDERS_MS <= now) {
            self.spiders_at = now;
            (update.anew, update.spiders) = self.changed(crawl.spiders());
        }
        if update.anew {
            self.lists_at = 0;
        }
        if is_last || self.lists_at + LISTS_MS <= now {
            self.lists_at = now;
            update.next_up = (next_up > 0).then(|| crawl.next_up(next_up as usize));
            update.story = story.and_then(|id| crawl.history(id)).map(Box::new);
        }
        update
    }

    /// Returns whether the population is another one than the one sent, and the spiders that have changed: all, if it is another one.
    fn changed(&mut self, spiders: Vec<Spider>) -> (bool, Vec<Spider>) {
        let anew = !continues(&self.sent, &spiders);
        if anew {
            self.sent.clear();
        }
        let sent = |spider: &Spider| {
            let place = place_of(&self.sent, spider.id)?;
            self.sent.get(place)
        };
        let changed: Vec<Spider> = spiders
            .iter()
            .filter(|spider| sent(spider) != Some(spider))
            .cloned()
            .collect();
        self.sent = spiders;
        (anew, changed)
    }
}

/// Returns whether `after` can be a later state of the same population: no spider is missing, since the dead are included.
fn continues(before: &[Spider], after: &[Spider]) -> bool {
    before.iter().all(|spider| {
        let place = place_of(after, spider.id);
        let now = place.and_then(|place| after.get(place));
        now.is_some_and(|now| is_later(spider, now))
    })
}

/// Returns whether `after` can be a later state of the same spider.
fn is_later(before: &Spider, after: &Spider) -> bool {
    let came = |spider: &Spider| (spider.parent, spider.born);
    let stays_dead = before.died.is_none() || before.died == after.died;
    came(before) == came(after) && stays_dead && before.pages <= after.pages
}

fn place_of(spiders: &[Spider], id: u32) -> Option<usize> {
    spiders.binary_search_by_key(&id, |spider| spider.id).ok()
}
