//! Predicts the pages behind links with a hidden Markov model of the plan's trails.
//!
//! It wraps the strategy `hmm` with its default settings and two changes: the words near a link are evidence too, and rare words of the trails
//! have larger weights, since an adaptive crawl has no idf. The adaptive strategy learns the weight of the prediction as of any other cue.
//!
//! Source: Batsakis §3.4.1.

use crate::graph::UrlId;
use crate::strategy::trained::framework::{IDF, LINKS};
use crate::strategy::trained::hmm;
use crate::strategy::{
    Context, ExampleView, LinkView, PageView, Strategy, StrategyInputs, TrainingStep, read_saved,
    saved,
};
use crate::topic::Vectorizer;
use std::collections::BTreeMap;
use types::report::PagePrediction;
use types::trails::CheckedTrails;

/// The number of trails at which the trust in the model is 0.5.
const DOUBT: f64 = 30.0;

/// The model.
pub(super) struct TrailModel {
    model: Box<dyn Strategy>,
    trails: CheckedTrails,
    /// True for each trail of which a page could be read.
    has_read_pages: Vec<bool>,
}

impl TrailModel {
    /// Creates an untrained model.
    pub(super) fn new(inputs: &StrategyInputs<'_>) -> Self {
        let settings = hmm::ENTRY.defaults();
        let settings = settings.with(&LINKS, true).with(&IDF, true);
        let model = (hmm::ENTRY.make)(&StrategyInputs {
            settings: &settings,
            ..*inputs
        });
        Self {
            model,
            trails: inputs.trails.clone(),
            has_read_pages: vec![false; inputs.trails.trails().len()],
        }
    }

    /// Returns the trust in the model, in 0..1. It is low for few trails, whose similarities may be chance.
    pub(super) fn trust(&self) -> f64 {
        let trails = self
            .has_read_pages
            .iter()
            .filter(|has_read_pages| **has_read_pages)
            .count() as f64;
        trails / (trails + DOUBT)
    }

    /// Adds a page of the trails.
    pub(super) fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer) {
        for (has_read_pages, trail) in self.has_read_pages.iter_mut().zip(self.trails.trails()) {
            *has_read_pages |= trail.steps.contains(&example.number);
        }
        if let Some(training) = self.model.training() {
            training.study(example, vectorizer);
        }
    }

    /// Trains the model on the trails.
    pub(super) fn conclude(&mut self) -> TrainingStep {
        match self.model.training() {
            Some(training) => training.train(),
            None => TrainingStep::Done(Box::default()),
        }
    }

    /// Returns the probability that each link of a page leads to a relevant page, in 0..=1; 0 for an untrained model. A target with several links
    /// gets the largest probability.
    pub(super) fn expected(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> BTreeMap<UrlId, f64> {
        let mut expected = BTreeMap::new();
        for (link, score) in links.iter().zip(self.model.score(page, links, context)) {
            let one_step = score.and_then(|score| score.parts.first().copied());
            let best: &mut f64 = expected.entry(link.id).or_default();
            // Rounding may raise a sum of probabilities above 1, which would invalidate a saved state.
            *best = best.max(one_step.unwrap_or(0.0).clamp(0.0, 1.0));
        }
        expected
    }

    /// Discards the pages of the crawl.
    pub(super) fn restart(&mut self) {
        self.model.restart();
    }

    /// Returns the predictions for a page.
    pub(super) fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        let report = self.model.report();
        report.map_or_else(Vec::new, |report| report.predictions(page))
    }

    /// Returns the state as bytes, as [`Strategy::save`] does.
    pub(super) fn save(&self) -> Vec<u8> {
        saved(&(&self.has_read_pages, self.model.save()))
    }

    /// Restores a saved state, as [`Strategy::restore`] does.
    pub(super) fn restore(&mut self, saved: &[u8]) -> bool {
        let read: Option<(Vec<bool>, Vec<u8>)> = read_saved(saved);
        let Some((has_read_pages, model)) =
            read.filter(|(has_read_pages, _)| has_read_pages.len() == self.has_read_pages.len())
        else {
            return false;
        };
        self.has_read_pages = has_read_pages;
        self.model.restore(&model)
    }
}
