//! Bayesian logistic regression with few features (cues): a prior over the weights, and a posterior from examples.
//!
//! The weights have a normal prior. Newton's method finds the most probable weights given the examples, whose labels
//! are in 0..=1. The curvature there is the precision of a normal posterior (Laplace's approximation), from which
//! Thompson sampling draws weights. The arithmetic is dense, since there are at most some twenty cues. Not covered:
//! sparse features.
//!
//! Source: `MacKay` 1992, “The evidence framework applied to classification networks”; Chapelle and Li 2011, “An
//! empirical evaluation of Thompson sampling”, algorithm 3.

use crate::learning::Draw;
use serde::{Deserialize, Serialize};

/// The maximum number of rounds of Newton's method.
const ROUNDS: usize = 25;
/// The total change of the weights below which the rounds end.
const CHANGE: f64 = 1e-9;
/// The value added to the diagonal if the matrix is not positive definite after rounding.
const JITTER: f64 = 1e-9;

/// A posterior over weights: the mean and the Cholesky factor of the precision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Logistic {
    prior: Vec<f64>,
    precision: Vec<f64>,
    weights: Vec<f64>,
    /// The lower Cholesky factor of the posterior's precision, row by row.
    root: Vec<f64>,
}

/// An example: its cues and its label in 0..=1.
pub(crate) type Example<'a> = (&'a [f64], f64);

impl Logistic {
    /// Creates the prior from the mean and the standard deviation, above 0, of each weight.
    pub(crate) fn new(prior: &[f64], deviation: &[f64]) -> Self {
        let precision: Vec<f64> = deviation.iter().map(|sd| 1.0 / (sd * sd)).collect();
        let mut fresh = Self { prior: prior.to_vec(), weights: prior.to_vec(), root: Vec::new(), precision };
        fresh.root = fresh.root_of(fresh.curvature(&[], &fresh.weights.clone()));
        fresh
    }

    /// Returns true if it has this many weights and all numbers are finite. Saved data may contain anything.
    pub(crate) fn is_valid(&self, weights: usize) -> bool {
        let all = [&self.prior, &self.precision, &self.weights];
        let full = all.iter().all(|of| of.len() == weights);
        let mut numbers = all.into_iter().chain([&self.root]).flatten();
        full && self.root.len() == weights * weights && numbers.all(|x| x.is_finite())
    }

    /// Returns the most probable weights.
    pub(crate) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Fits the weights to these examples, which replace all earlier ones.
    pub(crate) fn learn(&mut self, examples: &[Example<'_>]) {
        let mut weights = self.weights.clone();
        for _ in 0..ROUNDS {
            let root = self.root_of(self.curvature(examples, &weights));
            let step = solve(&root, &self.slope(examples, &weights));
            let size = step.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
            // A full step may overshoot if all labels are similar.
            let scale = if size > 2.0 { 2.0 / size } else { 1.0 };
            for (weight, change) in weights.iter_mut().zip(&step) {
                *weight += scale * change;
            }
            if size < CHANGE {
                break;
            }
        }
        if weights.iter().all(|weight| weight.is_finite()) {
            self.root = self.root_of(self.curvature(examples, &weights));
            self.weights = weights;
        }
    }

    /// Samples weights from the posterior distribution.
    pub(crate) fn draw(&self, draw: &mut Draw) -> Vec<f64> {
        let n = self.weights.len();
        let noise: Vec<f64> = (0..n).map(|_| draw.normal()).collect();
        let mut off = noise;
        // Solves Lᵀ · off = noise; the covariance is the inverse of L · Lᵀ.
        for row in (0..n).rev() {
            let below = (row + 1..n).fold(0.0, |sum, k| sum + self.root[k * n + row] * off[k]);
            off[row] = (off[row] - below) / self.root[row * n + row];
        }
        self.weights.iter().zip(&off).map(|(w, o)| w + o).collect()
    }

    /// Returns the gradient of the log posterior.
    fn slope(&self, examples: &[Example<'_>], weights: &[f64]) -> Vec<f64> {
        let mut slope: Vec<f64> = (self.precision.iter().zip(&self.prior).zip(weights))
            .map(|((precision, prior), weight)| precision * (prior - weight))
            .collect();
        for (cues, label) in examples {
            let off = label - probability(weights, cues);
            for (slope, cue) in slope.iter_mut().zip(*cues) {
                *slope += off * cue;
            }
        }
        slope
    }

    /// Returns the negative Hessian of the log posterior.
    fn curvature(&self, examples: &[Example<'_>], weights: &[f64]) -> Vec<f64> {
        let n = self.prior.len();
        let mut all = vec![0.0; n * n];
        for (at, precision) in self.precision.iter().enumerate() {
            all[at * n + at] = *precision;
        }
        for (cues, _) in examples {
            let p = probability(weights, cues);
            let share = p * (1.0 - p);
            for row in (0..n).filter(|row| cues[*row].abs() > 0.0) {
                for column in 0..=row {
                    all[row * n + column] += share * cues[row] * cues[column];
                }
            }
        }
        all
    }

    /// Returns the lower Cholesky factor of a matrix given by its lower half.
    fn root_of(&self, mut all: Vec<f64>) -> Vec<f64> {
        let n = self.prior.len();
        for row in 0..n {
            for column in 0..=row {
                let before = (0..column).fold(0.0, |sum, k| sum + all[row * n + k] * all[column * n + k]);
                let left = all[row * n + column] - before;
                all[row * n + column] =
                    if row == column { left.max(JITTER).sqrt() } else { left / all[column * n + column] };
            }
        }
        all
    }
}

/// Returns the logistic function `1 / (1 + e^(−w · x))`.
pub(crate) fn probability(weights: &[f64], cues: &[f64]) -> f64 {
    let sum = weights.iter().zip(cues).fold(0.0, |sum, (w, x)| sum + w * x);
    1.0 / (1.0 + libm::exp(-sum))
}

/// Solves `L · Lᵀ · x = b` for `x`.
fn solve(root: &[f64], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut x = b.to_vec();
    for row in 0..n {
        let before = (0..row).fold(0.0, |sum, k| sum + root[row * n + k] * x[k]);
        x[row] = (x[row] - before) / root[row * n + row];
    }
    for row in (0..n).rev() {
        let below = (row + 1..n).fold(0.0, |sum, k| sum + root[k * n + row] * x[k]);
        x[row] = (x[row] - below) / root[row * n + row];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_example_moves_the_weight_to_the_maximum_of_the_posterior() {
        let mut belief = Logistic::new(&[0.0], &[1.0]);
        belief.learn(&[(&[1.0], 1.0)]);
        // w = 1 − σ(w): 0.40106 = 1 − 0.59894. Precision 1 + p · (1 − p) = 1.24021, its root 1.11365.
        assert!((belief.weights()[0] - 0.40106).abs() < 1e-5, "{belief:?}");
        assert!((belief.root[0] - 1.11365).abs() < 1e-5, "{belief:?}");
    }

    #[test]
    fn weights_are_sampled_around_the_mean_with_the_posterior_deviation() {
        let belief = Logistic::new(&[0.5, -1.0], &[0.1, 2.0]);
        let mut draw = Draw::new(5);
        let drawn: Vec<Vec<f64>> = (0..4_000).map(|_| belief.draw(&mut draw)).collect();
        for (cue, mean, deviation) in [(0, 0.5, 0.1), (1, -1.0, 2.0)] {
            let of = || drawn.iter().map(|weights| weights[cue]);
            let is = of().fold(0.0, |sum, x| sum + x) / 4_000.0;
            let square = of().fold(0.0, |sum, x| sum + (x - mean) * (x - mean)) / 4_000.0;
            assert!((is - mean).abs() < 0.06 * deviation, "{is}");
            assert!((square.sqrt() - deviation).abs() < 0.04 * deviation, "{square}");
        }
    }

    #[test]
    fn examples_replace_earlier_ones_and_none_restore_the_prior() {
        let mut belief = Logistic::new(&[0.5, -1.0], &[0.1, 2.0]);
        let fresh = belief.clone();
        belief.learn(&[(&[1.0, 1.0], 1.0), (&[-2.0, 1.0], 0.25)]);
        assert_ne!(belief, fresh);
        belief.learn(&[]);
        for (now, then) in belief.weights().iter().zip(fresh.weights()) {
            assert!((now - then).abs() < 1e-9);
        }
    }

    #[test]
    fn the_gradient_is_zero_at_the_weights() {
        let mut belief = Logistic::new(&[0.3, 0.0, -1.0], &[0.5, 0.5, 3.0]);
        let rows: Vec<([f64; 3], f64)> = (0..60_u32)
            .map(|n| {
                let x = f64::from(n % 7) - 3.0;
                ([x, f64::from(n % 3) - 1.0, 1.0], f64::from(u8::from(x > 0.0)))
            })
            .collect();
        let examples: Vec<Example<'_>> = rows.iter().map(|(x, y)| (&x[..], *y)).collect();
        belief.learn(&examples);
        let slope = belief.slope(&examples, belief.weights());
        assert!(slope.iter().all(|x| x.abs() < 1e-6), "{slope:?}");
        assert!(belief.weights()[0] > 1.0, "the first cue tells: {:?}", belief.weights());
        assert!(belief.weights()[1].abs() < 0.2, "the second does not: {:?}", belief.weights());
    }

    #[test]
    fn extreme_examples_leave_the_weights_finite() {
        let mut belief = Logistic::new(&[0.1, -1.0], &[0.1, 10.0]);
        let huge = [1e6, 1.0];
        belief.learn(&vec![(&huge[..], 0.0); 100]);
        assert!(belief.is_valid(2), "{belief:?}");
        belief.learn(&[(&[f64::NAN, 1.0], 1.0)]);
        assert!(belief.is_valid(2), "{belief:?}");
        assert!(!belief.is_valid(3));
    }
}
