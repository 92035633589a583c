//! Defines the messages about one page of a crawl: its text, with the words by which it was found.
//!
//! The worker needs no crawl for that: the page says what it knows of the page. Left out on purpose: everything of the page's record, which
//! the page has.

use super::Source;
use serde::{Deserialize, Serialize};
use types::text::Passages;
use types::url::CanonicalUrl;

/// From the page to the worker: which page, and what to mark in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyRequest {
    /// The page's number in its crawl.
    pub n: u32,
    /// The id under which the crawl is kept; none if it is not.
    pub crawl: Option<String>,
    /// The page's address.
    pub url: CanonicalUrl,
    /// The source of the crawl's pages.
    pub source: Source,
    /// The words to mark.
    pub words: Vec<String>,
    /// Words are compared by their stems.
    pub stemming: bool,
    /// The page's language, as an ISO 639-1 code.
    pub language: Option<String>,
    /// True to fetch the page again if it is not saved: the person asked for it.
    pub again: bool,
}

/// From the worker to the page: what stands in the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageText {
    /// The page's number.
    pub n: u32,
    /// The page's address.
    pub url: CanonicalUrl,
    /// Its passages, or why there are none.
    pub text: Result<Passages, Untold>,
    /// It was read again just now, and may say something else than when it was crawled.
    pub is_new: bool,
}

/// Why there is no text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Untold {
    /// It is not kept; it can be read again.
    NotKept,
    /// The error, in a sentence.
    Failed(String),
}
