//! Computes the similarity to the known relevant pages: for each page the largest cosine with any of them.
//!
//! A page above [`crate::limits::LIKENESS`] counts as harvested, and the mean of the maxima is the average similarity. A known relevant
//! page has similarity 1. The vectors are Batsakis eq. 1 over title, headings and text. Every crawl uses the idf of general English,
//! because an idf counted during the crawl would give each crawl another measure. Known pages are found with an inverted index, so a page
//! takes as many steps as its words have entries.
//!
//! Source: Batsakis §4.2 a, b.

use engine::text::{SparseVector, TermId};

/// Holds the known relevant pages, indexed by their words.
#[derive(Clone, Debug, Default)]
pub(super) struct RelevantTexts {
    /// For each term the pages that contain it, with its weight.
    by_term: Vec<Vec<(u32, f64)>>,
    norms: Vec<f64>,
}

impl RelevantTexts {
    /// Adds a known page.
    pub(super) fn add(&mut self, page: &SparseVector) {
        let Ok(number) = u32::try_from(self.norms.len()) else {
            return;
        };
        for (term, weight) in page.iter() {
            let at = term as usize;
            if self.by_term.len() <= at {
                self.by_term.resize_with(at + 1, Vec::new);
            }
            self.by_term[at].push((number, weight));
        }
        self.norms.push(page.norm());
    }

    /// Returns true if there are no known pages.
    pub(super) fn is_empty(&self) -> bool {
        self.norms.is_empty()
    }

    /// Returns the largest cosine of a page with a known one, in 0..=1; 0 if there are none.
    pub(super) fn cosine(&self, page: &SparseVector) -> f64 {
        let mut products = vec![0.0; self.norms.len()];
        for (term, weight) in page.iter() {
            for (number, known) in self.pages_with(term) {
                products[*number as usize] += weight * known;
            }
        }
        let cosines = products.iter().zip(&self.norms).map(|(product, norm)| {
            let scale = norm * page.norm();
            if scale > 0.0 { product / scale } else { 0.0 }
        });
        cosines.fold(0.0, f64::max).min(1.0)
    }

    fn pages_with(&self, term: TermId) -> &[(u32, f64)] {
        self.by_term.get(term as usize).map_or(&[], |pages| pages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(of: &[(TermId, f64)]) -> SparseVector {
        of.iter().copied().collect()
    }

    #[test]
    fn the_largest_cosine_is_that_of_the_nearest_page() {
        let known = [vector(&[(0, 1.0), (1, 1.0)]), vector(&[(2, 3.0), (3, 4.0)])];
        let mut nearest = RelevantTexts::default();
        for page in &known {
            nearest.add(page);
        }
        for (page, cosine) in [
            (vector(&[(3, 2.0)]), 0.8),
            (vector(&[(0, 5.0), (1, 5.0)]), 1.0),
            (vector(&[(0, 1.0), (2, 1.0)]), 0.5),
            (vector(&[(9, 1.0)]), 0.0),
            (vector(&[]), 0.0),
        ] {
            let found = nearest.cosine(&page);
            assert!((found - cosine).abs() < 1e-15, "{found} {cosine}");
        }
        assert!(RelevantTexts::default().cosine(&known[0]).abs() < f64::EPSILON);
    }
}
