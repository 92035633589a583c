//! Spiders as a strategy: what each makes of its page, and who goes next.
//!
//! Spiders take turns; each fetches one page at a time. After a page a spider learns, gains and pays, keeps the links that are nobody's yet,
//! and is cloned or dies. What the papers leave open:
//! - A page on which a family is founded costs and gives nothing: the papers fetch starting pages beforehand.
//! - A page that failed costs what any page costs, and teaches nothing.
//! - The net learns before it judges the links of the page; their λ for the learning is from before.
//! - A link that waits stays whose it is when another spider finds it, too.
//! - A spider without a link left has nowhere to go, and dies.
//! - URLs that nobody found (seeds, redirects, the links of another strategy where the person switched to this one) found families while
//!   there is room, and go to the spider with the fewest links otherwise.
//! - A link whose host rests by the time of its turn goes back among the others, so that one slow host does not hold up its spider.
//!
//! Source: Pant §3.5 and §5.1, Evolving §4.1.

use super::herd::{Herd, Stage};
use super::inputs::{inputs, place_of};
use super::net::Inputs;
use super::rules::{Life, Mind, Rules};
use crate::frontier::{Frontier, Score, Waiting};
use crate::graph::UrlId;
use crate::limits;
use crate::plan::Plan;
use crate::report;
use crate::strategy::{Context, LinkView, PageView, Strategy, Survey, read_saved, saved};
use crate::text::{TermId, cosine};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A population at work.
pub(in crate::strategy) struct Colony {
    pub(super) rules: Rules,
    /// The query as it was typed, for how its words are written.
    query: String,
    pub(super) memory: Memory,
}

/// What a colony remembers.
#[derive(Serialize, Deserialize)]
pub(super) struct Memory {
    pub(super) herd: Herd,
    /// Whose turn is next.
    turn: usize,
    /// What waited when the colony came was looked at.
    has_begun: bool,
    /// How words are written that spiders have.
    pub(super) spelled: BTreeMap<TermId, String>,
}

/// What a spider makes of the links of a page: for each σ, λ and the inputs it came from.
struct Judged {
    sigma: f64,
    lambda: f64,
    inputs: Inputs,
}

impl Colony {
    pub(in crate::strategy) fn new(rules: Rules, plan: &Plan) -> Self {
        Self {
            rules,
            query: plan.query.clone(),
            memory: Memory {
                herd: Herd::new(plan.rng_seed),
                turn: 0,
                has_begun: false,
                spelled: BTreeMap::new(),
            },
        }
    }

    /// Who read this page, and the link by which it came there. A page that nobody was sent to, as where the person switched to this
    /// strategy while it was under way, founds a family.
    fn reader(&mut self, page: UrlId) -> (usize, Option<super::own::Link>) {
        let herd = &mut self.memory.herd;
        if let Some(arrived) = herd.arrive(page) {
            return arrived;
        }
        herd.forget(page);
        let room = herd.living.len() < self.rules.population;
        let poorest = herd.poorest().filter(|_| !room);
        (poorest.unwrap_or_else(|| herd.found(&self.rules)), None)
    }

    /// What the spider's net senses of each link: its words around it.
    fn sense(
        &mut self,
        at: usize,
        mind: Mind,
        (page, links): (&PageView<'_>, &[LinkView<'_>]),
        context: &mut Context<'_>,
    ) -> Vec<Inputs> {
        let herd = &mut self.memory.herd;
        let spider = &mut herd.spiders[at];
        let terms = spider.words.terms();
        for term in &terms {
            spider.net.meet(*term, &mut herd.draw);
        }
        self.spell(&terms, page, context);
        let text = &page.document.body;
        let places = context.lens.stands(text, context.language, &terms);
        let all = inputs(page.document, places, mind.rho);
        let of = |view: &LinkView<'_>| all.get(place_of(page.document, view.link)).cloned();
        links
            .iter()
            .map(|view| of(view).unwrap_or_default())
            .collect()
    }

    /// Remembers how words are written.
    fn spell(&mut self, terms: &[TermId], page: &PageView<'_>, context: &mut Context<'_>) {
        for term in terms {
            if self.memory.spelled.contains_key(term) {
                continue;
            }
            let texts = [&self.query, &page.document.title, &page.document.body];
            let mut written = texts
                .into_iter()
                .filter_map(|text| context.lens.spelling(text, context.language, *term));
            if let Some(word) = written.next() {
                self.memory.spelled.insert(*term, word);
            }
        }
    }

    /// Judges the links of a page, and first learns from the link that led there where there is one.
    fn judge(
        &mut self,
        at: usize,
        came_by: Option<&Inputs>,
        likeness: f64,
        (page, links): (&PageView<'_>, &[LinkView<'_>]),
        context: &mut Context<'_>,
    ) -> Vec<Judged> {
        let Some(mind) = self.rules.mind else {
            let plain = |_: &LinkView<'_>| Judged {
                sigma: likeness,
                lambda: 0.0,
                inputs: Inputs::default(),
            };
            return links.iter().map(plain).collect();
        };
        let sensed = self.sense(at, mind, (page, links), context);
        let net = &mut self.memory.herd.spiders[at].net;
        if let Some(came_by) = came_by.filter(|_| mind.rate > 0.0) {
            let ahead = sensed.iter().map(|inputs| net.judge(inputs));
            let target = likeness + mind.mu * ahead.reduce(f64::max).unwrap_or_default();
            net.learn(came_by, target, mind.rate);
        }
        let judged = sensed.into_iter().map(|inputs| {
            let lambda = net.judge(&inputs);
            Judged {
                sigma: mind.sigma(lambda, likeness),
                lambda,
                inputs,
            }
        });
        judged.collect()
    }

    /// The spider keeps the links that are nobody's; of several to one URL the best, the first of equals.
    fn keep(&mut self, at: usize, links: &[LinkView<'_>], judged: Vec<Judged>) {
        let mut new: BTreeMap<UrlId, (usize, Judged)> = BTreeMap::new();
        for (place, (view, judged)) in links.iter().zip(judged).enumerate() {
            if self.memory.herd.owners.contains_key(&view.id) {
                continue;
            }
            match new.get_mut(&view.id) {
                Some((_, best)) if judged.sigma <= best.sigma => {}
                Some((_, best)) => *best = judged,
                None => {
                    new.insert(view.id, (place, judged));
                }
            }
        }
        let mut new: Vec<_> = new.into_iter().collect();
        new.sort_unstable_by_key(|(_, (place, _))| *place);
        for (id, (_, judged)) in new {
            let herd = &mut self.memory.herd;
            herd.give(at, id, judged.sigma, judged.inputs);
        }
    }

    /// Clones a spider that has the energy, where there is room and a link for each of the two.
    fn breed(&mut self, at: usize, life: Life, page: &PageView<'_>, context: &mut Context<'_>) {
        let herd = &mut self.memory.herd;
        let parent = &herd.spiders[at];
        let able = life.breeding && parent.energy >= life.theta && parent.own.len() >= 2;
        if !able || herd.living.len() >= self.rules.population {
            return;
        }
        let child = herd.clone_spider(at);
        let spider = &mut herd.spiders[child];
        let news = spider.words.news(page.counts).filter(|_| life.word > 0.0);
        if self.rules.mind.is_some() {
            spider.net.mutate(life.mutated, life.noise, &mut herd.draw);
        }
        if let Some(term) = news {
            spider.words.learn(term, life.word, child, page.id);
            spider.net.meet(term, &mut herd.draw);
            self.spell(&[term], page, context);
        }
    }

    /// Spiders go to what waits and is nobody's.
    fn adopt(&mut self, frontier: &Frontier) {
        if self.memory.has_begun {
            let urgent = |(_, waiting): &(UrlId, &Waiting)| {
                waiting.parent.is_none() || waiting.hops > 0 || waiting.tries > 0
            };
            let ahead = frontier.top(frontier.len()).take_while(urgent);
            let best = frontier.best().and_then(|id| Some((id, frontier.get(id)?)));
            for (id, waiting) in ahead.chain(best) {
                self.adopt_one(id, waiting);
            }
        } else {
            self.memory.has_begun = true;
            for (id, waiting) in frontier.top(frontier.len()) {
                self.adopt_one(id, waiting);
            }
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
            let sigma = waiting.score.first.clamp(-1.0, 1.0);
            herd.give(poorest, id, sigma, Inputs::default());
        } else {
            let founder = herd.found(&self.rules);
            herd.send(founder, id, None, Stage::Waits);
        }
    }

    /// What a spider wants next: what it chose already, where that waits, or a new choice. None where it is under way, or has to wait.
    fn next_of(&mut self, at: usize, frontier: &Frontier) -> Option<UrlId> {
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

    /// The scores of links with their parts.
    fn scores(&self, judged: &[Judged], likeness: f64) -> Vec<Option<Score>> {
        let score = |judged: &Judged| {
            let parts = match self.rules.mind {
                Some(_) => vec![judged.lambda, likeness],
                None => vec![likeness],
            };
            Some(Score::with_parts(judged.sigma, parts))
        };
        judged.iter().map(score).collect()
    }
}

impl Mind {
    /// σ of a link: what the net and the page say.
    fn sigma(self, lambda: f64, likeness: f64) -> f64 {
        self.alpha * lambda + (1.0 - self.alpha) * likeness
    }
}

impl Strategy for Colony {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        self.memory.herd.now = Some(page.id);
        let (at, link) = self.reader(page.id);
        self.memory.herd.readers.insert(page.id, at);
        let spider = &mut self.memory.herd.spiders[at];
        let likeness = cosine(&spider.words.ask(context.query), page.vector);
        spider.visited.push(page.id);
        if spider.best.is_none_or(|(_, best)| page.relevance > best) {
            spider.best = Some((page.id, page.relevance));
        }
        let came_by = link.as_ref().map(|link| &link.inputs);
        let judged = self.judge(at, came_by, likeness, (page, links), context);
        let scores = self.scores(&judged, likeness);
        self.keep(at, links, judged);
        if let Some(life) = self.rules.life {
            let herd = &mut self.memory.herd;
            match link {
                Some(_) => herd.feed(at, likeness, life.price),
                None => herd.note(at),
            }
            self.breed(at, life, page, context);
        }
        self.memory.herd.weed(at, self.rules.life);
        scores
    }

    /// The links that wait get a new σ from what was sensed of them, and the page's new likeness to its reader's words. Nobody learns,
    /// gains or pays.
    fn rescore(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let herd = &mut self.memory.herd;
        let likeness = match herd.readers.get(&page.id) {
            Some(at) => {
                let words = &mut herd.spiders[*at].words;
                cosine(&words.ask(context.query), page.vector)
            }
            None => page.relevance,
        };
        let mut judged = Vec::with_capacity(links.len());
        for view in links {
            let owner = herd.owners.get(&view.id).copied();
            let owner = owner.map(|at| &mut herd.spiders[at]);
            let link = owner.as_ref().and_then(|owner| owner.own.get(view.id));
            let inputs = link.map(|link| link.inputs.clone()).unwrap_or_default();
            let lambda = match (self.rules.mind, &owner) {
                (Some(_), Some(owner)) => owner.net.judge(&inputs),
                _ => 0.0,
            };
            let sigma = self
                .rules
                .mind
                .map_or(likeness, |mind| mind.sigma(lambda, likeness));
            if let Some(owner) = owner {
                owner.own.change(view.id, sigma);
            }
            judged.push(Judged {
                sigma,
                lambda,
                inputs,
            });
        }
        self.scores(&judged, likeness)
    }

    fn lost(&mut self, url: UrlId) {
        let herd = &mut self.memory.herd;
        let Some(owner) = herd.owners.get(&url).copied() else {
            return;
        };
        let by_link = matches!(herd.arrive(url), Some((_, Some(_))));
        herd.forget(url);
        if let Some(life) = self.rules.life.filter(|_| by_link) {
            herd.feed(owner, 0.0, life.price);
        }
        herd.weed(owner, self.rules.life);
    }

    /// The spider that was sent to the one goes to the other, whosever that was.
    fn redirected(&mut self, from: UrlId, to: UrlId) {
        let herd = &mut self.memory.herd;
        if let Some((at, link)) = herd.arrive(from) {
            herd.forget(to);
            herd.send(at, to, link, Stage::Waits);
        }
    }

    fn released(&mut self) -> Vec<UrlId> {
        std::mem::take(&mut self.memory.herd.released)
    }

    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        self.adopt(frontier);
        frontier.best()?;
        let turn = self.memory.turn;
        let living = &self.memory.herd.living;
        let order: Vec<usize> = living
            .range(turn..)
            .chain(living.range(..turn))
            .copied()
            .collect();
        let chosen = order
            .into_iter()
            .find_map(|at| Some((at, self.next_of(at, frontier)?)));
        chosen.map(|(at, id)| {
            self.memory.turn = at + 1;
            id
        })
    }

    fn spiders(&self, survey: &Survey<'_>) -> Vec<report::Spider> {
        self.tell_spiders(survey)
    }

    fn herd(&self) -> Option<report::Herd> {
        Some(self.tell_herd())
    }

    fn story(&self, spider: u32, survey: &Survey<'_>) -> Option<report::Story> {
        self.tell_story(spider, survey)
    }

    fn insights(&self, _survey: &Survey<'_>) -> Vec<report::Insight> {
        self.tell_energy()
    }

    fn spider_of(&self, url: UrlId) -> Option<u32> {
        let herd = &self.memory.herd;
        let at = herd.owners.get(&url).or_else(|| herd.readers.get(&url))?;
        Some(super::tell::number(*at))
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.memory)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read = read_saved(saved).filter(|memory: &Memory| memory.herd.is_sound());
        read.map(|memory| self.memory = memory).is_some()
    }
}

#[cfg(test)]
#[path = "colony_tests.rs"]
mod tests;
