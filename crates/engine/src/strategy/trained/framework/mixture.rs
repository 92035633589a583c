//! Learned weights: how much the model, the page and the link's own text count, by how well they told the trails' own links apart.
//!
//! The thesis has them count alike. Here every link on a training page is an example: one that leads to a relevant page of the trails is good, and every
//! other is not, as far as anybody knows. Its terms come from a model that never saw the page's trail, and a linear support vector machine with
//! probabilities weighs them; the model's probability enters by its logarithm, since it says far more by its order of magnitude than by its value.
//!
//! Source: Batsakis §3.4.2 leaves the weights open; Platt 1999 for the probabilities.

use crate::learning::{Svm, SvmOptions};
use crate::text::{SparseVector, TermId};
use serde::{Deserialize, Serialize};

/// A probability below this is as good as none.
const LEAST: f64 = 1e-4;

/// The terms of a link's score: the model's probability, the page's similarity, the anchor's similarity.
pub(in crate::strategy) type Terms = [f64; 3];

/// The weights.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct Mixture {
    svm: Svm,
    /// The mean and the standard deviation of each term in training.
    scale: [(f64, f64); 3],
}

impl Mixture {
    /// Learns from links; `None` if there are none of one kind.
    pub(in crate::strategy) fn train(links: &[(Terms, bool)], seed: u64) -> Option<Self> {
        let terms: Vec<Terms> = links
            .iter()
            .map(|(terms, _)| by_logarithm(*terms))
            .collect();
        let scale = [0, 1, 2].map(|at| scale(terms.iter().map(|terms| terms[at])));
        let examples: Vec<(bool, SparseVector)> = terms
            .iter()
            .zip(links)
            .map(|(terms, (_, good))| (*good, scaled(*terms, scale)))
            .collect();
        let options = SvmOptions {
            seed,
            ..SvmOptions::default()
        };
        let svm = Svm::train(examples.iter().map(|(good, terms)| (*good, terms)), options);
        svm.ok().map(|svm| Self { svm, scale })
    }

    /// Returns the probability that a link leads to a relevant page, in 0..=1.
    pub(in crate::strategy) fn probability(&self, terms: Terms) -> f64 {
        self.svm
            .probability(&scaled(by_logarithm(terms), self.scale))
    }

    /// Returns the weight of each term, where it is as large as it usually is.
    pub(in crate::strategy) fn weights(&self) -> Terms {
        [0, 1, 2].map(|at| self.svm.weights().get(at))
    }
}

fn by_logarithm([model, page, anchor]: Terms) -> Terms {
    [libm::log(model.max(0.0) + LEAST), page, anchor]
}

fn scaled(terms: Terms, scale: [(f64, f64); 3]) -> SparseVector {
    let places: [TermId; 3] = [0, 1, 2];
    let entries = places.into_iter().zip(terms.into_iter().zip(scale));
    entries
        .map(|(at, (term, (mean, deviation)))| (at, (term - mean) / deviation))
        .collect()
}

fn scale(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count().max(1) as f64;
    let mean = values.clone().fold(0.0, |sum, value| sum + value) / n;
    let squares = values.fold(0.0, |sum, value| sum + (value - mean) * (value - mean));
    let deviation = (squares / n).sqrt();
    (mean, if deviation > 0.0 { deviation } else { 1.0 })
}
