//! Computes statistics over several crawls: mean, standard error, the one-tailed paired t-test, and Holm's correction
//! for multiple tests.
//!
//! Source: Pant §4.2 and Fig. 6 (means over topics, error bars of one standard error, one-tailed t-test); Holm 1979, "A
//! Simple Sequentially Rejective Multiple Test Procedure", which Demšar 2006 (§3.2) and García and Herrera 2008 (§2)
//! recommend for pairwise comparisons of many methods.

use crate::limits;
use engine::count;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};
use types::sorting;

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 for fewer than two values.
    pub error: f64,
    /// The number of values.
    pub n: u32,
}

/// A paired t-test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairedTest {
    /// The mean of the differences, first minus second.
    pub difference: f64,
    /// The statistic; infinite if all differences are equal and not 0.
    pub t: f64,
    /// The probability of a difference at least as large, in the direction of "the first is larger", if there were
    /// none.
    pub p: f64,
    /// The number of pairs.
    pub n: u32,
}

impl Figure {
    /// Returns the figure of some values.
    pub fn new(values: &[f64]) -> Self {
        Self { mean: mean(values), error: standard_error(values), n: count(values.len()) }
    }
}

/// Returns `n` evenly spread values in their order; all of them if there are at most `n`.
pub(crate) fn spread<T: Clone>(values: &[T], n: usize) -> Vec<T> {
    let n = n.min(values.len());
    let at = (0..n).map(|index| index * values.len() / n);
    at.map(|at| values[at].clone()).collect()
}

/// Returns the mean; 0 of no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the standard error `s / √n` with the sample's standard deviation; 0 for fewer than two values.
pub fn standard_error(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let (n, mean) = (values.len() as f64, mean(values));
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    (squares.sum::<f64>() / (n - 1.0) / n).sqrt()
}

/// Returns the one-tailed paired t-test for the alternative that the first of each pair is larger. `None` for fewer
/// than two pairs, or if no pair differs.
pub fn paired_t_test(pairs: &[(f64, f64)]) -> Option<PairedTest> {
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
    let (difference, error) = (mean(&differences), standard_error(&differences));
    if differences.len() < 2 || differences.iter().all(|difference| *difference == 0.0) {
        return None;
    }
    let t = difference / error;
    let freedom = (differences.len() - 1) as f64;
    let distribution = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some(PairedTest { difference, t, p: distribution.sf(t), n: count(differences.len()) })
}

/// Applies Holm's correction: returns the adjusted probability of each test, which controls the probability of any
/// false positive among them.
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    sorting::sort_by(&mut order, |a, b| chances[*a].total_cmp(&chances[*b]));
    let (mut corrected, mut least) = (vec![1.0; chances.len()], 0.0_f64);
    for (before, at) in order.into_iter().enumerate() {
        let left = (chances.len() - before) as f64;
        least = least.max((chances[at] * left).min(1.0));
        corrected[at] = least;
    }
    corrected
}

/// Returns the significance level as a text: `p < .05`.
pub fn significance() -> String {
    format!("p < {}", limits::SIGNIFICANCE.to_string().trim_start_matches('0'))
}

/// Returns a probability as a text: `p < .001`, `p = .014`, `p = .27`.
pub fn chance(p: f64) -> String {
    if p < 0.001 {
        return "p < .001".to_owned();
    }
    let text = if p < 0.1 { format!("{p:.3}") } else { format!("{p:.2}") };
    format!("p = {}", text.strip_prefix('0').unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_even_distances() {
        let ten: Vec<u32> = (0..10).collect();
        assert_eq!(spread(&ten, 3), [0, 3, 6]);
        assert_eq!(spread(&ten, 12), ten);
        assert!(spread(&ten, 0).is_empty() && spread::<u32>(&[], 3).is_empty());
    }

    #[test]
    fn the_standard_error_is_that_of_the_sample() {
        let figure = Figure::new(&[1.0, 2.0, 3.0]);
        assert!((figure.mean - 2.0).abs() < 1e-15);
        assert!((figure.error - (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!(standard_error(&[1.0]).abs() < 1e-12);
    }

    /// By hand: sorted, .005 · 4, .01 · 3, .03 · 2; .04 is at least as large as the value before
    /// it.
    #[test]
    fn holms_correction_takes_the_smallest_times_their_number_and_goes_on() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-15, "{corrected:?}");
        }
        assert_eq!(holm(&[0.7, 0.8]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }

    #[test]
    fn a_probability_is_never_written_as_zero() {
        for (p, text) in [
            (0.0, "p < .001"),
            (0.000_999, "p < .001"),
            (0.001, "p = .001"),
            (0.0142, "p = .014"),
            (0.273, "p = .27"),
            (1.0, "p = 1.00"),
        ] {
            assert_eq!(chance(p), text);
        }
    }

    #[test]
    fn the_same_difference_everywhere_is_no_chance() {
        let test = paired_t_test(&[(1.0, 0.5), (0.75, 0.25), (0.5, 0.0)]).expect("they differ");
        assert!(test.t.is_infinite() && test.p.abs() < 1e-300, "{test:?}");
    }

    #[test]
    fn equal_pairs_give_no_test() {
        assert_eq!(paired_t_test(&[(0.5, 0.5), (0.7, 0.7)]), None);
        assert_eq!(paired_t_test(&[(1.0, 0.0)]), None);
    }
}
