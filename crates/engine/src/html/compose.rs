//! Builds a document from the walk: resolves links and cuts texts.

use super::around::{around, one_line};
use super::document::Document;
use super::element::attribute;
use super::extract::{DocumentText, Found};
use super::language;
use super::link::Link;
use std::ops::Range;
use types::limits::{
    ANCHOR_CHARS, BODY_TEXT_BYTES, HEADING_CHARS, HREF_BYTES, LABEL_BYTES, PAGE_BOLD,
    PAGE_HEADINGS, SHELL_TEXT_CHARS, TITLE_CHARS,
};
use types::text::{clean, cut};
use types::url::{CanonicalUrl, UrlProblem};

/// Returns the document of a page at this address.
pub(crate) fn compose(mut walk: DocumentText<'_>, url: &CanonicalUrl) -> Document {
    let (mut body, mut leaves) = std::mem::take(&mut walk.flow).finish();
    let kept = body.floor_char_boundary(BODY_TEXT_BYTES);
    let (links, long_links) = links(&walk, &body, kept, url);
    let shown = walk.headings.iter().filter(|range| !range.is_empty());
    let headings = shown.take(PAGE_HEADINGS);
    let headings = headings.map(|range| heading(&body, range)).collect();
    let bold = bold(&walk, &body, kept);
    let was_cut = walk.cut || kept < body.len();
    let is_short = body.chars().nth(SHELL_TEXT_CHARS).is_none();
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
        language: language::of(&body, walk.lang),
        body,
        leaves,
        robots: walk.robots,
        links,
        cut: was_cut,
        long_links,
        more_links: walk.more_links,
        needs_script: is_short && walk.scripts.is_shell(),
    }
}

/// Returns the ranges of bold text within lines and outside headings, within the kept part of the
/// text.
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
    let other_base = walk.base.and_then(|href| page.join(href.trim()).ok());
    // Skips `javascript:` and `data:`, as the standard requires; only http and https can be crawled.
    let other_base = other_base.filter(|base| matches!(base.scheme(), "http" | "https"));
    // Without a `<base>`, `#…` refers to this page.
    let inner = |href: &str| other_base.is_none() && href.starts_with('#');
    let base = other_base.as_ref().unwrap_or(&page);
    let outer = walk.links.iter().filter(|found| !inner(found.href));
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

/// The target of a reference: the canonical URL, and the default document that the reference names.
type Target = (CanonicalUrl, Option<Box<str>>);

/// The last reference that was resolved. The parser repeats an unclosed link in each paragraph that follows, so that one long reference may
/// The last resolved reference. The parser repeats an unclosed link in each paragraph that follows,
/// so one long reference may occur on thousands of links.
#[derive(Default)]
struct Resolved<'a>(Option<(&'a str, Result<Target, UrlProblem>)>);

impl<'a> Resolved<'a> {
    /// Resolves a reference, or returns the last result if the reference is the same.
    fn target(&mut self, base: &::url::Url, href: &'a str) -> &Result<Target, UrlProblem> {
        let same = self.0.take().filter(|(last, _)| is_same(last, href));
        &self
            .0
            .insert(same.unwrap_or_else(|| (href, resolve(base, href))))
            .1
    }
}

/// Returns true for equal references; two that are too long count as equal and are not compared.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && (one.len() > HREF_BYTES || one == other)
}

fn resolve(base: &::url::Url, href: &str) -> Result<Target, UrlProblem> {
    if href.len() > HREF_BYTES {
        return Err(UrlProblem::TooLong(href.len()));
    }
    CanonicalUrl::join_with_document(base, href)
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
    let block = found.block.map_or(&whole, |place| &walk.blocks[place]);
    let above = found
        .heading
        .map(|place| heading(body, &walk.headings[place]));
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
            spoken(found)
        } else {
            anchor
        },
        context: around(body, block, &found.anchor),
        heading: above.unwrap_or_default(),
        span: (offset(start), offset(end)),
        nofollow: is_nofollow(found),
    }
}

/// Returns the anchor substitute of a link without text.
fn spoken(found: &Found<'_>) -> String {
    let labels = [
        found.alt,
        attribute(found.element, "aria-label"),
        attribute(found.element, "title"),
    ];
    let label = labels
        .into_iter()
        .flatten()
        .map(|label| clean(&label[..label.floor_char_boundary(LABEL_BYTES)]))
        .find(|label| !label.is_empty());
    cut(&label.unwrap_or_default(), ANCHOR_CHARS).to_owned()
}

fn is_nofollow(found: &Found<'_>) -> bool {
    let rel = attribute(found.element, "rel").unwrap_or_default();
    rel.split_ascii_whitespace().any(|word| {
        ["nofollow", "ugc", "sponsored"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(word))
    })
}

/// Returns the text of a heading, without the permalink sign that documentation sites append.
fn heading(body: &str, range: &Range<usize>) -> String {
    // Cuts the text first, since a heading may be as long as the page and is read for each link below it.
    let mut shown = line(&body[range.clone()], HEADING_CHARS);
    shown.truncate(shown.trim_end_matches(['¶', ' ']).len());
    shown
}

/// Returns a text on one line, cut.
fn line(text: &str, chars: usize) -> String {
    one_line(cut(text, chars).to_owned())
}
