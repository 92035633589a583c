//! Schedules spiders: unassigned links first, then each spider's next choice in turn.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1.

use super::agents::Stage;
use super::colony::Colony;
use super::net::Inputs;
use super::own::Open;
use crate::frontier::{Frontier, FrontierEntry};
use crate::graph::UrlId;
use types::limits;
use types::report::PriorityReason;

impl Colony {
    /// Sends spiders to unassigned links in the frontier.
    pub(super) fn adopt(&mut self, frontier: &Frontier) {
        let strays = std::mem::take(&mut self.memory.strays);
        if !self.memory.has_begun {
            self.memory.has_begun = true;
            for (id, waiting) in frontier.top(frontier.len()) {
                self.adopt_one(id, waiting);
            }
            return;
        }
        let waits = frontier.top(frontier.len());
        let ahead = waits.take_while(|(_, waiting)| waiting.priority_reason().is_some());
        let strays = strays.into_keys();
        let strays = strays.filter_map(|id| Some((id, frontier.get(id)?)));
        let best = frontier.best().and_then(|id| Some((id, frontier.get(id)?)));
        for (id, waiting) in ahead.chain(strays).chain(best) {
            self.adopt_one(id, waiting);
        }
    }

    fn adopt_one(&mut self, id: UrlId, waiting: &FrontierEntry) {
        let agents = &mut self.memory.agents;
        if waiting.priority_reason() == Some(PriorityReason::Seed) && agents.is_found(id) {
            // A known link has become a seed.
            agents.forget(id);
        }
        if agents.owners.contains_key(&id) {
            return;
        }
        let room = if waiting.parent.is_none() {
            self.rules.population
        } else {
            self.rules.population.min(limits::SPIDER_FAMILIES)
        };
        let poorest = agents.poorest().filter(|_| agents.living.len() >= room);
        if let Some(poorest) = poorest {
            let judged = self.rules.read(&waiting.score);
            agents.give(poorest, (id, waiting.parent), judged, Inputs::default());
        } else {
            let founder = agents.found(&self.rules);
            agents.send(founder, id, None, Stage::Waits);
        }
    }

    /// Whose turn it is and what it wants next of open hosts; none if all have to wait.
    pub(super) fn next_in_turn(
        &mut self,
        frontier: &Frontier,
        open: Open,
    ) -> Option<(usize, UrlId)> {
        let (turn, living) = (self.memory.turn, &self.memory.agents.living);
        let order: Vec<usize> = living
            .range(turn..)
            .chain(living.range(..turn))
            .copied()
            .collect();
        let mut order = order.into_iter();
        order.find_map(|at| Some((at, self.next_of(at, frontier, open)?)))
    }

    /// Returns a spider's next link: its earlier choice if that is still in the frontier, or a new one. `None` if it
    /// is busy or has to wait.
    fn next_of(&mut self, at: usize, frontier: &Frontier, open: Open) -> Option<UrlId> {
        self.look_after_errand(at, frontier);
        let agents = &mut self.memory.agents;
        if let Some(pending) = &mut agents.spiders[at].pending {
            let host = frontier.get(pending.id).map(|waiting| waiting.host);
            let goes =
                pending.stage == Stage::Waits && host.is_some_and(|host| open(frontier, host));
            if goes {
                pending.stage = Stage::Offered;
            }
            return goes.then_some(pending.id);
        }
        let (mut gone, own) = (Vec::new(), &mut agents.spiders[at].own);
        let picked = own.pick(self.rules.pick, frontier, open, &mut agents.draw, &mut gone);
        for id in gone {
            agents.owners.remove(&id);
        }
        let Some(id) = picked else {
            agents.weed(at, None);
            return None;
        };
        let link = agents.spiders[at].own.remove(id);
        agents.send(at, id, link, Stage::Offered);
        picked
    }

    /// Sees what became of what a spider chose.
    fn look_after_errand(&mut self, at: usize, frontier: &Frontier) {
        let agents = &mut self.memory.agents;
        let Some(pending) = &mut agents.spiders[at].pending else {
            return;
        };
        let id = pending.id;
        match (frontier.get(id), pending.stage) {
            (None, Stage::Offered | Stage::Taken) => pending.stage = Stage::Taken,
            // The frontier was full, and it was the worst.
            (None, Stage::Waits) => agents.forget(id),
            (Some(waiting), _) => {
                pending.stage = Stage::Waits;
                let host = waiting.host;
                let rests = !frontier.is_host_ready(host) && !frontier.is_host_busy(host);
                if let Some(link) = pending.link.take_if(|_| rests) {
                    let spider = &mut agents.spiders[at];
                    spider.pending = None;
                    spider.own.add(id, link);
                }
            }
        }
    }
}
