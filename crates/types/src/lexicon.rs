//! The related words of a query as people see them, sense by sense.

use serde::{Deserialize, Serialize};

/// A sense of a term and what is related to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelatedSense {
    /// The sense as it is written down: `python#n#1`. Excluded in this form.
    pub notation: String,
    /// Its other lemmas, in WordNet's order: what else the sense is called.
    pub synonyms: Vec<String>,
    /// The hypernyms, each by its first lemma, to distinguish it from other senses.
    pub hypernyms: Vec<String>,
    /// The related terms, the most similar first; of those equally similar the more general first, and the lemmas of a synset together.
    pub related: Vec<RelatedTerm>,
    /// True if there are more than were asked for, or more than are walked through.
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
