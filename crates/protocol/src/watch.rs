//! Defines the views of a crawl besides its pages. Only data of visible views are sent.

use serde::{Deserialize, Serialize};
use types::report::{Candidate, Progress, Spider, SpiderHistory};

/// The number of URLs of the frontier that the page shows, and that a moment of the replay records.
pub const NEXT_UP: u32 = 50;

/// Selects the visible views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedViews {
    /// The spiders.
    pub spiders: bool,
    /// The number of the best queued URLs; 0 for none.
    pub next_up: u32,
    /// The spider whose history is visible.
    pub story: Option<u32>,
    /// The number of pages at the visible moment; `None` for the latest moment.
    pub at: Option<u32>,
}

/// The changes of the visible views.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ViewsUpdate {
    /// The number of pages at the past moment that is sent, once and completely; `None` for the latest moment.
    pub at: Option<u32>,
    /// The progress at a past moment, without the active fetches; `None` if the moment was not recorded.
    pub progress: Option<Progress>,
    /// The population was replaced: the spiders sent before no longer exist, nor do their histories.
    pub reset: bool,
    /// The new and changed spiders, ordered by number. All spiders sent since the last reset form the population. Empty
    /// if they are not watched.
    pub spiders: Vec<Spider>,
    /// The best queued URLs, best first; none if they are not watched, or were sent a moment ago.
    pub next_up: Option<Vec<Candidate>>,
    /// The watched history; none in the same cases.
    pub story: Option<Box<SpiderHistory>>,
}
