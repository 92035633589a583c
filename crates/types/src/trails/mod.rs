//! Trails: the paths that a person took to good pages, from which learning crawlers learn.
//!
//! A trail is the list of the pages visited, in order, each marked relevant or not; who goes back stands on a page twice, and so does the
//! trail. A folder of bookmarks can also be a set of good pages, which lead nowhere ([`TrailKind`]), unless a context graph has the pages that lead to
//! them ([`ContextGraph`]). [`Trails::check`] makes trails ones that can be learned from, with the layers of their pages.
//! Not covered: the files and lists that trails are read from, fetching the pages, learning; these are the engine's.
//!
//! Source: Batsakis §3.4, Fig. 8; Liu, Milios and Janssen 2004, "Probabilistic models for focused web crawling".

mod check;
mod error;
mod graph;

pub use check::{CheckedTrail, CheckedTrails, TrainingPage};
pub use error::{TrailsError, trail_label};
pub use graph::{ContextGraph, ContextPage, GraphSource};
use serde::{Deserialize, Serialize};

/// All trails of one training, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trails {
    /// In the order in which they were recorded.
    pub trails: Vec<Trail>,
}

/// The relation between the pages of a trail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrailKind {
    /// Each page was reached from the page before it.
    #[default]
    Path,
    /// The pages are good, and none leads to the next: each is learned from as a path of one page, with the pages of the context graph nearest to it.
    Set,
}

/// One path, or a set of good pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trail {
    /// The name; may be empty or repeated.
    pub name: String,
    /// A path, unless said otherwise.
    pub kind: TrailKind,
    /// The pages in the order of the visit.
    pub pages: Vec<TrailPage>,
    /// Context graphs of its good pages.
    pub graphs: Vec<ContextGraph>,
}

impl Trail {
    /// Returns the entries that count towards [`crate::limits::TRAIL_ENTRIES`]: itself, its pages and those of its context graphs.
    pub fn entries(&self) -> usize {
        let context: usize = self.graphs.iter().map(|graph| graph.pages.len()).sum();
        1 + self.pages.len() + context
    }

    /// Makes it a path to its last page, or a set of good pages; the labels follow. A path loses its context graphs.
    pub fn set_kind(&mut self, kind: TrailKind) {
        self.kind = kind;
        if kind == TrailKind::Path {
            self.graphs.clear();
        }
        let last = self.pages.len().saturating_sub(1);
        for (at, page) in self.pages.iter_mut().enumerate() {
            page.relevant = kind == TrailKind::Set || at == last;
        }
    }
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
