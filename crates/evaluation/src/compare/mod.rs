//! Compares strategies: plans crawls, runs them, and evaluates their outcomes. It does no input or output: the lab and
//! the tab drive the same code.
//!
//! A person writes a [`Comparison`]. [`Comparison::check`] converts it to a [`CheckedComparison`], which lists its
//! [`Trial`]s in a fixed order. A [`Replay`] runs one of them on a virtual clock and returns a [`TrialOutcome`]. A
//! [`Summary`] is computed from any number of outcomes, so that a running comparison can be displayed. A comparison
//! that can no longer be run is restored from its outcomes ([`Comparison::restored`]). Drivers provide sources of
//! pages, files, threads and the time; `archive` draws charts.
//!
//! Source: Pant §4 and Fig. 6.

mod check;
mod checked_comparison;
mod claims;
mod comparison;
mod error;
mod outcome;
mod outcome_table;
mod pooled;
mod replay;
mod seeds;
mod summary;
mod topic;
mod virtual_clock;
mod words;

pub use checked_comparison::{CheckedComparison, ComparedStrategy};
pub use claims::{ClaimResult, Verdict};
pub use comparison::{Claim, Comparison};
pub use error::CompareError;
pub use outcome::{Trial, TrialKey, TrialOutcome, fingerprint};
pub use outcome_table::{Cost, Line};
pub use replay::Replay;
pub use summary::{CurveFigure, MeasureSummary, PairwiseTest, Ranking, Summary};
pub use topic::{Topic, read_topics, seeds_and_training_pages, taxonomy};
pub use virtual_clock::{Exchange, TimedResponse, VirtualClock};
pub use words::words;
