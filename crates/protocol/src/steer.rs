//! Defines the messages about steering: changes during a crawl, and previews of other strategies.
//!
//! Input is sent as text, and the worker parses it, because it has the URL parser. An applied change is returned among
//! the notifications of a batch ([`types::report::Notification::Steered`]), after it is saved. The engine determines
//! its effect.

use super::Problem;
use serde::{Deserialize, Serialize};
use types::report::Candidate;
use types::spec::StrategySpec;
use types::steering::Steering;

/// The field of a problem that keeps an ended crawl from continuing.
pub const CONTINUE: &str = "continue";

/// A change as typed; the worker parses its seeds and rules.
pub type Change = Steering<String, String>;

/// A rejected change; the crawl stays as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SteeringRejected {
    /// The change.
    pub change: Change,
    /// The problems by field, in sentences with the remedy.
    pub problems: Vec<Problem>,
}

/// The preview of the best frontier entries under another strategy or other parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategyPreview {
    /// The strategy.
    pub spec: StrategySpec,
    /// The best entries now, each with its rank under the other strategy, from 1; `None` if it is not among the ranked
    /// ones.
    pub now: Vec<(Candidate, Option<u32>)>,
    /// The best entries under the other strategy, each with its present rank.
    pub then: Vec<(Candidate, Option<u32>)>,
}
