//! Builds a document from the collected text and links: resolves links and truncates texts.

use super::around::{around, one_line};
use super::document::Document;
use super::extract::{DocumentText, Found};
use super::language;
use super::link::{Link, LinkKind, LinkPlace};
use super::main_text::main_ranges;
use super::query_encoding::QueryEncoder;
use super::refresh::Refresh;
use super::tokenizer::Text;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use types::limits::{
    ANCHOR_CHARS, BODY_TEXT_BYTES, HEADING_CHARS, HREF_BYTES, LABEL_BYTES, PAGE_BOLD, PAGE_HEADINGS, PAGE_LINK_BYTES,
    REFRESH_REDIRECT_SECONDS, TITLE_CHARS,
};
use types::text::{clean, cut};
use types::url::{CanonicalUrl, Omitted, UrlProblem};
use url::Url;

/// Holds the address and the response of a page, which its markup does not contain.
pub(crate) struct Origin<'a> {
    pub(crate) url: &'a CanonicalUrl,
    /// The value of the header `Refresh`.
    pub(crate) refresh: Option<&'a str>,
    /// The reference of the header `Link` with the relation `canonical`.
    pub(crate) canonical: Option<&'a str>,
    /// The encoder of the queries of links; `None` for UTF-8.
    pub(crate) encoder: Option<&'a QueryEncoder<'a>>,
    /// The most bytes of text.
    pub(crate) text_bytes: usize,
}

impl<'a> Origin<'a> {
    /// Returns the origin of a page without headers, whose text has the usual limit.
    pub(crate) fn new(url: &'a CanonicalUrl, encoder: Option<&'a QueryEncoder<'a>>) -> Self {
        Self { url, refresh: None, canonical: None, encoder, text_bytes: BODY_TEXT_BYTES }
    }

    /// Resolves a reference, with its query in the encoding of the page.
    fn resolve(&self, base: &Url, reference: &str) -> Result<Target, UrlProblem> {
        let encode = self.encoder.map(encoding);
        CanonicalUrl::join_with_omitted(base, reference, encode.as_ref().map(|encode| encode as &Encode))
    }
}

/// Encodes a query.
type Encode<'e> = dyn for<'t> Fn(&'t str) -> Cow<'t, [u8]> + 'e;

fn encoding<'e>(encoder: &'e QueryEncoder<'_>) -> impl for<'t> Fn(&'t str) -> Cow<'t, [u8]> + 'e {
    move |query: &str| encoder.encode(query)
}

/// The URLs that the references of a page are resolved against.
struct Bases {
    page: Url,
    /// The URL of `<base>`.
    other: Option<Url>,
}

impl Bases {
    fn new(walk: &DocumentText<'_>, url: &CanonicalUrl, encoder: Option<&QueryEncoder<'_>>) -> Option<Self> {
        let page = Url::parse(url.as_str()).ok()?;
        let other = walk.base.as_deref().and_then(|href| base_url(&page, href, encoder));
        Some(Self { page, other })
    }

    fn base(&self) -> &Url {
        self.other.as_ref().unwrap_or(&self.page)
    }
}

/// Returns the URL of a `<base>`; `javascript:` and `data:` are skipped, as the standard requires, and only http and
/// https can be crawled.
fn base_url(page: &Url, href: &str, encoder: Option<&QueryEncoder<'_>>) -> Option<Url> {
    let base = join(page, href, encoder)?;
    matches!(base.scheme(), "http" | "https").then_some(base)
}

/// Resolves a reference, with its query in the encoding of the page; `None` if it is no URL.
fn join(base: &Url, reference: &str, encoder: Option<&QueryEncoder<'_>>) -> Option<Url> {
    let encode = encoder.map(encoding);
    let encode = encode.as_ref().map(|encode| encode as &Encode);
    Url::options().base_url(Some(base)).encoding_override(encode).parse(reference.trim()).ok()
}

/// Resolves the references of a page that are no links: of images, its canonical URL and its license.
pub(crate) struct References<'a> {
    base: Option<Url>,
    encoder: Option<&'a QueryEncoder<'a>>,
}

impl<'a> References<'a> {
    pub(crate) fn new(walk: &DocumentText<'_>, url: &CanonicalUrl, encoder: Option<&'a QueryEncoder<'a>>) -> Self {
        let base = Bases::new(walk, url, encoder).map(|bases| bases.other.unwrap_or(bases.page));
        Self { base, encoder }
    }

    /// Resolves a reference, with its query in the encoding of the page; `None` if it is no URL.
    pub(crate) fn resolve(&self, reference: &str) -> Option<Url> {
        join(self.base.as_ref()?, reference, self.encoder)
    }
}

/// The bytes of main text from which a page with a refresh is read, and not redirected.
const ARTICLE_BYTES: usize = 1_000;

/// Builds the document of a page.
pub(crate) fn compose(walk: &mut DocumentText<'_>, origin: &Origin<'_>) -> Document {
    let (mut body, mut leaves) = std::mem::take(&mut walk.flow).finish();
    let kept = body.floor_char_boundary(origin.text_bytes);
    let bases = Bases::new(walk, origin.url, origin.encoder);
    let (mut links, long_links, more_links) =
        bases.as_ref().map_or_else(Default::default, |bases| links(walk, &body, kept, origin, bases));
    let refresh = bases.as_ref().and_then(|bases| refresh(walk, origin, bases));
    let redirect = refresh.and_then(|(seconds, target)| {
        let address = spelled(&target);
        links.insert(0, refresh_link(target));
        let is_soon = seconds <= REFRESH_REDIRECT_SECONDS && !walk.robots.nofollow;
        is_soon.then_some(address)
    });
    let canonical = bases.as_ref().and_then(|bases| canonical(walk, origin, bases));
    let shown = walk.headings.iter().filter(|range| !range.is_empty());
    let headings = shown.take(PAGE_HEADINGS);
    let headings = headings.map(|range| heading(&body, range)).collect();
    let bold = bold(walk, &body, kept);
    let was_cut = walk.cut || more_links > 0 || kept < body.len();
    body.truncate(kept);
    leaves.retain(|start| (*start as usize) < kept);
    let main = main_ranges(walk, &body);
    let mut document = Document {
        title: cut(&clean(walk.title.as_deref().unwrap_or_default()), TITLE_CHARS).to_owned(),
        headings,
        bold,
        language: language::detect(&body, walk.lang.as_deref()),
        body,
        leaves,
        main,
        robots: walk.robots,
        redirect,
        canonical,
        links,
        cut: was_cut,
        long_links,
        more_links: walk.more_links + more_links,
        class: None,
        file: None,
        page_starts: Vec::new(),
    };
    // Browsers show an article at least for a while, and its target may be lost.
    if document.main_ranges().map(|range| range.len()).sum::<usize>() >= ARTICLE_BYTES {
        document.redirect = None;
    }
    document
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

/// Returns the links, the number of links whose addresses are too long, and the number of those after
/// [`PAGE_LINK_BYTES`].
fn links(
    walk: &DocumentText<'_>,
    body: &str,
    kept: usize,
    origin: &Origin<'_>,
    bases: &Bases,
) -> (Vec<Link>, u32, u32) {
    // Without a `<base>`, `#…` refers to this page.
    let is_inner = |found: &&Found<'_>| bases.other.is_none() && found.href.raw().starts_with('#');
    let base = bases.base();
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
        match targets.get(found.href, |href| resolve(origin, base, href)) {
            Ok(target) if found.is_inset && target.0.site() != origin.url.site() => {}
            Ok(target) if target.0 != *origin.url => {
                let original = target.1.original.as_ref().map_or(0, |address| address.as_str().len());
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

/// Computes a value once for each attribute of the page: an unclosed link is repeated in each paragraph, so thousands
/// of links may have the same long references and labels.
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

/// Returns the delay in seconds and the target of the page's refresh; `None` if it loads the same page again. The
/// header counts before the markup.
fn refresh(walk: &DocumentText<'_>, origin: &Origin<'_>, bases: &Bases) -> Option<(u32, Target)> {
    let header = origin.refresh.and_then(Refresh::parse).map(|refresh| (refresh, None));
    let (refresh, base) = header.or_else(|| {
        let (value, base) = walk.refresh.as_ref()?;
        Some((Refresh::parse(value)?, base.as_deref()))
    })?;
    if refresh.reference.is_empty() || refresh.reference.len() > HREF_BYTES {
        return None;
    }
    let base = base.and_then(|href| base_url(&bases.page, href, origin.encoder));
    let target = origin.resolve(base.as_ref().unwrap_or(&bases.page), refresh.reference).ok()?;
    (target.0 != *origin.url).then_some((refresh.seconds, target))
}

/// Returns the canonical URL that the page declares, if it is another one on the same host. The markup counts before
/// the header.
fn canonical(walk: &DocumentText<'_>, origin: &Origin<'_>, bases: &Bases) -> Option<CanonicalUrl> {
    let in_markup = walk.canonical.as_deref().map(|reference| (reference, bases.base()));
    let (reference, base) = in_markup.or_else(|| Some((origin.canonical?, &bases.page)))?;
    if reference.len() > HREF_BYTES {
        return None;
    }
    let (url, _) = origin.resolve(base, reference).ok()?;
    (url.authority() == origin.url.authority() && url != *origin.url).then_some(url)
}

fn refresh_link((url, omitted): Target) -> Link {
    Link {
        url,
        omitted,
        anchor: String::new(),
        context: String::new(),
        heading: String::new(),
        span: (0, 0),
        nofollow: false,
        hidden: false,
        kind: LinkKind::Refresh,
        place: LinkPlace::default(),
    }
}

/// Returns the address of a target as the page names it.
fn spelled((url, omitted): &Target) -> Box<str> {
    let named = || format!("{url}{}", omitted.document.as_deref().unwrap_or_default()).into();
    omitted.original.as_ref().map_or_else(named, |address| address.as_str().into())
}

fn resolve(origin: &Origin<'_>, base: &Url, href: Text<'_>) -> Result<Target, UrlProblem> {
    let decoded = href.cut(ENCODED * HREF_BYTES).decoded();
    if decoded.len() > HREF_BYTES {
        return Err(UrlProblem::TooLong(href.raw().len()));
    }
    origin.resolve(base, &decoded)
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
        hidden: found.is_hidden,
        kind: found.kind,
        place: walk.place(found.block),
    }
}

/// The number of encoded bytes of an attribute that are decoded for each byte of the result; a character reference is
/// shorter.
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
