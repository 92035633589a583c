//! Strategies that compare meanings, by a lexicon or by word vectors.

pub(in crate::strategy) mod ehrig;
pub(in crate::strategy) mod embedding;
pub(in crate::strategy) mod mihalcea;
pub(in crate::strategy) mod query_concepts;
pub(in crate::strategy) mod ssrm;
pub(in crate::strategy) mod synset;

use crate::strategy::ScorePart;

/// The part of a score from the query's own words.
const SAME_PART: ScorePart = ScorePart {
    name: "same",
    title: "Query and synonyms",
    help: "share of your query and its synonyms in the link text",
};
/// The part of a score from words related to the query's.
const RELATED_PART: ScorePart = ScorePart {
    name: "related",
    title: "Related terms",
    help: "share of terms related to your query in the link text",
};
