//! A spider's neural network, which estimates a link from the spider's words around it.
//!
//! It has one input per keyword, at most one hidden layer, and one output `λ`. A unit's activation is the logistic
//! function or the hyperbolic tangent of its bias and its weighted inputs; initial weights are random in a small
//! interval around 0. It learns by back-propagation, one step of gradient descent on `½ (λ − target)²` at a time. The
//! papers do not give the step length: a plain step overshoots on large inputs, and a saturated unit stops learning.
//! The step of a unit is therefore divided by 1 plus the squares of its inputs (normalized least mean squares), so that
//! its sum moves by the rate times the derivative. Inputs are identified by term and not by position, so that a spider
//! can gain words and a link can move to another spider with its inputs; unknown terms are ignored.
//!
//! Source: Pant §3.5, Evolving §4.1 eq. 4-2; Menczer and Belew 2000 (back-propagation); Rumelhart, Hinton and Williams
//! 1986; Widrow and Stearns 1985, "Adaptive Signal Processing" (the normalized step).

use crate::learning::Draw;
use crate::text::TermId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The initial weights lie in −0.1..0.1. The papers say “small” and give no number.
const FIRST_WEIGHTS: f64 = 0.1;

/// The maximum learning rate: a longer normalized step would end further from the target than it began.
pub(super) const RATE_MAX: f64 = 2.0;

/// The net's inputs for a link: each term once, without zeros.
pub(super) type Inputs = Box<[(TermId, f64)]>;

/// The activation function of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Unit {
    /// `1 / (1 + e^−x)`, in 0..1.
    #[default]
    Logistic,
    /// `tanh x`, in −1..1.
    Tanh,
}

impl Unit {
    fn activation(self, sum: f64) -> f64 {
        match self {
            Self::Logistic => 1.0 / (1.0 + libm::exp(-sum)),
            Self::Tanh => libm::tanh(sum),
        }
    }

    /// Returns the slope of the activation function at this activation.
    fn slope(self, activation: f64) -> f64 {
        match self {
            Self::Logistic => activation * (1.0 - activation),
            Self::Tanh => 1.0 - activation * activation,
        }
    }

    /// Clamps a target to the range of the activation.
    fn within(self, target: f64) -> f64 {
        match self {
            Self::Logistic => target.clamp(0.0, 1.0),
            Self::Tanh => target.clamp(-1.0, 1.0),
        }
    }
}

/// The net. Without hidden units the only unit of the first layer is the output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Net {
    unit: Unit,
    /// For each term its weights into the units of the first layer.
    terms: BTreeMap<TermId, Vec<f64>>,
    /// The biases of the first layer.
    biases: Vec<f64>,
    /// The weights of the hidden units into the output, its bias last; empty if there are no hidden units.
    output: Vec<f64>,
}

impl Net {
    /// Returns a net that knows no terms.
    pub(super) fn new(unit: Unit, hidden: usize, draw: &mut Draw) -> Self {
        let output = if hidden == 0 { 0 } else { hidden + 1 };
        Self {
            unit,
            terms: BTreeMap::new(),
            biases: (0..hidden.max(1)).map(|_| first_weight(draw)).collect(),
            output: (0..output).map(|_| first_weight(draw)).collect(),
        }
    }

    /// Returns true if the net is empty, because its spider was born under rules without nets.
    pub(super) fn is_none(&self) -> bool {
        self.biases.is_empty()
    }

    /// Gives a new term its initial weights.
    pub(super) fn add_term(&mut self, term: TermId, draw: &mut Draw) {
        let units = self.biases.len();
        let weights = || (0..units).map(|_| first_weight(draw)).collect();
        self.terms.entry(term).or_insert_with(weights);
    }

    /// Returns `λ`, the estimate of a link.
    pub(super) fn judge(&self, inputs: &[(TermId, f64)]) -> f64 {
        let first = self.first_layer(inputs);
        self.last(&first)
    }

    fn first_layer(&self, inputs: &[(TermId, f64)]) -> Vec<f64> {
        let mut sums = self.biases.clone();
        for (term, input) in inputs {
            let weights = self.terms.get(term).into_iter().flatten();
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight * input;
            }
        }
        sums.into_iter().map(|sum| self.unit.activation(sum)).collect()
    }

    fn last(&self, first: &[f64]) -> f64 {
        let Some((bias, weights)) = self.output.split_last() else {
            return first.first().copied().unwrap_or_default();
        };
        let sum = first.iter().zip(weights).fold(*bias, |sum, (unit, weight)| sum + unit * weight);
        self.unit.activation(sum)
    }

    /// Performs one gradient step toward a target: every weight changes by `−rate` times the derivative of `½ (λ −
    /// target)²`, divided by 1 plus the squares of its unit's inputs. A target out of the output's range is clamped to
    /// it.
    pub(super) fn learn(&mut self, inputs: &[(TermId, f64)], target: f64, rate: f64) {
        let first = self.first_layer(inputs);
        let estimate = self.last(&first);
        let off = (estimate - self.unit.within(target)) * self.unit.slope(estimate);
        let deltas = self.first_deltas(&first, off);
        if let Some((bias, weights)) = self.output.split_last_mut() {
            let step = rate / length(first.iter().copied());
            *bias -= step * off;
            for (weight, unit) in weights.iter_mut().zip(&first) {
                *weight -= step * off * unit;
            }
        }
        let step = rate / length(inputs.iter().map(|(_, input)| *input));
        for (bias, delta) in self.biases.iter_mut().zip(&deltas) {
            *bias -= step * delta;
        }
        for (term, input) in inputs {
            let weights = self.terms.get_mut(term).into_iter().flatten();
            for (weight, delta) in weights.zip(&deltas) {
                *weight -= step * delta * input;
            }
        }
    }

    /// Returns the derivative with respect to the sum of each unit of the first layer; `off` is that of the output.
    fn first_deltas(&self, first: &[f64], off: f64) -> Vec<f64> {
        if self.output.is_empty() {
            return vec![off];
        }
        let units = first.iter().zip(&self.output);
        units.map(|(unit, weight)| off * weight * self.unit.slope(*unit)).collect()
    }

    /// Adds a random number in `−size..size` to each weight and bias with probability `share`.
    pub(super) fn mutate(&mut self, share: f64, size: f64, draw: &mut Draw) {
        let of_terms = self.terms.values_mut().flatten();
        let all = of_terms.chain(&mut self.biases).chain(&mut self.output);
        for weight in all {
            if draw.share() < share {
                *weight += within(size, draw);
            }
        }
    }

    /// Returns the weights of some terms, layer by layer: for each unit the weights of the terms in their order, then
    /// its bias.
    pub(super) fn weights(&self, terms: &[TermId]) -> Vec<Vec<Vec<f64>>> {
        let of = |term: &TermId, unit: usize| {
            let weights = self.terms.get(term);
            weights.and_then(|weights| weights.get(unit).copied()).unwrap_or_default()
        };
        let unit = |(at, bias): (usize, &f64)| {
            let inputs = terms.iter().map(|term| of(term, at));
            inputs.chain([*bias]).collect()
        };
        let first: Vec<Vec<f64>> = self.biases.iter().enumerate().map(unit).collect();
        if self.output.is_empty() { vec![first] } else { vec![first, vec![self.output.clone()]] }
    }
}

/// Returns the squared length of a unit's inputs, including the bias.
fn length(inputs: impl Iterator<Item = f64>) -> f64 {
    inputs.fold(1.0, |sum, input| sum + input * input)
}

fn first_weight(draw: &mut Draw) -> f64 {
    within(FIRST_WEIGHTS, draw)
}

fn within(size: f64, draw: &mut Draw) -> f64 {
    (2.0 * draw.share() - 1.0) * size
}

#[cfg(test)]
mod tests {
    use super::super::inputs;
    use super::*;

    fn net(unit: Unit, hidden: usize) -> Net {
        let mut draw = Draw::new(7);
        let mut net = Net::new(unit, hidden, &mut draw);
        (0..3).for_each(|term| net.add_term(term, &mut draw));
        net
    }

    fn set(biases: &[f64], terms: &[(TermId, &[f64])], output: &[f64]) -> Net {
        Net {
            unit: Unit::Logistic,
            terms: terms.iter().map(|(term, weights)| (*term, weights.to_vec())).collect(),
            biases: biases.to_vec(),
            output: output.to_vec(),
        }
    }

    /// Returns every weight of a net.
    fn weights(net: &mut Net) -> Vec<&mut f64> {
        let terms = net.terms.values_mut().flatten();
        terms.chain(&mut net.biases).chain(&mut net.output).collect()
    }

    #[test]
    fn a_unit_sums_its_weighted_inputs_and_its_bias() {
        // 0.1 + 2 · 0.3 − 1 · 0.4 = 0.3 and 1 / (1 + e^−0.3) = 0.574443.
        let plain = set(&[0.1], &[(0, &[0.3]), (5, &[-0.4])], &[]);
        assert!((plain.judge(&[(0, 2.0), (5, 1.0)]) - 0.574_443).abs() < 1e-6);
        assert!(
            (plain.judge(&[(9, 1.0)]) - 0.524_979).abs() < 1e-6,
            "a term that it does not know counts nothing: 1 / (1 + e^−0.1)"
        );
        let tanh = Net { unit: Unit::Tanh, ..plain };
        assert!((tanh.judge(&[(0, 2.0), (5, 1.0)]) - 0.291_313).abs() < 1e-6);
    }

    #[test]
    fn hidden_units_feed_the_output() {
        // Hidden: 1 / (1 + e^−1) = 0.731059 and 1 / (1 + e^1) = 0.268941; out: 0.5 + 0.731059 − 2 · 0.268941 =
        // 0.693177.
        let net = set(&[0.0, 0.0], &[(0, &[1.0, -1.0])], &[1.0, -2.0, 0.5]);
        assert!((net.judge(&[(0, 1.0)]) - 0.666_673).abs() < 1e-6);
    }

    #[test]
    fn a_learning_step_follows_the_numeric_gradient_divided_by_the_length_of_the_inputs() {
        let (inputs, target, rate, step) = ([(0, 1.5), (2, 0.25)], 0.9, 0.3, 1e-6);
        for unit in [Unit::Logistic, Unit::Tanh] {
            for hidden in [0, 1, 4] {
                let mut learned = net(unit, hidden);
                learned.learn(&inputs, target, rate);
                let before = net(unit, hidden);
                let first = before.first_layer(&inputs);
                let into_first = 1.0 + 1.5 * 1.5 + 0.25 * 0.25;
                let into_output: f64 = 1.0 + first.iter().map(|unit| unit * unit).sum::<f64>();
                let outputs = before.output.len();
                let moved = weights(&mut learned);
                let of_first = moved.len() - outputs;
                for (at, after) in moved.into_iter().enumerate() {
                    let loss = |by: f64| {
                        let mut net = before.clone();
                        *weights(&mut net)[at] += by;
                        let off = net.judge(&inputs) - target;
                        off * off / 2.0
                    };
                    let slope = (loss(step) - loss(-step)) / (2.0 * step);
                    let length = if at < of_first { into_first } else { into_output };
                    let old = *weights(&mut before.clone())[at];
                    assert!(
                        (*after - (old - rate * slope / length)).abs() < 1e-9,
                        "{unit:?}, {hidden} hidden, weight {at}: {old} became {after}, slope {slope}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_word_repeated_a_thousand_times_does_not_end_learning() {
        let seen = |times: f64| inputs::squash(times);
        for hidden in [0, 3] {
            let mut net = net(Unit::Tanh, hidden);
            for step in 0..200 {
                let target = if step % 2 == 0 { 1.0 } else { -1.0 };
                net.learn(&[(1, seen(1_000.0))], target, RATE_MAX);
                // Many small inputs add up to a large one.
                net.learn(&[(1, 8.0)], target, RATE_MAX);
            }
            for (target, times) in [(0.4, 1.0), (0.1, 1_000.0)] {
                for _ in 0..500 {
                    net.learn(&[(1, seen(times))], target, 1.0);
                }
                let estimate = net.judge(&[(1, seen(times))]);
                assert!((estimate - target).abs() < 0.02, "{hidden} hidden: {estimate}");
            }
        }
    }

    #[test]
    fn repeated_targets_are_learned_and_unreachable_ones_are_harmless() {
        for (target, least) in [(0.8, 0.79), (1.5, 0.95)] {
            let mut net = net(Unit::Logistic, 2);
            for _ in 0..40_000 {
                net.learn(&[(1, 1.0)], target, 0.5);
            }
            let estimate = net.judge(&[(1, 1.0)]);
            assert!((least..=target.min(1.0)).contains(&estimate) || (estimate - target).abs() < 0.01);
        }
    }

    #[test]
    fn mutation_changes_about_its_share_of_the_weights_by_at_most_its_size() {
        let mut draw = Draw::new(3);
        let mut parent = Net::new(Unit::Logistic, 9, &mut draw);
        (0..200).for_each(|term| parent.add_term(term, &mut draw));
        let mut child = parent.clone();
        child.mutate(0.25, 0.1, &mut draw);
        let pairs: Vec<(f64, f64)> = weights(&mut parent)
            .into_iter()
            .map(|weight| *weight)
            .zip(weights(&mut child).into_iter().map(|weight| *weight))
            .collect();
        let changed = pairs.iter().filter(|(old, new)| (old - new).abs() > 0.0).count();
        assert!(changed.abs_diff(pairs.len() / 4) < 80, "{changed} of {}", pairs.len());
        assert!(pairs.iter().all(|(old, new)| (old - new).abs() <= 0.1));
    }

    #[test]
    fn weights_are_shown_by_unit_with_the_bias_last() {
        let net = set(&[0.5, 0.6], &[(4, &[1.0, 2.0])], &[7.0, 8.0, 9.0]);
        let shown = vec![vec![vec![0.0, 1.0, 0.5], vec![0.0, 2.0, 0.6]], vec![vec![7.0, 8.0, 9.0]]];
        assert_eq!(net.weights(&[3, 4]), shown);
    }
}
