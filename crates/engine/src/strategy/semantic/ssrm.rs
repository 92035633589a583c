//! SSRM: the score of a link is the weighted sum of the similarities between all terms of its text and of the query,
//! divided by both lengths.
//!
//! `priority = Σ_i Σ_j Li(a_i, q_j) · w(a_i) · w(q_j) / (‖a‖ · ‖q‖)`, where Li's similarity falls with the path length
//! between two terms in WordNet's is-a graph and rises with the depth of their common hypernym. With similarity 1 for
//! equal and 0 for other terms it is the cosine.
//!
//! Source: Batsakis §3.3.2 eq. 9, eq. 4 (Varelas et al. 2005; Li, Bandar and McLean 2003).

use super::query_concepts::{LEAST, QueryConcepts, weights};
use crate::lexicon::Measure;
use crate::strategy::prelude::*;

const ALPHA: Param<f64> = Param::real(
    "alpha",
    "Path weight (α)",
    0.0..=5.0,
    0.2,
    "How fast similarity falls with the path length between two terms.",
);
const BETA: Param<f64> = Param::real(
    "beta",
    "Depth weight (β)",
    0.0..=5.0,
    0.6,
    "How fast similarity rises with the depth of two terms' common hypernym.",
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "ssrm",
    title: "SSRM (related terms, weighted)",
    description: "Follows the links whose text is semantically similar to your query in WordNet, regardless of its \
        length.",
    family: Family::Semantic,
    source: "Batsakis §3.3.2 eq. 9",
    params: declare![ALPHA, BETA, LEAST, ON_REDISCOVERY],
    needs: Needs::LEXICON.with_background_idf(),
    scores_pages_independently: true,
    parts: &[super::SAME_PART, super::RELATED_PART],
    make: |inputs| Box::new(Ssrm::new(inputs)),
};

struct Ssrm {
    query_concepts: QueryConcepts,
}

impl Ssrm {
    fn new(inputs: &StrategyInputs<'_>) -> Self {
        let settings = inputs.settings;
        let measure = Measure::Li { alpha: settings.get(&ALPHA), beta: settings.get(&BETA) };
        Self { query_concepts: QueryConcepts::new(inputs, measure, settings.get(&LEAST)) }
    }

    /// Returns the score of a link's text; `query_weights` are the weights of the query's terms.
    fn link_score(&mut self, anchor: &str, query_weights: &[f64], context: &mut Context<'_>) -> Score {
        let words = self.query_concepts.terms(anchor, context.language, context.vectorizer);
        let weights = weights(&words, context.vectorizer);
        let scale = norm(&weights) * norm(query_weights);
        let scale = scale.max(f64::MIN_POSITIVE);
        self.query_concepts.score(&words, &weights, query_weights, scale, |similarity| similarity)
    }
}

fn norm(weights: &[f64]) -> f64 {
    let squares = weights.iter().fold(0.0, |sum, weight| sum + weight * weight);
    libm::sqrt(squares)
}

impl Strategy for Ssrm {
    fn score(&mut self, _page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let query_weights = weights(self.query_concepts.query(), context.vectorizer);
        let links = links.iter();
        links.map(|view| Some(self.link_score(&view.link.anchor, &query_weights, context))).collect()
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(&self.query_concepts)
    }
}
