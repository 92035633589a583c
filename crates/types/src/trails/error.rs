//! Defines the problems of trails: why they cannot be read or used for training, and what was left out.

use crate::limits;
use crate::url::UrlProblem;
use serde::{Deserialize, Serialize};

/// An error of reading trails, or of trails that cannot train a model. `field` is a place for a form (`trails[0].pages[2].url`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum TrailsError {
    /// The file has more bytes than [`limits::TRAILS_BYTES`].
    #[error("the file has {0} bytes, the limit is {limit}: export fewer trails", limit = limits::TRAILS_BYTES)]
    TooLong(usize),
    /// The file is not JSON, or not in the form of trails.
    #[error("this is not a trails file: {problem}{place}", place = at(field))]
    Unreadable {
        /// The place of the fault; empty if the whole is meant.
        field: String,
        /// The problem, with line and column.
        problem: String,
    },
    /// The file says a version that this program does not know.
    #[error(
        "the file has format version {0}, this program reads version 1: use a newer version of Salticid"
    )]
    Newer(u64),
    /// There is no trail with a page.
    #[error("there is no trail: record or import one")]
    NoTrails,
    /// There is only one trail with a page.
    #[error("there is only one trail: record or import another, since training needs at least two")]
    OneTrail,
    /// No page is marked relevant.
    #[error("no page is marked as relevant: mark those the trails led to")]
    NothingRelevant,
    /// More pages and trails than [`limits::TRAIL_ENTRIES`].
    #[error("the trails have {0} pages in all: the limit is {limit}, remove some", limit = limits::TRAIL_ENTRIES)]
    TooManyEntries(usize),
    /// More different pages than [`limits::TRAINING_PAGES`].
    #[error("the trails name {0} different pages to fetch: the limit is {limit}, remove some trails", limit = limits::TRAINING_PAGES)]
    TooManyPages(usize),
    /// A page that cannot be crawled.
    #[error("page {number} of {trail}: {problem}", trail = called(name, *trail))]
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
    /// Returns a stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLong(_) => "trails-too-long",
            Self::Unreadable { .. } => "trails-unreadable",
            Self::Newer(_) => "trails-newer",
            Self::NoTrails => "trails-missing",
            Self::OneTrail => "trails-only-one",
            Self::NothingRelevant => "trails-nothing-relevant",
            Self::TooManyEntries(_) => "trails-too-many-entries",
            Self::TooManyPages(_) => "trails-too-many-pages",
            Self::Page { .. } => "trail-page-bad",
        }
    }

    /// Returns the field of [`super::Trails`] that has to change.
    pub fn field(&self) -> &str {
        match self {
            Self::Unreadable { field, .. } | Self::Page { field, .. } if !field.is_empty() => field,
            _ => "trails",
        }
    }
}

/// Something that was not taken as it stands; all else was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Complaint {
    /// A page that cannot be crawled was left out.
    #[error("page {number} of {trail} was left out: {problem}", trail = called(name, *trail))]
    Skipped {
        /// The trail, counted from 1.
        trail: usize,
        /// The name.
        name: String,
        /// The number of the page, from 1.
        number: usize,
        /// The problem of its URL.
        problem: UrlProblem,
    },
    /// So many more pages that cannot be crawled were left out ([`limits::TRAIL_COMPLAINTS`] are named one by one).
    #[error("{0} more pages were left out: they are not web pages")]
    MoreSkipped(usize),
    /// There are more pages and trails than [`limits::TRAIL_ENTRIES`].
    #[error("there are more than {limit} pages and trails: the rest was left out", limit = limits::TRAIL_ENTRIES)]
    TooMany,
    /// A pasted list has more bytes than [`limits::TRAILS_BYTES`].
    #[error("the list has {0} bytes: only the first {limit} were read", limit = limits::TRAILS_BYTES)]
    TooLong(usize),
}

impl Complaint {
    /// Returns a stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Skipped { .. } => "trail-page-skipped",
            Self::MoreSkipped(_) => "trail-pages-more-skipped",
            Self::TooMany => "trails-too-many-entries",
            Self::TooLong(_) => "trails-too-long",
        }
    }
}

/// Returns a trail, for a sentence.
fn called(name: &str, number: usize) -> String {
    if name.is_empty() {
        format!("trail {number}")
    } else {
        format!("“{name}”")
    }
}

/// Returns the place of a problem, for a sentence.
fn at(field: &str) -> String {
    if field.is_empty() {
        String::new()
    } else {
        format!(" (in {field})")
    }
}
