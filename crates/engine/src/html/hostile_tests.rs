//! Tests malicious pages: each is read in full or in part, without a panic.

use super::*;
use types::limits::{BODY_TEXT_BYTES, PAGE_BYTES, PAGE_LINKS, PARSE_NODES, URL_BYTES};
use types::url::CanonicalUrl;

fn page(html: &str) -> Document {
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    read(html.as_bytes(), None, &url, &Utf8Only)
}

#[test]
fn a_million_nested_elements_are_cut_and_what_came_before_is_kept() {
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
fn a_flood_of_nodes_is_cut() {
    let document = page(&"<i></i>x".repeat(PARSE_NODES));
    assert!(document.cut);
    assert!(document.body.starts_with("xxx") && document.body.len() < PARSE_NODES);
}

#[test]
fn a_tag_with_fifty_thousand_attributes_is_cut_even_with_quotes_and_brackets_in_it() {
    for value in ["", "='<!-- > -->'"] {
        let flood: Vec<String> = (0..50_000).map(|n| format!("a{n}{value}")).collect();
        let document = page(&format!("<p>before<a {} href=/x>link</a>", flood.join(" ")));
        assert!(document.cut, "{value}");
        assert_eq!(document.body, "before", "{value}");
    }
}

#[test]
fn a_long_attribute_or_comment_is_no_flood() {
    let image = format!(
        "<img src='data:image/png;base64,{}'>seen",
        "x".repeat(1_000_000)
    );
    let comment = format!(
        "<!-- {} -->seen",
        "<p class='a b'>word word</p>\n".repeat(2_000)
    );
    for html in [image, comment] {
        let document = page(&html);
        assert_eq!(document.body, "seen");
        assert!(!document.cut);
    }
}

#[test]
fn what_is_never_closed_is_read_to_the_end() {
    for (html, body) in [
        ("<p>seen<!-- never closed <p>text", "seen"),
        ("<p>seen<script>never closed <p>text", "seen"),
        ("<p>seen<a href='/x>never closed", "seen"),
        ("<p>seen<plaintext></p><b>all text", "seen\n</p><b>all text"),
        ("<p>seen<table>foster<tr><td>cell", "seenfoster\ncell"),
        ("<p>se\0en<", "seen<"),
        ("", ""),
    ] {
        assert_eq!(page(html).body, body, "{html}");
    }
}

#[test]
fn more_bytes_than_the_cap_are_not_read() {
    let document = page(&format!("{}<p>late", " ".repeat(PAGE_BYTES)));
    assert_eq!(document.body, "");
    assert!(document.cut);
}

#[test]
fn links_past_the_cap_are_dropped_and_counted() {
    let document = page(&"<a href=/x>x</a> ".repeat(PAGE_LINKS + 3));
    assert_eq!((document.links.len(), document.more_links), (PAGE_LINKS, 3));
    assert!(document.cut);
}

#[test]
fn links_with_addresses_that_are_too_long_are_dropped_and_counted() {
    let long = "x".repeat(URL_BYTES);
    let document = page(&format!(
        "<a href=/{long}>1</a><a href=/short>2</a><a href=/?{long}>3</a>"
    ));
    assert_eq!((document.links.len(), document.long_links), (1, 2));
}

/// A recursive walk needs at least some hundred bytes of stack per level.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_deepest_page_that_is_taken_in_is_read_on_a_small_stack() {
    let open = "<div>".repeat(1_000_000);
    let lists = "<ul><li>".repeat(1_000_000);
    let read = std::thread::Builder::new()
        .stack_size(128 * 1024)
        .spawn(move || {
            for html in [open, lists] {
                assert_eq!(page(&format!("first{html}last")).body, "first");
            }
        });
    let ended = read.expect("a thread can be started").join();
    assert!(ended.is_ok(), "both pages were read");
}

#[test]
fn text_past_the_cap_is_cut_between_characters_and_later_links_stay_without_a_span() {
    let text = "é".repeat(BODY_TEXT_BYTES);
    let document = page(&format!("<p>x{text} <a href=/late>late</a>"));
    assert!(document.cut);
    assert_eq!(document.body.len(), BODY_TEXT_BYTES - 1);
    let end = u32::try_from(document.body.len()).unwrap();
    assert_eq!(document.links[0].anchor, "late");
    assert_eq!(document.links[0].span, (end, end));
}

#[test]
fn bytes_that_are_no_text_are_read_as_something() {
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    let noise: Vec<u8> = (0..100_000_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let document = read(&noise, Some("text/html; charset=utf-8"), &url, &Utf8Only);
    assert!(document.body.chars().all(|c| c == '\n' || !c.is_control()));
}
