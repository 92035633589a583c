//! Words: tokens, stems, bigrams, interned terms, sparse vectors, idf, similarity.
//!
//! A text becomes tokens ([`Analyzer`]), tokens become interned terms ([`Terms`]), terms become counts
//! ([`TermCounts`]), and counts become vectors ([`SparseVector`]) under an [`Idf`]. [`Sketch`] detects near-duplicate
//! pages. Not covered: phrases, and positions other than the byte ranges for marking matched words.
//!
//! Source: Batsakis ch. 3, Pant §2.4, Tsay §3.1.

mod analyzer;
mod arabic;
mod counts;
mod fold;
mod general;
mod idf;
mod language;
mod passages;
mod sketch;
mod terms;
mod vector;
mod words;

pub use analyzer::{Analyzer, TextOptions, Token, WrittenWord};
pub use counts::TermCounts;
pub use general::TermWeights;
pub use idf::{DocumentFrequencies, Idf};
pub use language::Language;
pub use passages::{WordFinder, passages};
pub use sketch::{NearDuplicateIndex, Sketch};
pub(crate) use terms::WordMap;
pub use terms::{TermId, Terms};
pub(crate) use vector::sort_by_weight;
pub use vector::{Product, SparseVector, cosine};
pub(crate) use words::is_mark;
