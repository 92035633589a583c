//! Tests pages that cost more to read than their size suggests. Counts their work, which is the same on every machine.

#[path = "../../tests/support/bombs.rs"]
mod bombs;

use super::*;
use bombs::{BOMBS, BYTES, long_bombs};
use types::limits::{HEADING_CHARS, HREF_BYTES, PAGE_HEADINGS, PAGE_LINKS};
use types::url::CanonicalUrl;

/// The size of the small pages.
const SMALL_BYTES: usize = 64 * 1024;
/// The maximum number of steps for each byte of a page.
const STEPS_PER_BYTE: usize = 16;

fn url() -> CanonicalUrl {
    CanonicalUrl::parse("https://example.org/").unwrap()
}

fn page(html: &str) -> Document {
    read(html.as_bytes(), None, &url(), &Utf8Only)
}

fn work(html: &str) -> usize {
    super::work(html, &url())
}

/// The work for the repeated part of a page grows by at most 1.3 times its size.
#[test]
fn work_grows_linearly_with_the_size_of_a_page() {
    for bomb in BOMBS {
        let start = bomb.start().len();
        let [head, small, large] = [0, SMALL_BYTES, BYTES].map(|bytes| work(&bomb.page(start + bytes)));
        let (small, large) = (small.saturating_sub(head), large.saturating_sub(head));
        let linear = small * (BYTES / SMALL_BYTES);
        let name = bomb.name;
        assert!(10 * large <= 13 * linear + 1_000, "{name}: {small}, {large}");
    }
}

/// A walk over all open elements for each tag is linear too, but takes hundreds of steps for each.
#[test]
fn work_is_a_few_steps_for_each_byte_of_a_page() {
    let short = BOMBS.iter().map(|bomb| (bomb.name, bomb.page(2 * SMALL_BYTES)));
    for (name, html) in short.chain(long_bombs()) {
        let (work, most) = (work(&html), STEPS_PER_BYTE * html.len());
        assert!(work <= most, "{name}: {work} of {most}");
    }
}

#[test]
fn end_tags_that_close_nothing_visit_no_elements() {
    for (open, end) in [
        ("<span>".repeat(505), "</x>"),
        ("<span>".repeat(505), "<li></li>"),
        ("<span>".repeat(500), "</div>"),
        ("<svg><g>".repeat(250), "</x>"),
        ("<svg><desc>".repeat(250), "</x>"),
        ("<x>".repeat(505), "</y>"),
        (format!("<p><object>{}", "<span>".repeat(500)), "</p>"),
        (format!("<li><ul>{}", "<div>".repeat(490)), "<li></li>"),
        (format!("<b><table>{}", "<span>".repeat(490)), "</b>"),
    ] {
        let page = |times| format!("{open}{}", end.repeat(times));
        let (before, after) = (work(&page(1)), work(&page(2)));
        assert!(after - before <= 4, "{end}: {before}, {after}");
    }
}

/// At most three equal elements stay active (HTML standard, "push onto the list of active formatting elements"), so
/// paragraphs do not repeat hundreds of elements.
#[test]
fn a_paragraph_continues_at_most_three_equal_elements_and_one_link() {
    let open: Vec<String> = (0..250).map(|n| format!("<p><b a={n}><a href=/{n}>")).collect();
    let html = |times| format!("{}{}", open.concat(), "</p><p>x".repeat(times));
    let (once, twice) = (work(&html(1_000)), work(&html(2_000)));
    assert!(twice <= once + 1_000 * 64, "{once}, {twice}");
    let document = page(&html(10));
    assert!(document.bold.len() <= 10 && document.links.len() < 3 * 250 + 10);
}

/// An unclosed link is repeated in each paragraph.
#[test]
fn an_overlong_reference_is_never_resolved_and_is_counted() {
    let html = format!("<p><a href='/{}'>x{}", "y".repeat(1 << 20), "</p><p>x".repeat(99));
    let document = page(&html);
    assert_eq!((document.links.len(), document.long_links), (0, 100));
}

/// An unclosed link is repeated in each paragraph, with another link in between.
#[test]
fn each_reference_and_label_is_read_once() {
    let blank = "&#32;".repeat(1_000);
    let link = format!("<p><a href='/{}' title='{blank}' aria-label='{blank}'>", "y".repeat(1_000));
    let html = |times| format!("{link}{}", "</p><p><area href=/z>".repeat(times));
    let (once, twice) = (work(&html(1_000)), work(&html(2_000)));
    assert!(twice <= once + 1_000 * 32, "{once}, {twice}");
    assert_eq!(page(&html(10)).links.len(), 2 * 10 + 1);
}

/// Each of them would copy the base.
#[test]
fn links_relative_to_an_overlong_base_are_counted() {
    let base = "y".repeat(HREF_BYTES);
    let document = page(&format!("<base href='http://a.test/{base}/'><a href=x>x</a><a href=/>y</a>"));
    assert_eq!((document.links.len(), document.long_links), (0, 2));
}

#[test]
fn a_text_in_many_headings_is_stored_at_most_a_thousand_times() {
    let html = "<h1><div>".repeat(200) + &"¶".repeat(100_000);
    let document = page(&format!("{html}{}", "<h2>x</h2>".repeat(2_000)));
    assert_eq!(document.headings.len(), PAGE_HEADINGS);
    assert!(document.headings.iter().all(|one| one.chars().count() <= HEADING_CHARS));
}

#[test]
fn long_attributes_and_headings_of_thousands_of_links_stay_within_the_work() {
    for (name, html) in long_bombs() {
        assert!(work(&html) <= 2 * html.len(), "{name}: {}", work(&html));
        let document = page(&html);
        assert!(document.links.len() <= PAGE_LINKS, "{name}");
        let text: usize = document.links.iter().map(|link| link.heading.len()).sum();
        assert!(text <= document.links.len() * 4 * HEADING_CHARS, "{name}");
    }
}
