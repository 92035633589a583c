//! Holds the agents, the top of the frontier and the history of an agent, as the worker last reported them.

use protocol::watch::ViewsUpdate;
use std::rc::Rc;
use types::report::{Candidate, Spider, SpiderHistory};

/// Holds the watched data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watched {
    /// All spiders, including dead ones, ordered by id.
    pub spiders: Vec<Rc<Spider>>,
    /// The best queued URLs, best first; empty until they are watched.
    pub next_up: Vec<Rc<Candidate>>,
    /// The latest history received.
    pub story: Option<Rc<SpiderHistory>>,
}

impl Watched {
    /// Applies an update.
    pub fn apply(&mut self, update: ViewsUpdate) {
        if update.reset {
            self.spiders.clear();
            self.story = None;
        }
        for spider in update.spiders {
            let place = self.spiders.binary_search_by_key(&spider.id, |known| known.id);
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

    /// Returns the spider with an id.
    pub fn spider(&self, id: u32) -> Option<&Rc<Spider>> {
        let place = self.spiders.binary_search_by_key(&id, |spider| spider.id);
        place.ok().and_then(|place| self.spiders.get(place))
    }
}
