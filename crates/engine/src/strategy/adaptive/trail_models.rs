//! Predicts the pages behind links with models of the plan's trails.
//!
//! Each model is one more cue, whose weight the adaptive strategy learns as that of any other ([`super::cues`]):
//! - `hmm` with the words of pages and links as evidence, since pages of one layer differ little, and looking ahead: a
//!   target one link further away counts half,
//! - `reinforcement`, the value of a link by its words, and once more by its shape, which other sites share: names of
//!   people and codes of courses have no word in common but the same form,
//! - `naive-bayes`, the probability that the page with the link is relevant,
//! - `centroid`, the similarity of page and link text to the relevant pages,
//! - `hot-word`, the similarity of the link text to links that led to relevant pages, without its queues.
//!
//! In `centroid`, and in the clusters that the training of `hmm` reports, rare words of the trails have larger weights,
//! since an adaptive crawl has no idf. A model that cannot be trained predicts 0: from relevant pages alone, as in a
//! folder of bookmarks, only the topic and `centroid` are learned.
//!
//! The initial weight of a model's cue follows from the trails: with `n` trails it is multiplied by
//! `n / (n + 20) · (1 + s)`. The skill `s = max(0, 2 a − 1)` comes from cross-validation: `a` is the probability that a
//! model trained on other trails scores a link to a relevant page higher than a link that leaves the trails' pages
//! ([`crate::learning::Ranking`]).
//!
//! Source: Batsakis §2.5, §3.4.1 and §3.4.2, Pant §4.1 and §5.2, Tsay §3.3; the weights are this project's own.

use super::cues::{MODELS, Predictions};
use super::examples::Examples;
use crate::strategy::prelude::*;
use crate::strategy::trained::framework::prelude::{DISCOUNT, EMISSIONS, IDF, LINKS, training_steps};
use crate::strategy::trained::reinforcement::EVIDENCE;
use crate::strategy::trained::{centroid, hmm, hot_word, naive_bayes, reinforcement};
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::trails::CheckedTrails;

/// The number of trails at which the trust in a model without skill is 0.5.
const HALF_TRUST_TRAILS: f64 = 20.0;
/// The index of the hidden Markov model.
const HMM: usize = 0;
/// The index of reinforcement learning.
const VALUE: usize = 1;
/// The index of the hot-word context graph.
const HOT_WORD: usize = 4;
/// The index of naive Bayes.
const CLASS: usize = 2;
/// The index of the similarity to the relevant pages.
const CENTROID: usize = 3;
/// The index of reinforcement learning by the shape of links.
const SHAPE: usize = 5;
/// The models in the order of their training: the report of the last one is that of the strategy.
const TRAINING_ORDER: [usize; MODELS] = [VALUE, CLASS, CENTROID, HOT_WORD, SHAPE, HMM];

/// The titles of the models' strategies, in the order of their cues.
const TITLES: [&str; MODELS] = [
    hmm::ENTRY.title,
    reinforcement::ENTRY.title,
    naive_bayes::ENTRY.title,
    centroid::ENTRY.title,
    hot_word::ENTRY.title,
    "Reinforcement learning by the shape of links",
];

/// The result of a model's training.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Evaluation {
    /// [`types::report::TrainingReport::link_ranking`].
    link_ranking: Option<f64>,
    /// Why it could not be trained, in a sentence.
    trouble: Option<String>,
}

impl Evaluation {
    fn is_valid(&self) -> bool {
        self.link_ranking.is_none_or(|area| (0.0..=1.0).contains(&area))
    }
}

/// The models.
pub(super) struct TrailModels {
    /// In the order of their cues.
    models: [Box<dyn Strategy>; MODELS],
    trails: CheckedTrails,
    /// True for each trail of which a page could be read.
    has_read_pages: Vec<bool>,
    evaluations: [Evaluation; MODELS],
    /// The trust in each model once all are trained, in 0..2. It is low for few trails, whose similarities may be
    /// chance.
    trust: Predictions,
    /// The pages of the trails that could be read.
    pub(super) examples: Examples,
    /// The number of models that are trained, without the last one.
    trained: usize,
}

impl TrailModels {
    /// Creates untrained models.
    pub(super) fn new(inputs: &StrategyInputs<'_>) -> Self {
        let make = |entry: &Declaration, settings: &Settings| (entry.make)(&StrategyInputs { settings, ..*inputs });
        let hmm_settings =
            hmm::ENTRY.defaults().with(&EMISSIONS, true).with(&LINKS, true).with(&DISCOUNT, 0.5).with(&IDF, true);
        Self {
            models: [
                make(&hmm::ENTRY, &hmm_settings),
                make(&reinforcement::ENTRY, &reinforcement::ENTRY.defaults()),
                make(&naive_bayes::ENTRY, &naive_bayes::ENTRY.defaults()),
                make(&centroid::ENTRY, &centroid::ENTRY.defaults().with(&IDF, true)),
                make(&hot_word::ENTRY, &hot_word::ENTRY.defaults()),
                make(&reinforcement::ENTRY, &reinforcement::ENTRY.defaults().with(&EVIDENCE, true)),
            ],
            trails: inputs.trails.clone(),
            has_read_pages: vec![false; inputs.trails.trails().len()],
            evaluations: Default::default(),
            trust: Predictions::default(),
            examples: Examples::default(),
            trained: 0,
        }
    }

    /// Returns the trust in each model, in 0..2.
    pub(super) fn trust(&self) -> Predictions {
        self.trust
    }

    fn evaluated_trust(&self) -> Predictions {
        let read = self.has_read_pages.iter().filter(|is_read| **is_read);
        let trails = read.count() as f64;
        let trust = |evaluation: &Evaluation| {
            let area = evaluation.link_ranking.unwrap_or(0.5);
            trails / (trails + HALF_TRUST_TRAILS) * (1.0 + (2.0 * area - 1.0).max(0.0))
        };
        self.evaluations.each_ref().map(trust)
    }

    /// Adds a page of the trails.
    pub(super) fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer) {
        for (has_read_pages, trail) in self.has_read_pages.iter_mut().zip(self.trails.trails()) {
            *has_read_pages |= trail.steps.contains(&example.number);
        }
        // Of two layers, the first holds the relevant pages.
        let is_relevant = self.trails.layer(example.number, 2) == 0;
        self.examples.study(example, is_relevant);
        for training in self.models.iter_mut().filter_map(|model| model.training()) {
            training.study(example, vectorizer);
        }
    }

    /// Performs one step of the training of the models, one after another.
    pub(super) fn train(&mut self) -> TrainingStep {
        let model = TRAINING_ORDER.get(self.trained).copied().unwrap_or(HMM);
        let step = self.models[model].training().map(Training::train);
        let steps = training_steps(&self.trails);
        let before = crate::count(self.trained) * steps;
        let done = match step.unwrap_or_else(|| TrainingStep::Done(Box::default())) {
            TrainingStep::Done(mut report) => {
                self.evaluations[model] =
                    Evaluation { link_ranking: report.link_ranking, trouble: report.trouble.clone() };
                if model == HMM {
                    self.trust = self.evaluated_trust();
                    // Bookmarks without paths teach the topic, although most models need other pages or paths.
                    report.trouble.clone_from(&self.evaluations[CENTROID].trouble);
                    report.tables.insert(0, self.table());
                    return TrainingStep::Done(report);
                }
                self.trained += 1;
                before + steps
            }
            TrainingStep::Going { done, .. } => before + done,
        };
        TrainingStep::Going { done, of: crate::count(MODELS) * steps }
    }

    /// Returns the models as a table.
    fn table(&self) -> ModelTable {
        let models = TITLES.into_iter().zip(&self.evaluations).zip(self.trust());
        let row = |((title, evaluation), trust): ((&str, &Evaluation), f64)| {
            let ranking = match (&evaluation.trouble, evaluation.link_ranking) {
                (Some(trouble), _) => Cell::Text(trouble.clone()),
                (None, Some(area)) => Cell::Number(area),
                (None, None) => Cell::Text("too few trails".to_owned()),
            };
            vec![Cell::Text(title.to_owned()), ranking, Cell::Number(trust)]
        };
        ModelTable::new(
            "Models of your trails",
            "Ranking: the probability that a model trained on other trails, of other hosts if they end on several, \
            scores a link to a relevant page higher than another link; 0.5 is chance. Trust: the factor of its weight when a crawl begins, up to 2.",
            &["Model", "Ranking", "Trust"],
            models.map(row),
        )
    }

    /// Returns the predictions for each link of a page; 0 of an untrained model. A target with several links gets the
    /// largest ones.
    pub(super) fn predict(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> BTreeMap<UrlId, Predictions> {
        let mut predicted: BTreeMap<UrlId, Predictions> = BTreeMap::new();
        for (at, model) in self.models.iter_mut().enumerate() {
            for (link, score) in links.iter().zip(model.score(page, links, context)) {
                let best = &mut predicted.entry(link.id).or_default()[at];
                *best = best.max(score.map_or(0.0, |score| prediction(at, &score)));
            }
        }
        predicted
    }

    /// Returns the probability that a page whose links were just scored is relevant; `None` of an untrained model.
    pub(super) fn page_class(&self, page: UrlId) -> Option<f64> {
        let predictions = self.models[CLASS].report()?.predictions(page);
        Some(predictions.first()?.values.first()?.1)
    }

    /// Discards the pages of the crawl.
    pub(super) fn restart(&mut self) {
        for model in &mut self.models {
            model.restart();
        }
    }

    /// Returns the layers of a page by the hidden Markov model.
    pub(super) fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        let report = self.models[HMM].report();
        report.map_or_else(Vec::new, |report| report.predictions(page))
    }

    /// Returns the state as bytes, as [`Strategy::save`] does.
    pub(super) fn save(&self) -> Vec<u8> {
        let models = self.models.each_ref().map(|model| model.save());
        saved(&(&self.has_read_pages, &self.examples, &self.evaluations, self.trained, models))
    }

    /// Restores a saved state, as [`Strategy::restore`] does.
    pub(super) fn restore(&mut self, saved: &[u8]) -> bool {
        let Some(read) = read_saved(saved) else {
            return false;
        };
        let (has_read_pages, examples, evaluations, trained, models): (
            Vec<bool>,
            Examples,
            [Evaluation; MODELS],
            _,
            [Vec<u8>; MODELS],
        ) = read;
        if has_read_pages.len() != self.has_read_pages.len()
            || trained >= MODELS
            || !examples.is_valid()
            || !evaluations.iter().all(Evaluation::is_valid)
        {
            return false;
        }
        (self.has_read_pages, self.examples) = (has_read_pages, examples);
        (self.evaluations, self.trained) = (evaluations, trained);
        self.trust = self.evaluated_trust();
        let mut both = self.models.iter_mut().zip(&models);
        both.all(|(model, saved)| model.restore(saved))
    }
}

/// Returns the prediction of a model, in 0..=1: the discounted probability of a target ahead by the hidden Markov
/// model, half of the value of a link, the order of a link within its queue of hot words, or else the score. A value is
/// a sum of discounted relevant pages and below 2. Rounding may raise a sum of probabilities above 1, which would
/// invalidate a saved state.
fn prediction(model: usize, score: &Score) -> f64 {
    let prediction = match (model, &score.parts[..]) {
        (HMM, [one_step, ..]) => *one_step,
        (VALUE | SHAPE, _) => score.first / 2.0,
        (HOT_WORD, [_queue, in_queue]) => *in_queue,
        _ => score.first,
    };
    prediction.clamp(0.0, 1.0)
}
