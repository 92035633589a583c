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
        self.spiders_at = 0;
        self.lists_at = 0;
    }

    /// What is to be shown now; all that changed where this `is_last`.
    pub(super) fn look(&mut self, crawl: &Crawl, now: Millis, is_last: bool) -> Sight {
        let mut sight = Sight::default();
        let Watching {
            spiders,
            next_up,
            story,
        } = self.watching;
        if spiders && (is_last || self.spiders_at + SPIDERS_MS <= now) {
            self.spiders_at = now;
            (sight.anew, sight.spiders) = self.changed(crawl.spiders());
        }
        if sight.anew {
            self.lists_at = 0;
        }
        if is_last || self.lists_at + LISTS_MS <= now {
            self.lists_at = now;
            sight.next_up = (next_up > 0).then(|| crawl.next_up(next_up as usize));
            sight.story = story.and_then(|id| crawl.story(id)).map(Box::new);
        }
        sight
    }

    /// Whether the spiders are others than those that were told, and those that are not as they were told: all, where they are others.
    fn changed(&mut self, spiders: Vec<Spider>) -> (bool, Vec<Spider>) {
        let anew = !goes_on(&self.told, &spiders);
        if anew {
            self.told.clear();
        }
        let told = |spider: &Spider| {
            let place = place_of(&self.told, spider.id)?;
            self.told.get(place)
        };
        let changed: Vec<Spider> = spiders
            .iter()
            .filter(|spider| told(spider) != Some(spider))
            .cloned()
            .collect();
        self.told = spiders;
        (anew, changed)
    }
}

/// True where a population may have become the other: nobody is missing, since the dead are told as well, and nobody is another one.
fn goes_on(before: &[Spider], after: &[Spider]) -> bool {
    before.iter().all(|spider| {
        let place = place_of(after, spider.id);
        let now = place.and_then(|place| after.get(place));
        now.is_some_and(|now| is_later(spider, now))
    })
}

/// True where one and the same spider can have been the one and then the other.
fn is_later(before: &Spider, after: &Spider) -> bool {
    let came = |spider: &Spider| (spider.parent, spider.born);
    let stays_dead = before.died.is_none() || before.died == after.died;
    came(before) == came(after) && stays_dead && before.pages <= after.pages
}

fn place_of(spiders: &[Spider], id: u32) -> Option<usize> {
    spiders.binary_search_by_key(&id, |spider| spider.id).ok()
}
