//! The related words of a query as they are displayed, sense by sense.

use serde::{Deserialize, Serialize};

/// A sense of a term, with its related terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelatedSense {
    /// The notation of the sense: `python#n#1`. Exclusions use it too.
    pub notation: String,
    /// Its other lemmas, in WordNet's order.
    pub synonyms: Vec<String>,
    /// The hypernyms, each by its first lemma, to distinguish it from other senses.
    pub hypernyms: Vec<String>,
    /// The related terms by falling similarity. Ties: more general terms first, lemmas of a synset together.
    pub related: Vec<RelatedTerm>,
    /// True if the list was cut, or the search stopped at its limit.
    pub more: bool,
}

/// A term that is related to a sense.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelatedTerm {
    /// The spelling, also used to exclude it.
    pub word: String,
    /// The similarity to the sense, above 0 and at most 1.
    pub similarity: f64,
}
