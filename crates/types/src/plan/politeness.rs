//! The spacing of requests to one host.

use serde::{Deserialize, Serialize};

/// The rule by which a crawl spaces its requests to one host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Politeness {
    /// [`crate::limits::DELAY_FACTOR`] times the duration of the last fetch, between [`crate::limits::DELAY_MIN_MS`] and
    /// [`crate::limits::DELAY_MAX_MS`]; no delay for the demo web's own hosts. For sources that serve the demo web.
    #[default]
    Adaptive,
    /// No delay: for recorded webs and the demo web, which have no server.
    Replay,
    /// As [`Self::Adaptive`], but without the exception: for sources where the demo web's host names are real servers.
    Strict,
}
