//! Defines the messages about look-ahead: while a person reads, the worker crawls from the current page and reports
//! pages that fit the interests.
//!
//! A later request replaces an earlier one. Not covered: the text of suggested pages, which the reader fetches when a person
//! opens one.

use super::Source;
use serde::{Deserialize, Serialize};
use types::url::CanonicalUrl;

/// Most browsed pages that tell the interests: interests change, so the latest count.
pub const BROWSED_PAGES: usize = 150;
/// Milliseconds for which a page must stay open before look-ahead starts; one that was left sooner was passed through.
pub const PASSING_MS: u32 = 1_500;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LookAheadRequest {
    /// Starts look-ahead from a page; answered by several [`LookAheadUpdate`]s.
    Start(Box<LookAheadStart>),
    /// Ends look-ahead.
    Stop,
}

/// The start page and the pages that tell the interests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAheadStart {
    /// The page being read.
    pub url: CanonicalUrl,
    /// The source of pages.
    pub source: Source,
    /// The pages that tell the interests, the latest first.
    pub read: Vec<BrowsedPage>,
}

/// A page that a person browsed, and what it says of the interests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BrowsedPage {
    /// Its URL.
    pub url: String,
    /// Above 0 for a page that speaks for its words, below 0 for one that was rated as not relevant.
    pub weight: f64,
}

/// From the worker to the page: the state of look-ahead, which replaces the previous one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAheadUpdate {
    /// The page being read.
    pub url: CanonicalUrl,
    /// The progress.
    pub status: LookAheadStatus,
    /// Pages checked so far, without the one being read.
    pub pages_checked: u32,
    /// Matching pages, the best first.
    pub suggestions: Vec<SuggestedPage>,
    /// The reason that no pages arrive, in a sentence.
    pub problem: Option<String>,
}

/// The progress of look-ahead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LookAheadStatus {
    /// None of the pages that speak for the interests is saved, or they have no words.
    NothingKnown,
    /// It waits for a crawl or a training to end.
    AfterOthers,
    /// It is under way.
    Looking,
    /// It is over.
    Done,
    /// It failed; the error, in a sentence.
    Failed(String),
}

/// A page that fits the interests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuggestedPage {
    /// Its URL.
    pub url: CanonicalUrl,
    /// Its title; empty if there is none.
    pub title: String,
    /// The match, in 0..=1.
    pub fit: f64,
    /// Its matching words, the heaviest first.
    pub words: Vec<String>,
    /// The text of the link that leads to it; empty if there is none.
    pub anchor: String,
    /// The page in between if it is two links away.
    pub between: Option<IntermediatePage>,
}

/// A page between the one being read and a suggested one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntermediatePage {
    /// Its title, or its URL without one.
    pub title: String,
    /// The text of the link on the page being read that leads to it; empty if there is none.
    pub anchor: String,
}
