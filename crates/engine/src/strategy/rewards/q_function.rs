//! A linear Q-function of a link's features, which least-squares temporal differences fit to all transitions so far.
//!
//! A transition is the fetch of a link with inputs `x` (its features, and 1 for the constant), its reward `r`, and the
//! inputs `x′` of the best link at the next choice. Temporal-difference learning moves `Q(x) = w · x` toward
//! `r + γ · Q(x′)`. The fixed point of that rule over all transitions solves `A w = b` with `A = Σ x (x − γ x′)ᵀ` and
//! `b = Σ r · x`. Both are sums of fixed size, so memory and time per page do not depend on the length of the crawl.
//! There is neither a learning rate nor a replay memory: the sums contain every transition.
//!
//! Initial weights count as much as [`PRIOR_PAGES`] pages: `A` begins as a diagonal matrix and `b` as its product with
//! the initial weights. The constant has a wide prior, since with γ near 1 it is the sum of many future rewards.
//!
//! Source: Bradtke and Barto 1996 (least-squares temporal differences), Lagoudakis and Parr 2003 (for Q-functions).

use serde::{Deserialize, Serialize};

/// The number of features of a link.
pub(super) const FEATURES: usize = 8;
/// The features of a link, each in 0..=1.
pub(super) type Features = [f64; FEATURES];

/// The number of weights: one for each feature, and the constant, which is the last.
const WEIGHTS: usize = FEATURES + 1;
/// The initial weight of a feature: the Q-value begins as the mean of the features.
const FIRST_WEIGHT: f64 = 1.0 / FEATURES as f64;
/// The number of pages whose evidence the initial weight of a feature equals.
const PRIOR_PAGES: f64 = 4.0;
/// The same number for the constant.
const PRIOR_PAGES_OF_CONSTANT: f64 = 0.01;
/// Minimum size of a pivot; a smaller one means that the weights are not determined.
const MIN_PIVOT: f64 = 1e-9;
/// Maximum absolute value of a weight and of an entry of the sums. A transition adds at most 1 to an entry.
const MAX_ABSOLUTE: f64 = 1e12;

/// The Q-function and the sums that determine it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct QFunction {
    matrix: [[f64; WEIGHTS]; WEIGHTS],
    sums: [f64; WEIGHTS],
    weights: [f64; WEIGHTS],
}

impl Default for QFunction {
    fn default() -> Self {
        let (mut matrix, mut sums, mut weights) = ([[0.0; WEIGHTS]; WEIGHTS], [0.0; WEIGHTS], [0.0; WEIGHTS]);
        for at in 0..FEATURES {
            matrix[at][at] = PRIOR_PAGES;
            sums[at] = PRIOR_PAGES * FIRST_WEIGHT;
            weights[at] = FIRST_WEIGHT;
        }
        matrix[FEATURES][FEATURES] = PRIOR_PAGES_OF_CONSTANT;
        Self { matrix, sums, weights }
    }
}

impl QFunction {
    /// Adds a transition and computes the weights again. `next` is the best link at the next choice, if there is one.
    /// Weights that the transitions do not determine, or only as very large numbers, stay as they are.
    pub(super) fn learn(&mut self, features: &Features, reward: f64, next: Option<&Features>, discount: f64) {
        let inputs = inputs(features);
        let next = next.map_or([0.0; WEIGHTS], self::inputs);
        for (at, input) in inputs.iter().enumerate() {
            for (entry, (own, next)) in self.matrix[at].iter_mut().zip(inputs.iter().zip(&next)) {
                *entry += input * (own - discount * next);
            }
            self.sums[at] += input * reward;
        }
        self.weights = solve(self.matrix, self.sums).unwrap_or(self.weights);
    }

    /// Returns the contribution of each feature to the Q-value.
    pub(super) fn parts(&self, features: &Features) -> Features {
        std::array::from_fn(|at| self.weights[at] * features[at])
    }

    /// Returns the Q-value without the constant, which is the same for all links.
    pub(super) fn value(&self, features: &Features) -> f64 {
        self.parts(features).iter().fold(0.0, |sum, part| sum + part)
    }

    /// Returns the weights of the features, and the constant.
    pub(super) fn weights(&self) -> (&[f64], f64) {
        (&self.weights[..FEATURES], self.weights[FEATURES])
    }

    /// Returns true if no number is NaN or larger than [`MAX_ABSOLUTE`].
    pub(super) fn is_valid(&self) -> bool {
        let mut all = self.matrix.iter().flatten().chain(&self.sums).chain(&self.weights);
        all.all(|number| number.abs() <= MAX_ABSOLUTE)
    }
}

/// Returns the features, and 1 for the constant.
fn inputs(features: &Features) -> [f64; WEIGHTS] {
    std::array::from_fn(|at| features.get(at).copied().unwrap_or(1.0))
}

/// Solves `matrix · w = sums` by elimination with partial pivoting; `None` if there is no unique solution or one
/// with a weight above [`MAX_ABSOLUTE`].
fn solve(mut matrix: [[f64; WEIGHTS]; WEIGHTS], mut sums: [f64; WEIGHTS]) -> Option<[f64; WEIGHTS]> {
    for column in 0..WEIGHTS {
        let largest = (column..WEIGHTS).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        matrix.swap(column, largest);
        sums.swap(column, largest);
        let pivot = matrix[column];
        if pivot[column].abs() < MIN_PIVOT {
            return None;
        }
        for row in column + 1..WEIGHTS {
            let factor = matrix[row][column] / pivot[column];
            for (entry, above) in matrix[row].iter_mut().zip(&pivot).skip(column) {
                *entry -= factor * above;
            }
            sums[row] -= factor * sums[column];
        }
    }
    let mut solution = [0.0; WEIGHTS];
    for row in (0..WEIGHTS).rev() {
        let known = (row + 1..WEIGHTS).fold(0.0, |sum, at| sum + matrix[row][at] * solution[at]);
        solution[row] = (sums[row] - known) / matrix[row][row];
    }
    solution.iter().all(|weight| weight.abs() <= MAX_ABSOLUTE).then_some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns features that are 0, except for one that is 1.
    fn only(at: usize) -> Features {
        std::array::from_fn(|feature| if feature == at { 1.0 } else { 0.0 })
    }

    #[track_caller]
    fn check(q: &QFunction, expected: &[(usize, f64)]) {
        for (at, weight) in expected {
            assert!((q.weights[*at] - weight).abs() < 1e-9, "{:?}", q.weights);
        }
    }

    #[test]
    fn the_first_value_is_the_mean_of_the_features() {
        let q = QFunction::default();
        assert!((q.value(&[1.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]) - 0.25).abs() < 1e-12);
    }

    /// The last transition: 5 w + c = 4/8 + 1 and w + 1.01 c = 1, so w = 0.515 / 4.05 and c = 3.5 / 4.05.
    #[test]
    fn a_transition_without_a_next_link_fits_the_reward() {
        let mut q = QFunction::default();
        q.learn(&only(0), 1.0, None, 0.5);
        check(&q, &[(0, 0.515 / 4.05), (1, 0.125), (FEATURES, 3.5 / 4.05)]);
    }

    /// A next link with the second feature, γ = ½. Its weight v stays 1/8, since 4 v = 4/8. The others satisfy
    /// 5 w − v/2 + c/2 = 4/8 + 1 and w − v/2 + 0.51 c = 1, so w = 0.265625 / 2.05 and c = 3.75 / 2.05.
    #[test]
    fn a_transition_fits_the_reward_and_the_discounted_value_of_the_next_link() {
        let mut q = QFunction::default();
        q.learn(&only(0), 1.0, Some(&only(1)), 0.5);
        check(&q, &[(0, 0.265_625 / 2.05), (1, 0.125), (FEATURES, 3.75 / 2.05)]);
    }

    /// Links of the first kind have a reward of 1, those of the second none, half of the choices are of each kind. The
    /// difference of their values is 1, and the values are near ½ / (1 − γ).
    #[test]
    fn many_transitions_approach_the_sum_of_discounted_rewards() {
        let mut q = QFunction::default();
        let discount = 0.9;
        for step in 0..4_000 {
            let (kind, next) = (step / 2 % 2, step % 2);
            q.learn(&only(kind), if kind == 0 { 1.0 } else { 0.0 }, Some(&only(next)), discount);
        }
        let [first, second] = [0, 1].map(|kind| q.value(&only(kind)) + q.weights().1);
        assert!((first - second - 1.0).abs() < 0.02, "{first} {second}");
        assert!((first - 5.5).abs() < 0.1, "1 + 0.9 · 5 = 5.5: {first}");
    }

    #[test]
    fn weights_that_are_not_determined_stay() {
        let mut q = QFunction { matrix: [[0.0; WEIGHTS]; WEIGHTS], ..QFunction::default() };
        q.learn(&only(3), 1.0, None, 0.0);
        assert_eq!(q.weights.map(f64::to_bits), QFunction::default().weights.map(f64::to_bits));
    }

    #[test]
    fn very_large_numbers_are_not_valid() {
        assert!(QFunction::default().is_valid());
        for number in [f64::NAN, f64::INFINITY, -2.0 * MAX_ABSOLUTE] {
            assert!(!QFunction { sums: [number; WEIGHTS], ..QFunction::default() }.is_valid(), "{number}");
            assert!(!QFunction { weights: [number; WEIGHTS], ..QFunction::default() }.is_valid(), "{number}");
            assert!(!QFunction { matrix: [[number; WEIGHTS]; WEIGHTS], ..QFunction::default() }.is_valid(), "{number}");
        }
    }
}
