//! What the page watches of a crawl besides its pages: told when it changed, and not more often than an eye follows.
//!
//! Left out on purpose: when a batch goes out, which is the driver's; pages, which are told all and once.

use crate::protocol::watch::{Sight, Watching};
use engine::crawl::Crawl;
use engine::event::Millis;
use engine::report::Spider;

/// Milliseconds between two looks at the spiders.
const SPIDERS_MS: Millis = 200;
/// Milliseconds between two looks at what waits, or at a story: lists are read, not watched.
const LISTS_MS: Millis = 500;

/// What is watched, and what was told of it.
#[derive(Debug, Default)]
pub(super) struct Watch {
    watching: Watching,
    told: Vec<Spider>,
    spiders_at: Millis,
    lists_at: Millis,
}

impl Watch {
    /// Watches something else from now on: the next look tells it at once.
    pub(super) fn turn(&mut self, watching: Watching) {
        self.watching = watching;
        self.lists_at = 0;
    }

    /// What is to be shown now; all that changed where this `is_last`.
    pub(super) fn look(&mut self, crawl: &Crawl, now: Millis, is_last: bool) -> Sight {
        let mut sight = Sight::default();
        if is_last || self.spiders_at + SPIDERS_MS <= now {
            self.spiders_at = now;
            sight.spiders = self.changed(crawl.spiders());
        }
        if is_last || self.lists_at + LISTS_MS <= now {
            self.lists_at = now;
            let Watching { next_up, story } = self.watching;
            sight.next_up = (next_up > 0).then(|| crawl.next_up(next_up as usize));
            sight.story = story.and_then(|id| crawl.story(id)).map(Box::new);
        }
        sight
    }

    /// The spiders that are not as they were told.
    fn changed(&mut self, spiders: Vec<Spider>) -> Vec<Spider> {
        let told = |spider: &Spider| {
            let place = self
                .told
                .binary_search_by_key(&spider.id, |told| told.id)
                .ok()?;
            self.told.get(place)
        };
        let changed: Vec<Spider> = spiders
            .iter()
            .filter(|spider| told(spider) != Some(spider))
            .cloned()
            .collect();
        self.told = spiders;
        changed
    }
}
