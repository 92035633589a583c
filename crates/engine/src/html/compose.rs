//! Builds a document from the collected text and links: resolves links and truncates texts.

use super::around::{around, one_line};
use super::document::Document;
use super::extract::{DocumentText, Found};
use super::language;
use super::link::Link;
use super::tokenizer::Text;
use std::collections::BTreeMap;
use std::ops::Range;
use types::limits::{
    ANCHOR_CHARS, BODY_TEXT_BYTES, HEADING_CHARS, HREF_BYTES, LABEL_BYTES, PAGE_BOLD, PAGE_HEADINGS, PAGE_LINK_BYTES,
    TITLE_CHARS,
};
use types::text::{clean, cut};
use types::url::{CanonicalUrl, Omitted, UrlProblem};

/// Builds the document of a page at this URL.
pub(crate) fn compose(walk: &mut DocumentText<'_>, url: &CanonicalUrl) -> Document {
    let (mut body, mut leaves) = std::mem::take(&mut walk.flow).finish();
    let kept = body.floor_char_boundary(BODY_TEXT_BYTES);
    let (links, long_links, more_links) = links(walk, &body, kept, url);
    let shown = walk.headings.iter().filter(|range| !range.is_empty());
    let headings = shown.take(PAGE_HEADINGS);
    let headings = headings.map(|range| heading(&body, range)).collect();
    let bold = bold(walk, &body, kept);
    let was_cut = walk.cut || more_links > 0 || kept < body.len();
    body.truncate(kept);
    leaves.retain(|start| (*start as usize) < kept);
    Document {
        title: cut(&clean(walk.title.as_deref().unwrap_or_default()), TITLE_CHARS).to_owned(),
        headings,
        bold,
        language: language::of(&body, walk.lang.as_deref()),
        body,
        leaves,
        robots: walk.robots,
        links,
        cut: was_cut,
        long_links,
        more_links: walk.more_links + more_links,
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

/// Returns the links, the number of links whose addresses are too long, and the number of those after [`PAGE_LINK_BYTES`].
fn links(walk: &DocumentText<'_>, body: &str, kept: usize, url: &CanonicalUrl) -> (Vec<Link>, u32, u32) {
    let Ok(page) = ::url::Url::parse(url.as_str()) else {
        return (Vec::new(), 0, 0);
    };
    let other_base = walk.base.as_deref().and_then(|href| page.join(href.trim()).ok());
    // Skips `javascript:` and `data:`, as the standard requires; only http and https can be crawled.
    let other_base = other_base.filter(|base| matches!(base.scheme(), "http" | "https"));
    // Without a `<base>`, `#…` refers to this page.
    let is_inner = |found: &&Found<'_>| other_base.is_none() && found.href.raw().starts_with('#');
    let base = other_base.as_ref().unwrap_or(&page);
    let outer = walk.links.iter().filter(|found| !is_inner(found));
    // Each relative URL is as long as the base, which is copied for each link.
    if base.as_str().len() > HREF_BYTES {
        return (Vec::new(), crate::count(outer.count()), 0);
    }
    let (mut links, mut long, mut more) = (Vec::new(), 0, 0);
    // A long `<base>` makes each short reference a long URL.
    let mut left = PAGE_LINK_BYTES;
    let (mut targets, mut labels) = (Once::default(), Once::default());
    for found in outer {
        if left == 0 {
            more += 1;
            continue;
        }
        match targets.get(found.href, |href| resolve(base, href)) {
            Ok(target) if target.0 != *url => {
                let original = target.1.original.as_ref().map_or(0, |address| address.len());
                left = left.saturating_sub(target.0.as_str().len() + original);
                if left > 0 {
                    let anchor = anchor(found, body, &mut labels);
                    links.push(link(walk, found, (target.clone(), anchor), body, kept));
                } else {
                    more += 1;
                }
            }
            Err(UrlProblem::TooLong(_)) => long += 1,
            _ => {}
        }
    }
    walk.count(walk.links.len() + targets.bytes + labels.bytes);
    (links, long, more)
}

/// The target of a link: the canonical URL, and what it omits.
type Target = (CanonicalUrl, Omitted);

/// Computes a value once for each attribute of the page: an unclosed link is repeated in each paragraph, so thousands of links may have the
/// same long references and labels.
struct Once<T> {
    /// The values, by the place of the attribute in the page.
    values: BTreeMap<*const str, T>,
    /// The number of bytes that were read.
    bytes: usize,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self { values: BTreeMap::new(), bytes: 0 }
    }
}

impl<T> Once<T> {
    fn get<'a>(&mut self, text: Text<'a>, compute: impl FnOnce(Text<'a>) -> T) -> &T {
        self.values.entry(text.raw()).or_insert_with(|| {
            self.bytes += text.raw().len();
            compute(text)
        })
    }
}

fn resolve(base: &::url::Url, href: Text<'_>) -> Result<Target, UrlProblem> {
    let decoded = href.cut(ENCODED * HREF_BYTES).decoded();
    if decoded.len() > HREF_BYTES {
        return Err(UrlProblem::TooLong(href.raw().len()));
    }
    CanonicalUrl::join_with_omitted(base, &decoded)
}

fn link(
    walk: &DocumentText<'_>,
    found: &Found<'_>,
    (target, anchor): (Target, String),
    body: &str,
    kept: usize,
) -> Link {
    let whole = 0..body.len();
    let block = found.block.map_or(&whole, |index| &walk.blocks[index]);
    let above = found.heading.map(|index| heading(body, &walk.headings[index]));
    let offset = |at: usize| crate::count(at.min(kept));
    let (start, end) = if found.anchor.end > kept { (kept, kept) } else { (found.anchor.start, found.anchor.end) };
    let (url, omitted) = target;
    Link {
        url,
        omitted,
        anchor,
        context: around(body, block, &found.anchor),
        heading: above.unwrap_or_default(),
        span: (offset(start), offset(end)),
        nofollow: found.is_nofollow,
    }
}

/// The number of encoded bytes of an attribute that are decoded for each byte of the result; a character reference is shorter.
const ENCODED: usize = 8;

/// Returns the text of a link, or the first of `alt`, `aria-label` and `title` that is not empty.
fn anchor(found: &Found<'_>, body: &str, labels: &mut Once<String>) -> String {
    let anchor = line(&body[found.anchor.clone()], ANCHOR_CHARS);
    if !anchor.is_empty() {
        return anchor;
    }
    let mut given = found.labels.iter().flatten();
    let label = given.find_map(|label| {
        let label = labels.get(*label, shown_label);
        (!label.is_empty()).then(|| cut(label, ANCHOR_CHARS).to_owned())
    });
    label.unwrap_or_default()
}

fn shown_label(label: Text<'_>) -> String {
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
