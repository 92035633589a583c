//! Defines the interface of the state machine: events in, commands and notes out.

use crate::fetch::{FetchId, FetchRequest, FetchResponse};
use serde::{Deserialize, Serialize};
use types::failure::Failure;
use types::report::Notification;
pub use types::report::{EndReason, Millis};
use types::steering::Steering;
use types::url::CanonicalUrl;

/// An event and its time. The events of a crawl in order are its journal: a replay gives the same crawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When it happened.
    pub now: Millis,
    /// The kind of event.
    pub kind: EventKind,
}

/// The kind of event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// The crawl begins: with the plan's examples where its strategy learns from any, else with its seeds.
    Seeded,
    /// A page was read before, by a person: where the plan learns from it, or the crawl comes to it, it is not fetched again. It counts before
    /// the crawl begins.
    Known(CanonicalUrl, Box<FetchResponse>),
    /// An order was answered.
    Fetched(FetchId, FetchResponse),
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
    /// The person changed it. An impossible change changes nothing ([`crate::crawl::Crawl::steer`] says why).
    Steered(Box<Steering>),
}

impl Event {
    /// Returns an event at a time.
    pub fn at(now: Millis, kind: EventKind) -> Self {
        Self { now, kind }
    }
}

/// A task for the driver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Fetch this and come back with `Fetched` or `Failed`.
    Fetch(FetchRequest),
    /// Come back with `Tick` at this time, unless something else happens earlier.
    WaitUntil(Millis),
    /// The examples were read, and [`Notification::Prepared`] says what was learned from them. Come back with `Resumed` when the crawl is to
    /// begin. It comes at most once.
    Confirm,
    /// The crawl is over. It comes once, and once more where the person gave it more to do.
    Finished(EndReason),
}

/// Everything that one event led to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// Tasks for the driver, in order.
    pub commands: Vec<Command>,
    /// Notes for people, in order.
    pub notifications: Vec<Notification>,
}
