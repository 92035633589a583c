//! The guide: the hidden Markov model of the crawl's trails, asked what it expects behind each link.
//!
//! It is the strategy `hmm` with its defaults, but for the words at a link, which are evidence here too; nothing of it is made twice. Left out
//! on purpose: what its word is worth beside other signs, which is learned like theirs.
//!
//! Source: Batsakis §3.4.1.

use crate::graph::UrlId;
use crate::strategy::trained::framework::LINKS;
use crate::strategy::trained::hmm;
use crate::strategy::{
    Context, ExampleView, Learning, LinkView, Materials, PageView, Strategy, read_saved, saved,
};
use crate::topic::Vectorizer;
use std::collections::BTreeMap;
use types::report::PagePrediction;
use types::trails::CheckedTrails;

/// Trails at which its word counts half.
const DOUBT: f64 = 30.0;

/// The model.
pub(super) struct Guide {
    model: Box<dyn Strategy>,
    trails: CheckedTrails,
    /// For each of the trails whether any page of it was read.
    heard: Vec<bool>,
}

impl Guide {
    /// One that has learned nothing.
    pub(super) fn new(materials: &Materials<'_>) -> Self {
        let settings = hmm::ENTRY.defaults().with(&LINKS, true);
        let model = (hmm::ENTRY.make)(&Materials {
            settings: &settings,
            ..*materials
        });
        Self {
            model,
            trails: materials.trails.clone(),
            heard: vec![false; materials.trails.trails().len()],
        }
    }

    /// Returns its trust in 0..1: what a handful of trails have in common may be chance.
    pub(super) fn trust(&self) -> f64 {
        let trails = self.heard.iter().filter(|heard| **heard).count() as f64;
        trails / (trails + DOUBT)
    }

    /// Takes in a page of the trails.
    pub(super) fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer) {
        for (heard, trail) in self.heard.iter_mut().zip(self.trails.trails()) {
            *heard |= trail.steps.contains(&example.number);
        }
        if let Some(training) = self.model.training() {
            training.study(example, vectorizer);
        }
    }

    /// Learns from the trails.
    pub(super) fn conclude(&mut self) -> Learning {
        match self.model.training() {
            Some(training) => training.train(),
            None => Learning::Done(Box::default()),
        }
    }

    /// Returns the probability that a relevant page is behind each link of a page, in 0..=1; 0 if nothing was learned. Of a link that stands there several
    /// times the largest, as a crawl by the model has it.
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
            // Rounding may take a sum of probabilities beyond 1, which a saved state must not have.
            *best = best.max(one_step.unwrap_or(0.0).clamp(0.0, 1.0));
        }
        expected
    }

    /// Forgets the pages of the crawl.
    pub(super) fn start_over(&mut self) {
        self.model.start_over();
    }

    /// Returns the predictions for a page.
    pub(super) fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        let report = self.model.report();
        report.map_or_else(Vec::new, |report| report.predictions(page))
    }

    /// As [`Strategy::save`].
    pub(super) fn save(&self) -> Vec<u8> {
        saved(&(&self.heard, self.model.save()))
    }

    /// As [`Strategy::restore`].
    pub(super) fn restore(&mut self, saved: &[u8]) -> bool {
        let read: Option<(Vec<bool>, Vec<u8>)> = read_saved(saved);
        let Some((heard, model)) = read.filter(|(heard, _)| heard.len() == self.heard.len()) else {
            return false;
        };
        self.heard = heard;
        self.model.restore(&model)
    }
}
