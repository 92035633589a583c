//! Tests pages that cost more to read than their size suggests. Counts their work, which is the same on every machine.

#[path = "../../tests/support/bombs.rs"]
mod bombs;

use super::reader::work;
use super::*;
use bombs::{BOMBS, long_bombs};
use types::limits::{HEADING_CHARS, OPEN_ELEMENTS, PAGE_HEADINGS, PAGE_LINKS};
use types::url::CanonicalUrl;

/// A size at which every shape reaches its full depth.
const TESTED_BYTES: usize = 128 * 1024;

fn page(html: &str) -> Document {
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    read(html.as_bytes(), None, &url, &Utf8Only)
}

#[test]
fn work_grows_linearly_with_the_size_of_a_page() {
    for bomb in BOMBS {
        let (once, twice) = (bomb.page(TESTED_BYTES), bomb.page(2 * TESTED_BYTES));
        let (work_once, work_twice) = (work(&once), work(&twice));
        let (name, head) = (bomb.name, bomb.prefix.len() * bomb.times * OPEN_ELEMENTS);
        assert!(
            work_twice <= 2 * work_once + head + 100,
            "{name}: {work_once}, {work_twice}"
        );
        assert!(
            work_twice <= OPEN_ELEMENTS / 2 * twice.len(),
            "{name}: {work_twice}"
        );
    }
}

#[test]
fn end_tags_that_close_nothing_cost_no_comparisons() {
    for (open, end) in [
        ("<span>".repeat(505), "</x>"),
        ("<span>".repeat(505), "<li>"),
        ("<span>".repeat(500), "</div>"),
    ] {
        let page = |times| format!("{open}{}", end.repeat(times));
        let (before, after) = (work(&page(1)), work(&page(2)));
        assert!(after - before <= 2, "{end}: {before}, {after}");
    }
}

/// At most three equal elements stay active (HTML standard, "push onto the list of active formatting elements"), so paragraphs do not
/// repeat hundreds of elements.
#[test]
fn a_paragraph_continues_at_most_three_equal_elements_and_one_link() {
    let open: Vec<String> = (0..250)
        .map(|n| format!("<p><b a={n}><a href=/{n}>"))
        .collect();
    let html = |times| format!("{}{}", open.concat(), "</p><p>x".repeat(times));
    assert!(work(&html(2_000)) <= work(&html(1_000)) + 1_000 * 16);
    let document = page(&html(10));
    assert!(document.bold.len() <= 10 && document.links.len() < 3 * 250 + 10);
}

/// An unclosed link is repeated in each paragraph.
#[test]
fn an_overlong_reference_is_never_resolved_and_is_counted() {
    let html = format!(
        "<p><a href='/{}'>x{}",
        "y".repeat(1 << 20),
        "</p><p>x".repeat(99)
    );
    let document = page(&html);
    assert_eq!((document.links.len(), document.long_links), (0, 100));
}

#[test]
fn a_text_in_many_headings_is_stored_at_most_a_thousand_times() {
    let html = "<h1><div>".repeat(200) + &"¶".repeat(100_000);
    let document = page(&format!("{html}{}", "<h2>x</h2>".repeat(2_000)));
    assert_eq!(document.headings.len(), PAGE_HEADINGS);
    assert!(
        document
            .headings
            .iter()
            .all(|one| one.chars().count() <= HEADING_CHARS)
    );
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
