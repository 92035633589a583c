//! Adaptive: weighs all signs that the other strategies use one at a time, and learns during the crawl what each of them is worth here.
//!
//! A page that was read is as good as it looks like the topic, which grows from the pages themselves ([`topic`]). Every link that waits
//! has its cues ([`cues`], [`memory`]); a logistic regression gives the probability that its page is good:
//! `p = 1 / (1 + e^−s)`, `s = b + Σ w_j · x_j`, and that is the priority. Each page that was fetched by a link is an example for it.
//! Before any, the weights are those of a sensible blend; examples first tell how much the blend as a whole is worth, and only against
//! a narrow prior what one cue is worth beyond its share in it, so that few examples move the order little. Whatever waits is scored anew
//! when the crawl knows a tenth more, and the foremost of it after every page. Where little was found, it looks around ([`explore`]).
//!
//! Where there are trails, what their hidden Markov model expects is one more cue ([`guide`]): that is a strategy of its own in the list
//! ([`super::adaptive_trails`]), so that nobody compares by accident one that was trained with those that were not.
//!
//! Source: online relevance feedback as in Batsakis §2.5 (Chakrabarti et al. 2002) and interest ratios as in Batsakis §2.3 (Aggarwal et al.
//! 2001), over the cues of Pant §3; the learner is [`crate::learn::Logistic`].

mod cues;
mod explore;
mod guide;
mod kinds;
mod memory;
mod rarity;
mod tell;
mod topic;

use super::meaning::Meaning;
use super::{
    Context, Entry, ExampleView, FoundAgain, LinkView, Materials, Needs, PageView, Param, Part,
    Range, Refresh, StartOver, Strategy, Survey,
};
use crate::frontier::{Frontier, Score, Waiting};
use crate::graph::UrlId;
use crate::learn::{Draw, Logistic, probability};
use crate::lexicon::Measure;
use crate::report::{Insight, Learning, Reading, RelatedWord};
use crate::text::TermId;
use crate::topic::Lens;
use crate::url::CanonicalUrl;
use cues::{CUES, Cues, PARTS, PRIOR, Scale, UNGUIDED, UNGUIDED_PARTS, UNGUIDED_WITHOUT, WITHOUT};
use explore::Explorer;
use guide::Guide;
use memory::{CONTEXT_WORDS, Found, Memory, PAGE_WORDS, Read, SHORT_WORDS, add};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Standard deviation of what a cue may be worth beyond its share in the blend.
const OWN_DEVIATION: f64 = 0.1;
/// What the blend is worth at the start, and the standard deviation of it: narrow enough that it stays above 0 whatever comes.
const BLEND: (f64, f64) = (0.4, 0.2);
/// The log-odds of a mean link at the start, and their standard deviation: nobody knows how rare good pages are, and a stretch without
/// any is to teach that they are rare, not that the signs are wrong.
const BIAS: (f64, f64) = (-1.0, 10.0);
/// Links that are scored anew after every page, the foremost.
const FOREMOST: usize = 200;
/// Weights of the learner: a cue's own, the bias, the blend.
const WEIGHTS: usize = CUES + 2;
/// The choice of [`Explore::Thompson`].
const THOMPSON: &str = "thompson";

pub(super) const ENTRY: Entry = Entry {
    id: "adaptive",
    title: "Adaptive",
    sentence: "Weighs every sign that a link gives, and learns while it crawls which of them lead to pages like your words here: nothing to train or to choose.",
    source: "Batsakis §2.3 and §2.5, Pant §3",
    params: &[EXPLORE, leave_out(UNGUIDED_WITHOUT)],
    needs: Needs::LEXICON,
    has_spiders: false,
    parts: UNGUIDED_PARTS,
    make: |materials| Box::new(Adaptive::new(materials)),
};

/// The parameters where there are trails.
pub(super) const GUIDED_PARAMS: &[Param] = &[EXPLORE, leave_out(&WITHOUT)];
/// The parts of a score where there are trails.
pub(super) const GUIDED_PARTS: &[Part] = &PARTS;

/// The same with a model of the plan's trails.
pub(super) fn guided(materials: &Materials<'_>) -> Box<dyn Strategy> {
    Box::new(Adaptive {
        guide: Some(Guide::new(materials)),
        ..Adaptive::new(materials)
    })
}

const EXPLORE: Param = Param {
    name: "explore",
    title: "Look around",
    range: Range::Choice(&["oldest", THOMPSON, "none"]),
    help: "Oldest: where little was found, what has waited longest comes in between. Thompson: signs weigh by chance as much as they may be worth. None: always the best.",
};

const fn leave_out(signs: &'static [&'static str]) -> Param {
    Param {
        name: "without",
        title: "Leave out",
        range: Range::Choice(signs),
        help: "For experiments: a sign that is not to count, to see what it is worth.",
    }
}

struct Adaptive {
    meaning: Meaning,
    /// The model of trails, where there are any.
    guide: Option<Guide>,
    explore: Explore,
    /// The cue that does not count.
    without: Option<usize>,
    state: State,
    /// All that waits is to be scored anew; of this step only.
    is_renewed: bool,
}

/// How it comes to know what it does not go by yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Explore {
    /// What has waited longest comes in between.
    Oldest,
    /// The weights are drawn from what is believed of them.
    Thompson,
    /// Not at all.
    No,
}

/// What is saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    memory: Memory,
    model: Logistic,
    /// The weights by which links are scored: the likeliest, or drawn.
    weights: Vec<f64>,
    draw: Draw,
    explorer: Explorer,
    scale: Scale,
    refresh: Refresh,
    /// It has forgotten, and sees the pages again.
    is_catching_up: bool,
    /// What the person says of pages.
    judged: BTreeMap<UrlId, bool>,
    /// How learned words are written.
    spelled: BTreeMap<TermId, String>,
}

impl State {
    /// Nothing seen.
    fn new(explorer: Explorer, draw: Draw) -> Self {
        let (mut prior, mut deviation) = ([0.0; WEIGHTS], [OWN_DEVIATION; WEIGHTS]);
        (prior[CUES], deviation[CUES]) = BIAS;
        (prior[CUES + 1], deviation[CUES + 1]) = BLEND;
        Self {
            memory: Memory::default(),
            model: Logistic::new(&prior, &deviation),
            weights: prior.to_vec(),
            draw,
            explorer,
            scale: Scale::default(),
            refresh: Refresh::every(1),
            is_catching_up: false,
            judged: BTreeMap::new(),
            spelled: BTreeMap::new(),
        }
    }
}

impl Adaptive {
    /// One that has seen nothing.
    fn new(materials: &Materials<'_>) -> Self {
        let (settings, seed) = (materials.settings, materials.plan.rng_seed);
        let without = settings.choice("without");
        Self {
            meaning: Meaning::new(materials, Measure::LI, 0.0).by_first_sense(),
            guide: None,
            explore: match settings.choice("explore") {
                THOMPSON => Explore::Thompson,
                "none" => Explore::No,
                _ => Explore::Oldest,
            },
            without: PARTS.iter().position(|part| part.title == without),
            state: State::new(Explorer::new(seed), Draw::new(seed)),
            is_renewed: false,
        }
    }

    /// How many cues it has.
    fn signs(&self) -> usize {
        if self.guide.is_some() { CUES } else { UNGUIDED }
    }

    /// How far the model of trails is trusted; not at all where there is none.
    fn trust(&self) -> f64 {
        self.guide.as_ref().map_or(0.0, Guide::trust)
    }

    /// A link's cues as the learner sees them: scaled, with what stands for the bias and the blend.
    fn seen(&self, cues: &Cues) -> [f64; WEIGHTS] {
        let evidence = self.state.memory.topic.evidence();
        let mut scaled = self.state.scale.trusted(cues, evidence, self.trust());
        if let Some(without) = self.without {
            scaled[without] = 0.0;
        }
        let mut seen = [1.0; WEIGHTS];
        seen[..CUES].copy_from_slice(&scaled);
        seen[CUES + 1] = scaled
            .iter()
            .zip(PRIOR)
            .fold(0.0, |sum, (x, share)| sum + x * share);
        seen
    }

    /// What each cue is worth now, its share in the blend and its own together.
    fn weights(&self) -> Cues {
        let weights = &self.state.weights;
        std::array::from_fn(|cue| weights[cue] + weights[CUES + 1] * PRIOR[cue])
    }

    /// The probability that a link's page is good, and what each cue adds to its logarithm of the odds.
    fn worth(&self, found: &Found) -> Score {
        let seen = self.seen(&self.state.memory.cues(found));
        let weights = self.weights();
        let parts = weights.iter().zip(&seen).map(|(weight, x)| weight * x);
        let parts = parts.take(self.signs()).collect();
        Score::with_parts(probability(&self.state.weights, &seen), parts)
    }

    /// Learns the topic, the scale and the weights from everything so far.
    fn renew(&mut self) {
        let State { memory, judged, .. } = &mut self.state;
        memory.judge(judged, self.meaning.lexicon());
        let waiting: Vec<Cues> = memory
            .found
            .values()
            .map(|found| memory.cues(found))
            .collect();
        self.state.scale = Scale::of(&waiting).unwrap_or(self.state.scale);
        let pages = self.state.memory.reads.iter();
        let known = pages.filter_map(|page| Some((self.seen(&page.link.as_ref()?.1), page.good)));
        let known: Vec<_> = known.collect();
        let examples: Vec<_> = known
            .iter()
            .map(|(seen, good)| (&seen[..], *good))
            .collect();
        self.state.model.learn(&examples);
        let State { model, draw, .. } = &mut self.state;
        let mut weights = model.weights().to_vec();
        if self.explore == Explore::Thompson {
            // The bias moves no link past another; a wild one would only make all look alike.
            let bias = weights[CUES];
            weights = model.draw(draw);
            weights[CUES] = bias;
        }
        self.state.weights = weights;
    }

    /// Takes in a page and the words of its links.
    fn take_in(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) {
        let State {
            memory, explorer, ..
        } = &mut self.state;
        if memory.places.contains_key(&page.id) {
            return;
        }
        let guide = self.guide.as_mut();
        let expected = guide.map(|guide| guide.expected(page, links, context));
        let expected = expected.unwrap_or_default();
        memory.rarity.observe(page.counts);
        memory.topic.hear(context.query);
        let is_asked = |term| memory.topic.is_asked(term);
        let words = memory.rarity.telling(page.counts, PAGE_WORDS, is_asked);
        let host = context.urls.host_of(page.id).0;
        memory.read(Read::new(page.id, words, page.relevance).on(host, folder(page.url)));
        let number = memory.places[&page.id];
        for (place, view) in (0..).zip(links) {
            if !memory.places.contains_key(&view.id) {
                let found = memory.found.entry(view.id).or_insert_with(|| {
                    explorer.arrived(view.id);
                    first_seen(view, page, context)
                });
                let expected = expected.get(&view.id).copied();
                found.carried_by(number, place, expected.unwrap_or(0.0));
                found.depth = found.depth.min(page.depth.saturating_add(1));
                hear_link(found, view, context);
                let (text, language) = (&view.link.anchor, context.language);
                found.name(text, language, &mut self.meaning, context.lens);
            }
        }
    }
}

/// A link that is seen for the first time: what its URL tells.
fn first_seen(view: &LinkView<'_>, page: &PageView<'_>, context: &mut Context<'_>) -> Found {
    let parts: Vec<_> = view.link.url.tokens().collect();
    let mut found = Found {
        depth: page.depth.saturating_add(1),
        host: context.urls.host_of(view.id).0,
        folder: folder(&view.link.url),
        ..Found::default()
    };
    let counts = context.lens.counts(&parts.join(" "), context.language);
    add(
        &mut found.address,
        counts.iter().map(|(term, _)| term),
        SHORT_WORDS,
    );
    found
}

/// Adds the words at a link to those at it on other pages, for as long as there is room.
fn hear_link(found: &mut Found, view: &LinkView<'_>, context: &mut Context<'_>) {
    let Found {
        anchor,
        context: around,
        heading,
        ..
    } = found;
    for (words, text, most) in [
        (anchor, &view.link.anchor, SHORT_WORDS),
        (around, &view.link.context, CONTEXT_WORDS),
        (heading, &view.link.heading, SHORT_WORDS),
    ] {
        if words.len() < most {
            let counts = context.lens.counts(text, context.language);
            add(words, counts.iter().map(|(term, _)| term), most);
        }
    }
}

/// A number for the folder of a URL: its host and its path up to the last slash.
fn folder(url: &CanonicalUrl) -> u64 {
    let path = url.path();
    let end = path.rfind('/').unwrap_or(path.len());
    xxhash_rust::xxh3::xxh3_64_with_seed(
        &path.as_bytes()[..end],
        xxhash_rust::xxh3::xxh3_64(url.host_key().as_bytes()),
    )
}

impl Strategy for Adaptive {
    fn study(&mut self, example: &ExampleView<'_>, lens: &mut Lens) {
        if let Some(guide) = &mut self.guide {
            guide.study(example, lens);
        }
    }

    fn conclude(&mut self) -> Learning {
        let guide = self.guide.as_mut();
        guide.map_or_else(|| Learning::Done(Box::default()), Guide::conclude)
    }

    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        self.take_in(page, links, context);
        // Its own count: pages that are seen again come one by one as well.
        let pages = u32::try_from(self.state.memory.reads.len()).unwrap_or(u32::MAX);
        self.is_renewed = self.state.refresh.is_due(pages);
        if self.is_renewed {
            self.renew();
        }
        self.spell(page, context);
        let found = |view: &LinkView<'_>| self.state.memory.found.get(&view.id);
        let worth = |view| Some(found(view).map_or_else(Score::default, |found| self.worth(found)));
        links.iter().map(worth).collect()
    }

    /// What the person judged stays, and what was learned from trails; all else is learned again from the pages.
    fn start_over(&mut self) -> StartOver {
        if let Some(guide) = &mut self.guide {
            guide.start_over();
        }
        let judged = std::mem::take(&mut self.state.judged);
        self.state = State {
            judged,
            is_catching_up: true,
            ..State::new(self.state.explorer.anew(), self.state.draw.clone())
        };
        StartOver::Forgot
    }

    fn judged(&mut self, page: &PageView<'_>, good: Option<bool>) {
        match good {
            Some(good) => self.state.judged.insert(page.id, good),
            None => self.state.judged.remove(&page.id),
        };
    }

    fn lost(&mut self, url: UrlId) {
        self.state.memory.found.remove(&url);
    }

    fn dropped(&mut self, url: UrlId) {
        self.state.memory.found.remove(&url);
    }

    fn redirected(&mut self, from: UrlId, to: UrlId) {
        let memory = &mut self.state.memory;
        if let Some(found) = memory.found.remove(&from) {
            memory.found.entry(to).or_insert(found);
        }
    }

    fn revise(
        &mut self,
        _page: &PageView<'_>,
        frontier: &Frontier,
        _context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        if std::mem::take(&mut self.state.is_catching_up) {
            self.renew();
            self.is_renewed = true;
        }
        let most = if self.is_renewed {
            frontier.len()
        } else {
            FOREMOST
        };
        let known = frontier
            .top(most)
            .filter_map(|(id, _)| Some((id, self.state.memory.found.get(&id)?)));
        known.map(|(id, found)| (id, self.worth(found))).collect()
    }

    /// Its score is by all pages that carry it already.
    fn found_again(&self, _waiting: &Waiting, new: &Score) -> FoundAgain {
        FoundAgain::Rescore(new.clone())
    }

    /// Seeds and targets of redirects go ahead of all links.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        let best = frontier.best()?;
        let is_link = |waiting: &Waiting| waiting.parent.is_some() && waiting.hops == 0;
        if self.explore != Explore::Oldest || !frontier.get(best).is_some_and(is_link) {
            return Some(best);
        }
        let typical = self.state.memory.topic.typical();
        let oldest = self.state.explorer.oldest(typical, frontier);
        oldest.or(Some(best))
    }

    fn readings(&self, page: UrlId) -> Vec<Reading> {
        let guide = self.guide.iter();
        let of_trails = guide.flat_map(|guide| guide.readings(page));
        self.reading(page).into_iter().chain(of_trails).collect()
    }

    fn insights(&self, _survey: &Survey<'_>) -> Vec<Insight> {
        self.tables()
    }

    fn related(&self) -> Vec<RelatedWord> {
        self.meaning.related()
    }

    fn save(&self) -> Vec<u8> {
        super::saved(&(&self.state, self.guide.as_ref().map(Guide::save)))
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read: Option<(State, Option<Vec<u8>>)> = super::read_saved(saved);
        let senses = self.meaning.lexicon().synsets_len();
        let Some((state, taught)) = read.filter(|(state, _)| state.is_sound(senses)) else {
            return false;
        };
        let fits = match (&mut self.guide, taught) {
            (Some(guide), Some(taught)) => guide.restore(&taught),
            (None, None) => true,
            _ => false,
        };
        if fits {
            self.state = state;
            self.state.memory.ready(self.meaning.lexicon());
        }
        fits
    }
}

impl State {
    /// True where it is one that this version can have written.
    fn is_sound(&self, senses: usize) -> bool {
        let drawn = self.weights.len() == WEIGHTS && self.weights.iter().all(|x| x.is_finite());
        drawn
            && self.memory.is_sound(senses)
            && self.scale.is_sound()
            && self.model.is_sound(WEIGHTS)
    }
}
