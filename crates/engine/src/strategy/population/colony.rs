//! Spiders as a strategy: what becomes of them page by page.
//!
//! Spiders take turns; each fetches one page at a time. After a page a spider learns, gains and pays, keeps the links that are nobody's yet,
//! and is cloned or dies. What the papers leave open:
//! - A page on which a family is founded costs and gives nothing: the papers fetch starting pages beforehand.
//! - A page that failed costs what any page costs, and teaches nothing.
//! - The net learns before it judges the links of the page; their λ for the learning is from before.
//! - A link that waits stays whose it is, and worth what it was, when another spider finds it, too.
//! - A spider without a link left has nowhere to go, and dies.
//! - URLs that nobody found (seeds, redirects, the links of another strategy where the person switched to this one) found families while
//!   there is room, and go to the spider with the fewest links otherwise. Pages that nobody was sent to feed nobody.
//! - Seeds of a spider that starves are left to the others in the same way: what a person gave as a seed is read.
//! - A seed that waits as a spider's link already is a seed from then on, no longer that link.
//! - A link whose host rests by the time of its turn goes back among the others, so that one slow host does not hold up its spider.
//! - Where the person steers, spiders keep their lives, their links and the nets with which they were born, whatever the rules are now; only what
//!   links are worth is found again. Where fewer may live than do, none is born until there is room.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1.

use super::agents::{Agents, Stage, number};
use super::past::{self, Past};
use super::rules::{Life, Rules};
use crate::frontier::{Frontier, FrontierEntry, Score};
use crate::graph::UrlId;
use crate::strategy::{
    Context, LinkView, PageView, Population, Rediscovered, Report, StartOver, Strategy, Survey,
    UrlChange, read_saved, saved,
};
use crate::text::{TermId, cosine};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::plan::Plan;
use types::report;
use types::url::CanonicalUrl;

/// A population at work.
pub(in crate::strategy) struct Colony {
    pub(super) rules: Rules,
    /// The query as it was typed, for how its words are written.
    pub(super) query: String,
    /// The pages of earlier crawls it also starts from.
    past: Option<Past>,
    pub(super) memory: Memory,
}

/// The state of a colony.
#[derive(Serialize, Deserialize)]
pub(super) struct Memory {
    pub(super) agents: Agents,
    /// Whose turn is next.
    pub(super) turn: usize,
    /// True once the colony has seen the initial frontier.
    pub(super) has_begun: bool,
    /// Unassigned links scored since the last choice, each with the first page that has it.
    pub(super) strays: BTreeMap<UrlId, UrlId>,
    /// The spellings of the spiders' words.
    pub(super) spelled: BTreeMap<TermId, String>,
}

impl Colony {
    pub(in crate::strategy) fn new(rules: Rules, plan: &Plan) -> Self {
        Self {
            rules,
            query: plan.query.clone(),
            past: None,
            memory: Memory {
                agents: Agents::new(plan.rng_seed),
                turn: 0,
                has_begun: false,
                strays: BTreeMap::new(),
                spelled: BTreeMap::new(),
            },
        }
    }

    /// One that begins with pages of earlier crawls as well.
    pub(in crate::strategy) fn with_past(self, past: Past) -> Self {
        Self {
            past: Some(past),
            ..self
        }
    }

    /// Returns the page becomes the spider's; gives its likeness to the spider's words.
    fn visit(&mut self, at: usize, page: &PageView<'_>, context: &Context<'_>) -> f64 {
        let agents = &mut self.memory.agents;
        agents.readers.insert(page.id, at);
        let spider = &mut agents.spiders[at];
        spider.visited.push(page.id);
        if spider.best.is_none_or(|(_, best)| page.relevance > best) {
            spider.best = Some((page.id, page.relevance));
        }
        cosine(&spider.words.ask(context.query), page.vector)
    }

    /// Clones a spider that has the energy, where there is room and a link for each of the two.
    fn breed(&mut self, at: usize, life: Life, page: &PageView<'_>, context: &mut Context<'_>) {
        let agents = &mut self.memory.agents;
        let parent = &agents.spiders[at];
        let able = life.breeding && parent.energy >= life.theta && parent.own.len() >= 2;
        if !able || agents.living.len() >= self.rules.population {
            return;
        }
        let child = agents.clone_spider(at);
        let spider = &mut agents.spiders[child];
        let news = spider.words.news(page.counts).filter(|_| life.word > 0.0);
        if self.rules.mind.is_some() {
            spider
                .net
                .mutate(life.mutated, life.noise, &mut agents.draw);
        }
        if let Some(term) = news {
            spider.words.learn(term, life.word, child, page.id);
            spider.net.meet(term, &mut agents.draw);
            self.spell(&[term], page, context);
        }
    }
}

impl Strategy for Colony {
    fn start_over(&mut self) -> StartOver {
        StartOver::Never
    }

    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        if let Some(past) = &mut self.past {
            past.read(page, context.vectorizer);
        }
        self.memory.agents.now = Some(page.id);
        let Some((at, link)) = self.memory.agents.arrive(page.id) else {
            self.memory.agents.forget(page.id);
            self.look_again(links);
            return self.judge_strays(page, links, context);
        };
        let likeness = self.visit(at, page, context);
        let came_by = link.as_ref().map(|link| &link.inputs);
        let sensed = self.judge(at, came_by, likeness, (page, links), context);
        let scores = self.scores(links, &sensed);
        self.look_again(links);
        self.keep(at, page.id, links, sensed);
        if let Some(life) = self.rules.life {
            let agents = &mut self.memory.agents;
            if link.is_some() {
                agents.feed(at, likeness, life.price);
            }
            self.breed(at, life, page, context);
        }
        self.memory.agents.weed(at, self.rules.life);
        self.memory.agents.note(at);
        scores
    }

    /// Every score is what the link's spider has of it.
    fn on_rediscovery(&self, _waiting: &FrontierEntry, new: &Score) -> Rediscovered {
        Rediscovered::Rescore(new.clone())
    }

    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        if let Some(past) = &mut self.past {
            past.begin(frontier);
        }
        self.adopt(frontier);
        frontier.best()?;
        let due = self.next_in_turn(frontier, Frontier::is_host_due);
        // Host diversity yields if no spider has another link.
        let (at, id) = match due {
            None if frontier.is_any_host_recent() => {
                self.next_in_turn(frontier, Frontier::is_host_ready)?
            }
            due => due?,
        };
        self.memory.turn = at + 1;
        Some(id)
    }

    fn save(&self) -> Vec<u8> {
        saved(&(&self.memory, self.past.as_ref().map(Past::memory)))
    }

    /// Spiders that were born under rules without nets get nets where there are some now.
    fn restore(&mut self, saved: &[u8]) -> bool {
        type Saved = (Memory, Option<past::Memory>);
        let read = read_saved::<Saved>(saved).filter(|(memory, past)| {
            let mine = self.past.as_ref();
            let fits = match (mine, past) {
                (Some(mine), Some(past)) => mine.fits(past),
                (mine, past) => mine.is_none() && past.is_none(),
            };
            fits && memory.agents.is_sound()
        });
        let Some((memory, past)) = read else {
            return false;
        };
        self.memory = memory;
        if let Some((mine, past)) = self.past.as_mut().zip(past) {
            mine.restore(past);
        }
        if let Some(mind) = self.rules.mind {
            self.memory.agents.equip(mind);
        }
        true
    }

    fn on_url_change(&mut self, change: UrlChange) {
        match change {
            UrlChange::Lost(url) => self.lost(url),
            UrlChange::Dropped(url) => self.dropped(url),
            UrlChange::Redirected { from, to } => self.redirected(from, to),
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

impl Population for Colony {
    /// The links that wait get a new σ. Nobody learns, gains or pays.
    fn rescore(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        self.judge_again(page, links, context)
    }

    fn released(&mut self) -> Vec<UrlId> {
        std::mem::take(&mut self.memory.agents.released)
    }

    fn more_seeds(&mut self) -> Vec<CanonicalUrl> {
        let past = self.past.as_mut();
        past.map(Past::chosen).unwrap_or_default()
    }

    fn agents(&self, survey: &Survey<'_>) -> Vec<report::Spider> {
        self.tell_spiders(survey)
    }

    fn summary(&self) -> report::PopulationStats {
        self.tell_stats()
    }

    fn history(&self, spider: u32, survey: &Survey<'_>) -> Option<report::SpiderHistory> {
        self.history_of(spider, survey)
    }

    fn agent_of(&self, url: UrlId) -> Option<u32> {
        let agents = &self.memory.agents;
        let at = agents
            .readers
            .get(&url)
            .or_else(|| agents.owners.get(&url))?;
        Some(number(*at))
    }
}

impl Report for Colony {
    fn tables(&self, _survey: &Survey<'_>) -> Vec<report::ModelTable> {
        self.tell_energy()
    }
}

impl Colony {
    fn lost(&mut self, url: UrlId) {
        if let Some(past) = &mut self.past {
            past.settle(url);
        }
        let agents = &mut self.memory.agents;
        let Some(owner) = agents.owners.get(&url).copied() else {
            return;
        };
        let by_link = matches!(agents.arrive(url), Some((_, Some(_))));
        agents.forget(url);
        if let Some(life) = self.rules.life.filter(|_| by_link) {
            agents.feed(owner, 0.0, life.price);
        }
        agents.weed(owner, self.rules.life);
        agents.note(owner);
    }

    fn dropped(&mut self, url: UrlId) {
        if let Some(past) = &mut self.past {
            past.settle(url);
        }
        self.memory.strays.remove(&url);
        let agents = &mut self.memory.agents;
        if let Some(owner) = agents.owners.get(&url).copied() {
            agents.forget(url);
            agents.weed(owner, None);
        }
    }

    /// The spider that was sent to the one goes to the other, whosever that was.
    fn redirected(&mut self, from: UrlId, to: UrlId) {
        if let Some(past) = &mut self.past {
            past.redirected(from, to);
        }
        let agents = &mut self.memory.agents;
        if let Some((at, link)) = agents.arrive(from) {
            agents.forget(to);
            agents.send(at, to, link, Stage::Waits);
        }
    }
}

#[cfg(test)]
#[path = "colony_tests.rs"]
mod tests;
