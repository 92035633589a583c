//! The agents, the top of the frontier, and the story of one agent, as the worker last reported them.

use crate::protocol::watch::ViewsUpdate;
use std::rc::Rc;
use types::report::{Candidate, Spider, SpiderHistory};

/// The watched data, as the worker last reported it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watched {
    /// The spiders, the dead ones as well, in the order of their numbers.
    pub spiders: Vec<Rc<Spider>>,
    /// The best URLs that wait, best first; empty until they were watched.
    pub next_up: Vec<Rc<Candidate>>,
    /// The story that was told last.
    pub story: Option<Rc<SpiderHistory>>,
}

impl Watched {
    /// Takes in what has changed.
    pub fn take(&mut self, update: ViewsUpdate) {
        if update.reset {
            self.spiders.clear();
            self.story = None;
        }
        for spider in update.spiders {
            let place = self
                .spiders
                .binary_search_by_key(&spider.id, |known| known.id);
            match place {
                Ok(place) => self.spiders[place] = Rc::new(spider),
                Err(place) => self.spiders.insert(place, Rc::new(spider)),
            }
        }
        if let Some(next_up) = update.next_up {
            self.next_up = next_up.into_iter().map(Rc::new).collect();
        }
        if let Some(story) = update.story {
            self.story = Some(Rc::from(story));
        }
    }

    /// Returns the spider of this number.
    pub fn spider(&self, id: u32) -> Option<&Rc<Spider>> {
        let place = self.spiders.binary_search_by_key(&id, |spider| spider.id);
        place.ok().and_then(|place| self.spiders.get(place))
    }
}
