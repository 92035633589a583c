//! The frontier, for people: what is next, and why.

use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};

/// A URL that waits, as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The URL.
    pub url: CanonicalUrl,
    /// Scheme, name and port of its host.
    pub host: String,
    /// Its priority: the score, less what trap rules take off.
    pub priority: f64,
    /// The factor of trap rules on the score, in 0..=1; 1 if none applies.
    pub factor: f64,
    /// Why it goes before all links, whatever their scores; none for a link that waits its turn.
    pub ahead: Option<Ahead>,
    /// The parts of its score, in the order of the strategy's parts.
    pub parts: Vec<f64>,
    /// The record of the page with the link by which it was found; none for a seed.
    pub parent: Option<u32>,
    /// The text of that link.
    pub anchor: String,
    /// Pages that carry a link to it so far.
    pub pages: u32,
    /// Link distance from a seed.
    pub depth: u32,
    /// Pages of the crawl that were done when it was queued: its age in pages is what was done since.
    pub since: u32,
    /// The spider in whose frontier it waits, where the strategy has spiders.
    pub spider: Option<u32>,
    /// Whether its host may be asked now.
    pub state: HostState,
}

/// Why a URL goes before all links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ahead {
    /// The crawl starts there.
    Seed,
    /// A page that was asked for redirects there.
    Redirect,
    /// It was asked for, and its host put it off.
    Again,
}

/// Whether a host may be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostState {
    /// Now.
    #[default]
    Ready,
    /// A fetch of it is under way.
    Busy,
    /// From this time on, in milliseconds since 1970.
    Resting(u64),
}
