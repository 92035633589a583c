//! Reads pages like a simple crawler: words, links, absolute URLs. It supports only the markup of this web.

use std::collections::BTreeMap;

use demo_web::{DemoWeb, GroundTruth, Response};

/// Absolute URL and anchor text of a link.
pub(crate) type Link = (String, String);

/// Returns the response at a URL; `None` for failed connections and unknown hosts.
pub(crate) fn response(web: &DemoWeb, url: &str) -> Option<Response> {
    web.fetch(url)?.result.ok()
}

/// Returns the URLs of a host's planned pages.
pub(crate) fn pages_of<'a>(truth: &'a GroundTruth, host: &str) -> impl Iterator<Item = &'a str> {
    let origin = format!("http://{host}/");
    truth.pages().filter(move |url| url.starts_with(&origin))
}

/// Returns the body at a URL as UTF-8, with replacement characters for other bytes.
pub(crate) fn body(web: &DemoWeb, url: &str) -> String {
    response(web, url).map_or_else(String::new, |response| String::from_utf8_lossy(&response.body).into_owned())
}

/// Returns the value of a header.
pub(crate) fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    let mut headers = response.headers.iter();
    headers.find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
}

/// Returns the text between the tags.
pub(crate) fn text(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<').skip(1) {
        text.push_str(piece.split_once('>').map_or("", |(_, text)| text));
        text.push(' ');
    }
    text
}

/// Returns all `http` links of a page.
pub(crate) fn links(html: &str, base: &str) -> Vec<Link> {
    let pieces = html.split("<a href=\"").skip(1);
    let links = pieces.filter_map(|piece| {
        let (href, rest) = piece.split_once('"')?;
        let anchor = rest.split_once('>')?.1.split('<').next()?;
        Some((absolute(base, &href.replace("&amp;", "&"))?, anchor.to_owned()))
    });
    links.collect()
}

/// Resolves `href` against `base`; `None` if it is neither a path nor an `http` URL.
pub(crate) fn absolute(base: &str, href: &str) -> Option<String> {
    if href.starts_with("http://") {
        return Some(href.to_owned());
    }
    let origin = &base[..base[7..].find('/').map_or(base.len(), |slash| slash + 7)];
    href.starts_with('/').then(|| format!("{origin}{href}"))
}

/// Words that say little about a page.
const STOP_WORDS: &str = "the and that with who for has have what when not but from than this one other there their \
    are was more most which some will would should before after page home about site editor test";

/// Counts the words except stop words, with plurals as singulars.
pub(crate) fn words(text: &str) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    for word in text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.len() > 2) {
        let word = word.to_lowercase();
        if STOP_WORDS.split(' ').any(|stop| stop == word) {
            continue;
        }
        *counts.entry(word.strip_suffix('s').unwrap_or(&word).to_owned()).or_insert(0.0) += 1.0;
    }
    counts
}

/// Returns the cosine similarity of two word counts.
pub(crate) fn similarity(one: &BTreeMap<String, f64>, other: &BTreeMap<String, f64>) -> f64 {
    let norm = |words: &BTreeMap<String, f64>| words.values().map(|count| count * count).sum::<f64>().sqrt();
    let shared: f64 = one.iter().filter_map(|(word, count)| Some(count * other.get(word)?)).sum();
    if shared == 0.0 { 0.0 } else { shared / (norm(one) * norm(other)) }
}

/// Follows up to five redirects of `moved.test`, the only host that redirects links.
pub(crate) fn redirect_target(web: &DemoWeb, url: &str) -> String {
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
