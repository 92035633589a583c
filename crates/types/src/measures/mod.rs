//! Measures of crawls: their names, texts and requirements, and their values as curves.
//!
//! The evaluation crate computes the measures.
//!
//! Source: Pant §4.1 and §4.2, Batsakis §4.2.

mod curve;
mod measure;

pub use curve::{COLORS, Curve, DASHES, color_and_dash};
pub use measure::{Axis, Better, Extent, Measure, Needs};
