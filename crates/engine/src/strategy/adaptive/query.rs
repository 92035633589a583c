//! Adaptive: weighs all signs that the other strategies use one at a time, and learns during the crawl what each of them is worth here.
//!
//! A page that was read is as good as it looks like the topic, which grows from the pages themselves ([`topic`]). Every link that waits
//! has its cues ([`cues`], [`memory`]); a logistic regression gives the probability that its page is good:
//! `p = 1 / (1 + e^−s)`, `s = b + Σ w_j · x_j`, and that is the priority. Each page that was fetched by a link is an example for it.
//! Before any, the weights are those of a sensible blend; examples first tell how much the blend as a whole is worth, and only against
//! a narrow prior what one cue is worth beyond its share in it, so that few examples move the order little. Whatever waits is scored anew
//! when the crawl knows a tenth more, and the foremost of it after every page. Where little was found, it looks around ([`explore`]).
//!
//! With trails, the expectation of their hidden Markov model is one more cue ([`guide`]). That is a separate strategy
//! ([`super::trails`]), so that nobody compares trained and untrained strategies by accident.
//!
//! Source: online relevance feedback as in Batsakis §2.5 (Chakrabarti et al. 2002) and interest ratios as in Batsakis §2.3 (Aggarwal et al.
//! 2001), over the cues of Pant §3; the learner is [`crate::learning::Logistic`].

use super::cues::{
    CUES, Cues, PARTS, PRIOR, Scale, UNGUIDED, UNGUIDED_PARTS, UNGUIDED_WITHOUT, WITHOUT,
};
use super::explore::Explorer;
use super::guide::Guide;
use super::link::{Found, add};
use super::memory::{CONTEXT_WORDS, Memory, PAGE_WORDS, ReadPage, SHORT_WORDS};
use crate::frontier::{Frontier, FrontierEntry, Score};
use crate::graph::UrlId;
use crate::learning::{Draw, Logistic, probability};
use crate::lexicon::Measure;
use crate::strategy::semantic::meaning::Meaning;
use crate::strategy::{
    Context, Entry, ExampleView, Learning, LinkView, Materials, PageView, Param, ParamDeclaration,
    Rediscovered, Refresh, Report, ScorePart, StartOver, Strategy, Survey, Training, UrlChange,
    declare,
};
use crate::text::TermId;
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::report::{ModelTable, PagePrediction, RelatedWord};
use types::strategy::Needs;
use types::url::CanonicalUrl;

/// Standard deviation of what a cue may be worth beyond its share in the blend.
const OWN_DEVIATION: f64 = 0.1;
/// The initial mean and standard deviation of the blend: narrow enough that it stays above 0.
pub(super) const BLEND: (f64, f64) = (0.4, 0.2);
/// The log-odds of a mean link at the start, and their standard deviation: nobody knows how rare good pages are, and a stretch without
/// any is to teach that they are rare, not that the signs are wrong.
const BIAS: (f64, f64) = (-1.0, 10.0);
/// Links that are scored anew after every page, the foremost.
const FOREMOST: usize = 200;
/// Weights of the learner: a cue's own, the bias, the blend.
const WEIGHTS: usize = CUES + 2;

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "adaptive",
    title: "Adaptive",
    sentence: "Combines all features of a link and learns during the crawl which ones predict relevant pages; needs no training.",
    source: "Batsakis §2.3 and §2.5, Pant §3",
    params: declare![EXPLORE, WITHOUT_UNGUIDED],
    needs: Needs::LEXICON,
    has_spiders: false,
    parts: UNGUIDED_PARTS,
    make: |materials| Box::new(Adaptive::new(materials, &WITHOUT_UNGUIDED)),
};

/// The parameters where there are trails.
pub(in crate::strategy) const GUIDED_PARAMS: &[ParamDeclaration] =
    declare![EXPLORE, WITHOUT_GUIDED];
/// The parts of a score where there are trails.
pub(in crate::strategy) const GUIDED_PARTS: &[ScorePart] = &PARTS;

/// Returns the same with a model of the plan's trails.
pub(super) fn guided(materials: &Materials<'_>) -> Box<dyn Strategy> {
    Box::new(Adaptive {
        guide: Some(Guide::new(materials)),
        ..Adaptive::new(materials, &WITHOUT_GUIDED)
    })
}

const WITHOUT_GUIDED: Param<&'static str> = leave_out(&WITHOUT);
const WITHOUT_UNGUIDED: Param<&'static str> = leave_out(UNGUIDED_WITHOUT);
const EXPLORE: Param<Explore> = Param::choice(
    "explore",
    "Exploration",
    &["oldest", "thompson", "none"],
    &[Explore::Oldest, Explore::Thompson, Explore::No],
    "Oldest: when few pages are relevant, it tries the oldest links too. Thompson: it samples the feature weights. None: always the best link.",
);

const fn leave_out(signs: &'static [&'static str]) -> Param<&'static str> {
    Param::choice(
        "without",
        "Excluded feature",
        signs,
        signs,
        "A feature to ignore, for ablation experiments.",
    )
}

pub(super) struct Adaptive {
    meaning: Meaning,
    /// The model of trails, if there are any.
    guide: Option<Guide>,
    explore: Explore,
    /// The cue that does not count.
    without: Option<usize>,
    pub(super) state: State,
    /// All that waits is to be scored anew; of this step only.
    is_renewed: bool,
}

/// The kind of exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Explore {
    /// Fetches the oldest link from time to time.
    Oldest,
    /// The weights are drawn from what is believed of them.
    Thompson,
    /// Not at all.
    No,
}

/// The saved state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) memory: Memory,
    pub(super) model: Logistic,
    /// The weights by which links are scored: the likeliest, or drawn.
    pub(super) weights: Vec<f64>,
    pub(super) draw: Draw,
    pub(super) explorer: Explorer,
    pub(super) scale: Scale,
    pub(super) refresh: Refresh,
    /// It has forgotten, and sees the pages again.
    pub(super) is_catching_up: bool,
    /// The ratings of pages.
    pub(super) judged: BTreeMap<UrlId, bool>,
    /// The spellings of learned words.
    pub(super) spelled: BTreeMap<TermId, String>,
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
    fn new(materials: &Materials<'_>, without: &Param<&'static str>) -> Self {
        let (settings, seed) = (materials.settings, materials.plan.rng_seed);
        let without = settings.get(without);
        Self {
            meaning: Meaning::new(materials, Measure::LI, 0.0).by_first_sense(),
            guide: None,
            explore: settings.get(&EXPLORE),
            without: PARTS.iter().position(|part| part.title == without),
            state: State::new(Explorer::new(seed), Draw::new(seed)),
            is_renewed: false,
        }
    }

    /// Returns the number of cues.
    pub(super) fn signs(&self) -> usize {
        if self.guide.is_some() { CUES } else { UNGUIDED }
    }

    /// Returns the trust in the trail model; 0 without one.
    pub(super) fn trust(&self) -> f64 {
        self.guide.as_ref().map_or(0.0, Guide::trust)
    }

    /// Returns a link's cues as the learner sees them: scaled, with what stands for the bias and the blend.
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

    /// Returns the current weight of each cue: its share in the blend plus its own.
    pub(super) fn weights(&self) -> Cues {
        let weights = &self.state.weights;
        std::array::from_fn(|cue| weights[cue] + weights[CUES + 1] * PRIOR[cue])
    }

    /// Returns the probability that a link's page is good, and what each cue adds to its logarithm of the odds.
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
        memory.read(ReadPage::new(page.id, words, page.relevance).on(host, folder(page.url)));
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
                found.name(text, language, &mut self.meaning, context.vectorizer);
            }
        }
    }
}

/// Returns a link that is seen for the first time: what its URL tells.
fn first_seen(view: &LinkView<'_>, page: &PageView<'_>, context: &mut Context<'_>) -> Found {
    let parts: Vec<_> = view.link.url.tokens().collect();
    let mut found = Found {
        depth: page.depth.saturating_add(1),
        host: context.urls.host_of(view.id).0,
        folder: folder(&view.link.url),
        ..Found::default()
    };
    let counts = context
        .vectorizer
        .counts(&parts.join(" "), context.language);
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
            let counts = context.vectorizer.counts(text, context.language);
            add(words, counts.iter().map(|(term, _)| term), most);
        }
    }
}

/// Returns a number for the folder of a URL: its host and its path up to the last slash.
fn folder(url: &CanonicalUrl) -> u64 {
    let path = url.path();
    let end = path.rfind('/').unwrap_or(path.len());
    xxhash_rust::xxh3::xxh3_64_with_seed(
        &path.as_bytes()[..end],
        xxhash_rust::xxh3::xxh3_64(url.host_key().as_bytes()),
    )
}

impl Strategy for Adaptive {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        self.take_in(page, links, context);
        // Its own count: pages that are seen again come one by one as well.
        let pages = crate::count(self.state.memory.reads.len());
        self.is_renewed = self.state.refresh.is_due(pages);
        if self.is_renewed {
            self.renew();
        }
        self.spell(page, context);
        let found = |view: &LinkView<'_>| self.state.memory.found.get(&view.id);
        let worth = |view| Some(found(view).map_or_else(Score::default, |found| self.worth(found)));
        links.iter().map(worth).collect()
    }

    /// Keeps ratings and trained data, and learns everything else again from the pages.
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

    fn on_judgment(&mut self, page: &PageView<'_>, good: Option<bool>) {
        match good {
            Some(good) => self.state.judged.insert(page.id, good),
            None => self.state.judged.remove(&page.id),
        };
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
    fn on_rediscovery(&self, _waiting: &FrontierEntry, new: &Score) -> Rediscovered {
        Rediscovered::Rescore(new.clone())
    }

    /// Seeds and targets of redirects go ahead of all links.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        let best = frontier.best()?;
        let is_link = |waiting: &FrontierEntry| waiting.parent.is_some() && waiting.hops == 0;
        if self.explore != Explore::Oldest || !frontier.get(best).is_some_and(is_link) {
            return Some(best);
        }
        let typical = self.state.memory.topic.typical();
        let oldest = self.state.explorer.oldest(typical, frontier);
        oldest.or(Some(best))
    }

    fn save(&self) -> Vec<u8> {
        crate::strategy::saved(&(&self.state, self.guide.as_ref().map(Guide::save)))
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read: Option<(State, Option<Vec<u8>>)> = crate::strategy::read_saved(saved);
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

    fn on_url_change(&mut self, change: UrlChange) {
        let found = &mut self.state.memory.found;
        match change {
            UrlChange::Lost(url) | UrlChange::Dropped(url) => drop(found.remove(&url)),
            UrlChange::Redirected { from, to } => {
                if let Some(link) = found.remove(&from) {
                    found.entry(to).or_insert(link);
                }
            }
        }
    }

    fn training(&mut self) -> Option<&mut dyn Training> {
        Some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl Training for Adaptive {
    fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer) {
        if let Some(guide) = &mut self.guide {
            guide.study(example, vectorizer);
        }
    }

    fn train(&mut self) -> Learning {
        let guide = self.guide.as_mut();
        guide.map_or_else(|| Learning::Done(Box::default()), Guide::conclude)
    }
}

impl Report for Adaptive {
    fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        let guide = self.guide.iter();
        let of_trails = guide.flat_map(|guide| guide.predictions(page));
        self.prediction(page).into_iter().chain(of_trails).collect()
    }

    fn tables(&self, _survey: &Survey<'_>) -> Vec<ModelTable> {
        self.tables()
    }

    fn related(&self) -> Vec<RelatedWord> {
        self.meaning.related()
    }
}

impl State {
    /// Returns true if it is one that this version can have written.
    fn is_sound(&self, senses: usize) -> bool {
        let drawn = self.weights.len() == WEIGHTS && self.weights.iter().all(|x| x.is_finite());
        drawn
            && self.memory.is_sound(senses)
            && self.scale.is_sound()
            && self.model.is_sound(WEIGHTS)
    }
}
