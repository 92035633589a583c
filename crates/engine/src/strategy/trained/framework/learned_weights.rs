//! Learns the weights of model, page and link text from the links of the trails.
//!
//! The thesis weights them equally. Here every link on a training page is an example: positive if it leads to a
//! relevant page of the trails, else negative. Its terms come from a model that was not trained on the page's trail. A
//! linear support vector machine with probabilities learns the weights. The model's probability enters as its
//! logarithm, since its order of magnitude matters most.
//!
//! Source: Batsakis §3.4.2 leaves the weights open; Platt 1999 for the probabilities.

use crate::learning::{Svm, SvmOptions};
use crate::text::{SparseVector, TermId};
use serde::{Deserialize, Serialize};

/// Added to probabilities before the logarithm.
const MIN_PROBABILITY: f64 = 1e-4;

/// The terms of a link's score: the model's probability, the page's similarity, the anchor's similarity.
pub(in crate::strategy) type Terms = [f64; 3];

/// A linear SVM over the standardized terms of a link's score.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct LearnedWeights {
    svm: Svm,
    /// The mean and the standard deviation of each term in training.
    scale: [(f64, f64); 3],
}

impl LearnedWeights {
    /// Trains on links; `None` without positive or without negative examples.
    pub(in crate::strategy) fn train(links: &[(Terms, bool)], seed: u64) -> Option<Self> {
        let terms: Vec<Terms> = links.iter().map(|(terms, _)| with_log_probability(*terms)).collect();
        let scale = [0, 1, 2].map(|at| scale(terms.iter().map(|terms| terms[at])));
        let examples: Vec<(bool, SparseVector)> =
            terms.iter().zip(links).map(|(terms, (_, good))| (*good, scaled(*terms, scale))).collect();
        let options = SvmOptions { seed, ..SvmOptions::default() };
        let svm = Svm::train(examples.iter().map(|(good, terms)| (*good, terms)), options);
        svm.ok().map(|svm| Self { svm, scale })
    }

    /// Returns the probability that a link leads to a relevant page, in 0..=1.
    pub(in crate::strategy) fn probability(&self, terms: Terms) -> f64 {
        self.svm.probability(&scaled(with_log_probability(terms), self.scale))
    }

    /// Returns the weight of each standardized term.
    pub(in crate::strategy) fn weights(&self) -> Terms {
        [0, 1, 2].map(|at| self.svm.weights().get(at))
    }
}

fn with_log_probability([model, page, anchor]: Terms) -> Terms {
    [libm::log(model.max(0.0) + MIN_PROBABILITY), page, anchor]
}

fn scaled(terms: Terms, scale: [(f64, f64); 3]) -> SparseVector {
    let places: [TermId; 3] = [0, 1, 2];
    let entries = places.into_iter().zip(terms.into_iter().zip(scale));
    entries.map(|(at, (term, (mean, deviation)))| (at, (term - mean) / deviation)).collect()
}

fn scale(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count().max(1) as f64;
    let mean = values.clone().fold(0.0, |sum, value| sum + value) / n;
    let squares = values.fold(0.0, |sum, value| sum + (value - mean) * (value - mean));
    let deviation = (squares / n).sqrt();
    (mean, if deviation > 0.0 { deviation } else { 1.0 })
}
