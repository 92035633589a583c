//! Trails: the paths by which a person reached good pages. Learning crawlers are trained on them.
//!
//! A trail lists the visited pages in order, each marked relevant or not; a revisited page occurs again. A folder of
//! bookmarks can also be a set of good pages without paths ([`TrailKind`]), whose context graph supplies the pages that
//! lead to them ([`ContextGraph`]). [`Trails::check`] validates trails and assigns layers to their pages. The engine
//! reads trail files, fetches the pages, and trains models.
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
    /// The trails in the order of recording.
    pub trails: Vec<Trail>,
}

/// The relation between the pages of a trail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrailKind {
    /// Each page was reached from the page before it.
    #[default]
    Path,
    /// The pages are good but not linked: each is a path of one page, together with the context-graph pages nearest to
    /// it.
    Set,
}

/// One path, or a set of good pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trail {
    /// The name; may be empty or repeated.
    pub name: String,
    /// Tells a path from a set; a path by default.
    pub kind: TrailKind,
    /// The pages in the order of the visits.
    pub pages: Vec<TrailPage>,
    /// Context graphs of its good pages.
    pub graphs: Vec<ContextGraph>,
}

impl Trail {
    /// Returns the number of entries that count towards [`crate::limits::TRAIL_ENTRIES`]: itself, its pages and those
    /// of its context graphs.
    pub fn entries(&self) -> usize {
        let context: usize = self.graphs.iter().map(|graph| graph.pages.len()).sum();
        1 + self.pages.len() + context
    }

    /// Changes the kind and the labels with it: only the last page of a path is relevant, all pages of a set are. A
    /// path loses its context graphs.
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

/// One visit of a page on a trail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrailPage {
    /// Its address, as visited or written.
    pub url: String,
    /// The title; may be empty.
    pub title: String,
    /// True if the person marked it relevant.
    pub relevant: bool,
    /// The time of the visit, in milliseconds since 1970.
    pub visited_at: Option<u64>,
}
