//! Defines the messages about the look-ahead: while a person reads, the worker crawls from the current page and
//! suggests pages that fit the interests.
//!
//! A later request replaces an earlier one. The reader fetches the text of suggested pages when a person opens them.

use super::Source;
use serde::{Deserialize, Serialize};
use types::url::CanonicalUrl;

/// The most browsed pages that describe the interests, the latest ones, because interests change.
pub const BROWSED_PAGES: usize = 150;
/// The milliseconds for which a page must stay open before the look-ahead starts.
pub const PASSING_MS: u32 = 1_500;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LookAheadRequest {
    /// Starts the look-ahead from a page; answered by several [`LookAheadUpdate`]s.
    Start(Box<LookAheadStart>),
    /// Ends the look-ahead.
    Stop,
}

/// The start page and the pages that describe the interests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAheadStart {
    /// The page being read.
    pub url: CanonicalUrl,
    /// The source of pages.
    pub source: Source,
    /// The pages that describe the interests, the latest first.
    pub read: Vec<BrowsedPage>,
}

/// A page that a person browsed, with its weight for the interests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BrowsedPage {
    /// Its URL.
    pub url: String,
    /// The weight: above 0 for a page whose words count for the interests, below 0 for one that was rated as not
    /// relevant.
    pub weight: f64,
}

/// From the worker to the page: the state of the look-ahead, which replaces the previous one.
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

/// The progress of the look-ahead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LookAheadStatus {
    /// None of the pages with a positive weight is saved, or they have no words.
    NothingKnown,
    /// It waits for a crawl or a training to end.
    AfterOthers,
    /// It is running.
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
    /// The similarity to the interests, in 0..=1.
    pub fit: f64,
    /// Its matching words, those with the largest weight first.
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
