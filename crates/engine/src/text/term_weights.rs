//! Stores a weight for each term of a fixed table.

use super::TermId;
use serde::{Deserialize, Serialize};

/// An idf for each term of a table, and one for all others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TermWeights {
    /// By term number; 0 if the table does not have the term.
    known: Vec<f64>,
    other: f64,
}

impl TermWeights {
    /// Returns a table of the given weights; `other` for all terms that are not among them.
    pub(crate) fn new(known: Vec<f64>, other: f64) -> Self {
        Self { known, other }
    }

    pub(super) fn get(&self, term: TermId) -> f64 {
        match self.known.get(term as usize) {
            Some(&weight) if weight > 0.0 => weight,
            _ => self.other,
        }
    }
}
