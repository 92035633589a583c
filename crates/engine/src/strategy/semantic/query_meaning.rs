//! Compares texts with the query by word vectors.

use crate::strategy::{Context, StrategyInputs};
use crate::text::TermCounts;
use crate::vectors::{TermVectors, TextVector};
use std::sync::Arc;

/// The query as a word vector, and the vectors of the crawl's terms.
pub(in crate::strategy) struct QueryMeaning {
    vectors: TermVectors,
    query: TextVector,
}

impl QueryMeaning {
    /// Creates a comparison without a query; `None` without word vectors.
    pub(in crate::strategy) fn new(inputs: &StrategyInputs<'_>) -> Option<Self> {
        let excluded = inputs.plan.excluded.iter().map(String::as_str);
        inputs.vectors.map(|vectors| Self {
            vectors: TermVectors::new(Arc::clone(vectors)).excluding(excluded),
            query: TextVector::default(),
        })
    }

    /// Creates a comparison with a query.
    #[cfg(test)]
    pub(in crate::strategy) fn of(vectors: TermVectors, query: TextVector) -> Self {
        Self { vectors, query }
    }

    /// Forgets the crawl's terms.
    pub(in crate::strategy) fn restart(&mut self) {
        self.vectors.restart();
    }

    /// Takes the query as it is read in the language of the page; none if there are no vectors for that language.
    pub(in crate::strategy) fn ask(&mut self, context: &Context<'_>) {
        self.vectors.update(context.vectorizer.terms());
        self.query = if TermVectors::cover(context.language) {
            self.vectors.sum(context.query.iter())
        } else {
            TextVector::default()
        };
    }

    /// Returns the query's vector; the empty one for a page in a language without vectors.
    pub(in crate::strategy) fn query(&self) -> &TextVector {
        &self.query
    }

    /// Returns the vectors of the terms that were met.
    pub(in crate::strategy) fn vectors(&self) -> &TermVectors {
        &self.vectors
    }

    /// Returns the cosine of some terms with the query, in 0..=1; `None` if they or the query have no vector.
    pub(in crate::strategy) fn similarity(
        &mut self,
        counts: &TermCounts,
        context: &Context<'_>,
    ) -> Option<f64> {
        if self.query.is_empty() {
            return None;
        }
        self.vectors.update(context.vectorizer.terms());
        let text = self.vectors.text(counts);
        (!text.is_empty()).then(|| text.cosine(&self.query).max(0.0))
    }
}
