//! The inputs of a strategy: its parameters, its part of the plan, and language data.
//!
//! Not covered: pages and examples, which are read during the crawl.

use super::Settings;
use crate::lexicon::Lexicon;
use crate::vectors::{QueryMeaning, WordVectors};
use std::sync::Arc;
use types::plan::Plan;
use types::taxonomy::CheckedTaxonomy;
use types::trails::CheckedTrails;

/// The inputs of a strategy. Unneeded ones are empty.
#[derive(Clone, Copy)]
pub struct StrategyInputs<'a> {
    /// Its parameters.
    pub settings: &'a Settings,
    /// The plan: its query and excluded words.
    pub plan: &'a Plan,
    /// The plan's topics with their examples, if the strategy needs them.
    pub taxonomy: &'a CheckedTaxonomy,
    /// The plan's trails, if the strategy is trained on them.
    pub trails: &'a CheckedTrails,
    /// `WordNet`, if the strategy needs it with its parameters.
    pub lexicon: Option<&'a Arc<Lexicon>>,
    /// The word vectors, if the strategy needs them with its parameters.
    pub vectors: Option<&'a Arc<WordVectors>>,
}

impl StrategyInputs<'_> {
    /// Creates a comparison of texts with the query by word vectors; `None` without word vectors.
    pub(in crate::strategy) fn query_meaning(&self) -> Option<QueryMeaning> {
        let vectors = self.vectors?;
        Some(QueryMeaning::new(vectors, &self.plan.excluded))
    }
}
