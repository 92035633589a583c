//! Holds what a strategy is created from: the assets that a driver loads (code, lexicon, word vectors and starter
//! topics), and its inputs.
//!
//! A native program includes all of the code. The tab's worker loads each part when a crawl first needs it. Not
//! covered: pages and examples, which are read during the crawl.

use super::{Make, Settings};
use crate::lexicon::Lexicon;
use crate::strategy::{all_code, core_code};
use crate::vectors::{QueryMeaning, WordVectors};
use std::sync::Arc;
use types::plan::Plan;
use types::strategy::Needs;
use types::taxonomy::{CheckedTaxonomy, Taxonomy};
use types::trails::CheckedTrails;

/// Data that all crawls share and that is not part of a plan.
#[derive(Clone)]
pub struct Assets {
    /// The code of strategies.
    pub code: LoadedCode,
    /// `WordNet`; `None` if no strategy needs it.
    pub lexicon: Option<Arc<Lexicon>>,
    /// The word vectors; `None` if no strategy needs them.
    pub vectors: Option<Arc<WordVectors>>,
    /// The starter topics; `None` if no strategy needs topics, or if every plan has its own.
    pub starter: Option<Arc<Taxonomy>>,
}

impl Assets {
    /// Returns the code that every program includes ([`core_code`]), without data.
    pub fn core() -> Self {
        Self { code: core_code(), lexicon: None, vectors: None, starter: None }
    }

    /// Returns whether the lexicon and the word vectors that a strategy needs are there.
    pub fn has_language_data(&self, needs: Needs) -> bool {
        (self.lexicon.is_some() || !needs.lexicon) && (self.vectors.is_some() || !needs.vectors)
    }
}

/// Includes the code of all strategies, without data.
impl Default for Assets {
    fn default() -> Self {
        Self { code: all_code(), ..Self::core() }
    }
}

impl std::fmt::Debug for Assets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lexicon = self.lexicon.as_ref().map(|lexicon| lexicon.title());
        f.debug_struct("Assets")
            .field("code", &self.code)
            .field("lexicon", &lexicon)
            .field("vectors", &self.vectors)
            .field("starter", &self.starter.is_some())
            .finish()
    }
}

/// A part of the strategies' code: one folder of strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePart {
    /// Strategies that ignore the topic.
    Baseline,
    /// Strategies that compare words.
    Content,
    /// Strategies that combine all features of a link.
    Adaptive,
    /// Populations of agents.
    Population,
    /// Strategies that compare meanings.
    Semantic,
    /// Strategies that learn from the rewards of a crawl.
    Rewards,
    /// Strategies that are trained before the crawl.
    Trained,
}

/// Returns the constructor of a strategy of one part; `None` for other ids.
pub type FindMake = fn(&str) -> Option<Make>;

/// The loaded parts of the strategies' code.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadedCode([Option<FindMake>; CodePart::Trained as usize + 1]);

impl LoadedCode {
    /// Adds a part.
    #[must_use]
    pub fn with(mut self, part: CodePart, find: FindMake) -> Self {
        self.0[part as usize] = Some(find);
        self
    }

    /// Returns true if a part is loaded.
    pub fn has(&self, part: CodePart) -> bool {
        self.0[part as usize].is_some()
    }

    /// Returns the constructor of a strategy; `None` if its part is not loaded.
    pub fn find(&self, id: &str) -> Option<Make> {
        self.0.iter().flatten().find_map(|find| find(id))
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
