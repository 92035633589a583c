//! Tests malicious pages: each is read in full or in part, without a panic.

use super::*;
use types::limits::{BODY_TEXT_BYTES, PAGE_BYTES, PAGE_LINK_BYTES, PAGE_LINKS, URL_BYTES};
use types::url::CanonicalUrl;

fn page(html: &str) -> Document {
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    read(html.as_bytes(), None, &url, &Utf8Only)
}

#[test]
fn a_million_nested_elements_are_cut_and_the_text_before_is_kept() {
    for nest in [
        "<div>",
        "<ul><li>",
        "<p><b>",
        "<table><tr><td>",
        "<font size=1><p>",
        "<svg>",
        "<template>",
        "<div></body><!-- -->",
    ] {
        let deep = nest.repeat(1_000_000);
        let document = page(&format!("<title>Deep</title>first{deep}last"));
        assert_eq!(document.title, "Deep", "{nest}");
        assert_eq!(document.body, "first", "{nest}");
        assert!(document.cut, "{nest}");
    }
}

#[test]
fn a_page_with_very_many_elements_is_read_whole() {
    let document = page(&"<i></i>x".repeat(200_000));
    assert!(document.cut, "the text is longer than is kept");
    assert_eq!(document.body, "x".repeat(BODY_TEXT_BYTES));
}

#[test]
fn a_tag_with_fifty_thousand_attributes_is_read_with_the_first_of_them() {
    for value in ["", "='<!-- > -->'"] {
        let flood: Vec<String> = (0..50_000).map(|n| format!("a{n}{value}")).collect();
        let flood = flood.join(" ");
        let first = page(&format!("<p>before<a href=/x {flood}>link</a>"));
        assert_eq!((first.body.as_str(), first.links.len()), ("beforelink", 1), "{value}");
        let last = page(&format!("<p>before<a {flood} href=/x>link</a>"));
        assert_eq!((last.body.as_str(), last.links.len()), ("beforelink", 0), "{value}");
    }
}

#[test]
fn a_long_attribute_or_comment_does_not_cut_the_page() {
    let image = format!("<img src='data:image/png;base64,{}'>seen", "x".repeat(1_000_000));
    let comment = format!("<!-- {} -->seen", "<p class='a b'>word word</p>\n".repeat(2_000));
    for html in [image, comment] {
        let document = page(&html);
        assert_eq!(document.body, "seen");
        assert!(!document.cut);
    }
}

#[test]
fn unclosed_markup_is_read_to_the_end() {
    for (html, body) in [
        ("<p>seen<!-- never closed <p>text", "seen"),
        ("<p>seen<script>never closed <p>text", "seen"),
        ("<p>seen<a href='/x>never closed", "seen"),
        ("<p>seen<plaintext></p><b>all text", "seen\n</p><b>all text"),
        ("<p>seen<table>foster<tr><td>cell", "seen\nfoster\ncell"),
        ("<p>se\0en<", "seen<"),
        ("", ""),
    ] {
        assert_eq!(page(html).body, body, "{html}");
    }
}

#[test]
fn bytes_beyond_the_limit_are_not_read() {
    let document = page(&format!("{}<p>late", " ".repeat(PAGE_BYTES)));
    assert_eq!(document.body, "");
    assert!(document.cut);
}

#[test]
fn links_beyond_the_limit_are_dropped_and_counted() {
    let document = page(&"<a href=/x>x</a> ".repeat(PAGE_LINKS + 3));
    assert_eq!((document.links.len(), document.more_links), (PAGE_LINKS, 3));
    assert!(document.cut);
}

#[test]
fn the_links_of_a_page_have_a_limit_in_total() {
    let base = format!("<base href=/{}/>", "x".repeat(1_900));
    let links: Vec<String> = (0..PAGE_LINKS).map(|n| format!("<a href={n}>x</a>")).collect();
    let document = page(&(base + &links.join(" ")));
    let bytes: usize = document.links.iter().map(|link| link.url.as_str().len()).sum();
    assert!(bytes <= PAGE_LINK_BYTES, "{bytes}");
    assert_eq!(document.links.len() + document.more_links as usize, PAGE_LINKS);
}

#[test]
fn links_with_addresses_that_are_too_long_are_dropped_and_counted() {
    let long = "x".repeat(URL_BYTES);
    let document = page(&format!("<a href=/{long}>1</a><a href=/short>2</a><a href=/?{long}>3</a>"));
    assert_eq!((document.links.len(), document.long_links), (1, 2));
}

/// A recursive walk needs at least some hundred bytes of stack per level.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_deepest_accepted_page_is_read_on_a_small_stack() {
    let open = "<div>".repeat(1_000_000);
    let lists = "<ul><li>".repeat(1_000_000);
    let read = std::thread::Builder::new().stack_size(128 * 1024).spawn(move || {
        for html in [open, lists] {
            assert_eq!(page(&format!("first{html}last")).body, "first");
        }
    });
    let ended = read.expect("a thread can be started").join();
    assert!(ended.is_ok(), "both pages were read");
}

#[test]
fn text_is_truncated_between_characters_and_later_links_have_an_empty_span() {
    let text = "é".repeat(BODY_TEXT_BYTES);
    let document = page(&format!("<p>x{text} <a href=/late>late</a>"));
    assert!(document.cut);
    assert_eq!(document.body.len(), BODY_TEXT_BYTES - 1);
    let end = u32::try_from(document.body.len()).unwrap();
    assert_eq!(document.links[0].anchor, "late");
    assert_eq!(document.links[0].span, (end, end));
}

#[test]
fn arbitrary_bytes_are_read_as_text() {
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    let noise: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let document = read(&noise, Some("text/html; charset=utf-8"), &url, &Utf8Only);
    assert!(document.body.chars().all(|c| c == '\n' || !c.is_control()));
}
