//! Compares texts with the query by word vectors.

use super::{TermVectors, TextVector, WordVectors};
use crate::text::{Language, SparseVector, TermCounts, Terms};
use std::sync::Arc;

/// The query as a word vector, and the vectors of the crawl's terms.
pub(crate) struct QueryMeaning {
    vectors: TermVectors,
    query: TextVector,
}

impl QueryMeaning {
    /// Creates a comparison without a query. Excluded words have no vector.
    pub(crate) fn new(vectors: &Arc<WordVectors>, excluded: &[String]) -> Self {
        let excluded = excluded.iter().map(String::as_str);
        Self { vectors: TermVectors::new(Arc::clone(vectors)).excluding(excluded), query: TextVector::default() }
    }

    /// Creates a comparison with a query.
    #[cfg(test)]
    pub(crate) fn with_query(vectors: TermVectors, query: TextVector) -> Self {
        Self { vectors, query }
    }

    /// Forgets the crawl's terms.
    pub(crate) fn restart(&mut self) {
        self.vectors.restart();
    }

    /// Takes the query as it is read in the language of the page; none if there are no vectors for that language.
    pub(crate) fn set_query(&mut self, query: &SparseVector, language: Option<Language>, terms: &Terms) {
        self.vectors.update(terms);
        self.query = if TermVectors::cover(language) { self.vectors.sum(query.iter()) } else { TextVector::default() };
    }

    /// Returns the query's vector; the empty one for a page in a language without vectors.
    pub(crate) fn query(&self) -> &TextVector {
        &self.query
    }

    /// Returns the vectors of the terms that were met.
    pub(crate) fn vectors(&self) -> &TermVectors {
        &self.vectors
    }

    /// Returns the cosine of some terms with the query, in 0..=1; `None` if they or the query have no vector.
    pub(crate) fn similarity(&mut self, counts: &TermCounts, terms: &Terms) -> Option<f64> {
        if self.query.is_empty() {
            return None;
        }
        self.vectors.update(terms);
        let text = self.vectors.text(counts);
        (!text.is_empty()).then(|| text.cosine(&self.query).max(0.0))
    }
}
