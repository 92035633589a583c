//! Examines groups of URLs: trap rules (one file each) and common patterns.
//!
//! Not covered: the canonical form of one URL ([`types::url`]).

mod parts;
mod traps;

pub use parts::parts;
pub(crate) use parts::pattern;
pub use traps::{TrapDetector, TrapProblem, TrapVerdict};
