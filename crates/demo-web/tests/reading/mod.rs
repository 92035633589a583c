//! Reads answers the way a simple crawler does: words, links, absolute URLs. Knows only the markup that the web writes.
#![allow(dead_code)] // Each test program uses its own share of it.

use std::collections::BTreeMap;

use demo_web::{Answer, DemoWeb, Outcome, Response};

/// A link: absolute URL and text.
pub(crate) type Link = (String, String);

/// The response at a URL; `None` for failures and other webs.
pub(crate) fn response(web: &DemoWeb, url: &str) -> Option<Response> {
    match web.answer(url)? {
        Answer {
            outcome: Outcome::Response(response),
            ..
        } => Some(response),
        Answer {
            outcome: Outcome::Failure(_),
            ..
        } => None,
    }
}

/// A response's body as text, where it is UTF-8 or close to it.
pub(crate) fn body(web: &DemoWeb, url: &str) -> String {
    response(web, url).map_or_else(String::new, |response| {
        String::from_utf8_lossy(&response.body).into_owned()
    })
}

/// The value of a header.
pub(crate) fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    let mut headers = response.headers.iter();
    headers
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value.as_str())
}

/// The text between the tags.
pub(crate) fn text(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<').skip(1) {
        text.push_str(piece.split_once('>').map_or("", |(_, text)| text));
        text.push(' ');
    }
    text
}

/// All `http` links of a page.
pub(crate) fn links(html: &str, base: &str) -> Vec<Link> {
    let pieces = html.split("<a href=\"").skip(1);
    let links = pieces.filter_map(|piece| {
        let (href, rest) = piece.split_once('"')?;
        let anchor = rest.split_once('>')?.1.split('<').next()?;
        Some((
            absolute(base, &href.replace("&amp;", "&"))?,
            anchor.to_owned(),
        ))
    });
    links.collect()
}

/// The URL that a page at `base` means by `href`.
pub(crate) fn absolute(base: &str, href: &str) -> Option<String> {
    if href.starts_with("http://") {
        return Some(href.to_owned());
    }
    let origin = &base[..base[7..].find('/').map_or(base.len(), |slash| slash + 7)];
    href.starts_with('/').then(|| format!("{origin}{href}"))
}

const COMMON: &str = "the and that with who for has have what when not but from than this one other there their are was more most which some will would should before after page home about site editor test";

/// How often each word occurs that is not too common, plurals as singulars.
pub(crate) fn words(text: &str) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    for word in text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.len() > 2)
    {
        let word = word.to_lowercase();
        if COMMON.split(' ').any(|common| common == word) {
            continue;
        }
        *counts
            .entry(word.strip_suffix('s').unwrap_or(&word).to_owned())
            .or_insert(0.0) += 1.0;
    }
    counts
}

/// The cosine of two word counts.
pub(crate) fn likeness(one: &BTreeMap<String, f64>, other: &BTreeMap<String, f64>) -> f64 {
    let norm = |words: &BTreeMap<String, f64>| {
        words
            .values()
            .map(|count| count * count)
            .sum::<f64>()
            .sqrt()
    };
    let shared: f64 = one
        .iter()
        .filter_map(|(word, count)| Some(count * other.get(word)?))
        .sum();
    if shared == 0.0 {
        0.0
    } else {
        shared / (norm(one) * norm(other))
    }
}

/// Follows redirects to the URL that answers with something else, up to five times. Only `moved.test` redirects links.
pub(crate) fn landing(web: &DemoWeb, url: &str) -> String {
    let mut url = url.to_owned();
    for _ in 0..5 {
        if !url.starts_with("http://moved.test/") {
            break;
        }
        let Some(response) = response(web, &url) else {
            break;
        };
        let Some(next) = header(&response, "location").and_then(|to| absolute(&url, to)) else {
            break;
        };
        url = next;
    }
    url
}
