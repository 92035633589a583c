//! Sparse vectors over interned terms, and their cosine (Batsakis eq. 2, Pant eq. 1).

use serde::{Deserialize, Serialize};

/// The number of an interned term.
pub type TermId = u32;

/// A sparse vector: terms ascending, each once, weights finite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SparseVector {
    entries: Vec<(TermId, f64)>,
    norm: f64,
}

/// The cosine of two vectors, 0 where either is empty (Batsakis eq. 2).
pub fn cosine(_a: &SparseVector, _b: &SparseVector) -> f64 {
    0.0
}
