//! What goes into the state machine and what comes out: events in, commands and notes out.

use crate::fetch::{Answer, Failure, FetchId, Order};
use crate::report::Note;
use crate::steering::Steering;
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970, as the driver's clock says. The engine only compares and subtracts them.
pub type Millis = u64;

/// What happened, and when. The events of a crawl in their order are its journal: replayed, they give the same crawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When it happened.
    pub now: Millis,
    /// What happened.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// The crawl begins: with the plan's examples where its strategy learns from any, else with its seeds.
    Seeded,
    /// A page was read before, by a person: where the plan learns from it, or the crawl comes to it, it is not fetched again. It counts before
    /// the crawl begins.
    Known(CanonicalUrl, Box<Answer>),
    /// An order was answered.
    Fetched(FetchId, Answer),
    /// An order came to nothing.
    Failed(FetchId, Failure),
    /// Time passed: a `WaitUntil` is over.
    Tick,
    /// The person paused the crawl: no new orders; answers under way are taken.
    Paused,
    /// The person let it go on: after a pause, or after seeing what the strategy learned.
    Resumed,
    /// The person ended it.
    Stopped,
    /// The person changed it. What makes no sense ([`crate::crawl::Crawl::consider`]) changes nothing.
    Steered(Box<Steering>),
}

impl Event {
    /// An event at a time.
    pub fn at(now: Millis, kind: EventKind) -> Self {
        Self { now, kind }
    }
}

/// What the driver has to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Fetch this and come back with `Fetched` or `Failed`.
    Fetch(Order),
    /// Come back with `Tick` at this time, unless something else happens earlier.
    WaitUntil(Millis),
    /// The examples were read, and [`Note::Prepared`] says what was learned from them. Come back with `Resumed` when the crawl is to
    /// begin. It comes at most once.
    Confirm,
    /// The crawl is over. It comes once, and once more where the person gave it more to do.
    Finished(EndReason),
}

/// Why a crawl ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EndReason {
    /// All pages of the plan were fetched.
    BudgetSpent,
    /// No link is left to follow.
    FrontierEmpty,
    /// The person ended it.
    Stopped,
    /// Not one page could be read: every seed was refused, closed or failed.
    EverythingBlocked,
    /// The strategy could not learn from the examples; [`Note::Prepared`] says why.
    NothingLearned,
}

impl EndReason {
    /// True where the crawl goes on when the person gives it what it lacks.
    pub fn can_go_on(self) -> bool {
        match self {
            Self::BudgetSpent | Self::FrontierEmpty | Self::EverythingBlocked => true,
            Self::Stopped | Self::NothingLearned => false,
        }
    }

    /// A stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::BudgetSpent => "budget-spent",
            Self::FrontierEmpty => "frontier-empty",
            Self::Stopped => "stopped",
            Self::EverythingBlocked => "everything-blocked",
            Self::NothingLearned => "nothing-learned",
        }
    }

    /// What happened, in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::BudgetSpent => "All the pages you asked for were fetched.",
            Self::FrontierEmpty => "There is no link left to follow.",
            Self::Stopped => "You stopped the crawl.",
            Self::EverythingBlocked => "Not one page could be read.",
            Self::NothingLearned => "The examples were not enough to learn from.",
        }
    }

    /// What to do next, in a sentence.
    pub fn advice(self) -> &'static str {
        match self {
            Self::BudgetSpent => {
                "Raise the number of pages to go on further, or try another strategy and compare."
            }
            Self::FrontierEmpty => "Add seeds from other sites, or allow a greater depth.",
            Self::Stopped => "Start again with the same or other settings.",
            Self::EverythingBlocked => {
                "Look at the refusals: the seeds may be mistyped, closed to crawlers, or out of reach of this source."
            }
            Self::NothingLearned => {
                "Look at the refusals: pages that cannot be read teach nothing. Add examples that this source can reach."
            }
        }
    }
}

/// Everything that one event led to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// What the driver has to do, in order.
    pub commands: Vec<Command>,
    /// What people may want to see, in order.
    pub notes: Vec<Note>,
}
