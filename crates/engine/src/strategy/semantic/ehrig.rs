//! Ehrig's semantic crawler: the score of a link is the sum of the similarities between all terms of its text and all
//! terms of the query.
//!
//! `priority = Σ_i Σ_j path(a_i, q_j) · tf(a_i) · tf(q_j)`, where `path = 0.5^d` over WordNet's is-a graph, the maximum
//! over senses. The sum is not divided by lengths, so longer link texts can score higher; the paper intends it for
//! short ones.
//!
//! Of Ehrig's three relations between terms this one, the taxonomic, "has the best performance" (Batsakis §2.4), and is
//! the default. The others count a term fully or not at all: "If a term is directly connected (distance 1) to a query
//! term, then it is considered relevant", and "If a term is close to a query term (distance 2 or less) using only IS-A
//! relations". The query's own terms and their synonyms (distance 0) count as well. The lexicon has only is-a
//! relations, so every direct connection is one. The virtual root above the verbs, which no ontology has, connects
//! nothing.
//!
//! Source: Batsakis §2.4, §3.3.1 eq. 8, eq. 3 (Ehrig and Maedche 2003, with WordNet for their ontology).

use super::query_concepts::{LEAST, QueryConcepts, frequencies};
use crate::lexicon::Measure;
use crate::strategy::prelude::*;

/// The relation to a query term that makes a term relevant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// Similarity that falls with distance in the taxonomy.
    Taxonomic,
    /// At most one is-a step.
    Direct,
    /// At most two is-a steps.
    TwoSteps,
}

const RELATION: Param<Relation> = Param::choice(
    "relation",
    "Relation",
    &[("taxonomic", "All terms"), ("direct", "Direct"), ("two-steps", "Two steps")],
    &[Relation::Taxonomic, Relation::Direct, Relation::TwoSteps],
    "Which terms count: all, less with each step in WordNet; or fully those at most one step, or two steps, away, \
    whatever the minimum similarity.",
);

impl Relation {
    fn measure(self) -> Measure {
        match self {
            Self::Taxonomic => Measure::Path,
            Self::Direct => Measure::BoundedPath(1),
            Self::TwoSteps => Measure::BoundedPath(2),
        }
    }

    /// Returns the contribution of a similarity, depending on the measure.
    fn value(self, similarity: f64) -> f64 {
        match self {
            Self::Taxonomic => similarity,
            Self::Direct | Self::TwoSteps => f64::from(similarity > 0.0),
        }
    }
}

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "ehrig",
    title: "Ehrig (related terms)",
    description: "Follows the links whose text has terms near yours in WordNet; every related term adds to the score.",
    family: Family::Semantic,
    source: "Batsakis §2.4, §3.3.1 eq. 8",
    params: declare![RELATION, LEAST, ON_REDISCOVERY],
    needs: Needs::LEXICON.with_background_idf(),
    scores_pages_independently: true,
    parts: &[super::SAME_PART, super::RELATED_PART],
    make: |inputs| Box::new(Ehrig::new(inputs)),
};

struct Ehrig {
    query_concepts: QueryConcepts,
    relation: Relation,
    /// `tf` of the query's terms.
    query_weights: Vec<f64>,
}

impl Ehrig {
    fn new(inputs: &StrategyInputs<'_>) -> Self {
        let relation = inputs.settings.get(&RELATION);
        let least = match relation {
            Relation::Taxonomic => inputs.settings.get(&LEAST),
            Relation::Direct | Relation::TwoSteps => 0.0,
        };
        let query_concepts = QueryConcepts::new(inputs, relation.measure(), least);
        Self { query_weights: frequencies(query_concepts.query()), query_concepts, relation }
    }

    fn link_score(&mut self, anchor: &str, context: &mut Context<'_>) -> Score {
        let words = self.query_concepts.terms(anchor, context.language, context.vectorizer);
        let weights = frequencies(&words);
        let relation = self.relation;
        let value = |similarity| relation.value(similarity);
        self.query_concepts.score(&words, &weights, &self.query_weights, 1.0, value)
    }
}

impl Strategy for Ehrig {
    fn score(&mut self, _page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let links = links.iter();
        links.map(|view| Some(self.link_score(&view.link.anchor, context))).collect()
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(&self.query_concepts)
    }
}
