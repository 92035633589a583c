//! Defines the document: a page's text and links. Strategies and the journal use it instead of the HTML.

use super::link::Link;
use crate::robots::MetaRobots;
use serde::{Deserialize, Serialize};
use types::document::ReadDocument;
use types::report::PageClass;
use types::url::CanonicalUrl;

/// The parsed content of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The text of `<title>` with white space collapsed, at most [`types::limits::TITLE_CHARS`] characters.
    pub title: String,
    /// Texts of `<h1>` to `<h6>`, in the order of the page.
    pub headings: Vec<String>,
    /// The visible text, including headings and anchors, with white space collapsed and blocks separated by `\n`; at
    /// most [`types::limits::BODY_TEXT_BYTES`] bytes.
    pub body: String,
    /// Byte ranges of `<b>` and `<strong>` in the text, outside headings, each within a line, ascending; at most
    /// [`types::limits::PAGE_BOLD`].
    pub bold: Vec<(u32, u32)>,
    /// The byte offset of each text node in the text, ascending, for distances in the tag tree.
    pub leaves: Vec<u32>,
    /// The byte ranges of the main text in the text, ascending, with white space between them; none if the whole text
    /// is main text.
    pub main: Vec<(u32, u32)>,
    /// The language as an ISO 639-1 code, detected from the text if it is long enough, else from `<html lang>`.
    pub language: Option<String>,
    /// The restrictions of `<meta name=robots>`.
    pub robots: MetaRobots,
    /// The address, as it is written, of the page that replaces this one after at most
    /// [`types::limits::REFRESH_REDIRECT_SECONDS`]; `None` if it is this page, if the page asks that its links are not
    /// followed, or if it has an article. It is also among the links.
    pub redirect: Option<Box<str>>,
    /// The URL that `<link rel=canonical>`, or else the header `Link`, gives to this page, on the same host; `None` if
    /// it is that of the page.
    pub canonical: Option<CanonicalUrl>,
    /// Links in the order of the page; a target may occur several times.
    pub links: Vec<Link>,
    /// True if a limit stopped the reading (depth, nodes, bytes, links).
    pub cut: bool,
    /// The number of links that were omitted because their addresses exceed [`types::limits::URL_BYTES`].
    pub long_links: u32,
    /// The number of links after the first [`types::limits::PAGE_LINKS`] or [`types::limits::PAGE_LINK_BYTES`].
    pub more_links: u32,
    /// The class of a page that has no content to judge; `None` for a page to read.
    pub class: Option<PageClass>,
    /// The document, such as a PDF file, that was read like a page; `None` for HTML and text.
    pub file: Option<ReadDocument>,
    /// The byte offsets in the text where its pages start; none for HTML and text.
    pub page_starts: Vec<u32>,
}

impl Document {
    /// Returns the text node `distance` nodes after a link's (before it if negative), at most `bytes` of it; empty if
    /// there is none.
    pub fn text_near(&self, link: &Link, distance: isize, bytes: usize) -> &str {
        let node = self.leaves.partition_point(|start| *start <= link.span.0);
        let wanted = node.checked_sub(1).and_then(|node| node.checked_add_signed(distance));
        let Some(wanted) = wanted.filter(|wanted| *wanted < self.leaves.len()) else {
            return "";
        };
        let start = self.leaves[wanted] as usize;
        let end = self.leaves.get(wanted + 1).map_or(self.body.len(), |end| *end as usize);
        let end = self.body.floor_char_boundary(end.min(start.saturating_add(bytes)));
        self.body.get(start..end).unwrap_or_default()
    }
}
