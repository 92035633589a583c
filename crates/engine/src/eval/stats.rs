//! Figures over several crawls: mean, standard error, and the one-tailed paired t-test.
//!
//! Left out on purpose: corrections for many comparisons; who reads a table of many p-values has to bear their number in mind, and the
//! sentences of a comparison say so.
//!
//! Source: Pant §4.2 and Fig. 6 (means over topics, error bars of one standard error, one-tailed t-test).

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean and how sure it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 for fewer than two values.
    pub error: f64,
    /// Values that it is the mean of.
    pub n: u32,
}

/// A paired t-test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairedTest {
    /// Mean of the differences, the first less the second.
    pub difference: f64,
    /// The statistic; infinite where all differences are the same and not 0.
    pub t: f64,
    /// Probability of a difference at least as large, in the direction of "the first is larger", if there were none.
    pub p: f64,
    /// Pairs.
    pub n: u32,
}

impl Figure {
    /// The figure of some values.
    pub fn of(values: &[f64]) -> Self {
        Self {
            mean: mean(values),
            error: standard_error(values),
            n: u32::try_from(values.len()).unwrap_or(u32::MAX),
        }
    }
}

/// The mean; 0 of no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// `s / √n` with the sample's standard deviation; 0 for fewer than two values.
pub fn standard_error(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let (n, mean) = (values.len() as f64, mean(values));
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    (squares.sum::<f64>() / (n - 1.0) / n).sqrt()
}

/// The one-tailed paired t-test for the alternative that the first of each pair is larger. `None` for fewer than two pairs, or where
/// no pair differs.
pub fn paired_t_test(pairs: &[(f64, f64)]) -> Option<PairedTest> {
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
    let (difference, error) = (mean(&differences), standard_error(&differences));
    if differences.len() < 2 || differences.iter().all(|difference| *difference == 0.0) {
        return None;
    }
    let t = difference / error;
    let freedom = (differences.len() - 1) as f64;
    let distribution = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some(PairedTest {
        difference,
        t,
        p: distribution.sf(t),
        n: u32::try_from(differences.len()).unwrap_or(u32::MAX),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_is_that_of_the_sample() {
        let figure = Figure::of(&[1.0, 2.0, 3.0]);
        assert!((figure.mean - 2.0).abs() < 1e-15);
        assert!((figure.error - (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!(standard_error(&[1.0]).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_do_not_differ_tell_nothing() {
        assert_eq!(paired_t_test(&[(0.5, 0.5), (0.7, 0.7)]), None);
        assert_eq!(paired_t_test(&[(1.0, 0.0)]), None);
    }
}
