//! Provides the inputs of a strategy: its parameters, its part of the plan, and the driver's assets.
//!
//! Not covered: pages. Those are read during the crawl, examples included.

use super::Settings;
use crate::lexicon::Lexicon;
use std::sync::Arc;
use types::plan::Plan;
use types::taxonomy::CheckedTaxonomy;
use types::trails::CheckedTrails;

/// Data that a driver shares among all crawls, too large for a plan.
#[derive(Clone, Default)]
pub struct Assets {
    /// `WordNet`; none if no strategy that needs it is to run.
    pub lexicon: Option<Arc<Lexicon>>,
}

impl std::fmt::Debug for Assets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lexicon = self.lexicon.as_ref().map(|lexicon| lexicon.title());
        f.debug_struct("Assets").field("lexicon", &lexicon).finish()
    }
}

/// The inputs of a strategy. Unneeded ones are empty.
#[derive(Clone, Copy)]
pub struct Materials<'a> {
    /// Its parameters.
    pub settings: &'a Settings,
    /// The plan: its query and excluded words.
    pub plan: &'a Plan,
    /// The plan's topics with their examples, where the strategy needs such.
    pub taxonomy: &'a CheckedTaxonomy,
    /// The plan's trails, where the strategy learns from such.
    pub trails: &'a CheckedTrails,
    /// `WordNet`, where the strategy needs it.
    pub lexicon: Option<&'a Arc<Lexicon>>,
}
