//! Defines the messages about the reader: one page of the web, requested by a person, as clean text with its links.
//!
//! A later request replaces an earlier one, which gets no response. Not covered: markup, images and all active content; the
//! trail of the page, which the page knows.

use super::Source;
use serde::{Deserialize, Serialize};
use types::report::Millis;
use types::url::CanonicalUrl;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReaderRequest {
    /// Requests a page; answered by [`super::ToPage::Read`].
    Read(PageRequest),
    /// Cancels the request.
    Stop,
}

/// A request for a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageRequest {
    /// The request's number; the response carries the same one.
    pub number: u32,
    /// The address as typed, or from a link.
    pub address: String,
    /// The source of the page.
    pub source: Source,
    /// True if a saved copy suffices and nothing needs to be fetched.
    pub kept_will_do: bool,
}

/// A page in the reader. Its texts have no hidden characters and are cut to [`types::limits`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReaderPage {
    /// Its URL after redirects.
    pub url: CanonicalUrl,
    /// The requested URL, if there was a redirect.
    pub moved_from: Option<CanonicalUrl>,
    /// Its title; empty if there is none.
    pub title: String,
    /// Its language as an ISO 639-1 code.
    pub language: Option<String>,
    /// Its text, in order.
    pub blocks: Vec<Block>,
    /// Its links, in order.
    pub links: Vec<ReaderLink>,
    /// True if a limit cut the page off.
    pub cut: bool,
    /// When it was fetched.
    pub at: Millis,
    /// The source that it was fetched from.
    pub source: Source,
    /// True if it is a saved copy.
    pub was_kept: bool,
    /// The reason that it could not be saved, in a sentence.
    pub unkept: Option<String>,
}

/// A heading or a paragraph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// True for a heading.
    pub heading: bool,
    /// Its text.
    pub pieces: Vec<Piece>,
}

/// A piece of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The index of its link in [`ReaderPage::links`].
    pub link: Option<u32>,
    /// Byte ranges of the words in `text` for which a crawl found the page.
    pub marks: Vec<(u32, u32)>,
}

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReaderLink {
    /// The target.
    pub url: CanonicalUrl,
    /// Its text, or that of its image; may be empty.
    pub anchor: String,
    /// The words around it.
    pub context: String,
}

/// The error of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadFailure {
    /// The cause and, if there is one, the remedy, in sentences.
    pub message: String,
}
