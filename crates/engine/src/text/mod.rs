//! Words: tokens, stems, bigrams, interned terms, sparse vectors, idf, similarity.
//!
//! Source: Batsakis ch. 3, Pant §2.4, Tsay §3.1.

mod vector;

pub use vector::{SparseVector, TermId, cosine};
