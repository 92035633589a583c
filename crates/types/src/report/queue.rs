//! Entries of the frontier as they are displayed.

use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};

/// A frontier entry as it is displayed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The URL.
    pub url: CanonicalUrl,
    /// Scheme, name and port of its host.
    pub host: String,
    /// Its priority: the score times the factor of trap rules.
    pub priority: f64,
    /// The factor of trap rules on the score, in 0..=1; 1 if none applies.
    pub factor: f64,
    /// The reason why it precedes all links; `None` for a link, which is ordered by its score.
    pub priority_reason: Option<PriorityReason>,
    /// The parts of its score, in the order of the strategy's parts.
    pub parts: Vec<f64>,
    /// The record of the page with the link by which it was found; none for a seed.
    pub parent: Option<u32>,
    /// The text of that link.
    pub anchor: String,
    /// Number of pages with a link to it so far.
    pub pages: u32,
    /// Link distance from a seed.
    pub depth: u32,
    /// Number of pages that the crawl had fetched when it was queued.
    pub since: u32,
    /// The spider whose frontier contains it, if the strategy has spiders.
    pub spider: Option<u32>,
    /// The state of its host.
    pub state: HostState,
}

/// The reason why a URL is fetched before all links, whatever their scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PriorityReason {
    /// The URL is a seed.
    Seed,
    /// A requested page redirects to the URL.
    Redirect,
    /// The host asked for a later retry (429 or 503).
    Retry,
}

/// The state of a host: ready for a request, busy or delayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostState {
    /// A request may be sent now.
    #[default]
    Ready,
    /// A request to it is in flight.
    Busy,
    /// No request may be sent before this time, in milliseconds since 1970.
    #[serde(rename = "Resting")]
    Delayed(u64),
}
