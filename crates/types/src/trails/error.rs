//! The problems of trails: why they cannot be read or used for training.

use crate::limits;
use crate::url::UrlProblem;
use serde::{Deserialize, Serialize};

/// A problem of trails. `field` is a place in a form (`trails[0].pages[2].url`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum TrailsError {
    /// The file has more bytes than [`limits::TRAILS_BYTES`].
    #[error("the file has {0} bytes, the limit is {limit}: export fewer trails", limit = limits::TRAILS_BYTES)]
    TooLong(usize),
    /// The file is not JSON, or not in the form of trails.
    #[error("this is not a trails file: {problem}{place}", place = at(field))]
    Unreadable {
        /// The place of the fault; empty if it concerns the whole file.
        field: String,
        /// The problem, with line and column.
        problem: String,
    },
    /// This program does not know the file's version.
    #[error("the file has format version {0}, this program reads version 1: use a newer version of Salticid")]
    Newer(u64),
    /// There is no trail with a page.
    #[error("there is no trail: record or import one")]
    NoTrails,
    /// There is only one trail with a page, or one good page.
    #[error("there is only one trail or good page: record or import another, since training needs at least two")]
    OneTrail,
    /// No page is marked relevant.
    #[error("no page is marked as relevant: mark those the trails led to")]
    NothingRelevant,
    /// More pages and trails than [`limits::TRAIL_ENTRIES`].
    #[error("the trails have {0} pages in all: the limit is {limit}, remove some", limit = limits::TRAIL_ENTRIES)]
    TooManyEntries(usize),
    /// More different pages than [`limits::TRAINING_PAGES`].
    #[error(
        "the trails name {0} different pages to fetch: the limit is {limit}, remove some trails",
        limit = limits::TRAINING_PAGES
    )]
    TooManyPages(usize),
    /// A page cannot be crawled.
    #[error("page {number} of {trail}: {problem}", trail = trail_label(name, *trail))]
    Page {
        /// The trail, counted from 1.
        trail: usize,
        /// The name.
        name: String,
        /// The number of the page, from 1.
        number: usize,
        /// The problem.
        problem: UrlProblem,
        /// Its place.
        field: String,
    },
}

impl TrailsError {
    /// Returns the field of [`super::Trails`] that must change.
    pub fn field(&self) -> &str {
        match self {
            Self::Unreadable { field, .. } | Self::Page { field, .. } if !field.is_empty() => field,
            _ => "trails",
        }
    }
}

/// Returns the label of a trail for a sentence: its name, or its number from 1.
pub fn trail_label(name: &str, number: usize) -> String {
    if name.is_empty() { format!("trail {number}") } else { format!("“{name}”") }
}

/// Returns the place of a problem, for a sentence.
fn at(field: &str) -> String {
    if field.is_empty() { String::new() } else { format!(" (in {field})") }
}
