//! Evaluates crawls: measures, judges with ground truth, statistics, and comparisons of strategies.
//!
//! Like the engine it does no input or output and has no clock: the lab and the tab drive the same code.

pub mod compare;
pub mod limits;
pub mod measures;
pub mod stats;
