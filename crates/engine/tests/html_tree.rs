//! Compares the words and links of pages with those of the tree that html5ever builds.

use crate::tree::read_tree;
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::html::{Utf8Only, read};
use std::collections::{BTreeSet, VecDeque};
use types::url::CanonicalUrl;

/// The number of pages of the demo web that are compared.
const PAGES: usize = 400;

/// Returns the first difference of a page from its tree.
fn difference(html: &str, url: &CanonicalUrl) -> Option<String> {
    let document = read(html.as_bytes(), Some("text/html; charset=utf-8"), url, &Utf8Only);
    read_tree(html, url).difference(&document)
}

#[test]
fn demo_web_pages_match_their_html5ever_trees() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let seeds = web.topics().iter().flat_map(|topic| topic.seeds.clone());
    let mut queue: VecDeque<CanonicalUrl> = seeds.filter_map(|seed| CanonicalUrl::parse(&seed).ok()).collect();
    let mut seen: BTreeSet<_> = queue.iter().cloned().collect();
    let mut compared = 0;
    while let Some(url) = queue.pop_front().filter(|_| compared < PAGES) {
        let fetched = web.fetch(url.as_str()).map(|fetched| fetched.result);
        let Some(Ok(response)) = fetched.filter(|result| result.as_ref().is_ok_and(|one| one.status == 200)) else {
            continue;
        };
        let document = read(&response.body, Some("text/html"), &url, &Utf8Only);
        let html = String::from_utf8_lossy(&response.body);
        // A hostile page may be read in part.
        if !document.cut {
            assert_eq!(difference(&html, &url), None, "{url}");
            compared += 1;
        }
        let links = document.links.into_iter().map(|link| link.url);
        queue.extend(links.filter(|url| seen.insert(url.clone())));
    }
    assert_eq!(compared, PAGES);
}

#[test]
fn malformed_markup_matches_its_html5ever_tree() {
    let url = CanonicalUrl::parse("https://example.org/dir/page").unwrap();
    for html in [
        // Implied end tags.
        "<p>a<p>b<ul><li>c<li>d<ul><li>e</ul>f<li>g</ul>h</p>i",
        "<dl><dt>a<dd>b<dt><div>c<dd>d</dl>e<dd>f",
        "<table><tr><td>a<td>b<tr><th>c<table><td>d</table>e</table>f",
        "<table><caption>a<td>b</tbody><tr><td>c</table></div>d",
        "<select><option>a<option>b<input>c</select>d<option>e<option>f",
        "<ruby>a<rp>(<rt>b<rp>)</ruby>c",
        "<h1>a<h2>b</h3>c<p>d<h4>e</p>f",
        "<button>a<p>b<button>c</button></p>d",
        // Links and bold text that continue in other elements or overlap.
        "<a href=/1>a<a href=/2>b</a>c",
        "<p><a href=/1>a<p>b</a>c<p>d",
        "<a href=/1>a<div>b<p>c</a>d</div>e",
        "<div><a href=/1>a</div>b<a href=/2>c</a>d",
        "<b>a<p>b</b>c<i>d</p>e</i>f",
        "<table><tr><td><a href=/1>a<td>b</table><a href=/2>c",
        "<a href=/1><table><tr><td><a href=/2>a</a>b</table>c</a>d",
        "<a href=/1><span>a<b></span>b</b></a>c",
        // End tags that close nothing, forms, and hidden elements.
        "a</p>b</div>c</li>d</table>e</br>f</body>g</html>h<p>i",
        "<form>a<div>b</form>c</div>d<form>e<form>f</form>g",
        "<div hidden>a<p>b</div>c<p style='display:none'>d<p>e<span hidden>f<i>g</span>h",
        "<dialog>a<p>b</dialog>c<div popover>d<p>e</div>f<dialog open popover>g</dialog>h",
        "<svg><g>a</g><title>b</title><p>c<svg><desc><p>d</svg>e",
        "<math><mi><p>a</mi><b>b</math>c<svg/>d<svg><g/></svg>e",
        "<svg><![CDATA[<p>a]]></svg>b<![CDATA[c]]>d",
        "<template>a<div></template>b<object>c<p></object>d",
        "<textarea><a href=/1>a</textarea>b<xmp><a href=/1></xmp>c",
        "<head><base href=/up/><title>a</head><link>b<a href=1>c</a><base href=/no/>",
        "<div/>a<br/>b<a href=/1 />c",
        "<p>a<plaintext>b</p>c",
        "a<!-- b -->c<!-->d<?e?>f</>g</ h>i",
    ] {
        for doctype in ["<!doctype html>", ""] {
            let html = format!("{doctype}{html}");
            assert_eq!(difference(&html, &url), None, "{html}");
        }
    }
}

/// The standard moves such text before the table; the reader does not.
#[test]
fn text_that_a_table_cannot_contain_stays_within_it() {
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    let html = "<p>a</p><table><tr><td>b</td>c</tr></table>d";
    let document = read(html.as_bytes(), None, &url, &Utf8Only);
    assert_eq!(document.body, "a\nb c\nd");
    assert!(difference(html, &url).is_some());
}
