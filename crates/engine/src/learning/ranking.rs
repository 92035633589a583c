//! Measures how well scores rank the links to relevant pages above other links.
//!
//! The measure is the area under the ROC curve: the share of all pairs of a positive and a negative link in which the
//! positive one has the higher score; equal scores count half. It does not depend on the scale of the scores, so that
//! different models can be compared. Only links scored by the same model are compared, those of one fold.
//!
//! Source: Hanley and `McNeil` 1982, "The meaning and use of the area under a receiver operating characteristic (ROC)
//! curve".

use serde::{Deserialize, Serialize};
use types::sorting;

/// The pairs of a positive and a negative link so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ranking {
    pairs: f64,
    /// The pairs in the right order; pairs of equal scores count half.
    ordered: f64,
}

impl Ranking {
    /// Counts the pairs of links that were scored by one model: their scores, and true for the positive ones.
    pub(crate) fn count(&mut self, mut scored: Vec<(f64, bool)>) {
        sorting::sort_by(&mut scored, |a, b| a.0.total_cmp(&b.0));
        let mut lower = 0.0;
        for equal in scored.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
            let positive = equal.iter().filter(|(_, positive)| *positive).count();
            let (positive, negative) = (positive as f64, (equal.len() - positive) as f64);
            self.ordered += positive * (lower + negative / 2.0);
            lower += negative;
        }
        let positive = scored.iter().filter(|(_, positive)| *positive).count();
        self.pairs += positive as f64 * lower;
    }

    /// Returns the area under the curve, in 0..=1; `None` without pairs.
    pub(crate) fn area(&self) -> Option<f64> {
        (self.pairs > 0.0).then(|| self.ordered / self.pairs)
    }

    /// Returns true if this version could have counted the pairs.
    pub(crate) fn is_valid(&self) -> bool {
        self.pairs.is_finite() && (0.0..=self.pairs).contains(&self.ordered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_the_share_of_pairs_in_the_right_order() {
        let mut ranking = Ranking::default();
        assert_eq!(ranking.area(), None);
        // The positive links 0.9 and 0.4 are above three and one of the negative ones 0.5, 0.4 and 0.1; the pair 0.4
        // and 0.4 counts half.
        ranking.count(vec![(0.9, true), (0.1, false), (0.4, true), (0.5, false), (0.4, false)]);
        let area = ranking.area().expect("it has pairs");
        assert!((area - 4.5 / 6.0).abs() < 1e-12, "{area}");
        // Scores of another model are on another scale and not compared with the first ones: two more pairs, none in
        // order.
        ranking.count(vec![(7.0, false), (5.0, true), (6.0, false)]);
        let area = ranking.area().expect("it has pairs");
        assert!((area - 4.5 / 8.0).abs() < 1e-12, "{area}");
        ranking.count(vec![(1.0, true)]);
        assert!(ranking.area().is_some_and(|same| same.total_cmp(&area).is_eq()));
    }
}
