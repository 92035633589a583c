//! The spacing of requests to one host.

use serde::{Deserialize, Serialize};

/// The rule by which a crawl spaces its requests to one host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Politeness {
    /// [`crate::limits::DELAY_FACTOR`] times the last fetch's time, between [`crate::limits::DELAY_MIN_MS`] and [`crate::limits::DELAY_MAX_MS`].
    #[default]
    Adaptive,
    /// No delay: for recorded webs and the demo web, which have no server.
    Replay,
}
