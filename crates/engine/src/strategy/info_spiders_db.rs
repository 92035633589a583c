//! InfoSpiders that begin with what earlier crawls found: besides the seeds, spiders start at the best pages of the past on this query.
//!
//! Once the seeds were read, the pages of earlier crawls that the plan holds are judged ([`super::spiders::past`]) and the best of them become
//! starting pages. Where no seed could be read, the first of them do, in the order of the plan. From then on it is InfoSpiders.
//!
//! Source: Evolving §4.1, “Improved InfoSpiders” (the 50 best pages, a linear SVM trained on the seed pages).

use super::spiders::past::{Read, best};
use super::spiders::rules::{
    ALPHA, BETA, BREEDING, COST, EXTINCTION, HIDDEN, LEGACY, MU, MUTATED, NOISE, POPULATION, PRICE,
    RATE, RHO, THETA, UNIT, WORD,
};
use super::spiders::{Colony, Rules};
use super::{
    Context, Entry, LinkView, Materials, Needs, PAGE_WORDS_PART, PageView, Param, Range,
    SPIDER_NET_PART, Strategy, Survey, read_saved, saved,
};
use crate::frontier::{Frontier, Score};
use crate::graph::UrlId;
use crate::limits;
use crate::plan::{PastPage, Plan};
use crate::report::{self, Insight};
use crate::text::{Language, SparseVector, cosine};
use crate::topic::Lens;
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

pub(super) const ENTRY: Entry = Entry {
    id: "info-spiders-db",
    title: "InfoSpiders (earlier crawls)",
    sentence: "InfoSpiders that start from your earlier crawls, too: from the best pages there that are like your starting pages.",
    source: "Evolving §4.1",
    params: &[
        BEST, ALPHA, BETA, THETA, PRICE, COST, RHO, MU, RATE, HIDDEN, UNIT, BREEDING, MUTATED,
        NOISE, WORD, POPULATION, LEGACY, EXTINCTION,
    ],
    needs: Needs::PAST,
    parts: &[SPIDER_NET_PART, PAGE_WORDS_PART],
    make: |Materials { settings, plan, .. }| {
        let extra = settings.whole(BEST.name);
        let rules = Rules::of(
            settings,
            plan,
            plan.seeds.len() + extra.min(plan.past.len()),
        );
        Box::new(InfoSpidersDb {
            colony: Colony::new(rules, plan),
            query: plan.query.clone(),
            past: besides_seeds(plan),
            best: extra,
            rng_seed: plan.rng_seed,
            memory: Memory::default(),
        })
    },
};

const BEST: Param = Param {
    name: "best",
    title: "Pages of earlier crawls",
    range: Range::Whole {
        min: 0,
        max: 300,
        default: 50,
    },
    help: "At most so many pages of earlier crawls become starting pages.",
};

/// The pages of earlier crawls that are not seeds anyway.
fn besides_seeds(plan: &Plan) -> Vec<PastPage> {
    let seeds = plan.seeds.iter();
    let seeds: BTreeSet<_> = seeds
        .filter_map(|seed| CanonicalUrl::from_person(seed).ok())
        .collect();
    let is_new = |page: &&PastPage| {
        let url = CanonicalUrl::parse(&page.url);
        url.is_ok_and(|url| !seeds.contains(&url))
    };
    plan.past.iter().filter(is_new).cloned().collect()
}

struct InfoSpidersDb {
    colony: Colony,
    query: String,
    past: Vec<PastPage>,
    best: usize,
    rng_seed: u64,
    memory: Memory,
}

/// What it remembers until it has begun with the past.
#[derive(Default, Serialize, Deserialize)]
struct Memory {
    /// Seeds that were neither read nor lost; none before the first choice.
    awaited: Option<BTreeSet<UrlId>>,
    /// The words of those that were read.
    seeds: Vec<SparseVector>,
    /// The past, once it was read.
    read: Vec<Read>,
    has_chosen: bool,
    chosen: Vec<CanonicalUrl>,
}

impl InfoSpidersDb {
    /// The page is one of the seeds, and will not come again.
    fn settled(&mut self, page: UrlId) -> bool {
        let awaited = self.memory.awaited.as_mut();
        awaited.is_some_and(|awaited| awaited.remove(&page))
    }

    /// Reads the past, in the language of each page.
    fn read_past(&mut self, lens: &mut Lens) {
        let read = |page: &PastPage| {
            let language = page.language.as_deref().and_then(Language::from_code);
            let end = page.text.floor_char_boundary(limits::PAST_TEXT_BYTES);
            let words = lens.vector(&page.text[..end], language);
            let query = lens.vector(&self.query, language);
            Read {
                likeness: cosine(&words, &query),
                words: words.unit(),
            }
        };
        self.memory.read = self.past.iter().map(read).collect();
    }

    /// Chooses among the past as soon as no seed is awaited.
    fn look_back(&mut self) {
        let awaited = self.memory.awaited.as_ref();
        if self.memory.has_chosen || !awaited.is_some_and(BTreeSet::is_empty) {
            return;
        }
        self.memory.has_chosen = true;
        let chosen = if self.memory.read.is_empty() {
            (0..self.past.len().min(self.best)).collect()
        } else {
            let Memory { read, seeds, .. } = &self.memory;
            best(read, seeds, self.best, self.rng_seed)
        };
        let urls = chosen.into_iter().filter_map(|at| self.past.get(at));
        self.memory.chosen = urls
            .filter_map(|page| CanonicalUrl::parse(&page.url).ok())
            .collect();
        // They have served.
        self.memory.read.clear();
        self.memory.seeds.clear();
    }
}

impl Strategy for InfoSpidersDb {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        if !self.memory.has_chosen && self.memory.read.is_empty() {
            self.read_past(context.lens);
        }
        if self.settled(page.id) {
            self.memory.seeds.push(page.vector.unit());
        }
        self.look_back();
        self.colony.score(page, links, context)
    }

    fn rescore(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        self.colony.rescore(page, links, context)
    }

    fn lost(&mut self, url: UrlId) {
        self.settled(url);
        self.look_back();
        self.colony.lost(url);
    }

    fn redirected(&mut self, from: UrlId, to: UrlId) {
        if self.settled(from) {
            self.memory.awaited.get_or_insert_default().insert(to);
        }
        self.colony.redirected(from, to);
    }

    fn released(&mut self) -> Vec<UrlId> {
        self.colony.released()
    }

    fn more_seeds(&mut self) -> Vec<CanonicalUrl> {
        std::mem::take(&mut self.memory.chosen)
    }

    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        if self.memory.awaited.is_none() {
            let waiting = frontier.top(frontier.len());
            let seeds = waiting.filter(|(_, waiting)| waiting.parent.is_none());
            self.memory.awaited = Some(seeds.map(|(id, _)| id).collect());
        }
        self.colony.choose(frontier)
    }

    fn spiders(&self, survey: &Survey<'_>) -> Vec<report::Spider> {
        self.colony.spiders(survey)
    }

    fn herd(&self) -> Option<report::Herd> {
        self.colony.herd()
    }

    fn story(&self, spider: u32, survey: &Survey<'_>) -> Option<report::Story> {
        self.colony.story(spider, survey)
    }

    fn spider_of(&self, url: UrlId) -> Option<u32> {
        self.colony.spider_of(url)
    }

    fn insights(&self, survey: &Survey<'_>) -> Vec<Insight> {
        self.colony.insights(survey)
    }

    fn save(&self) -> Vec<u8> {
        saved(&(&self.memory, self.colony.save()))
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let Some((memory, colony)) = read_saved::<(Memory, Vec<u8>)>(saved) else {
            return false;
        };
        self.memory = memory;
        self.colony.restore(&colony)
    }
}
