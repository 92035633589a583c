//! Defines the views of a crawl beside its pages: only what is on the screen costs anything.

use serde::{Deserialize, Serialize};
use types::report::{Candidate, Progress, Spider, SpiderHistory};

/// URLs of the frontier that the page shows, and that a moment of the replay records.
pub const NEXT_UP: u32 = 50;

/// The visible views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedViews {
    /// The spiders.
    pub spiders: bool,
    /// The best URLs that wait, so many; 0 for none.
    pub next_up: u32,
    /// The story of this spider.
    pub story: Option<u32>,
    /// The number of pages at the moment to be shown; `None` for the latest moment.
    pub at: Option<u32>,
}

/// The changes of the visible views.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ViewsUpdate {
    /// The number of pages at the past moment that is told, whole and once; `None` for the latest moment.
    pub at: Option<u32>,
    /// The progress at a past moment, without the active fetches; `None` if the moment was not recorded.
    pub progress: Option<Progress>,
    /// The spiders that were told before are gone, and so is what was told of them: another population took their place, or none.
    pub reset: bool,
    /// Spiders that are new or have changed since they were told, in the order of their numbers; all of them told since the population was
    /// there are the population. None where they are not watched.
    pub spiders: Vec<Spider>,
    /// The best URLs that wait, best first; none if they are not watched, or were told a moment ago.
    pub next_up: Option<Vec<Candidate>>,
    /// The story that is watched; none likewise.
    pub story: Option<Box<SpiderHistory>>,
}
