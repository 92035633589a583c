//! The end reasons of a crawl, and the type of times.

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970 by the driver's clock. The engine only compares and subtracts them.
pub type Millis = u64;

/// The reason why a crawl ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EndReason {
    /// All pages of the plan were fetched.
    BudgetSpent,
    /// The frontier is empty.
    FrontierEmpty,
    /// The person stopped it.
    Stopped,
    /// No page could be read: every seed was refused, blocked or failed.
    EverythingBlocked,
    /// The strategy could not learn from the examples; [`super::Notification::Prepared`] says why.
    NothingLearned,
}

texts! { EndReason:
    /// Returns a stable code.
    code,
    /// Returns a sentence that describes the end.
    sentence,
    /// Returns a sentence with advice on the next step.
    advice;
    BudgetSpent: "budget-spent",
        "The page limit was reached.",
        "Continue with more pages, or try another strategy and compare.";
    FrontierEmpty: "frontier-empty",
        "No links are left to follow.",
        "Add seeds from other sites, or increase the maximum depth.";
    Stopped: "stopped", "You stopped the crawl.", "Continue the crawl, or start again with other settings.";
    EverythingBlocked: "everything-blocked",
        "No page could be read.",
        "Check the failed pages: the seeds may be mistyped, blocked by robots.txt, or not reachable from this source.";
    NothingLearned: "nothing-learned",
        "There were too few examples to train on.",
        "Check the failed pages, and add examples that this source can reach.";
}

impl EndReason {
    /// Returns true if the person can still change the crawl and continue it: by a request after a stop, otherwise by a
    /// larger budget, more seeds or fewer rules.
    pub fn can_continue(self) -> bool {
        match self {
            Self::BudgetSpent | Self::FrontierEmpty | Self::Stopped | Self::EverythingBlocked => true,
            Self::NothingLearned => false,
        }
    }
}
