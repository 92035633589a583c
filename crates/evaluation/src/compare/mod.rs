//! Comparing strategies: which crawls are run, how, and what their outcomes say. No input or output: the lab and the tab drive the same code.
//!
//! A [`Comparison`] is what a person writes down; [`Comparison::check`] makes it [`Checked`], which gives its [`Trial`]s in a fixed order. A
//! [`Replay`] runs one of them on a virtual clock and gives a [`TrialOutcome`]; a [`Summary`] is made of any number of outcomes, so that a
//! comparison can be looked at while it runs. One that can no longer be run is told by its outcomes ([`Comparison::retold`]).
//! Not covered: where pages come from, files, threads, seconds, charts.
//!
//! Source: Pant §4 and Fig. 6.

mod check;
mod checked;
mod claims;
mod clock;
mod comparison;
mod error;
mod outcome;
mod placed;
mod pooled;
mod replay;
mod retold;
mod seeds;
mod summary;
mod topic;
mod topics_file;
mod trial;
mod words;

pub use checked::{Checked, Contender};
pub use claims::{Finding, Verdict};
pub use clock::{Clock, Seen, TimedResponse};
pub use comparison::{Claim, Comparison};
pub use error::CompareError;
pub use outcome::{TrialOutcome, fingerprint};
pub use placed::{Cost, Line};
pub use replay::Replay;
pub use summary::{MeasureSummary, Standing, Summary, Versus};
pub use topic::{Topic, demo_topics, known_beforehand, taxonomy};
pub use topics_file::read_topics;
pub use trial::{Trial, TrialKey};
pub use words::words;
