//! The feeds that a page links to in its head (RSS autodiscovery).
//!
//! Source: RSS Advisory Board, RSS Autodiscovery 1.0; WHATWG HTML §4.6.7.1 (`alternate` with the type of a feed); JSON
//! Feed 1.1.

use crate::html::name::Name;
use crate::html::tokenizer::{Attributes, Token, Tokenizer};
use types::limits::{PAGE_BYTES, SITEMAP_ADDRESSES};
use types::sorting;
use types::url::CanonicalUrl;
use url::Url;

/// The media types of feeds, also those that sites write in place of the registered ones.
const FEEDS: [&str; 7] = [
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/feed+json",
    "application/x.atom+xml",
    "application/x-atom+xml",
    "text/rss+xml",
];
/// The media types of feeds and of other files.
const GENERAL: [&str; 3] = ["text/xml", "application/xml", "application/json"];
/// Parts of the addresses of the interfaces of `WordPress`, which have general types and are no feeds.
const INTERFACES: [&str; 3] = ["wp-json", "rest_route", "oembed"];

/// Returns the URLs of a page's feeds in document order, those with a general type last.
pub(super) fn feeds(text: &str, url: &CanonicalUrl) -> Vec<CanonicalUrl> {
    let Ok(page) = Url::parse(url.as_str()) else {
        return Vec::new();
    };
    // The first base is used. Resolving further ones against earlier ones could make the address longer each time.
    let mut base: Option<Url> = None;
    let mut feeds = Vec::new();
    let mut tokens = Tokenizer::new(&text[..text.floor_char_boundary(PAGE_BYTES)]);
    // SVG and MathML have no raw text.
    let mut foreign = None;
    while let Some(token) = tokens.next() {
        let tag = match token {
            Token::StartTag(tag) => tag,
            Token::EndTag(tag) => {
                foreign = foreign.filter(|root| *root != Name::new(tag.name));
                continue;
            }
            _ => continue,
        };
        let attributes = tokens.attributes();
        let href = attributes.value("href").unwrap_or_default();
        match Name::new(tag.name) {
            Name::Base if base.is_none() => base = page.join(&href).ok(),
            Name::Link if feeds.len() < SITEMAP_ADDRESSES => {
                let url = CanonicalUrl::join(base.as_ref().unwrap_or(&page), &href).ok();
                feeds.extend(is_general(attributes, &href).zip(url));
            }
            _ => {}
        }
        let name = Name::new(tag.name);
        if foreign.is_none() {
            tokens.switch(tag.content());
            foreign = Some(name).filter(|name| matches!(name, Name::Svg | Name::Math));
        }
    }
    sorting::sort_by_key(&mut feeds, |(is_general, _)| *is_general);
    feeds.into_iter().map(|(_, url)| url).collect()
}

/// Returns true for a link to what may be a feed, false for one to a feed, and `None` for other links.
fn is_general(attributes: &Attributes<'_>, href: &str) -> Option<bool> {
    let rels = attributes.value("rel").unwrap_or_default();
    if !rels.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("alternate")) {
        return None;
    }
    let kind = attributes.value("type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let is_one_of = |kinds: &[&str]| kinds.iter().any(|one| one.eq_ignore_ascii_case(kind));
    let may_be = || is_one_of(&GENERAL) && !INTERFACES.iter().any(|part| href.contains(part));
    if is_one_of(&FEEDS) { Some(false) } else { may_be().then_some(true) }
}
