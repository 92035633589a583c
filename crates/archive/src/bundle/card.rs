//! Defines the first fields of the section `card`, which the app writes and other programs read.

use serde::{Deserialize, Serialize};
use types::plan::Plan;
use types::report::Millis;

/// Holds the first fields of the app's card of a crawl, in order; later fields follow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CardHead {
    /// Sixteen hexadecimal digits.
    pub id: String,
    /// The name.
    pub name: String,
    /// The time of the crawl's start.
    pub created: Millis,
    /// The time of its last change.
    pub changed: Millis,
    /// The plan as of the snapshot, or at the crawl's start if there is none.
    pub plan: Plan,
}
