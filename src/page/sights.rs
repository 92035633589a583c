//! What is seen of the crawl besides its pages: its spiders, what waits, one spider's story. Each is as it was told last.

use crate::protocol::watch::Sight;
use engine::report::{Candidate, Spider, Story};
use std::rc::Rc;

/// What is seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sights {
    /// The spiders, the dead ones as well, in the order of their numbers.
    pub spiders: Vec<Rc<Spider>>,
    /// The best URLs that wait, best first; empty until they were watched.
    pub next_up: Vec<Rc<Candidate>>,
    /// The story that was told last.
    pub story: Option<Rc<Story>>,
}

impl Sights {
    /// Takes in what has changed.
    pub fn take(&mut self, sight: Sight) {
        if sight.anew {
            self.spiders.clear();
            self.story = None;
        }
        for spider in sight.spiders {
            let place = self
                .spiders
                .binary_search_by_key(&spider.id, |known| known.id);
            match place {
                Ok(place) => self.spiders[place] = Rc::new(spider),
                Err(place) => self.spiders.insert(place, Rc::new(spider)),
            }
        }
        if let Some(next_up) = sight.next_up {
            self.next_up = next_up.into_iter().map(Rc::new).collect();
        }
        if let Some(story) = sight.story {
            self.story = Some(Rc::from(story));
        }
    }

    /// The spider of this number.
    pub fn spider(&self, id: u32) -> Option<&Rc<Spider>> {
        let place = self.spiders.binary_search_by_key(&id, |spider| spider.id);
        place.ok().and_then(|place| self.spiders.get(place))
    }
}
