//! Schedules spiders: unassigned links first, then each spider's next choice in turn. The last spider of a family lives
//! on without energy, but rarely has its turn; this rule is ours.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1.

use super::agent_frontier::Open;
use super::agents::FetchStage;
use super::net::Inputs;
use super::strategy::PopulationStrategy;
use crate::frontier::{Frontier, FrontierEntry};
use crate::graph::UrlId;
use types::limits;
use types::report::{HostState, PriorityReason};
use types::sorting;

/// A spider without energy has its turn in one of so many rounds; in the others only if no other spider can go.
const RESTING_ROUNDS: usize = 30;

impl PopulationStrategy {
    /// Assigns all unowned URLs of the frontier to spiders.
    pub(super) fn assign_all(&mut self, frontier: &Frontier) {
        let unassigned = std::mem::take(&mut self.state.unassigned);
        if !self.state.has_begun {
            self.state.has_begun = true;
            for (id, waiting) in frontier.top(frontier.len()) {
                self.assign(id, waiting);
            }
            return;
        }
        let waits = frontier.top(frontier.len());
        let ahead = waits.take_while(|(_, waiting)| waiting.priority_reason().is_some());
        let unassigned = unassigned.into_keys();
        let unassigned = unassigned.filter_map(|id| Some((id, frontier.get(id)?)));
        let best = frontier.best_ready().and_then(|id| Some((id, frontier.get(id)?)));
        for (id, waiting) in ahead.chain(unassigned).chain(best) {
            self.assign(id, waiting);
        }
    }

    fn assign(&mut self, id: UrlId, waiting: &FrontierEntry) {
        let agents = &mut self.state.agents;
        if waiting.priority_reason() == Some(PriorityReason::Seed) && agents.is_agent_link(id) {
            // A known link became a seed.
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
        let fewest_links = agents.fewest_links().filter(|_| agents.living.len() >= room);
        if let Some(fewest_links) = fewest_links {
            let estimate = self.rules.read(&waiting.score);
            agents.give(fewest_links, (id, waiting.parent), estimate, Inputs::default());
        } else {
            let founder = agents.found_family(&self.rules);
            agents.send(founder, id, None, FetchStage::Waits);
        }
    }

    /// Returns the next spider in turn with a link of an open site, and that link; `None` if all have to wait.
    pub(super) fn next_in_turn(&mut self, frontier: &Frontier, open: Open) -> Option<(usize, UrlId)> {
        let (turn, living) = (self.state.turn, &self.state.agents.living);
        let mut order: Vec<usize> = living.range(turn..).chain(living.range(..turn)).copied().collect();
        if self.rules.energy.is_some() {
            let rests = |at: &usize| {
                let is_due = (self.state.round + at).is_multiple_of(RESTING_ROUNDS);
                self.state.agents.spiders[*at].energy <= 0.0 && !is_due
            };
            sorting::sort_by_key(&mut order, rests);
        }
        for at in order {
            if let Some(id) = self.next_of(at, frontier, open) {
                return Some((at, id));
            }
            // Spiders that take turns see the same pages as with one request at a time.
            if self.waits_for_near_site(at, frontier) && !frontier.is_slot_due() {
                return None;
            }
        }
        None
    }

    /// Returns true if a spider has chosen a link whose site will be ready soon.
    fn waits_for_near_site(&self, at: usize, frontier: &Frontier) -> bool {
        let pending = self.state.agents.spiders[at].pending.as_ref();
        let pending = pending.filter(|pending| pending.stage == FetchStage::Waits);
        let entry = pending.and_then(|pending| frontier.get(pending.id));
        entry.is_some_and(|entry| frontier.is_site_near(entry.site))
    }

    /// Returns a spider's next link: its earlier choice if that is still in the frontier, or a new one. `None` if it
    /// is busy or has to wait.
    fn next_of(&mut self, at: usize, frontier: &Frontier, open: Open) -> Option<UrlId> {
        self.update_pending(at, frontier);
        let agents = &mut self.state.agents;
        if let Some(pending) = &mut agents.spiders[at].pending {
            let site = frontier.get(pending.id).map(|waiting| waiting.site);
            let goes = pending.stage == FetchStage::Waits && site.is_some_and(|site| open(frontier, site));
            if goes {
                pending.stage = FetchStage::Offered;
            }
            return goes.then_some(pending.id);
        }
        let (mut gone, links) = (Vec::new(), &mut agents.spiders[at].links);
        let reach: Open = if frontier.has_parallel_slots() { Frontier::is_site_near } else { open };
        let picked = links.pick(self.rules.pick, frontier, reach, &mut agents.draw, &mut gone);
        for id in gone {
            agents.owners.remove(&id);
        }
        let Some(id) = picked else {
            agents.remove_if_dead(at, None);
            return None;
        };
        let link = agents.spiders[at].links.remove(id);
        let goes = frontier.get(id).is_some_and(|waiting| open(frontier, waiting.site));
        let stage = if goes { FetchStage::Offered } else { FetchStage::Waits };
        agents.send(at, id, link, stage);
        goes.then_some(id)
    }

    /// Updates the stage of a spider's pending fetch.
    fn update_pending(&mut self, at: usize, frontier: &Frontier) {
        let agents = &mut self.state.agents;
        let Some(pending) = &mut agents.spiders[at].pending else {
            return;
        };
        let id = pending.id;
        match (frontier.get(id), pending.stage) {
            (None, FetchStage::Offered | FetchStage::Taken) => pending.stage = FetchStage::Taken,
            // The full frontier dropped it.
            (None, FetchStage::Waits) => agents.forget(id),
            (Some(waiting), _) => {
                pending.stage = FetchStage::Waits;
                let site = waiting.site;
                let rests = if frontier.has_parallel_slots() {
                    !frontier.is_site_near(site)
                } else {
                    matches!(frontier.site_state(site), HostState::Delayed(_))
                };
                if let Some(link) = pending.link.take_if(|_| rests) {
                    let spider = &mut agents.spiders[at];
                    spider.pending = None;
                    spider.links.add(id, link);
                }
            }
        }
    }
}
