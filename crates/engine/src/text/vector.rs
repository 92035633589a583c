//! Sparse vectors over interned terms, and their cosine (Batsakis eq. 2, Pant eq. 1).
//!
//! All sums are in term order, so that a crawl gives the same bits natively and in the browser.

use super::{Idf, TermCounts, TermId};
use serde::{Deserialize, Serialize};

/// A sparse vector: terms ascending, each once, weights finite and not 0. Its length is recomputed after loading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<(TermId, f64)>", into = "Vec<(TermId, f64)>")]
pub struct SparseVector {
    entries: Vec<(TermId, f64)>,
    norm: f64,
}

/// One term's contribution to a cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Product {
    /// A term of both vectors.
    pub term: TermId,
    /// Its share of the cosine; the shares of all terms sum to the cosine.
    pub share: f64,
}

impl SparseVector {
    /// Returns the vector with no terms.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a vector of raw counts, `w = f`, as naive best-first uses, since a crawl has no idf at its start (Pant
    /// §3.1).
    pub fn raw(counts: &TermCounts) -> Self {
        Self::from_sorted(counts.iter().map(|(term, n)| (term, f64::from(n))))
    }

    /// Creates a vector of weights `w = f / max f · idf` (Batsakis eq. 1). Terms with an idf of 0 are dropped.
    pub fn weighted(counts: &TermCounts, idf: &Idf) -> Self {
        let max = f64::from(counts.max());
        Self::from_sorted(counts.iter().map(|(term, n)| (term, f64::from(n) / max * idf.get(term))))
    }

    /// Returns the vector scaled to length 1; the empty vector stays empty. The squared distance of two unit vectors is
    /// `2 − 2 · cosine`.
    #[must_use]
    pub fn unit(&self) -> Self {
        Self::from_sorted(self.iter().map(|(term, w)| (term, w / self.norm)))
    }

    /// Returns the weights of these terms only, which must be ascending.
    #[must_use]
    pub fn only(&self, terms: &[TermId]) -> Self {
        Self::from_sorted(self.iter().filter(|(term, _)| terms.binary_search(term).is_ok()))
    }

    /// Returns the vector multiplied by a factor.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self::from_sorted(self.iter().map(|(term, w)| (term, w * factor)))
    }

    /// Returns the mean of some vectors; empty without vectors.
    pub fn centroid<'a>(vectors: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all: Vec<(TermId, f64)> = Vec::new();
        let mut n = 0_u32;
        for vector in vectors {
            all.extend_from_slice(&vector.entries);
            n += 1;
        }
        let scale = f64::from(n.max(1));
        let sum = Self::summed(all);
        Self::from_sorted(sum.entries.into_iter().map(|(term, w)| (term, w / scale)))
    }

    /// Returns the positive part of the difference to another vector.
    #[must_use]
    pub fn positive_difference(&self, other: &Self) -> Self {
        let more = self.iter().map(|(term, w)| (term, w - other.get(term)));
        Self::from_sorted(more.filter(|&(_, w)| w > 0.0))
    }

    /// Sums weights given in any order. It is not generic over iterators, each of which would compile a sort of its
    /// own.
    fn summed(mut weights: Vec<(TermId, f64)>) -> Self {
        // The sort is stable, so that the weights of a term are summed in their given order.
        weights.sort_by_key(|&(term, _)| term);
        weights.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        Self::from_sorted(weights.into_iter())
    }

    fn from_sorted(entries: impl Iterator<Item = (TermId, f64)>) -> Self {
        let entries: Vec<_> = entries.filter(|&(_, w)| w.is_finite() && w != 0.0).collect();
        let norm = entries.iter().map(|&(_, w)| w * w).sum::<f64>().sqrt();
        Self { entries, norm }
    }

    /// Returns the weight of a term, 0 if it is absent.
    pub fn get(&self, term: TermId) -> f64 {
        let place = self.entries.binary_search_by_key(&term, |&(id, _)| id);
        place.map_or(0.0, |i| self.entries[i].1)
    }

    /// Returns the terms, ascending, with their weights.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TermId, f64)> + '_ {
        self.entries.iter().copied()
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if it holds no term.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the Euclidean length.
    pub fn norm(&self) -> f64 {
        self.norm
    }

    /// Returns the inner product.
    pub fn dot(&self, other: &Self) -> f64 {
        // Not `sum`, whose empty sum is -0.0, which would rank after a score of 0.
        self.shared(other).fold(0.0, |sum, (_, a, b)| sum + a * b)
    }

    /// Returns the cosine with another vector, 0 if either is empty.
    pub fn cosine(&self, other: &Self) -> f64 {
        cosine(self, other)
    }

    /// Returns the `n` heaviest terms, heaviest first; equal weights in the order of the terms.
    pub fn top(&self, n: usize) -> Vec<(TermId, f64)> {
        let mut all = self.entries.clone();
        sort_by_weight(&mut all);
        all.truncate(n);
        all
    }

    /// Returns each common term's share of the cosine with another vector, the largest first.
    pub fn products(&self, other: &Self) -> Vec<Product> {
        let scale = self.norm * other.norm;
        let mut all: Vec<Product> =
            self.shared(other).map(|(term, a, b)| Product { term, share: a * b / scale }).collect();
        all.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.term.cmp(&b.term)));
        all
    }

    /// Returns the common terms, ascending, with both weights. It iterates over the shorter vector and searches the
    /// longer one.
    fn shared<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (TermId, f64, f64)> + 'a {
        let swapped = self.len() > other.len();
        let (short, mut rest) =
            if swapped { (&other.entries, self.entries.as_slice()) } else { (&self.entries, other.entries.as_slice()) };
        short.iter().filter_map(move |&(term, w)| {
            let at = rest.partition_point(|&(id, _)| id < term);
            rest = &rest[at..];
            let &(id, v) = rest.first()?;
            (id == term).then_some(if swapped { (term, v, w) } else { (term, w, v) })
        })
    }
}

impl From<Vec<(TermId, f64)>> for SparseVector {
    fn from(weights: Vec<(TermId, f64)>) -> Self {
        Self::summed(weights)
    }
}

impl From<SparseVector> for Vec<(TermId, f64)> {
    fn from(vector: SparseVector) -> Self {
        vector.entries
    }
}

/// Sums weights given in any order.
impl FromIterator<(TermId, f64)> for SparseVector {
    fn from_iter<I: IntoIterator<Item = (TermId, f64)>>(weights: I) -> Self {
        Self::summed(weights.into_iter().collect())
    }
}

/// Sorts entries by weight, the largest first; entries of equal weight by key.
pub(crate) fn sort_by_weight<K: Ord>(entries: &mut [(K, f64)]) {
    entries.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
}

/// Returns the cosine of two vectors, 0 if either is empty (Batsakis eq. 2). Never above 1.
pub fn cosine(a: &SparseVector, b: &SparseVector) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    (a.dot(b) / (a.norm * b.norm)).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(of: &[(TermId, u32)]) -> TermCounts {
        of.iter().copied().collect()
    }

    #[test]
    fn weights_are_those_of_the_papers() {
        let page = counts(&[(1, 2), (2, 4)]);
        let mut idf = Idf::counted();
        idf.observe(&counts(&[(1, 1), (2, 1)]));
        idf.observe(&counts(&[(2, 1)]));
        let all = |vector: SparseVector| vector.iter().collect::<Vec<_>>();
        assert_eq!(all(SparseVector::raw(&page)), [(1, 2.0), (2, 4.0)]);
        assert_eq!(all(SparseVector::weighted(&page, &Idf::None)), [(1, 0.5), (2, 1.0)]);
        // Term 2 occurs in every document: its idf is 0, and it is dropped.
        assert_eq!(all(SparseVector::weighted(&page, &idf)), [(1, 0.5 * libm::log(2.0))]);
    }

    #[test]
    fn the_cosine_is_the_papers_and_0_where_either_is_empty() {
        let a = SparseVector::raw(&counts(&[(1, 3), (2, 4)]));
        let b = SparseVector::raw(&counts(&[(2, 1), (7, 9)]));
        let none = SparseVector::new();
        assert_eq!((a.norm(), a.dot(&b)), (5.0, 4.0));
        assert!((cosine(&a, &a) - 1.0).abs() < 1e-15);
        assert!((cosine(&a, &b) - 4.0 / (5.0 * 82.0_f64.sqrt())).abs() < 1e-15);
        assert_eq!((cosine(&a, &none), cosine(&none, &a), cosine(&none, &none)), (0.0, 0.0, 0.0));
        assert_eq!(SparseVector::weighted(&TermCounts::new(), &Idf::None), none);
    }

    #[test]
    fn the_cosine_is_symmetric_to_the_bit() {
        let a: SparseVector = (0..50).map(|n| (n * 3, 1.0 / f64::from(n + 1))).collect();
        let b: SparseVector = (0..90).map(|n| (n * 2, 1.0 / f64::from(n + 7))).collect();
        assert_eq!(cosine(&a, &b).to_bits(), cosine(&b, &a).to_bits());
    }

    #[test]
    fn the_shares_of_the_words_that_matched_sum_to_the_cosine() {
        let a = SparseVector::raw(&counts(&[(1, 3), (2, 4), (3, 1)]));
        let b = SparseVector::raw(&counts(&[(1, 1), (3, 9), (4, 2)]));
        let matched = a.products(&b);
        assert_eq!(matched.iter().map(|product| product.term).collect::<Vec<_>>(), [3, 1]);
        let sum: f64 = matched.iter().map(|product| product.share).sum();
        assert!((sum - cosine(&a, &b)).abs() < 1e-15);
    }

    #[test]
    fn the_positive_difference_keeps_larger_weights() {
        let a: SparseVector = [(1, 2.0), (2, 1.0), (3, 0.5)].into_iter().collect();
        let b: SparseVector = [(1, 0.5), (3, 0.75), (4, 9.0)].into_iter().collect();
        let beyond: Vec<(TermId, f64)> = a.positive_difference(&b).iter().collect();
        assert_eq!(beyond, [(1, 1.5), (2, 1.0)]);
    }

    #[test]
    fn a_unit_vector_has_the_direction_and_length_1() {
        let a: SparseVector = [(1, 3.0), (2, -4.0)].into_iter().collect();
        assert_eq!(a.unit().iter().collect::<Vec<_>>(), [(1, 0.6), (2, -0.8)]);
        assert!((a.unit().norm() - 1.0).abs() < 1e-15);
        assert_eq!(SparseVector::new().unit(), SparseVector::new());
    }

    #[test]
    fn only_the_given_terms_are_kept() {
        let a: SparseVector = [(1, 3.0), (2, -4.0), (5, 1.0)].into_iter().collect();
        let kept = a.only(&[2, 3, 5]);
        assert_eq!(kept.iter().collect::<Vec<_>>(), [(2, -4.0), (5, 1.0)]);
        assert!((kept.norm() - 17.0_f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn the_centroid_is_the_mean() {
        let a: SparseVector = [(1, 1.0), (2, 4.0)].into_iter().collect();
        let b: SparseVector = [(2, 2.0), (3, 3.0)].into_iter().collect();
        let mean = SparseVector::centroid([&a, &b]);
        assert_eq!(mean.iter().collect::<Vec<_>>(), [(1, 0.5), (2, 3.0), (3, 1.5)]);
        assert!(SparseVector::centroid([]).is_empty());
    }

    #[test]
    fn weights_are_collected_in_any_order_and_nan_is_dropped() {
        let vector: SparseVector =
            [(5, 1.0), (2, f64::NAN), (5, 2.0), (1, 0.0), (3, f64::INFINITY)].into_iter().collect();
        assert_eq!(vector.iter().collect::<Vec<_>>(), [(5, 3.0)]);
        assert_eq!((vector.get(5), vector.get(2)), (3.0, 0.0));
    }

    #[test]
    fn the_heaviest_terms_come_first_and_equal_ones_in_their_order() {
        let vector: SparseVector = [(9, 1.0), (4, 2.0), (3, 1.0)].into_iter().collect();
        assert_eq!(vector.top(2), [(4, 2.0), (3, 1.0)]);
    }
}
