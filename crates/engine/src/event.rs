//! Defines the interface of the state machine: events in, commands and notifications out.

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
    /// The time of the event, in milliseconds since 1970.
    pub now: Millis,
    /// The kind of event.
    pub kind: EventKind,
}

/// The kind of event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// Starts the crawl: with the plan's examples if its strategy needs training, else with its seeds.
    Seeded,
    /// Adds a response that is known before the crawl begins; valid only then. Training and crawl use a page that the
    /// person has read without a request. After a robots.txt, which was read at the time of the event, its host waits
    /// only for the delay since then.
    Known(CanonicalUrl, Box<FetchResponse>),
    /// A request got a response.
    Fetched(FetchId, FetchResponse),
    /// A request failed.
    Failed(FetchId, Failure),
    /// Time passed: a `WaitUntil` is over.
    Tick,
    /// The person paused the crawl: no new requests are sent; responses in flight are still handled.
    Paused,
    /// The person resumed the crawl after a pause, started it after the training, or continued it after
    /// [`Self::Stopped`]. The last has no effect if the budget is spent.
    Resumed,
    /// The person stopped the crawl. `Resumed` or a larger budget continues it.
    Stopped,
    /// The person changed the crawl. An impossible change has no effect ([`crate::crawl::Crawl::steer`] returns the
    /// reason).
    Steered(Box<Steering>),
    /// The person trains without the examples that are not read yet. Has no effect after the last example.
    UnreadSkipped,
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
    /// Send this request; the result is `Fetched` or `Failed`.
    Fetch(FetchRequest),
    /// Send `Tick` at this time, unless another event happens earlier.
    WaitUntil(Millis),
    /// The training is complete, as [`Notification::Prepared`] reports. `Resumed` starts the crawl. Sent at most once.
    Confirm,
    /// The crawl has ended, and responses to its requests are ignored. Sent again if the person continues the crawl and
    /// it ends again. A rescoring pass may be unfinished ([`crate::crawl::Crawl::is_over`]).
    Finished(EndReason),
}

/// All results of one event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// Tasks for the driver, in order.
    pub commands: Vec<Command>,
    /// Notifications for people, in order.
    pub notifications: Vec<Notification>,
}
