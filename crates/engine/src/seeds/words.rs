//! Scores a title or URL by the share of the query's words in it, compared by stems.
//!
//! Not covered: word weights; it only orders lists of arbitrary pages, and the crawl judges the pages.

use crate::text::{Analyzer, TextOptions};

/// Maximum number of compared words of a query.
const WORDS: usize = 16;
/// Maximum number of compared bytes of a text.
const BYTES: usize = 2_048;

/// The words of a query, as terms.
pub(super) struct Words {
    analyzer: Analyzer,
    terms: Vec<String>,
}

impl Words {
    pub(super) fn new(query: &str) -> Self {
        let mut analyzer = Analyzer::new(TextOptions::default());
        let mut terms: Vec<String> = Vec::new();
        analyzer.tokens(head(query), None, |token| {
            if terms.len() < WORDS && !terms.iter().any(|term| term == token.term) {
                terms.push(token.term.to_owned());
            }
        });
        Self { analyzer, terms }
    }

    /// Returns true if the query has no words.
    pub(super) fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the share of the words that occur in a text, in 0..=1; 1 without words.
    pub(super) fn fit(&mut self, text: &str) -> f64 {
        if self.terms.is_empty() {
            return 1.0;
        }
        let mut there = vec![false; self.terms.len()];
        let terms = &self.terms;
        self.analyzer.tokens(head(text), None, |token| {
            let place = terms.iter().position(|term| term == token.term);
            if let Some(there) = place.and_then(|place| there.get_mut(place)) {
                *there = true;
            }
        });
        let met = there.iter().filter(|met| **met).count();
        met as f64 / self.terms.len() as f64
    }
}

fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(BYTES)]
}
