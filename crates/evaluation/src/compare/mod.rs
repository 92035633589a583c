//! Comparing strategies: which crawls are run, how, and what their outcomes say. No input or output: the lab and the tab drive the same code.
//!
//! A [`Comparison`] is what a person writes down; [`Comparison::check`] makes it [`CheckedComparison`], which gives its [`Trial`]s in a fixed order. A
//! [`Replay`] runs one of them on a virtual clock and gives a [`TrialOutcome`]; a [`Summary`] is made of any number of outcomes, so that a
//! comparison can be looked at while it runs. One that can no longer be run is told by its outcomes ([`Comparison::restored`]).
//! Not covered: where pages come from, files, threads, seconds, charts.
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
mod restored;
mod seeds;
mod summary;
mod topic;
mod topics_file;
mod trial;
mod virtual_clock;
mod words;

pub use checked_comparison::{CheckedComparison, ComparedStrategy};
pub use claims::{ClaimResult, Verdict};
pub use comparison::{Claim, Comparison};
pub use error::CompareError;
pub use outcome::{TrialOutcome, fingerprint};
pub use outcome_table::{Cost, Line};
pub use replay::Replay;
pub use summary::{CurveFigure, MeasureSummary, PairwiseTest, Ranking, Summary};
pub use topic::{Topic, demo_topics, known_beforehand, taxonomy};
pub use topics_file::read_topics;
pub use trial::{Trial, TrialKey};
pub use virtual_clock::{Exchange, TimedResponse, VirtualClock};
pub use words::words;
