//! Comparisons of strategies as files.
//!
//! Pure functions: what was compared goes in, text comes out, and the same comparison gives the same bytes.

pub mod svg;
