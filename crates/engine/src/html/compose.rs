//! Builds a document from the collected text and links: resolves links and truncates texts.

use super::around::{around, one_line};
use super::document::Document;
use super::extract::{DocumentText, Found};
use super::language;
use super::link::Link;
use super::tokenizer::Text;
use std::ops::Range;
use types::limits::{
    ANCHOR_CHARS, BODY_TEXT_BYTES, HEADING_CHARS, HREF_BYTES, LABEL_BYTES, PAGE_BOLD,
    PAGE_HEADINGS, TITLE_CHARS,
};
use types::text::{clean, cut};
use types::url::{CanonicalUrl, UrlProblem};

/// Builds the document of a page at this URL.
pub(crate) fn compose(mut walk: DocumentText<'_>, url: &CanonicalUrl) -> Document {
    let (mut body, mut leaves) = std::mem::take(&mut walk.flow).finish();
    let kept = body.floor_char_boundary(BODY_TEXT_BYTES);
    let (links, long_links) = links(&walk, &body, kept, url);
    let shown = walk.headings.iter().filter(|range| !range.is_empty());
    let headings = shown.take(PAGE_HEADINGS);
    let headings = headings.map(|range| heading(&body, range)).collect();
    let bold = bold(&walk, &body, kept);
    let was_cut = walk.cut || kept < body.len();
    body.truncate(kept);
    leaves.retain(|start| (*start as usize) < kept);
    Document {
        title: cut(
            &clean(walk.title.as_deref().unwrap_or_default()),
            TITLE_CHARS,
        )
        .to_owned(),
        headings,
        bold,
        language: language::of(&body, walk.lang.as_deref()),
        body,
        leaves,
        robots: walk.robots,
        links,
        cut: was_cut,
        long_links,
        more_links: walk.more_links,
        class: None,
    }
}

/// Returns the ranges of bold text outside headings, each within a line, in the kept part of the text.
fn bold(walk: &DocumentText<'_>, body: &str, kept: usize) -> Vec<(u32, u32)> {
    let is_heading = |start: usize| {
        let before = walk.headings.partition_point(|range| range.start <= start);
        let last = walk.headings[..before].last();
        last.is_some_and(|range| start < range.end)
    };
    let mut bold = Vec::new();
    for range in &walk.bold {
        let mut start = range.start;
        for line in body[range.start..range.end.min(kept).max(range.start)].split('\n') {
            if !line.is_empty() && !is_heading(start) {
                bold.push((crate::count(start), crate::count(start + line.len())));
            }
            start += line.len() + 1;
        }
    }
    bold.truncate(PAGE_BOLD);
    bold
}

/// Returns the links, and the number of links whose addresses are too long.
fn links(walk: &DocumentText<'_>, body: &str, kept: usize, url: &CanonicalUrl) -> (Vec<Link>, u32) {
    let Ok(page) = ::url::Url::parse(url.as_str()) else {
        return (Vec::new(), 0);
    };
    let other_base = walk
        .base
        .as_deref()
        .and_then(|href| page.join(href.trim()).ok());
    // Skips `javascript:` and `data:`, as the standard requires; only http and https can be crawled.
    let other_base = other_base.filter(|base| matches!(base.scheme(), "http" | "https"));
    // Without a `<base>`, `#…` refers to this page.
    let is_inner = |found: &&Found<'_>| other_base.is_none() && found.href.raw().starts_with('#');
    let base = other_base.as_ref().unwrap_or(&page);
    let outer = walk.links.iter().filter(|found| !is_inner(found));
    let (mut links, mut long) = (Vec::new(), 0);
    let mut resolved = Resolved::default();
    for found in outer {
        match resolved.target(base, found.href) {
            Ok(target) if target.0 != *url => {
                links.push(link(walk, found, target.clone(), body, kept));
            }
            Err(UrlProblem::TooLong(_)) => long += 1,
            _ => {}
        }
    }
    (links, long)
}

/// The target of a link: the canonical URL, and the default document that the reference names.
type Target = (CanonicalUrl, Option<Box<str>>);

/// Caches the last resolved reference: an unclosed link is repeated in each paragraph, so thousands of links may have one long reference.
#[derive(Default)]
struct Resolved<'a>(Option<(&'a str, Result<Target, UrlProblem>)>);

impl<'a> Resolved<'a> {
    /// Resolves a reference, or returns the cached result if the reference is the same.
    fn target(&mut self, base: &::url::Url, href: Text<'a>) -> &Result<Target, UrlProblem> {
        let same = self.0.take().filter(|(last, _)| is_same(last, href.raw()));
        &self
            .0
            .insert(same.unwrap_or_else(|| (href.raw(), resolve(base, href))))
            .1
    }
}

/// Returns true for equal references. Long ones are equal only at the same position in the page, so that none is compared twice.
fn is_same(one: &str, other: &str) -> bool {
    std::ptr::eq(one, other) || (one.len() <= HREF_BYTES && one == other)
}

fn resolve(base: &::url::Url, href: Text<'_>) -> Result<Target, UrlProblem> {
    let decoded = href.cut(ENCODED * HREF_BYTES).decoded();
    if decoded.len() > HREF_BYTES {
        return Err(UrlProblem::TooLong(href.raw().len()));
    }
    CanonicalUrl::join_with_document(base, &decoded)
}

fn link(
    walk: &DocumentText<'_>,
    found: &Found<'_>,
    target: Target,
    body: &str,
    kept: usize,
) -> Link {
    let anchor = line(&body[found.anchor.clone()], ANCHOR_CHARS);
    let whole = 0..body.len();
    let block = found.block.map_or(&whole, |index| &walk.blocks[index]);
    let above = found
        .heading
        .map(|index| heading(body, &walk.headings[index]));
    let offset = |at: usize| crate::count(at.min(kept));
    let (start, end) = if found.anchor.end > kept {
        (kept, kept)
    } else {
        (found.anchor.start, found.anchor.end)
    };
    let (url, document) = target;
    Link {
        url,
        document,
        anchor: if anchor.is_empty() {
            label(found)
        } else {
            anchor
        },
        context: around(body, block, &found.anchor),
        heading: above.unwrap_or_default(),
        span: (offset(start), offset(end)),
        nofollow: found.is_nofollow,
    }
}

/// The number of encoded bytes of an attribute that are decoded for each byte of the result; a character reference is shorter.
const ENCODED: usize = 8;

/// Returns the label of a link without text: the first of `alt`, `aria-label` and `title` that is not empty.
fn label(found: &Found<'_>) -> String {
    let labels = found.labels.iter().flatten();
    let label = labels.map(shown_label).find(|label| !label.is_empty());
    cut(&label.unwrap_or_default(), ANCHOR_CHARS).to_owned()
}

fn shown_label(label: &Text<'_>) -> String {
    let label = label.cut(ENCODED * LABEL_BYTES).decoded();
    clean(&label[..label.floor_char_boundary(LABEL_BYTES)])
}

/// Returns the text of a heading without the permalink sign that documentation sites append.
fn heading(body: &str, range: &Range<usize>) -> String {
    // Truncates the text first, since a heading may be as long as the page and is read for each link below it.
    let mut shown = line(&body[range.clone()], HEADING_CHARS);
    shown.truncate(shown.trim_end_matches(['¶', ' ']).len());
    shown
}

/// Returns a text on one line, truncated.
fn line(text: &str, chars: usize) -> String {
    one_line(cut(text, chars).to_owned())
}
