//! Adaptive: combines the cues that other strategies use singly, and learns their weights during the crawl.
//!
//! The relevance of a page is its similarity to the topic, which is expanded from the pages so far ([`super::topic`]),
//! half by words and half by word vectors. Every link in the frontier has cues ([`super::cues`], [`super::history`]),
//! two of them by word vectors ([`super::meaning`]). A logistic regression estimates the probability that its page is
//! relevant, which is the priority: `p = 1 / (1 + e^−s)`, `s = b + Σ w_j · x_j`. Each page that was fetched through a
//! link is a training example. The initial weights form fixed blends: one of words and records, one of language data,
//! and with trails one of their models. Examples first change the weights of whole blends, so that the crawl learns
//! which kind of evidence counts on this web; single weights have a narrow prior, so that few examples change the order
//! little. The weights and the topic are learned again, and the whole frontier is scored again, whenever the crawl has
//! grown by a tenth; between, idf and new pages change no score of a waiting link, except of those that a page links to
//! again. With few relevant pages the crawl explores ([`super::exploration`]).
//!
//! With trails, the topic is learned from their pages as from rated ones ([`super::examples`]), and the predictions of
//! models that are trained on them are more cues ([`super::trail_models`]). That is a separate strategy
//! ([`super::trails`]), so that comparisons do not mix trained and untrained strategies.
//!
//! Source: online relevance feedback as in Batsakis §2.5 (Chakrabarti et al. 2002) and interest ratios as in Batsakis
//! §2.3 (Aggarwal et al. 2001), over the cues of Pant §3; the learner is [`crate::learning::Logistic`].

use super::cues::{
    CUES, CUES_WITHOUT_TRAILS, Cues, EXCLUDABLE, EXCLUDABLE_CHOICES, Evidence, PARTS, PARTS_WITHOUT_TRAILS, PRIOR,
    Predictions, Scale, blend_of,
};
use super::exploration::ExplorationPolicy;
use super::link::FrontierLink;
use super::observer::LinkObserver;
use super::state::{AdaptiveState, WEIGHTS};
use super::trail_models::TrailModels;
use crate::learning::{Draw, probability};
use crate::strategy::prelude::*;
use crate::topic::Vectorizer;
use crate::vectors::{QueryMeaning, TermVectors};
use types::limits;
use types::report::RelatedWord;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "adaptive",
    title: "Adaptive",
    description: "Combines all features of a link and learns during the crawl which ones predict relevant pages; needs \
        no training.",
    family: Family::Adaptive,
    source: "Batsakis §2.3 and §2.5, Pant §3",
    params: declare![EXPLORE, FEEDBACK, EXCLUDED_WITHOUT_TRAILS, LANGUAGE_DATA],
    needs: Needs::LEXICON.with_vectors(),
    scores_pages_independently: false,
    parts: PARTS_WITHOUT_TRAILS,
    make: |inputs| Box::new(Adaptive::new(inputs, &EXCLUDED_WITHOUT_TRAILS)),
};

/// The parameters of the strategy with trails.
pub(in crate::strategy) const TRAIL_PARAMS: ParamList =
    declare![EXPLORE, FEEDBACK, EXCLUDED_WITH_TRAILS, LANGUAGE_DATA];
/// The parts of a score with trails.
pub(in crate::strategy) const TRAIL_PARTS: &[ScorePart] = &PARTS;

/// Creates the strategy with models of the plan's trails.
pub(super) fn with_trails(inputs: &StrategyInputs<'_>) -> Box<dyn Strategy> {
    Box::new(Adaptive { observer: LinkObserver::with_trails(inputs), ..Adaptive::new(inputs, &EXCLUDED_WITH_TRAILS) })
}

const EXCLUDED_WITH_TRAILS: Param<&'static str> = leave_out(&EXCLUDABLE_CHOICES, &EXCLUDABLE);
const EXCLUDED_WITHOUT_TRAILS: Param<&'static str> =
    leave_out(EXCLUDABLE_CHOICES.split_at(CUES_WITHOUT_TRAILS + 1).0, EXCLUDABLE.split_at(CUES_WITHOUT_TRAILS + 1).0);
const EXPLORE: Param<Exploration> = Param::choice(
    "explore",
    "Exploration",
    &[("oldest", "Oldest links"), ("learned", "Learned rate"), ("thompson", "Thompson sampling"), ("none", "None")],
    &[Exploration::Oldest, Exploration::Learned, Exploration::Thompson, Exploration::No],
    "How to try links other than the best: the oldest while few pages are relevant, the oldest as often as that pays \
    (learned rate), or those that sampled weights of features put first (Thompson sampling).",
);
const FEEDBACK: Param<bool> =
    Param::switch("feedback", "Learned topic", true, "Expands your query by the words of relevant pages.");

const fn leave_out(
    words: &'static [(&'static str, &'static str)],
    names: &'static [&'static str],
) -> Param<&'static str> {
    Param::choice("without", "Excluded feature", words, names, "A feature to ignore, for ablation experiments.")
}

pub(super) struct Adaptive {
    observer: LinkObserver,
    exploration_kind: Exploration,
    /// True if the topic is learned from the pages so far.
    has_feedback: bool,
    /// The excluded cue.
    without: Option<usize>,
    pub(super) state: AdaptiveState,
    /// True if the current step scores the whole frontier again.
    is_renewed: bool,
}

/// The kind of exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exploration {
    /// Picks the oldest link from time to time.
    Oldest,
    /// Learns during the crawl whether oldest links lead to more relevant pages than best ones.
    Learned,
    /// Samples the weights from their posterior (Thompson sampling).
    Thompson,
    /// Does not explore.
    No,
}

impl Adaptive {
    /// Creates the strategy without trails.
    fn new(inputs: &StrategyInputs<'_>, without: &Param<&'static str>) -> Self {
        let (settings, seed) = (inputs.settings, inputs.plan.rng_seed);
        let without = settings.get(without);
        Self {
            observer: LinkObserver::new(inputs),
            exploration_kind: settings.get(&EXPLORE),
            has_feedback: settings.get(&FEEDBACK),
            without: PARTS.iter().position(|part| part.name == without),
            state: AdaptiveState::new(ExplorationPolicy::new(seed), Draw::new(seed)),
            is_renewed: false,
        }
    }

    /// Returns the number of cues.
    pub(super) fn cue_count(&self) -> usize {
        if self.observer.trail_models.is_some() { CUES } else { CUES_WITHOUT_TRAILS }
    }

    /// Returns the trust in each trail model; 0 without any.
    pub(super) fn trust(&self) -> Predictions {
        let models = self.observer.trail_models.as_ref();
        models.map_or_else(Predictions::default, TrailModels::trust)
    }

    /// Returns the learner's features of a link: the scaled cues, 1 for the bias, and the blends.
    fn features(&self, cues: &Cues) -> [f64; WEIGHTS] {
        let models = self.observer.trail_models.as_ref();
        let evidence = Evidence {
            pages: self.state.history.topic.evidence(),
            examples: models.map_or(0.0, |models| models.examples.relevant()),
            trails: self.trust(),
        };
        let mut scaled = self.state.scale.trusted(cues, evidence);
        if let Some(without) = self.without {
            scaled[without] = 0.0;
        }
        let mut features = [0.0; WEIGHTS];
        features[..CUES].copy_from_slice(&scaled);
        features[CUES] = 1.0;
        for (cue, (x, share)) in scaled.iter().zip(PRIOR).enumerate() {
            features[CUES + 1 + blend_of(cue)] += x * share;
        }
        features
    }

    /// Returns the current weight of each cue: its share in the blend plus its own.
    pub(super) fn weights(&self) -> Cues {
        let weights = &self.state.weights;
        std::array::from_fn(|cue| weights[cue] + weights[CUES + 1 + blend_of(cue)] * PRIOR[cue])
    }

    /// Returns the probability that a link's page is relevant, with each cue's contribution to the log-odds.
    fn link_score(&self, found: &FrontierLink) -> Score {
        let features = self.features(&self.state.history.cues(found));
        let weights = self.weights();
        let parts = weights.iter().zip(&features).map(|(weight, x)| weight * x);
        let parts = parts.take(self.cue_count()).collect();
        Score::with_parts(probability(&self.state.weights, &features), parts)
    }

    /// Learns the topic, the scale and the weights from all pages so far.
    fn relearn(&mut self) {
        let AdaptiveState { history, judged, .. } = &mut self.state;
        let (query, examples) = self.observer.query_and_examples();
        history.judge(judged, query, examples, self.has_feedback);
        let waiting: Vec<Cues> = history.links.values().map(|found| history.cues(found)).collect();
        self.state.scale = Scale::over(&waiting).unwrap_or(self.state.scale);
        let pages = self.state.history.reads.iter();
        let known = pages.filter_map(|page| Some((self.features(&page.link.as_ref()?.1), page.good)));
        let known: Vec<_> = known.collect();
        let examples: Vec<_> = known.iter().map(|(features, good)| (&features[..], *good)).collect();
        self.state.model.learn(&examples);
        let AdaptiveState { model, draw, .. } = &mut self.state;
        let mut weights = model.weights().to_vec();
        if self.exploration_kind == Exploration::Thompson {
            // The bias does not change the order; sampling it would only add noise to the probabilities.
            let bias = weights[CUES];
            weights = model.draw(draw);
            weights[CUES] = bias;
        }
        self.state.weights = weights;
    }
}

impl Strategy for Adaptive {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let AdaptiveState { history, exploration, .. } = &mut self.state;
        self.observer.observe(history, page, links, context, |link| exploration.add(link));
        if page.parent.is_some() {
            let is_relevant = page.relevance >= limits::GOOD_RELEVANCE;
            self.state.exploration.count(page.id, is_relevant);
        }
        // A separate count, since replayed pages also arrive one by one.
        let pages = crate::count(self.state.history.reads.len());
        self.is_renewed = self.state.refresh.is_due(pages);
        if self.is_renewed {
            self.relearn();
        }
        self.spell(page, context);
        let found = |view: &LinkView<'_>| self.state.history.links.get(&view.id);
        let link_score = |view| Some(found(view).map_or_else(Score::default, |found| self.link_score(found)));
        links.iter().map(link_score).collect()
    }

    /// Keeps ratings and trained data; everything else is learned again from the replayed pages.
    fn restart(&mut self) -> RestartMode {
        let judged = std::mem::take(&mut self.state.judged);
        self.state = AdaptiveState {
            judged,
            is_catching_up: true,
            ..AdaptiveState::new(self.state.exploration.reset(), self.state.draw.clone())
        };
        if let Some(models) = &mut self.observer.trail_models {
            models.restart();
            self.state.history.idf = models.examples.idf.clone();
        }
        RestartMode::ReplayTrained
    }

    fn on_judgment(&mut self, page: &PageView<'_>, good: Option<bool>) {
        match good {
            Some(good) => self.state.judged.insert(page.id, good),
            None => self.state.judged.remove(&page.id),
        };
    }

    fn revise(&mut self, _page: &PageView<'_>, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        self.observer.update(&mut self.state.history, context);
        if std::mem::take(&mut self.state.is_catching_up) {
            self.relearn();
            self.is_renewed = true;
        }
        if !self.is_renewed {
            return Vec::new();
        }
        self.state.history.waiting(frontier).map(|(id, found)| (id, self.link_score(found))).collect()
    }

    /// Keeps the score, which already includes all linking pages.
    fn on_rediscovery(&self, _waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        RediscoveryDecision::Rescore(new.clone())
    }

    /// Picks seeds and targets of redirects before all links.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        let best = frontier.best()?;
        let is_link = |waiting: &FrontierEntry| waiting.parent.is_some() && waiting.hops == 0;
        if !frontier.get(best).is_some_and(is_link) {
            return Some(best);
        }
        let AdaptiveState { history, exploration, .. } = &mut self.state;
        let oldest = match self.exploration_kind {
            Exploration::Oldest => exploration.oldest(history.topic.typical_similarity(), frontier),
            Exploration::Learned => exploration.learned(frontier),
            Exploration::Thompson | Exploration::No => None,
        };
        oldest.or(Some(best))
    }

    fn save(&self) -> Vec<u8> {
        saved(&(&self.state, self.observer.trail_models.as_ref().map(TrailModels::save)))
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read: Option<(AdaptiveState, Option<Vec<u8>>)> = read_saved(saved);
        let Some((state, saved_models)) = read.filter(|(state, _)| state.is_valid()) else {
            return false;
        };
        let fits = match (&mut self.observer.trail_models, saved_models) {
            (Some(models), Some(saved_models)) => models.restore(&saved_models),
            (None, None) => true,
            _ => false,
        };
        if fits {
            self.state = state;
            self.state.history.rebuild();
        }
        fits
    }

    fn on_url_change(&mut self, change: UrlChange) {
        self.state.history.on_url_change(change);
        self.state.exploration.on_url_change(change);
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
        if let Some(models) = &mut self.observer.trail_models {
            models.study(example, vectorizer);
        }
    }

    fn train(&mut self) -> TrainingStep {
        let Some(models) = &mut self.observer.trail_models else {
            return TrainingStep::Done(Box::default());
        };
        let step = models.train();
        if matches!(step, TrainingStep::Done(_)) {
            self.state.history.idf = models.examples.idf.clone();
        }
        step
    }
}

impl Report for Adaptive {
    fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        let models = self.observer.trail_models.iter();
        let of_trails = models.flat_map(|models| models.predictions(page));
        self.state.history.prediction(page).into_iter().chain(of_trails).collect()
    }

    fn tables(&self, _overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        self.tables()
    }

    fn related(&self) -> Vec<RelatedWord> {
        self.observer.related()
    }

    fn term_vectors(&self) -> Option<&TermVectors> {
        self.observer.query_meaning().map(QueryMeaning::vectors)
    }
}
