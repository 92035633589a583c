//! Platt scaling: `P(relevant | f) = 1 / (1 + exp(A f + B))` of a decision value f, fitted by maximum likelihood.
//!
//! The targets are `1 / (N₋ + 2)` and `(N₊ + 1) / (N₊ + 2)` instead of 0 and 1, so that few examples do not give
//! extreme probabilities. Newton's method with a line search avoids the loss of precision in Platt's pseudocode. Not
//! covered: isotonic regression, which needs thousands of values.
//!
//! Source: Platt 1999; the algorithm of Lin, Lin and Weng 2007, "A note on Platt's probabilistic outputs for support
//! vector machines".

use serde::Serialize;

/// The fitted sigmoid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Sigmoid {
    /// The parameter `A`, negative if higher values mean relevant.
    pub(super) slope: f64,
    /// The parameter `B`.
    pub(super) offset: f64,
}

const ROUNDS: u32 = 100;
const SHORTEST_STEP: f64 = 1e-10;
/// The value added to the diagonal of the Hessian, so that it can be inverted.
const RIDGE: f64 = 1e-12;
/// The size of the gradient below which the fit ends.
const FLAT: f64 = 1e-8;

impl Sigmoid {
    /// Fits the sigmoid to decision values, each with its class.
    pub(super) fn fit(values: &[(bool, f64)]) -> Self {
        let relevant = values.iter().filter(|(relevant, _)| *relevant).count() as f64;
        let other = values.len() as f64 - relevant;
        let targets = [1.0 / (other + 2.0), (relevant + 1.0) / (relevant + 2.0)];
        let points: Vec<(f64, f64)> =
            values.iter().map(|(relevant, value)| (targets[usize::from(*relevant)], *value)).collect();
        let offset = libm::log((other + 1.0) / (relevant + 1.0));
        let mut now = Self { slope: 0.0, offset };
        let mut cost = now.cost(&points);
        for _ in 0..ROUNDS {
            let Some((next, cheaper)) = now.improved(&points, cost) else {
                break;
            };
            (now, cost) = (next, cheaper);
        }
        now
    }

    /// Returns the probability at a decision value, in 0..=1.
    pub(super) fn probability(self, value: f64) -> f64 {
        let z = self.slope * value + self.offset;
        // Uses the exponential that cannot overflow.
        if z >= 0.0 {
            let small = libm::exp(-z);
            small / (1.0 + small)
        } else {
            1.0 / (1.0 + libm::exp(z))
        }
    }

    /// Returns the negative log likelihood.
    fn cost(self, points: &[(f64, f64)]) -> f64 {
        points.iter().fold(0.0, |sum, (target, value)| {
            let z = self.slope * value + self.offset;
            let of_point = if z >= 0.0 {
                target * z + libm::log1p(libm::exp(-z))
            } else {
                (target - 1.0) * z + libm::log1p(libm::exp(z))
            };
            sum + of_point
        })
    }

    /// Takes one step of Newton's method, halved until the cost falls enough; `None` if the gradient is flat or no step
    /// helps.
    fn improved(self, points: &[(f64, f64)], cost: f64) -> Option<(Self, f64)> {
        let (mut aa, mut bb, mut ab) = (RIDGE, RIDGE, 0.0);
        let (mut a, mut b) = (0.0, 0.0);
        for (target, value) in points {
            let p = self.probability(*value);
            let curve = p * (1.0 - p);
            aa += value * value * curve;
            bb += curve;
            ab += value * curve;
            a += value * (target - p);
            b += target - p;
        }
        if a.abs() < FLAT && b.abs() < FLAT {
            return None;
        }
        let determinant = aa * bb - ab * ab;
        let (to_a, to_b) = (-(bb * a - ab * b) / determinant, -(aa * b - ab * a) / determinant);
        let downhill = a * to_a + b * to_b;
        let mut step = 1.0;
        while step >= SHORTEST_STEP {
            let next = Self { slope: self.slope + step * to_a, offset: self.offset + step * to_b };
            let of_next = next.cost(points);
            if of_next < cost + 1e-4 * step * downhill {
                return Some((next, of_next));
            }
            step /= 2.0;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_probability_of_a_fit_is_the_mean_target() {
        let values: Vec<(bool, f64)> =
            (0..40).map(|at| (at % 3 == 0, f64::from(at * 7 % 11) - f64::from(at % 3))).collect();
        let fit = Sigmoid::fit(&values);
        let sum = values.iter().fold(0.0, |sum, (_, value)| sum + fit.probability(*value));
        // 14 are relevant, 26 are not.
        let targets = 14.0 * 15.0 / 16.0 + 26.0 / 28.0;
        assert!((sum - targets).abs() < 1e-6, "{sum} {targets}");
        assert!(fit.slope < 0.0);
    }

    /// The decision values of the committed planes, in the order of their points. `SciPy` computed the maximum of the
    /// likelihood.
    #[test]
    fn the_fit_equals_that_of_scipy() {
        use crate::text::SparseVector;
        let text = include_str!("../../../tests/fixtures/learn-reference.json");
        let all: serde_json::Value = serde_json::from_str(text).unwrap();
        let numbers = |value: &serde_json::Value| -> Vec<f64> { serde_json::from_value(value.clone()).unwrap() };
        let sparse = |value: &serde_json::Value| -> SparseVector { (0..).zip(numbers(value)).collect() };
        let svm = &all["svm"];
        let classes: Vec<bool> = serde_json::from_value(svm["relevant"].clone()).unwrap();
        let fits = svm["fits"].as_array().unwrap();
        assert_eq!(fits.len(), 2);
        for fit in fits {
            let (plane, bias) = (sparse(&fit["weights"]), fit["bias"].as_f64().unwrap());
            let points = svm["points"].as_array().unwrap().iter();
            let values = points.map(|point| sparse(point).dot(&plane) + bias);
            let values: Vec<(bool, f64)> = classes.iter().copied().zip(values).collect();
            let (ours, theirs) = (Sigmoid::fit(&values), numbers(&fit["platt"]));
            assert!((ours.slope - theirs[0]).abs() < 1e-6, "{ours:?} {theirs:?}");
            assert!((ours.offset - theirs[1]).abs() < 1e-6, "{ours:?} {theirs:?}");
        }
    }

    /// If all values are equal, only the offset can be fitted, to the mean of the targets: (2 · 3/4 + 1/3) / 3.
    #[test]
    fn equal_values_give_the_mean_target() {
        let fit = Sigmoid::fit(&[(true, 0.0), (true, 0.0), (false, 0.0)]);
        assert!((fit.probability(0.0) - (1.5 + 1.0 / 3.0) / 3.0).abs() < 1e-6);
    }

    #[test]
    fn extreme_values_give_valid_probabilities() {
        let fit = Sigmoid::fit(&[(true, 1e9), (false, -1e9), (true, 3.0), (false, 2.0)]);
        for value in [0.0, 1e300, -1e300] {
            assert!((0.0..=1.0).contains(&fit.probability(value)));
        }
    }
}
