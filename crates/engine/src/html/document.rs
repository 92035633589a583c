//! What is kept of a page: its text and its links. This, not the HTML, is what strategies see and what the journal keeps.

use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};

/// A page as the crawler reads it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The text of `<title>`, white space folded, at most [`crate::limits::TITLE_CHARS`] characters.
    pub title: String,
    /// Texts of `<h1>` to `<h6>`, in the order of the page.
    pub headings: Vec<String>,
    /// The visible text (headings and anchors included), white space folded, blocks separated by `\n`,
    /// at most [`crate::limits::BODY_TEXT_BYTES`] bytes.
    pub body: String,
    /// Where in the text each of the page's text nodes begins, in bytes, ascending: how far two words are apart in the tag tree.
    pub leaves: Vec<u32>,
    /// Language as an ISO 639-1 code, from the text where it is long enough to tell, else from `<html lang>`.
    pub language: Option<String>,
    /// What `<meta name=robots>` forbids.
    pub robots: MetaRobots,
    /// Links in the order of the page, each target once a position (the same target may stand several times).
    pub links: Vec<Link>,
    /// True where a cap stopped the reading (depth, nodes, bytes, links).
    pub cut: bool,
    /// Links that were left out since their addresses are longer than [`crate::limits::URL_BYTES`].
    pub long_links: u32,
    /// Links that were left out since they stand past [`crate::limits::PAGE_LINKS`].
    pub more_links: u32,
}

/// What a page or its `X-Robots-Tag` header forbids to crawlers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetaRobots {
    /// The page must not be shown among the results.
    pub noindex: bool,
    /// The page's links must not be followed.
    pub nofollow: bool,
}

impl Document {
    /// The text node that stands so many nodes after a link's (before it, where the number is negative), at most `bytes` of it; empty
    /// where there is none.
    pub fn text_near(&self, link: &Link, distance: isize, bytes: usize) -> &str {
        let own = self.leaves.partition_point(|start| *start <= link.span.0);
        let wanted = own
            .checked_sub(1)
            .and_then(|own| own.checked_add_signed(distance));
        let Some(wanted) = wanted.filter(|wanted| *wanted < self.leaves.len()) else {
            return "";
        };
        let start = self.leaves[wanted] as usize;
        let end = self
            .leaves
            .get(wanted + 1)
            .map_or(self.body.len(), |end| *end as usize);
        let end = self
            .body
            .floor_char_boundary(end.min(start.saturating_add(bytes)));
        self.body.get(start..end).unwrap_or_default()
    }
}

impl MetaRobots {
    /// What one of the two forbids is forbidden.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            noindex: self.noindex || other.noindex,
            nofollow: self.nofollow || other.nofollow,
        }
    }
}

/// A link as it stands on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Where it leads, resolved against the page's base.
    pub url: CanonicalUrl,
    /// The text between `<a>` and `</a>` (an image's `alt` where there is no text).
    pub anchor: String,
    /// The words around the link in the tag tree (the nearest block's text without the anchor's), the augmented context of SharkSearch.
    pub context: String,
    /// The heading under which the link stands, empty where there is none.
    pub heading: String,
    /// Byte range of the anchor text in [`Document::body`]; both ends at the body's end where the body was cut before it.
    pub span: (u32, u32),
    /// `rel=nofollow` (or `ugc`, `sponsored`).
    pub nofollow: bool,
}
