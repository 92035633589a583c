//! Defines the messages about the reader: one web page, requested by a person, as plain text with its links.
//!
//! A later request replaces an earlier one, which gets no response. Markup, images and active content are omitted. The
//! page knows the trail of a page.

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
    /// The number of the request, which the response repeats.
    pub number: u32,
    /// The address as typed, or from a link.
    pub address: String,
    /// The source of the page.
    pub source: Source,
    /// A saved copy suffices.
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
    /// A limit cut the page off.
    pub cut: bool,
    /// The time of the fetch.
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
    /// Byte ranges of the matched words in `text`.
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
