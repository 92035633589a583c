//! The assets of strategies that a driver loads: code, lexicon, word vectors and starter topics.

use super::LoadedCode;
use crate::lexicon::Lexicon;
use crate::strategy::{all_code, core_code};
use crate::vectors::WordVectors;
use std::sync::Arc;
use types::strategy::Needs;
use types::taxonomy::Taxonomy;

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
