//! Provides the inputs of a strategy: its parameters, its part of the plan, and the driver's assets.
//!
//! Not covered: pages, examples included. These are read during the crawl.

use super::Settings;
use crate::lexicon::Lexicon;
use std::sync::Arc;
use types::plan::Plan;
use types::taxonomy::{CheckedTaxonomy, Taxonomy};
use types::trails::CheckedTrails;

/// Data that all crawls share, which a plan need not have.
#[derive(Clone, Default)]
pub struct Assets {
    /// `WordNet`; `None` if no strategy needs it.
    pub lexicon: Option<Arc<Lexicon>>,
    /// The starter topics; `None` if no strategy needs topics, or every plan has its own.
    pub starter: Option<Arc<Taxonomy>>,
}

impl std::fmt::Debug for Assets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lexicon = self.lexicon.as_ref().map(|lexicon| lexicon.title());
        f.debug_struct("Assets")
            .field("lexicon", &lexicon)
            .field("starter", &self.starter.is_some())
            .finish()
    }
}

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
    /// `WordNet`, if the strategy needs it.
    pub lexicon: Option<&'a Arc<Lexicon>>,
}
