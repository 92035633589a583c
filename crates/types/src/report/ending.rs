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

impl EndReason {
    /// Returns true if the person can still change the crawl and continue it: by a request after a stop, otherwise by a larger budget, more
    /// seeds or fewer rules.
    pub fn can_continue(self) -> bool {
        match self {
            Self::BudgetSpent | Self::FrontierEmpty | Self::Stopped | Self::EverythingBlocked => true,
            Self::NothingLearned => false,
        }
    }

    /// Returns a stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::BudgetSpent => "budget-spent",
            Self::FrontierEmpty => "frontier-empty",
            Self::Stopped => "stopped",
            Self::EverythingBlocked => "everything-blocked",
            Self::NothingLearned => "nothing-learned",
        }
    }

    /// Returns a sentence that describes the end.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::BudgetSpent => "The page limit was reached.",
            Self::FrontierEmpty => "No links are left to follow.",
            Self::Stopped => "You stopped the crawl.",
            Self::EverythingBlocked => "No page could be read.",
            Self::NothingLearned => "There were too few examples to train on.",
        }
    }

    /// Returns a sentence with advice on the next step.
    pub fn advice(self) -> &'static str {
        match self {
            Self::BudgetSpent => "Continue with more pages, or try another strategy and compare.",
            Self::FrontierEmpty => "Add seeds from other sites, or increase the maximum depth.",
            Self::Stopped => "Continue the crawl, or start again with other settings.",
            Self::EverythingBlocked => {
                "Check the failed pages: the seeds may be mistyped, blocked by robots.txt, or not reachable from this source."
            }
            Self::NothingLearned => "Check the failed pages, and add examples that this source can reach.",
        }
    }
}
