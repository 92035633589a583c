//! Trails: the paths that a person took to good pages, from which learning crawlers learn.
//!
//! A trail is the list of the pages visited, in order, each marked relevant or not; who goes back stands on a page twice, and so does the
//! trail. [`Trails::check`] makes trails ones that can be learned from, with the layers of their pages.
//! Not covered: the files and lists that trails are read from, fetching the pages, learning; these are the engine's.
//!
//! Source: Batsakis §3.4, Fig. 8; Liu, Milios and Janssen 2004, "Probabilistic models for focused web crawling".

mod check;
mod error;

pub use check::{CheckedTrail, CheckedTrails, TrainingPage};
pub use error::{TrailsError, trail_label};
use serde::{Deserialize, Serialize};

/// All trails of one training, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trails {
    /// In the order in which they were recorded.
    pub trails: Vec<Trail>,
}

/// One path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trail {
    /// The name; may be empty or repeated.
    pub name: String,
    /// The pages in the order of the visit.
    pub pages: Vec<TrailPage>,
}

/// One page of a trail: what is saved of a visit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrailPage {
    /// Its address, as it was visited or written.
    pub url: String,
    /// The title; may be empty.
    pub title: String,
    /// The person marked it as what was looked for.
    pub relevant: bool,
    /// When it was visited, in milliseconds since 1970.
    pub visited_at: Option<u64>,
}
