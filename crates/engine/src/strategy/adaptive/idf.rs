//! Computes a smoothed inverse document frequency over the pages so far, whatever idf the plan uses.
//!
//! Unlike the idf of [`crate::text`], it is not 0 for a word of all pages, so that the first pages of a crawl have
//! weights.

use crate::text::{SparseVector, TermCounts, TermId};
use serde::{Deserialize, Serialize};

/// Number of heaviest terms stored for each page.
pub(super) const STORED_TERMS_PER_PAGE: usize = 100;

/// Document frequencies with a smoothed idf that is above 0 for every term.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct SmoothedIdf {
    pages: u32,
    /// The number of pages with each term, by term number; 0 for terms past the end.
    with_term: Vec<u32>,
}

impl SmoothedIdf {
    /// Counts a page.
    pub(super) fn observe(&mut self, counts: &TermCounts) {
        self.pages = self.pages.saturating_add(1);
        for (term, _) in counts.iter() {
            let at = term as usize;
            if self.with_term.len() <= at {
                self.with_term.resize(at + 1, 0);
            }
            self.with_term[at] = self.with_term[at].saturating_add(1);
        }
    }

    /// Returns one more than the largest known term number.
    pub(super) fn terms(&self) -> usize {
        self.with_term.len()
    }

    /// Returns `ln((N + 1) / (N_i + ½))`, which is above 0 for every term.
    pub(super) fn get(&self, term: TermId) -> f64 {
        let with = self.with_term.get(term as usize).copied().unwrap_or(0);
        libm::log((f64::from(self.pages) + 1.0) / (f64::from(with.min(self.pages)) + 0.5))
    }

    /// Returns a unit vector of term weights times idf.
    pub(super) fn unit(&self, terms: impl Iterator<Item = (TermId, f64)>) -> SparseVector {
        let weighed = terms.map(|(term, weight)| (term, weight * self.get(term)));
        weighed.collect::<SparseVector>().unit()
    }

    /// Returns the `n` heaviest terms of a page with `1 + ln f` each; terms that `always` accepts come first.
    pub(super) fn heaviest_terms(
        &self,
        counts: &TermCounts,
        n: usize,
        always: impl Fn(TermId) -> bool,
    ) -> Box<[(TermId, f64)]> {
        let damped = |(term, f): (TermId, u32)| (term, 1.0 + libm::log(f64::from(f.max(1))));
        let keyed = |(term, weight): (TermId, f64)| {
            let heavy = weight * self.get(term);
            // For positive numbers the order of the bits is that of the values.
            ((!always(term), std::cmp::Reverse(heavy.to_bits()), term), weight)
        };
        let mut all: Vec<_> = counts.iter().map(damped).map(keyed).collect();
        if n < all.len() {
            all.select_nth_unstable_by_key(n, |(key, _)| *key);
            all.truncate(n);
        }
        all.sort_unstable_by_key(|(key, _)| *key);
        all.into_iter().map(|((_, _, term), weight)| (term, weight)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_every_page_has_a_small_positive_weight() {
        let mut idf = SmoothedIdf::default();
        idf.observe(&[(0, 1), (1, 9)].into_iter().collect());
        idf.observe(&[(0, 5)].into_iter().collect());
        for (term, expected) in [(0, 3.0 / 2.5), (1, 3.0 / 1.5), (7, 3.0 / 0.5)] {
            let expected: f64 = libm::log(expected);
            assert!((idf.get(term) - expected).abs() < 1e-12, "{term}");
        }
    }

    #[test]
    fn required_words_are_kept_before_the_heaviest() {
        let mut idf = SmoothedIdf::default();
        idf.observe(&[(0, 1), (1, 1)].into_iter().collect());
        let page = [(0, 1), (1, 3), (2, 1)].into_iter().collect();
        let kept = idf.heaviest_terms(&page, 2, |term| term == 0);
        let terms: Vec<TermId> = kept.iter().map(|(term, _)| *term).collect();
        assert_eq!(terms, [0, 2], "2 is rarer than 1 is frequent: ln 4 > (1 + ln 3) · ln (4/3)");
    }
}
