//! The beginning of the section `card`, which the app writes and other programs read.

use serde::{Deserialize, Serialize};
use types::plan::Plan;
use types::report::Millis;

/// The first fields of the app's card of a crawl, in their order; later fields follow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CardHead {
    /// Sixteen hexadecimal digits.
    pub id: String,
    /// The name.
    pub name: String,
    /// When the crawl began.
    pub created: Millis,
    /// When it last changed.
    pub changed: Millis,
    /// The plan as of the snapshot, or as the crawl began if there is none.
    pub plan: Plan,
}
