//! Visits of a crawl's pages: the result of each request, from which change rates are estimated.

use crate::report::{Millis, Validators};
use serde::{Deserialize, Serialize};

/// The result of a visit, compared with the visit before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum VisitOutcome {
    /// The page has text, and no earlier text to compare it with.
    Read,
    /// The text is the same, or the host responded with 304 (Not Modified).
    Unchanged,
    /// The text differs.
    Changed,
    /// The page does not exist (404, 410).
    Gone,
    /// The page could not be read; the visit says nothing about changes.
    Failed,
}

/// The time between two changes of a page, in days.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ChangePeriod {
    /// About so long, above 0.
    About(f64),
    /// Not known, but at most the mean time between its visits: it had changed before each of them.
    AtMost(f64),
}

/// A visit of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// The time of the web: that of the demo web is ahead of the clock.
    pub at: Millis,
    /// The time by the clock.
    pub found: Millis,
    /// The result.
    pub outcome: VisitOutcome,
    /// The validators that the host sent.
    pub validators: Validators,
}
