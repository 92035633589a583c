//! Defines the messages about steering: changes during a crawl, and previews of other strategies.
//!
//! Input is sent as text, and the worker parses it, since it has the URL parser. A change returns among the notes of a
//! batch ([`types::report::Note::Steered`]), already saved. Its effect is the engine's concern.

use super::Problem;
use serde::{Deserialize, Serialize};
use types::report::Candidate;
use types::spec::StrategySpec;
use types::steering::Steering;

/// A change as the person entered it: the worker, which has the crawl, parses its seeds and rules.
pub type Change = Steering<String, String>;

/// A change that was not made, and nothing was changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NotSteered {
    /// The change.
    pub change: Change,
    /// A stable code.
    pub code: String,
    /// The problems by field, in sentences with the remedy.
    pub problems: Vec<Problem>,
}

/// The preview of the best frontier entries under another strategy or other parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Previewed {
    /// The strategy.
    pub method: StrategySpec,
    /// The best now, each with the place that it would have, from 1; none if that is beyond those that were looked at.
    pub now: Vec<(Candidate, Option<u32>)>,
    /// The best as they would be, each with the place that it has now.
    pub then: Vec<(Candidate, Option<u32>)>,
}
