//! A linear support vector machine over sparse vectors, with probabilities of relevance.
//!
//! Minimizes `½ ‖(w, b)‖² + Σ C_i ξ_i²` (the squared hinge loss) by coordinate descent in the dual, in an order that
//! the seed determines. The bias is the weight of a constant feature, so it is regularized, as in LIBLINEAR and
//! scikit-learn's `LinearSVC`, whose weights are equal. Probabilities are a sigmoid of the decision value, which
//! [`super::platt`] fits to values of machines that were trained without the example. Not covered: kernels, shrinking,
//! more than two classes.
//!
//! Source: Batsakis §2.5, Pant §4.1; Hsieh et al. 2008, "A dual coordinate descent method for large-scale linear SVM".

use super::platt::Sigmoid;
use crate::learning::Draw;
use crate::learning::cross_validate::each_fold;
use crate::text::{SparseVector, TermId};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// The number of folds that give held-out decision values.
const FOLDS: usize = 5;

/// The training options of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SvmOptions {
    /// The cost `C` of an error relative to the norm of the weights; above 0.
    pub cost: f64,
    /// Scales costs by class, `C_i = C · n / (2 · n of its class)`, so that few relevant pages have as much influence
    /// as many irrelevant ones.
    pub balanced: bool,
    /// The maximum deviation of a coordinate's gradient at which the rounds end; above 0.
    pub tolerance: f64,
    /// Maximum number of rounds over all examples. 0 counts as 1.
    pub rounds: u32,
    /// Determines the order of the examples in each round.
    pub seed: u64,
}

impl Default for SvmOptions {
    fn default() -> Self {
        Self { cost: 1.0, balanced: true, tolerance: 1e-3, rounds: 1_000, seed: 1 }
    }
}

/// An error of training a support vector machine.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum SvmError {
    /// An option is not above 0.
    #[error("{name} is {value}: give a number above 0")]
    Option {
        /// `cost` or `tolerance`.
        name: String,
        /// The given value.
        value: f64,
    },
    /// All examples are of one class, or there are none.
    #[error("there are {relevant} relevant and {other} other training pages: give at least one of each")]
    OneClass {
        /// The number of relevant examples.
        relevant: usize,
        /// The number of other examples.
        other: usize,
    },
}

/// A trained machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub struct Svm {
    plane: Plane,
    sigmoid: Sigmoid,
}

/// The unchecked saved fields of the plane and of the sigmoid.
type Saved = (SparseVector, f64, f64, f64);

impl TryFrom<Saved> for Svm {
    type Error = &'static str;

    fn try_from((weights, bias, slope, offset): Saved) -> Result<Self, Self::Error> {
        if [bias, slope, offset].iter().all(|number| number.is_finite()) {
            let sigmoid = Sigmoid { slope, offset };
            Ok(Self { plane: Plane { weights, bias }, sigmoid })
        } else {
            Err("a number of the machine is not finite")
        }
    }
}

/// The hyperplane between the classes.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Plane {
    weights: SparseVector,
    bias: f64,
}

impl Svm {
    /// Trains on examples, each with its relevance; both classes are required. Texts are usually vectors of length 1
    /// ([`SparseVector::unit`]); pages must then be classified in the same form.
    pub fn train<'a>(
        examples: impl IntoIterator<Item = (bool, &'a SparseVector)>,
        options: SvmOptions,
    ) -> Result<Self, SvmError> {
        for (name, value) in [("cost", options.cost), ("tolerance", options.tolerance)] {
            if !(value > 0.0 && value.is_finite()) {
                let name = name.to_owned();
                return Err(SvmError::Option { name, value });
            }
        }
        let examples: Vec<(bool, &SparseVector)> = examples.into_iter().collect();
        let relevant = examples.iter().filter(|(relevant, _)| *relevant).count();
        let other = examples.len() - relevant;
        if relevant == 0 || other == 0 {
            return Err(SvmError::OneClass { relevant, other });
        }
        let plane = Problem::new(&examples, options).solve(options);
        let values = held_out(&examples, &plane, options);
        let sigmoid = Sigmoid::fit(&values);
        Ok(Self { plane, sigmoid })
    }

    /// Returns the decision value, which is above 0 on the relevant side.
    pub fn decision(&self, page: &SparseVector) -> f64 {
        self.plane.decision(page)
    }

    /// Returns the probability that a page is relevant, in 0..=1.
    pub fn probability(&self, page: &SparseVector) -> f64 {
        self.sigmoid.probability(self.decision(page))
    }

    /// Returns the terms with their weights.
    pub fn weights(&self) -> &SparseVector {
        &self.plane.weights
    }

    /// Returns the bias.
    pub fn bias(&self) -> f64 {
        self.plane.bias
    }

    /// Returns the `n` terms with the highest positive weights.
    pub fn terms_for(&self, n: usize) -> Vec<(TermId, f64)> {
        self.plane.weights.positive_difference(&SparseVector::new()).top(n)
    }

    /// Returns the `n` terms with the lowest negative weights.
    pub fn terms_against(&self, n: usize) -> Vec<(TermId, f64)> {
        let turned = self.plane.weights.iter().map(|(term, weight)| (term, -weight));
        let against: SparseVector = turned.filter(|(_, weight)| *weight > 0.0).collect();
        let top = against.top(n).into_iter();
        top.map(|(term, weight)| (term, -weight)).collect()
    }
}

impl Plane {
    fn decision(&self, page: &SparseVector) -> f64 {
        self.weights.dot(page) + self.bias
    }
}

/// Returns the class and the decision value of each example, from a machine trained without its fold; from the full
/// machine if a fold leaves no example of one class.
fn held_out(examples: &[(bool, &SparseVector)], whole: &Plane, options: SvmOptions) -> Vec<(bool, f64)> {
    let mut seen = [0_usize; 2];
    let fold = |(relevant, _): &(bool, &SparseVector)| {
        let number = &mut seen[usize::from(*relevant)];
        *number += 1;
        Some((*number - 1) % FOLDS)
    };
    let folds: Vec<Option<usize>> = examples.iter().map(fold).collect();
    let mut values: Vec<(bool, f64)> = Vec::with_capacity(examples.len());
    let judged = each_fold(&folds, |fold| {
        let kept: Vec<(bool, &SparseVector)> = fold.training.iter().map(|at| examples[*at]).collect();
        let both = [true, false].map(|class| kept.iter().any(|(of, _)| *of == class));
        let plane = (both == [true, true]).then(|| Problem::new(&kept, options).solve(options));
        let plane = plane.as_ref().unwrap_or(whole);
        let value = |at: &usize| (examples[*at].0, plane.decision(examples[*at].1));
        values.extend(fold.test.iter().map(value));
        Ok::<(), Infallible>(())
    });
    judged.unwrap_or_else(|never| match never {});
    values
}

/// The dual problem: one variable per example, at least 0.
struct Problem {
    /// The terms of the columns, ascending. The bias has the column after the last.
    terms: Vec<TermId>,
    rows: Vec<Row>,
}

struct Row {
    entries: Vec<(u32, f64)>,
    /// The label, 1 or −1.
    class: f64,
    /// The value added to the diagonal: Hsieh et al. (6).
    diagonal: f64,
    /// `x·x` plus the diagonal.
    curvature: f64,
}

impl Problem {
    fn new(examples: &[(bool, &SparseVector)], options: SvmOptions) -> Self {
        let all = examples.iter().flat_map(|(_, page)| page.iter());
        let mut terms: Vec<TermId> = all.map(|(term, _)| term).collect();
        terms.sort_unstable();
        terms.dedup();
        let relevant = examples.iter().filter(|(relevant, _)| *relevant).count();
        let cost = |class: bool| {
            let of_class = if class { relevant } else { examples.len() - relevant };
            let scale = examples.len() as f64 / (2.0 * of_class as f64);
            options.cost * if options.balanced { scale } else { 1.0 }
        };
        let costs = [cost(false), cost(true)];
        let row = |(class, page): &(bool, &SparseVector)| {
            let diagonal = 0.5 / costs[usize::from(*class)];
            let column = |term: TermId| u32::try_from(terms.partition_point(|known| *known < term));
            let entries = page.iter().filter_map(|(term, weight)| Some((column(term).ok()?, weight)));
            Row {
                entries: entries.collect(),
                class: if *class { 1.0 } else { -1.0 },
                diagonal,
                curvature: page.norm() * page.norm() + 1.0 + diagonal,
            }
        };
        let rows = examples.iter().map(row).collect();
        Self { terms, rows }
    }

    fn solve(&self, options: SvmOptions) -> Plane {
        let mut draw = Draw::new(options.seed);
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        let mut alpha = vec![0.0; self.rows.len()];
        let mut weights = vec![0.0; self.terms.len() + 1];
        for _ in 0..options.rounds.max(1) {
            draw.shuffle(&mut order);
            let (mut highest, mut lowest) = (f64::NEG_INFINITY, f64::INFINITY);
            for &at in &order {
                let off = self.rows[at].improve(&mut alpha[at], &mut weights);
                highest = f64::max(highest, off);
                lowest = f64::min(lowest, off);
            }
            if highest - lowest <= options.tolerance {
                break;
            }
        }
        let bias = weights.pop().unwrap_or(0.0);
        let weights = self.terms.iter().copied().zip(weights).collect();
        Plane { weights, bias }
    }
}

impl Row {
    /// Optimizes the variable of this example and keeps the others; returns its projected gradient before the step.
    fn improve(&self, alpha: &mut f64, weights: &mut [f64]) -> f64 {
        let bias = weights.len() - 1;
        let dot = |sum: f64, (column, weight): &(u32, f64)| sum + weights[*column as usize] * weight;
        let value = self.entries.iter().fold(weights[bias], dot);
        let gradient = self.class * value - 1.0 + *alpha * self.diagonal;
        let off = if *alpha <= 0.0 { gradient.min(0.0) } else { gradient };
        if off == 0.0 {
            return 0.0;
        }
        let old = *alpha;
        *alpha = (old - gradient / self.curvature).clamp(0.0, f64::INFINITY);
        let moved = (*alpha - old) * self.class;
        for &(column, weight) in &self.entries {
            weights[column as usize] += moved * weight;
        }
        weights[bias] += moved;
        off
    }
}

#[cfg(test)]
#[path = "svm_tests.rs"]
mod tests;
