//! Predicts the pages behind links with models of the plan's trails.
//!
//! Each model is one more cue, whose weight the adaptive strategy learns as that of any other ([`super::cues`]):
//! - `hmm` with the words near a link as evidence, since pages of one layer differ little,
//! - `reinforcement`, the value of a link by its words,
//! - `naive-bayes`, the probability that the page with the link is relevant,
//! - `centroid`, the similarity of page and link text to the relevant pages.
//!
//! In `hmm` and `centroid`, rare words of the trails have larger weights, since an adaptive crawl has no idf. A model that cannot be trained
//! predicts 0.
//!
//! Source: Batsakis §2.5, §3.4.1 and §3.4.2, Pant §4.1 and §5.2.

use super::cues::{MODELS, Predictions};
use super::examples::Examples;
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::strategy::trained::framework::{IDF, LINKS, training_steps};
use crate::strategy::trained::{centroid, hmm, naive_bayes, reinforcement};
use crate::strategy::{
    Context, Declaration, ExampleView, LinkView, PageView, Settings, Strategy, StrategyInputs,
    Training, TrainingStep, read_saved, saved,
};
use crate::topic::Vectorizer;
use std::collections::BTreeMap;
use types::report::PagePrediction;
use types::trails::CheckedTrails;

/// The number of trails at which the trust in the models is 0.5.
const HALF_TRUST_TRAILS: f64 = 30.0;
/// The index of the hidden Markov model.
const HMM: usize = 0;
/// The index of reinforcement learning.
const VALUE: usize = 1;
/// The models in the order of their training: the report of the last one is that of the strategy.
const TRAINING_ORDER: [usize; MODELS] = [VALUE, 2, 3, HMM];

/// The models.
pub(super) struct TrailModels {
    /// In the order of their cues.
    models: [Box<dyn Strategy>; MODELS],
    trails: CheckedTrails,
    /// True for each trail of which a page could be read.
    has_read_pages: Vec<bool>,
    trust: f64,
    /// The pages that could be read.
    examples: Examples,
    /// The number of models that are trained, without the last one.
    trained: usize,
}

impl TrailModels {
    /// Creates untrained models.
    pub(super) fn new(inputs: &StrategyInputs<'_>) -> Self {
        let make = |entry: &Declaration, settings: &Settings| {
            (entry.make)(&StrategyInputs {
                settings,
                ..*inputs
            })
        };
        let hmm_settings = hmm::ENTRY.defaults().with(&LINKS, true).with(&IDF, true);
        Self {
            models: [
                make(&hmm::ENTRY, &hmm_settings),
                make(&reinforcement::ENTRY, &reinforcement::ENTRY.defaults()),
                make(&naive_bayes::ENTRY, &naive_bayes::ENTRY.defaults()),
                make(
                    &centroid::ENTRY,
                    &centroid::ENTRY.defaults().with(&IDF, true),
                ),
            ],
            trails: inputs.trails.clone(),
            has_read_pages: vec![false; inputs.trails.trails().len()],
            trust: 0.0,
            examples: Examples::default(),
            trained: 0,
        }
    }

    /// Returns the trust in the models, in 0..1. It is low for few trails, whose similarities may be chance.
    pub(super) fn trust(&self) -> f64 {
        self.trust
    }

    fn update_trust(&mut self) {
        let read = self.has_read_pages.iter().filter(|is_read| **is_read);
        let trails = read.count() as f64;
        self.trust = trails / (trails + HALF_TRUST_TRAILS);
    }

    /// Returns the pages of the trails that could be read.
    pub(super) fn examples(&self) -> &Examples {
        &self.examples
    }

    /// Adds a page of the trails.
    pub(super) fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer) {
        for (has_read_pages, trail) in self.has_read_pages.iter_mut().zip(self.trails.trails()) {
            *has_read_pages |= trail.steps.contains(&example.number);
        }
        self.update_trust();
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
            TrainingStep::Done(report) if model == HMM => return TrainingStep::Done(report),
            TrainingStep::Done(_) => {
                self.trained += 1;
                before + steps
            }
            TrainingStep::Going { done, .. } => before + done,
        };
        TrainingStep::Going {
            done,
            of: crate::count(MODELS) * steps,
        }
    }

    /// Returns the predictions for each link of a page; 0 of an untrained model. A target with several links gets the largest ones.
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
        saved(&(&self.has_read_pages, &self.examples, self.trained, models))
    }

    /// Restores a saved state, as [`Strategy::restore`] does.
    pub(super) fn restore(&mut self, saved: &[u8]) -> bool {
        let Some(read) = read_saved(saved) else {
            return false;
        };
        let (has_read_pages, examples, trained, models): (Vec<bool>, _, _, [Vec<u8>; MODELS]) =
            read;
        if has_read_pages.len() != self.has_read_pages.len() || trained >= MODELS {
            return false;
        }
        (self.has_read_pages, self.examples, self.trained) = (has_read_pages, examples, trained);
        self.update_trust();
        if !self.examples.is_valid() {
            return false;
        }
        let mut both = self.models.iter_mut().zip(&models);
        both.all(|(model, saved)| model.restore(saved))
    }
}

/// Returns the prediction of a model, in 0..=1: the probability for the next page of the hidden Markov model, half of the value of a link, or
/// else the score. A value is a sum of discounted relevant pages and below 2. Rounding may raise a sum of probabilities above 1, which would
/// invalidate a saved state.
fn prediction(model: usize, score: &Score) -> f64 {
    let prediction = match (model, score.parts.first()) {
        (HMM, Some(one_step)) => *one_step,
        (VALUE, _) => score.first / 2.0,
        _ => score.first,
    };
    prediction.clamp(0.0, 1.0)
}
