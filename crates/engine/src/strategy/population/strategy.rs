//! A population of spiders as a strategy.
//!
//! Spiders take turns; each fetches one page at a time. After a page a spider learns, gains and pays energy, takes the
//! unowned links, and is cloned or dies. The papers leave the following open:
//! - The first page of a family neither costs nor gives energy: the papers fetch starting pages beforehand.
//! - A failed page costs as much as any other, and does not train the net.
//! - The net learns before it scores the links of the page; the λ for learning is computed before.
//! - A link keeps its owner and its score when another spider finds it.
//! - A spider without links dies.
//! - Unowned URLs (seeds, redirects, links from before a switch to this strategy) start families up to the limit, and
//!   then go to the spider with the fewest links. Pages that no spider fetched give no energy.
//! - Seeds of a starved spider become unowned and are assigned in the same way, since every seed must be read.
//! - A spider's link that becomes a seed loses its owner.
//! - A chosen link whose host is delayed goes back to the others, so that one slow host does not block its spider.
//! - After steering, spiders keep their links and nets; only the links' scores change. If more spiders live than the
//!   new limit, none is born until there is room.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1.

use super::agents::{Agents, FetchStage};
use super::past_pages::{self, PastPages};
use super::rules::{EnergyRules, Rules};
use crate::strategy::prelude::*;
use crate::text::{TermId, cosine};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::plan::Plan;

/// A strategy that crawls with a population of spiders.
pub(in crate::strategy) struct PopulationStrategy {
    pub(super) rules: Rules,
    /// The query as typed, for the spelling of its words.
    pub(super) query: String,
    /// The pages of earlier crawls it also starts from.
    pub(super) past_pages: Option<PastPages>,
    pub(super) state: PopulationState,
}

/// The state of a population.
#[derive(Serialize, Deserialize)]
pub(super) struct PopulationState {
    pub(super) agents: Agents,
    /// The index of the next spider in turn.
    pub(super) turn: usize,
    /// The number of times that all spiders had their turn.
    pub(super) round: usize,
    /// True once the initial frontier was assigned.
    pub(super) has_begun: bool,
    /// Unassigned links scored since the last choice, each with the first page that has it.
    pub(super) unassigned: BTreeMap<UrlId, UrlId>,
    /// The spellings of the spiders' words.
    pub(super) spelled: BTreeMap<TermId, String>,
}

impl PopulationStrategy {
    pub(in crate::strategy) fn new(rules: Rules, plan: &Plan) -> Self {
        Self {
            rules,
            query: plan.query.clone(),
            past_pages: None,
            state: PopulationState {
                agents: Agents::new(plan.rng_seed),
                turn: 0,
                round: 0,
                has_begun: false,
                unassigned: BTreeMap::new(),
                spelled: BTreeMap::new(),
            },
        }
    }

    /// Returns the strategy with starting pages from earlier crawls.
    pub(in crate::strategy) fn with_past(self, past_pages: PastPages) -> Self {
        Self { past_pages: Some(past_pages), ..self }
    }

    /// Adds a page to its spider, and returns its similarity to the spider's words.
    fn visit(&mut self, at: usize, page: &PageView<'_>, context: &mut Context<'_>) -> f64 {
        let agents = &mut self.state.agents;
        agents.readers.insert(page.id, at);
        let spider = &mut agents.spiders[at];
        spider.visited.push(page.id);
        if spider.best.is_none_or(|(_, best)| page.relevance > best) {
            spider.best = Some((page.id, page.relevance));
        }
        let similarity = cosine(&spider.words.update_query(context.query), page.vector);
        let terms = spider.words.terms();
        self.spell(&terms, page, context);
        similarity
    }

    /// Clones a spider with enough energy, if the limit allows it and there is a link for each of the two.
    fn breed(&mut self, at: usize, energy_rules: EnergyRules, page: &PageView<'_>, context: &mut Context<'_>) {
        let agents = &mut self.state.agents;
        let parent = &agents.spiders[at];
        let able = energy_rules.breeding && parent.energy >= energy_rules.theta && parent.links.len() >= 2;
        if !able || agents.living.len() >= self.rules.population {
            return;
        }
        let child = agents.clone_spider(at);
        let spider = &mut agents.spiders[child];
        let most_frequent_new_term =
            spider.words.most_frequent_new_term(page.counts).filter(|_| energy_rules.word > 0.0);
        if self.rules.estimation.is_some() {
            spider.net.mutate(energy_rules.mutated, energy_rules.noise, &mut agents.draw);
        }
        if let Some(term) = most_frequent_new_term {
            spider.words.learn(term, energy_rules.word, child, page.id);
            spider.net.add_term(term, &mut agents.draw);
            self.spell(&[term], page, context);
        }
    }
}

impl Strategy for PopulationStrategy {
    fn restart(&mut self) -> RestartMode {
        RestartMode::Keep
    }

    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        if let Some(past_pages) = &mut self.past_pages {
            past_pages.read(page, context.vectorizer);
        }
        self.state.agents.now = Some(page.id);
        let Some((at, link)) = self.state.agents.take_pending(page.id) else {
            self.state.agents.forget(page.id);
            self.refresh(links);
            return self.score_unassigned(page, links, context);
        };
        let similarity = self.visit(at, page, context);
        if self.rules.current_page {
            self.state.agents.keep_only(at, &links.iter().map(|view| view.id).collect());
        }
        let came_by = link.as_ref().map(|link| &link.inputs);
        let estimated = self.judge(at, came_by, similarity, (page, links), context);
        let scores = self.scores(links, &estimated);
        self.refresh(links);
        self.keep(at, page.id, links, estimated);
        if let Some(energy_rules) = self.rules.energy {
            let agents = &mut self.state.agents;
            if link.is_some() {
                agents.update_energy(at, similarity, energy_rules.price);
            }
            self.breed(at, energy_rules, page, context);
        }
        self.state.agents.remove_if_dead(at, self.rules.energy);
        self.state.agents.record_energy(at);
        scores
    }

    /// Keeps the score of the link's owner.
    fn on_rediscovery(&self, _waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        RediscoveryDecision::Rescore(new.clone())
    }

    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        if let Some(past_pages) = &mut self.past_pages {
            past_pages.begin(frontier);
        }
        self.assign_all(frontier);
        frontier.best_ready()?;
        let due = self.next_in_turn(frontier, Frontier::is_site_due);
        // Host diversity does not apply if no spider has another link.
        let (at, id) = match due {
            None if frontier.is_any_site_recent() => self.next_in_turn(frontier, Frontier::is_site_ready)?,
            due => due?,
        };
        if at < self.state.turn {
            self.state.round += 1;
        }
        self.state.turn = at + 1;
        Some(id)
    }

    fn save(&self) -> Vec<u8> {
        saved(&(&self.state, self.past_pages.as_ref().map(PastPages::state)))
    }

    /// Adds a net to spiders without one if the current rules have nets.
    fn restore(&mut self, saved: &[u8]) -> bool {
        type Saved = (PopulationState, Option<past_pages::ChoiceState>);
        let read = read_saved::<Saved>(saved).filter(|(state, past_pages)| {
            let mine = self.past_pages.as_ref();
            let fits = match (mine, past_pages) {
                (Some(mine), Some(past_pages)) => mine.fits(past_pages),
                (mine, past_pages) => mine.is_none() && past_pages.is_none(),
            };
            fits && state.agents.is_valid()
        });
        let Some((state, past_pages)) = read else {
            return false;
        };
        self.state = state;
        if let Some((mine, past_pages)) = self.past_pages.as_mut().zip(past_pages) {
            mine.restore(past_pages);
        }
        if let Some(estimation) = self.rules.estimation {
            self.state.agents.add_missing_nets(estimation);
        }
        true
    }

    fn on_url_change(&mut self, change: UrlChange) {
        match change {
            UrlChange::Lost(url) => self.on_lost(url),
            UrlChange::Dropped(url) => self.on_dropped(url),
            UrlChange::Redirected { from, to } => self.on_redirected(from, to),
        }
    }

    fn population(&self) -> Option<&dyn Population> {
        Some(self)
    }

    fn population_mut(&mut self) -> Option<&mut dyn Population> {
        Some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl PopulationStrategy {
    fn on_lost(&mut self, url: UrlId) {
        if let Some(past_pages) = &mut self.past_pages {
            past_pages.on_lost(url);
        }
        let agents = &mut self.state.agents;
        let Some(owner) = agents.owners.get(&url).copied() else {
            return;
        };
        let by_link = matches!(agents.take_pending(url), Some((_, Some(_))));
        agents.forget(url);
        if let Some(energy_rules) = self.rules.energy.filter(|_| by_link) {
            agents.update_energy(owner, 0.0, energy_rules.price);
        }
        agents.remove_if_dead(owner, self.rules.energy);
        agents.record_energy(owner);
    }

    fn on_dropped(&mut self, url: UrlId) {
        if let Some(past_pages) = &mut self.past_pages {
            past_pages.on_lost(url);
        }
        self.state.unassigned.remove(&url);
        let agents = &mut self.state.agents;
        if let Some(owner) = agents.owners.get(&url).copied() {
            agents.forget(url);
            agents.remove_if_dead(owner, None);
        }
    }

    /// Assigns the target to the spider, even if another spider owned it.
    fn on_redirected(&mut self, from: UrlId, to: UrlId) {
        if let Some(past_pages) = &mut self.past_pages {
            past_pages.on_redirected(from, to);
        }
        let agents = &mut self.state.agents;
        if let Some((at, link)) = agents.take_pending(from) {
            agents.forget(to);
            agents.send(at, to, link, FetchStage::Waits);
        }
    }
}

#[cfg(test)]
#[path = "strategy_tests.rs"]
mod tests;
