//! Defines visits of a crawl's pages: the result of each request, from which change rates are estimated.

use crate::report::{Millis, Validators};
use serde::{Deserialize, Serialize};

/// The result of a visit, compared with the visit before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum VisitOutcome {
    /// The page has a text, and no earlier one to compare it with is known.
    Read,
    /// The text is the same, or the host said that the page was not modified (304).
    Unchanged,
    /// The text differs.
    Changed,
    /// The host said that the page does not exist (404, 410).
    Gone,
    /// The page could not be read: it proves nothing about its text.
    Failed,
}

/// A visit of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// The time.
    pub at: Millis,
    /// The result.
    pub outcome: VisitOutcome,
    /// The version of the page that the host sent.
    pub validators: Validators,
}
