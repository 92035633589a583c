//! Whose turn it is: spiders go to what waits and is nobody's, and each in its turn to what it wants next.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1.

use super::colony::Colony;
use super::herd::Stage;
use super::net::Inputs;
use crate::frontier::{Frontier, Waiting};
use crate::graph::UrlId;
use crate::limits;

impl Colony {
    /// Spiders go to what waits and is nobody's.
    pub(super) fn adopt(&mut self, frontier: &Frontier) {
        let strays = std::mem::take(&mut self.memory.strays);
        if !self.memory.has_begun {
            self.memory.has_begun = true;
            for (id, waiting) in frontier.top(frontier.len()) {
                self.adopt_one(id, waiting);
            }
            return;
        }
        let urgent = |(_, waiting): &(UrlId, &Waiting)| {
            waiting.parent.is_none() || waiting.hops > 0 || waiting.tries > 0
        };
        let ahead = frontier.top(frontier.len()).take_while(urgent);
        let strays = strays.into_keys();
        let strays = strays.filter_map(|id| Some((id, frontier.get(id)?)));
        let best = frontier.best().and_then(|id| Some((id, frontier.get(id)?)));
        for (id, waiting) in ahead.chain(strays).chain(best) {
            self.adopt_one(id, waiting);
        }
    }

    fn adopt_one(&mut self, id: UrlId, waiting: &Waiting) {
        let herd = &mut self.memory.herd;
        if herd.owners.contains_key(&id) {
            return;
        }
        let room = if waiting.parent.is_none() {
            self.rules.population
        } else {
            self.rules.population.min(limits::SPIDER_FAMILIES)
        };
        let poorest = herd.poorest().filter(|_| herd.living.len() >= room);
        if let Some(poorest) = poorest {
            let judged = self.rules.read(&waiting.score);
            herd.give(poorest, (id, waiting.parent), judged, Inputs::default());
        } else {
            let founder = herd.found(&self.rules);
            herd.send(founder, id, None, Stage::Waits);
        }
    }

    /// What a spider wants next: what it chose already, where that waits, or a new choice. None where it is under way, or has to wait.
    pub(super) fn next_of(&mut self, at: usize, frontier: &Frontier) -> Option<UrlId> {
        self.look_after_errand(at, frontier);
        let herd = &mut self.memory.herd;
        if let Some(errand) = &mut herd.spiders[at].errand {
            let goes = errand.stage == Stage::Waits && frontier.is_ready(errand.id);
            if goes {
                errand.stage = Stage::Offered;
            }
            return goes.then_some(errand.id);
        }
        let (mut gone, own) = (Vec::new(), &mut herd.spiders[at].own);
        let picked = own.pick(self.rules.pick, frontier, &mut herd.draw, &mut gone);
        for id in gone {
            herd.owners.remove(&id);
        }
        let Some(id) = picked else {
            herd.weed(at, None);
            return None;
        };
        let link = herd.spiders[at].own.remove(id);
        herd.send(at, id, link, Stage::Offered);
        picked
    }

    /// Sees what became of what a spider chose.
    fn look_after_errand(&mut self, at: usize, frontier: &Frontier) {
        let herd = &mut self.memory.herd;
        let Some(errand) = &mut herd.spiders[at].errand else {
            return;
        };
        let id = errand.id;
        match (frontier.get(id), errand.stage) {
            (None, Stage::Offered | Stage::Taken) => errand.stage = Stage::Taken,
            // The frontier was full, and it was the worst.
            (None, Stage::Waits) => herd.forget(id),
            (Some(waiting), _) => {
                errand.stage = Stage::Waits;
                let host = waiting.host;
                let rests = !frontier.is_host_ready(host) && !frontier.is_host_busy(host);
                if let Some(link) = errand.link.take_if(|_| rests) {
                    let spider = &mut herd.spiders[at];
                    spider.errand = None;
                    spider.own.add(id, link);
                }
            }
        }
    }
}
