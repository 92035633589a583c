//! A weight for each term of a fixed table.

use super::TermId;
use serde::{Deserialize, Serialize};

/// An idf for each term of a table, and one for all others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TermWeights {
    /// The weights by term number; 0 for terms outside the table.
    known: Vec<f64>,
    other: f64,
}

impl TermWeights {
    /// Creates a table with these weights, and `other` for all other terms.
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
