//! Trails: the paths that a person took to good pages, from which learning crawlers learn.
//!
//! A trail is the list of the pages visited, in order, each marked relevant or not; who goes back stands on a page twice, and so does the
//! trail. It is plain data as it was recorded or read: from JSON ([`read_json`]), from a bookmark file ([`Trails::from`] a folder), from a pasted
//! list ([`read_list`]). [`Trails::check`] makes it one that can be learned from, with the layers of its pages.
//! Left out on purpose: fetching the pages (the crawl's), their texts, learning ([`crate::learning`]).
//!
//! Source: Batsakis §3.4, Fig. 8; Liu, Milios and Janssen 2004, "Probabilistic models for focused web crawling".

mod check;
mod demo;
mod error;
mod folders;
mod json;
mod list;

use crate::limits::TITLE_CHARS;
use crate::text::{clean, cut};
pub use check::{CheckedTrail, CheckedTrails, TrainingPage};
pub use error::{Complaint, TrailsError};
pub use json::{read as read_json, read_kept as read_kept_json, write as write_json};
pub use list::read as read_list;
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

/// Stands before the title of a page that is marked relevant, where a format has no marks of its own.
const RELEVANT: char = '★';
/// Stands before the title of a page that is marked not relevant.
const OTHER: char = '☆';

/// Returns a name or title as it is kept.
fn caption(text: &str) -> String {
    cut(&clean(text), TITLE_CHARS).trim_end().to_owned()
}

/// Takes the mark off a caption: whether it says relevant or not, and the rest.
fn unmarked(caption: &str) -> (Option<bool>, &str) {
    let caption = caption.trim();
    for (mark, relevant) in [(RELEVANT, true), (OTHER, false)] {
        if let Some(rest) = caption.strip_prefix(mark) {
            return (Some(relevant), rest.trim_start());
        }
    }
    (None, caption)
}

/// Returns pages with their marks, in order: where nothing is said, the last one is relevant and the others are not.
fn marked(pages: impl IntoIterator<Item = (Option<bool>, TrailPage)>) -> Vec<TrailPage> {
    let given: Vec<(Option<bool>, TrailPage)> = pages.into_iter().collect();
    let last = given.len().saturating_sub(1);
    let mark = |(at, (said, page)): (usize, (Option<bool>, TrailPage))| TrailPage {
        relevant: said.unwrap_or(at == last),
        ..page
    };
    given.into_iter().enumerate().map(mark).collect()
}

#[cfg(test)]
mod tests;
