//! The feeds that a page links to in its head.
//!
//! Source: RSS Advisory Board, RSS Autodiscovery 1.0; WHATWG HTML §4.6.7.1 (`alternate` with the type of a feed).

use crate::html::parse;
use scraper::Node;
use types::limits::{PAGE_BYTES, SITEMAP_ADDRESSES};
use types::url::CanonicalUrl;
use url::Url;

/// The media types of feeds.
const TYPES: [&str; 3] = [
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
];

/// Returns the addresses of a page's feeds, in its order.
pub(super) fn feeds(text: &str, url: &CanonicalUrl) -> Vec<CanonicalUrl> {
    let tree = parse::parse(&text[..text.floor_char_boundary(PAGE_BYTES)]).tree;
    let Ok(page) = Url::parse(url.as_str()) else {
        return Vec::new();
    };
    // The first base holds for the page; each further one, resolved against those before it, could make the address longer.
    let mut base: Option<Url> = None;
    let mut feeds = Vec::new();
    for node in tree.tree.values() {
        let Node::Element(element) = node else {
            continue;
        };
        let href = element.attr("href").unwrap_or_default();
        match element.name() {
            "base" if base.is_none() => base = page.join(href).ok(),
            "link"
                if feeds.len() < SITEMAP_ADDRESSES
                    && is_feed(element.attr("rel"), element.attr("type")) =>
            {
                feeds.extend(CanonicalUrl::join(base.as_ref().unwrap_or(&page), href).ok());
            }
            _ => {}
        }
    }
    feeds
}

fn is_feed(rel: Option<&str>, kind: Option<&str>) -> bool {
    let mut rels = rel.unwrap_or_default().split_ascii_whitespace();
    let kind = kind
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default();
    rels.any(|rel| rel.eq_ignore_ascii_case("alternate"))
        && TYPES
            .iter()
            .any(|one| one.eq_ignore_ascii_case(kind.trim()))
}
