//! Compares the texts of links with the query and with the learned topic by word vectors.
//!
//! The vector of a link is that of its anchor and half of that of the words around it, each at length 1. The topic is
//! `t = q + p`, the query and Rocchio's difference of means over the pages so far, `p = Σ (r − m) · v`, each at length
//! 1: `v` is the vector of a page, `r` its relevance and `m` the mean relevance. Before anything was learned it is the
//! query. The similarities of each term with both are computed once per learning step, so that a link costs an addition
//! for each of its words. Without word vectors, and for a link that a page in another language has, both similarities
//! are 0.
//!
//! Source: this project's own; Rocchio 1971 on the vectors of [`crate::vectors`].

use super::link::FrontierLink;
use crate::text::{Language, TermId};
use crate::vectors::{QueryMeaning, TermVectors, TextVector};
use serde::{Deserialize, Serialize};

/// The weight of the words around a link; its anchor has 1.
const CONTEXT_WEIGHT: f32 = 0.5;
/// A bound of the factors: the least weight of a word is above 0.009, and the least length of the sum of two texts 0.5.
const MAX_FACTOR: f32 = 1_000.0;

/// The query and the learned topic as vectors of length 1.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TopicMeaning {
    query: TextVector,
    topic: TextVector,
    /// The product of each term's weighted vector with query and topic, by term number; recomputed after a restart.
    #[serde(skip)]
    products: Vec<[f32; 2]>,
}

impl TopicMeaning {
    /// Compares the terms that are new since the last call.
    pub(super) fn update(&mut self, query: &QueryMeaning) {
        if self.topic.is_empty() {
            self.take_query(query);
            self.topic = self.query.clone();
            self.products.clear();
        }
        self.add_terms(query.vectors());
    }

    /// Learns the topic from the vectors of pages at length 1, each with its relevance beyond the mean.
    pub(super) fn learn<'a>(&mut self, query: &QueryMeaning, pages: impl Iterator<Item = (&'a TextVector, f64)>) {
        let mut difference = TextVector::default();
        for (page, relevance) in pages {
            difference.add(page, relevance);
        }
        self.take_query(query);
        self.topic = self.query.clone();
        self.topic.add(&difference.unit(), 1.0);
        self.topic = self.topic.unit();
        for (term, [_, product]) in (0..).zip(&mut self.products) {
            *product = query.vectors().product(term, &self.topic);
        }
        self.add_terms(query.vectors());
    }

    /// Takes the query's vector, unless the current page is in a language without vectors.
    fn take_query(&mut self, query: &QueryMeaning) {
        let query = query.query().unit();
        if !query.is_empty() && query != self.query {
            self.query = query;
            self.products.clear();
        }
    }

    fn add_terms(&mut self, vectors: &TermVectors) {
        for term in self.products.len()..vectors.len() {
            let term = crate::count(term);
            let product = |text| vectors.product(term, text);
            self.products.push([product(&self.query), product(&self.topic)]);
        }
    }

    /// Returns the similarity of a link's text to the query and to the topic, each in −1..=1.
    pub(super) fn similarities(&self, found: &FrontierLink) -> [f64; 2] {
        let mut sums = [0.0_f32; 2];
        let Some(factors) = found.vector_factors else {
            return [0.0; 2];
        };
        for (terms, factor) in [&found.anchor, &found.context].into_iter().zip(factors) {
            let terms = terms.iter().filter(|_| factor > 0.0);
            for products in terms.filter_map(|term| self.products.get(*term as usize)) {
                for (sum, product) in sums.iter_mut().zip(products) {
                    *sum += factor * product;
                }
            }
        }
        sums.map(|sum| f64::from(sum).clamp(-1.0, 1.0))
    }

    /// Returns true if query and topic have length 1.
    pub(super) fn is_valid(&self) -> bool {
        self.query.is_unit() && self.topic.is_unit()
    }
}

impl FrontierLink {
    /// Computes the factors of its terms, after terms of a page in this language were added. In a language without
    /// vectors, it has none from then on.
    pub(super) fn update_vector(&mut self, vectors: &TermVectors, language: Option<Language>) {
        self.vector_factors =
            self.vector_factors.filter(|_| TermVectors::cover(language)).map(|_| self.factors(vectors));
    }

    /// Returns true if it could have been computed here.
    pub(super) fn has_valid_vector(&self) -> bool {
        let mut factors = self.vector_factors.iter().flatten();
        factors.all(|factor| (0.0..=MAX_FACTOR).contains(factor))
    }

    fn factors(&self, vectors: &TermVectors) -> [f32; 2] {
        let text = |terms: &[TermId]| vectors.sum(terms.iter().map(|term| (*term, 1.0)));
        let (anchor, context) = (text(&self.anchor), text(&self.context));
        let mut whole = anchor.unit();
        whole.add(&context.unit(), f64::from(CONTEXT_WEIGHT));
        let factor = |weight: f32, text: &TextVector| {
            let length = text.length() * whole.length();
            if length > 0.0 { weight / length } else { 0.0 }
        };
        [factor(1.0, &anchor), factor(CONTEXT_WEIGHT, &context)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Analyzer, TermCounts, Terms, TextOptions};
    use crate::vectors::tests::tiny;
    use std::sync::Arc;

    /// Returns the vectors and the term numbers of “cat” (10, 0), “dog” (8, 6) and a word without a vector. Both words
    /// are equally rare.
    fn terms() -> (TermVectors, [TermId; 3]) {
        let mut vectors = TermVectors::new(Arc::new(tiny()));
        let (mut analyzer, mut terms) = (Analyzer::new(TextOptions::default()), Terms::new());
        let numbers = ["cat", "dog", "xyzzy"].map(|word| {
            let counts = TermCounts::count(word, None, &mut analyzer, &mut terms);
            counts.iter().next().expect("it is a word").0
        });
        vectors.update(&terms);
        (vectors, numbers)
    }

    #[track_caller]
    fn check(meaning: &TopicMeaning, found: &FrontierLink, expected: [f64; 2]) {
        let similarities = meaning.similarities(found);
        for (is, expected) in similarities.into_iter().zip(expected) {
            assert!((is - expected).abs() < 1e-6, "{is}, not {expected}");
        }
    }

    #[test]
    fn a_link_is_compared_with_the_query_and_the_learned_topic() {
        let (vectors, [cat, dog, other]) = terms();
        let text = |vectors: &TermVectors, term| vectors.sum(std::iter::once((term, 1.0)));
        let asked = text(&vectors, cat);
        let query = QueryMeaning::with_query(vectors, asked);
        let vectors = query.vectors();
        let link = |anchor: &[TermId], context: &[TermId]| {
            let mut found = FrontierLink {
                anchor: anchor.to_vec(),
                context: context.to_vec(),
                vector_factors: Some([0.0; 2]),
                ..FrontierLink::default()
            };
            found.update_vector(vectors, None);
            found
        };
        let mut meaning = TopicMeaning::default();
        // Without relevant pages the topic is the query. The words around a link count half: (1, 0) + (0.4, 0.3).
        meaning.learn(&query, std::iter::empty());
        let near = 1.4 / 2.05_f64.sqrt();
        check(&meaning, &link(&[cat], &[dog, other]), [near, near]);
        check(&meaning, &link(&[dog], &[]), [0.8, 0.8]);
        check(&meaning, &link(&[other], &[]), [0.0, 0.0]);
        let unit = |term| text(vectors, term).unit();
        // 0.4 · (0.8, 0.6) − 0.4 · (1, 0) has the direction (−1, 3); at length 1 it is added to (1, 0).
        meaning.learn(&query, [(&unit(dog), 0.4), (&unit(cat), -0.4)].into_iter());
        let tenth = 1.0 / 10.0_f64.sqrt();
        let learned = (0.8 + tenth) / (2.0 - 2.0 * tenth).sqrt();
        check(&meaning, &link(&[dog], &[]), [0.8, learned]);
        assert!(meaning.is_valid());
        let mut foreign = link(&[dog], &[]);
        for language in [Language::from_code("es"), None] {
            foreign.update_vector(vectors, language);
            check(&meaning, &foreign, [0.0, 0.0]);
        }
    }
}
