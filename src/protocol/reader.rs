//! Defines the messages about the reader: one page of the web, requested by a person, as clean text with its links.
//!
//! A later reading takes the place of an earlier one, whose answer is not told then. Left out on purpose: markup, images and everything
//! else that could act; the trail that a reading belongs to, which is the page's to know.

use super::Source;
use serde::{Deserialize, Serialize};
use types::report::Millis;
use types::url::CanonicalUrl;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReaderRequest {
    /// Read a page; answered by [`super::ToPage::Read`].
    Read(Wanted),
    /// The page that is being read is wanted no longer.
    Stop,
}

/// A page that a person wants to read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The reading's number: its answer has the same.
    pub number: u32,
    /// The address, as it was typed or as a link has it.
    pub address: String,
    /// The source of the page.
    pub source: Source,
    /// True if a saved copy suffices and nothing needs to be fetched.
    pub kept_will_do: bool,
}

/// A page as a person reads it. All texts are without hidden characters, and cut as [`types::limits`] says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Its address, after redirects.
    pub url: CanonicalUrl,
    /// The address that was asked for, where redirects led elsewhere.
    pub moved_from: Option<CanonicalUrl>,
    /// Its title; empty if there is none.
    pub title: String,
    /// Its language as an ISO 639-1 code.
    pub language: Option<String>,
    /// Its text, in order.
    pub blocks: Vec<Block>,
    /// Its links, in order.
    pub links: Vec<ReadLink>,
    /// True if a limit cut the page off.
    pub cut: bool,
    /// When it was fetched.
    pub at: Millis,
    /// It was not fetched now, but kept from an earlier reading.
    pub was_kept: bool,
    /// Why it could not be kept, in a sentence.
    pub unkept: Option<String>,
}

/// A heading or a paragraph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// It is a heading.
    pub heading: bool,
    /// Its text.
    pub pieces: Vec<Piece>,
}

/// A piece of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The link that it is the text of, by its place in [`Reading::links`].
    pub link: Option<u32>,
}

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadLink {
    /// The target.
    pub url: CanonicalUrl,
    /// Its text; that of its image, where it has none; empty if there is neither.
    pub anchor: String,
    /// The words around it.
    pub context: String,
}

/// Why a page was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unread {
    /// A stable code.
    pub code: String,
    /// The cause and, if there is one, the remedy, in sentences.
    pub message: String,
}
