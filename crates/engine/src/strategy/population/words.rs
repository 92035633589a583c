//! A spider's keywords: those of the query, and those that its family learned.
//!
//! At birth a spider learns the most frequent unknown word of the page on which it was born: that page gave its parent
//! energy, so its words may indicate relevant pages (Evolving §4.1). The words of the query are analyzed in the
//! language of each page, and change when the person steers the topic.

use crate::graph::UrlId;
use crate::text::{SparseVector, TermCounts, TermId};
use serde::{Deserialize, Serialize};
use types::limits;

/// A word that a spider or one of its ancestors learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Learned {
    pub(super) term: TermId,
    pub(super) weight: f64,
    /// The index of the spider that learned it at birth.
    pub(super) by: usize,
    /// The page with the word.
    pub(super) from: UrlId,
}

/// The words of a spider.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Words {
    /// The terms of the query with their weights, as of the last page.
    pub(super) query_terms: Vec<(TermId, f64)>,
    /// The learned words, in the order of learning.
    pub(super) learned: Vec<Learned>,
}

impl Words {
    /// Updates the query terms, up to the limit, and returns all terms as a vector.
    pub(super) fn update_query(&mut self, query: &SparseVector) -> SparseVector {
        self.query_terms = query.top(limits::SPIDER_WORDS);
        let learned = self.learned.iter().map(|word| (word.term, word.weight));
        query.iter().chain(learned).collect()
    }

    /// Returns the input terms of the net.
    pub(super) fn terms(&self) -> Vec<TermId> {
        let query_terms = self.query_terms.iter().map(|(term, _)| *term);
        let learned = self.learned.iter().map(|word| word.term);
        let mut terms: Vec<TermId> = query_terms.collect();
        for term in learned {
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        terms
    }

    /// Returns the most frequent unknown term of a page; of equal ones the term that the crawl met first.
    pub(super) fn most_frequent_new_term(&self, counts: &TermCounts) -> Option<TermId> {
        let known = self.terms();
        let new = counts.iter().filter(|(term, _)| !known.contains(term));
        new.max_by_key(|(term, n)| (*n, std::cmp::Reverse(*term))).map(|(term, _)| term)
    }

    /// Adds a term with `share` of the mean weight of the query's terms. Over the limit, the oldest learned term is
    /// removed.
    pub(super) fn learn(&mut self, term: TermId, share: f64, by: usize, from: UrlId) {
        let sum = self.query_terms.iter().fold(0.0, |sum, (_, weight)| sum + weight);
        let mean = sum / self.query_terms.len().max(1) as f64;
        let weight = share * if mean > 0.0 { mean } else { 1.0 };
        if self.learned.len() >= limits::SPIDER_WORDS {
            self.learned.remove(0);
        }
        self.learned.push(Learned { term, weight, by, from });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: UrlId = UrlId(3);

    #[test]
    fn the_words_are_those_of_the_query_and_those_learned() {
        let query: SparseVector = [(1, 1.0), (4, 0.5)].into_iter().collect();
        let mut words = Words::default();
        assert_eq!(words.update_query(&query), query);
        words.learn(2, 2.0, 1, PAGE);
        let wanted: SparseVector = [(1, 1.0), (2, 1.5), (4, 0.5)].into_iter().collect();
        assert_eq!(words.update_query(&query), wanted, "twice the mean of 1 and 0.5");
        assert_eq!(words.terms(), [1, 4, 2]);
    }

    #[test]
    fn the_new_word_is_the_most_frequent_unknown_word() {
        let mut words = Words::default();
        words.update_query(&[(1, 1.0)].into_iter().collect());
        let counts: TermCounts = [(1, 9), (2, 3), (5, 7), (6, 7)].into_iter().collect();
        assert_eq!(words.most_frequent_new_term(&counts), Some(5));
        words.learn(5, 1.0, 0, PAGE);
        assert_eq!(words.most_frequent_new_term(&counts), Some(6));
        assert_eq!(words.most_frequent_new_term(&TermCounts::new()), None);
    }

    #[test]
    fn the_number_of_learned_words_is_limited() {
        let mut words = Words::default();
        for term in 0..2 * u32::try_from(limits::SPIDER_WORDS).expect("small") {
            words.learn(term, 1.0, 0, PAGE);
        }
        assert_eq!(words.learned.len(), limits::SPIDER_WORDS);
        assert_eq!(words.learned[0].term as usize, limits::SPIDER_WORDS);
    }
}
