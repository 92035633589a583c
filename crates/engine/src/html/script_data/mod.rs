//! Reads the links in the data of an application's shell: a page without text, whose scripts begin with objects that
//! name other pages of the site.
//!
//! Such data is JSON in a `script` (`__NEXT_DATA__`, JSON-LD), an object that a script assigns or passes on
//! (`window.__INITIAL_STATE__ = {…}`, `kit.start(…)`), JSON in a string (`self.__next_f.push([1,"…"])`,
//! `JSON.parse("…")`), or JSON in an attribute (`data-page` of Inertia, `props` of Astro). A link is a string that is
//! an address of the same host and looks like a page; its anchor is the title or the name beside it. Not covered:
//! addresses that a script puts together, such as from an identifier.

mod address;
mod scan;

use super::link::{Link, LinkKind, LinkPlace};
use super::tokenizer::{Attributes, Token, Tokenizer};
use std::collections::BTreeMap;
use types::limits::{ANCHOR_CHARS, DATA_LINKS};
use types::text::{clean, cut};
use types::url::{CanonicalUrl, Omitted};
use url::Url;

/// Returns the links in the data of a page, at most [`DATA_LINKS`], in their order; a target occurs once. `end` is the
/// length of the page's text.
pub(super) fn links(markup: &str, page: &CanonicalUrl, end: usize) -> Vec<Link> {
    let Ok(base) = Url::parse(page.as_str()) else {
        return Vec::new();
    };
    let mut places: BTreeMap<CanonicalUrl, usize> = BTreeMap::new();
    let mut links: Vec<Link> = Vec::new();
    for mention in mentions(markup) {
        let Some((url, omitted)) = address::resolve(&mention.reference, &base, page) else {
            continue;
        };
        let anchor = cut(&clean(&mention.label), ANCHOR_CHARS).to_owned();
        match places.get(&url) {
            Some(&at) if links[at].anchor.is_empty() => links[at].anchor = anchor,
            Some(_) => {}
            None if links.len() < DATA_LINKS => {
                places.insert(url.clone(), links.len());
                links.push(link(url, omitted, anchor, crate::count(end)));
            }
            None => break,
        }
    }
    links
}

/// Returns the strings of the data that may be addresses of pages.
fn mentions(markup: &str) -> Vec<scan::Mention> {
    let mut scan = scan::Scan::default();
    let mut tokens = Tokenizer::new(markup);
    let mut is_script = false;
    while let Some(token) = tokens.next() {
        match token {
            Token::StartTag(tag) => {
                attributes(tokens.attributes(), &mut scan);
                is_script = tag.is("script") && tokens.attributes().get("src").is_none();
                tokens.switch(tag.content());
            }
            Token::Text(text) if is_script => scan.read(text.raw()),
            Token::EndTag(_) => is_script = false,
            _ => {}
        }
    }
    scan.finish()
}

/// Scans the attributes that are objects or arrays.
fn attributes(attributes: &Attributes<'_>, scan: &mut scan::Scan) {
    for attribute in attributes.iter().filter(|attribute| attribute.value().raw().starts_with(['{', '['])) {
        scan.read(&attribute.value().decoded());
    }
}

fn link(url: CanonicalUrl, omitted: Omitted, anchor: String, end: u32) -> Link {
    Link {
        url,
        omitted,
        anchor,
        context: String::new(),
        heading: String::new(),
        span: (end, end),
        nofollow: false,
        hidden: false,
        kind: LinkKind::Data,
        place: LinkPlace::default(),
    }
}

#[cfg(test)]
mod tests;
