//! k-nearest neighbors by cosine: classifies a page by the nearest training pages.
//!
//! An inverted index finds the training pages that share a term with the page. Only those are compared: the rest have
//! cosine 0 and are not neighbors. Not covered: approximate indices, which are faster only with far more pages.
//!
//! Source: Batsakis §3.4 III (clusters of crawled pages); Cover and Hart 1967; Yang 1994 (votes weighted by
//! similarity).

use crate::text::{SparseVector, TermId};
use serde::{Deserialize, Serialize};

/// Training pages with their classes, and the inverted index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<(usize, SparseVector)>", into = "Vec<(usize, SparseVector)>")]
pub struct Neighbors {
    examples: Vec<(usize, SparseVector)>,
    /// The terms, ascending, with the end of each term's range in `postings`.
    terms: Vec<(TermId, usize)>,
    /// For each term, the examples that contain it, with the term's weight divided by the example's length.
    postings: Vec<(usize, f64)>,
}

/// One of the nearest training pages.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Neighbor {
    /// Its index, in the order of training.
    pub example: usize,
    /// Its class.
    pub class: usize,
    /// The cosine, in 0..=1, without 0.
    pub similarity: f64,
}

/// Only the examples are saved. The index is rebuilt, so it always matches them.
impl From<Vec<(usize, SparseVector)>> for Neighbors {
    fn from(examples: Vec<(usize, SparseVector)>) -> Self {
        let mut entries: Vec<(TermId, usize, f64)> = Vec::new();
        for (at, (_, vector)) in examples.iter().enumerate() {
            let norm = vector.norm();
            entries.extend(vector.iter().map(|(term, weight)| (term, at, weight / norm)));
        }
        // The sort is stable, so the examples of a term keep their order.
        entries.sort_by_key(|&(term, ..)| term);
        let mut made = Self { examples, ..Self::default() };
        for (term, at, share) in entries {
            made.postings.push((at, share));
            let end = made.postings.len();
            match made.terms.last_mut() {
                Some((last, ends)) if *last == term => *ends = end,
                _ => made.terms.push((term, end)),
            }
        }
        made
    }
}

impl From<Neighbors> for Vec<(usize, SparseVector)> {
    fn from(neighbors: Neighbors) -> Self {
        neighbors.examples
    }
}

impl FromIterator<(usize, SparseVector)> for Neighbors {
    fn from_iter<I: IntoIterator<Item = (usize, SparseVector)>>(examples: I) -> Self {
        Self::from(examples.into_iter().collect::<Vec<_>>())
    }
}

impl Neighbors {
    /// Returns the training pages, each with its class.
    pub fn examples(&self) -> &[(usize, SparseVector)] {
        &self.examples
    }

    /// Returns the `k` training pages with the highest cosine above 0, highest first; ties in training order.
    pub fn nearest(&self, page: &SparseVector, k: usize) -> Vec<Neighbor> {
        let mut all: Vec<(usize, f64)> = self.cosines(page).into_iter().enumerate().collect();
        all.retain(|(_, similarity)| *similarity > 0.0);
        let order = |a: &(usize, f64), b: &(usize, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if k > 0 && k < all.len() {
            all.select_nth_unstable_by(k - 1, order);
        }
        all.truncate(k);
        all.sort_unstable_by(order);
        let neighbor = |(example, similarity): (usize, f64)| Neighbor {
            example,
            class: self.examples[example].0,
            similarity: similarity.min(1.0),
        };
        all.into_iter().map(neighbor).collect()
    }

    /// Returns the class with the most votes of the `k` nearest pages; of equals, the one with the nearer neighbor.
    /// `None` if no training page shares a term with the page.
    pub fn class(&self, page: &SparseVector, k: usize) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (class, votes) in Self::votes(&self.nearest(page, k)) {
            if best.is_none_or(|(_, most)| votes > most) {
                best = Some((class, votes));
            }
        }
        best.map(|(class, _)| class)
    }

    /// Returns the classes of some neighbors with their shares of the votes, which sum to 1. The class of the nearest
    /// neighbor comes first.
    pub fn votes(nearest: &[Neighbor]) -> Vec<(usize, f64)> {
        let mut votes: Vec<(usize, f64)> = Vec::new();
        let mut sum = 0.0;
        for neighbor in nearest {
            sum += 1.0;
            match votes.iter_mut().find(|(class, _)| *class == neighbor.class) {
                Some((_, votes)) => *votes += 1.0,
                None => votes.push((neighbor.class, 1.0)),
            }
        }
        for (_, votes) in &mut votes {
            *votes /= sum;
        }
        votes
    }

    /// Returns the cosine with each training page.
    fn cosines(&self, page: &SparseVector) -> Vec<f64> {
        let mut sums = vec![0.0; self.examples.len()];
        let norm = page.norm();
        for (term, weight) in page.iter() {
            let Ok(at) = self.terms.binary_search_by_key(&term, |(term, _)| *term) else {
                continue;
            };
            let start = at.checked_sub(1).map_or(0, |before| self.terms[before].1);
            for (example, share) in &self.postings[start..self.terms[at].1] {
                sums[*example] += weight / norm * share;
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::Draw;
    use crate::text::cosine;

    fn vector(entries: &[(TermId, f64)]) -> SparseVector {
        entries.iter().copied().collect()
    }

    fn random(draw: &mut Draw) -> SparseVector {
        (0..6).map(|_| (u32::try_from(draw.below(30)).expect("small"), draw.share())).collect()
    }

    #[test]
    fn the_nearest_pages_equal_those_of_an_exhaustive_search() {
        let mut draw = Draw::new(5);
        let examples: Vec<(usize, SparseVector)> = (0..80).map(|at| (at % 3, random(&mut draw))).collect();
        let neighbors: Neighbors = examples.iter().cloned().collect();
        for k in [0, 1, 7, 200] {
            let page = random(&mut draw);
            let mut all: Vec<(usize, f64)> = examples
                .iter()
                .map(|(_, vector)| cosine(vector, &page))
                .enumerate()
                .filter(|(_, similarity)| *similarity > 0.0)
                .collect();
            all.sort_by(|a, b| b.1.total_cmp(&a.1));
            all.truncate(k);
            let nearest = neighbors.nearest(&page, k);
            assert_eq!(nearest.len(), all.len());
            for (ours, (example, similarity)) in nearest.iter().zip(all) {
                assert_eq!((ours.example, ours.class), (example, example % 3));
                assert!((ours.similarity - similarity).abs() < 1e-12);
            }
        }
    }

    /// The cosines with (1, 0) are 1, 0.6, 0.6 and 0. Of three neighbors one has class 0 and two have class 1.
    #[test]
    fn votes_have_values_computed_by_hand() {
        let examples = [
            (0, vector(&[(0, 2.0)])),
            (1, vector(&[(0, 3.0), (1, 4.0)])),
            (1, vector(&[(0, 3.0), (2, 4.0)])),
            (2, vector(&[(5, 1.0)])),
        ];
        let neighbors: Neighbors = examples.into_iter().collect();
        let page = vector(&[(0, 1.0)]);
        let nearest = neighbors.nearest(&page, 3);
        assert_eq!(Neighbors::votes(&nearest), [(0, 1.0 / 3.0), (1, 2.0 / 3.0)]);
        assert_eq!(neighbors.class(&page, 1), Some(0));
        assert_eq!(neighbors.class(&page, 3), Some(1));
        // One vote each, so the nearer neighbor wins.
        assert_eq!(neighbors.class(&page, 2), Some(0));
    }

    #[test]
    fn a_page_that_shares_no_term_has_no_neighbor() {
        let neighbors: Neighbors = [(0, vector(&[(0, 2.0)])), (0, SparseVector::new())].into_iter().collect();
        for page in [SparseVector::new(), vector(&[(9, 1.0)])] {
            assert_eq!(neighbors.nearest(&page, 5), []);
            assert_eq!(neighbors.class(&page, 5), None);
        }
        assert_eq!(Neighbors::default().class(&vector(&[(0, 1.0)]), 5), None);
    }

    #[test]
    fn saved_neighbors_come_back() {
        let neighbors: Neighbors = [(4, vector(&[(0, 2.0), (7, 1.0)])), (1, vector(&[(7, 3.0)]))].into_iter().collect();
        let bytes = postcard::to_stdvec(&neighbors).unwrap();
        assert_eq!(postcard::from_bytes::<Neighbors>(&bytes).unwrap(), neighbors);
    }
}
