//! Defines the messages about a page of a crawl: its passages, or its whole text for the reader, with the matched words
//! highlighted.
//!
//! The request contains all data that the worker needs, so that no crawl must be open. The page has the record of the
//! page.

use super::Source;
use serde::{Deserialize, Serialize};
use types::text::Passages;
use types::url::CanonicalUrl;

/// From the page to the worker: the page and the words to highlight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyRequest {
    /// The page's number in its crawl; 0 for another page.
    pub n: u32,
    /// The id of the saved crawl; `None` if it is not saved.
    pub crawl: Option<String>,
    /// The page's URL.
    pub url: CanonicalUrl,
    /// The source of the crawl's pages.
    pub source: Source,
    /// The words to highlight.
    pub words: Vec<String>,
    /// Words are compared by their stems.
    pub stemming: bool,
    /// The page's language, as an ISO 639-1 code.
    pub language: Option<String>,
    /// The page is fetched again if it is not saved.
    pub again: bool,
}

impl WhyRequest {
    /// Returns the request for a page that belongs to no crawl; no words are highlighted.
    pub fn new(url: CanonicalUrl, source: Source) -> Self {
        Self { n: 0, crawl: None, url, source, words: Vec::new(), stemming: false, language: None, again: false }
    }
}

/// From the worker to the page: the passages of a page, or its whole content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageText<T = Passages> {
    /// The page's number.
    pub n: u32,
    /// The page's URL.
    pub url: CanonicalUrl,
    /// The content, or the reason that there is none.
    pub text: Result<T, TextUnavailable>,
    /// It was fetched again and may differ from the crawled version.
    pub is_new: bool,
}

/// The reason that a page has no text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextUnavailable {
    /// It is not saved; it can be fetched again.
    NotKept,
    /// The error, in a sentence.
    Failed(String),
}
