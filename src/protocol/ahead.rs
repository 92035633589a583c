//! Defines the messages about look-ahead: while a person reads, the worker crawls from the current page and reports
//! matching pages.
//!
//! A later order takes the place of an earlier one. Left out on purpose: which page was read and what was marked, which the page has to say; the
//! text of what was found, which the reader reads when a person opens it.

use super::Source;
use serde::{Deserialize, Serialize};
use types::url::CanonicalUrl;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LookAheadRequest {
    /// Look ahead from a page; answered by [`Ahead`], again and again.
    Start(Box<LookAheadStart>),
    /// Look ahead no longer.
    Stop,
}

/// From where to look ahead, and for what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookAheadStart {
    /// The page being read.
    pub url: CanonicalUrl,
    /// The source of pages.
    pub source: Source,
    /// Pages of the trails with their labels, the latest first: what the person is interested in, and what not.
    pub labels: Vec<Label>,
}

/// A page with its label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Its address.
    pub url: String,
    /// It is marked as relevant.
    pub relevant: bool,
}

/// From the worker to the page: all that there is to say of looking ahead from a page, in place of what was said before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ahead {
    /// The page being read.
    pub url: CanonicalUrl,
    /// The progress.
    pub standing: AheadStanding,
    /// Pages looked at so far, without the one being read.
    pub looked: u32,
    /// Pages that fit, the best first.
    pub found: Vec<Found>,
    /// Why pages do not come right now, in a sentence.
    pub trouble: Option<String>,
}

/// The progress of look-ahead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AheadStanding {
    /// None of the marked pages, or none of the others, was kept by the reader: there is nothing to compare with.
    NothingKnown,
    /// It waits for a crawl, or for a model that is being learned.
    AfterOthers,
    /// It is under way.
    Looking,
    /// It is over.
    Done,
    /// It could not be done; why, in a sentence.
    Failed(String),
}

/// A page that fits what the person marked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Its address.
    pub url: CanonicalUrl,
    /// Its title; empty if there is none.
    pub title: String,
    /// The match, in 0..=1.
    pub fit: f64,
    /// Its words that fit, those that count most first.
    pub words: Vec<String>,
    /// The text of the link that leads to it; empty if there is none.
    pub anchor: String,
    /// The page in between, where it is two links away.
    pub between: Option<Between>,
}

/// A page between the one being read and one that fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Between {
    /// Its title, or its address where there is none.
    pub title: String,
    /// The text of the link on the page being read that leads to it; empty if there is none.
    pub anchor: String,
}
