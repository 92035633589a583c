//! Tests pages that cost more to parse than their size suggests. The work of each is bounded by a count, which is the same on
//! every machine.

#[path = "../../tests/support/bombs.rs"]
mod bombs;

use super::parse::parse;
use super::*;
use bombs::{BOMBS, BYTES, long_bombs};
use types::limits::{HEADING_CHARS, PAGE_HEADINGS, PARSE_WORK};
use types::url::CanonicalUrl;

/// Enough elements for every shape that is not linear to exceed the work limit.
const TESTED_BYTES: usize = 256 * 1024;
/// The last token before the stop may add this much: the adoption agency algorithm walks a stack of five hundred elements some dozens of
/// times.
const OVERSHOOT: u64 = PARSE_WORK / 10;

fn page(html: &str) -> Document {
    let url = CanonicalUrl::parse("https://example.org/").unwrap();
    read(html.as_bytes(), None, &url, &Utf8Only)
}

#[test]
fn no_shape_takes_more_work_than_the_limit() {
    for bomb in BOMBS {
        let work = parse(&bomb.page(TESTED_BYTES)).work;
        assert!(work <= PARSE_WORK + OVERSHOOT, "{}: {work}", bomb.name);
    }
}

#[test]
fn end_tags_that_close_nothing_are_cut_and_what_came_before_is_kept() {
    for (open, end) in [
        ("<span>".repeat(505), "</x>"),
        ("<svg><g>".repeat(250), "</b>"),
        ("<span>".repeat(505), "<li>"),
        ("<span>".repeat(500), "<frameset>"),
    ] {
        let document = page(&format!(
            "<title>Deep</title>first{open}{}last",
            end.repeat(BYTES / 8)
        ));
        assert!(document.cut, "{end}");
        assert_eq!(document.title, "Deep", "{end}");
        assert_eq!(document.body, "first", "{end}");
    }
}

/// The tokenizer writes a message for each NUL in an address, which takes longer than the token.
#[test]
fn addresses_of_nul_bytes_are_cut_and_what_came_before_is_kept() {
    let link = format!("<a href={}>", "\0".repeat(100));
    let document = page(&format!("first{}last", link.repeat(BYTES / link.len() - 1)));
    assert!(document.cut && document.body == "first");
    let work = parse(&link.repeat(TESTED_BYTES / link.len())).work;
    assert!(work > 20 * TESTED_BYTES as u64, "{work}");
}

#[test]
fn a_stop_for_work_comes_at_the_same_place_each_time() {
    let html = format!("{}{}", "<span>".repeat(505), "x</x>".repeat(BYTES / 8));
    let (one, other) = (parse(&html), parse(&html));
    assert!(one.cut && one.work > PARSE_WORK);
    assert_eq!(one.work, other.work);
    assert_eq!(page(&html).body.len(), page(&html).body.len());
}

#[test]
fn attributes_that_nobody_reads_do_not_reach_the_tree() {
    let html = "<b id=1 style='color:red'>a</b><b style='x:y; DISPLAY : None'>b</b><i hidden=until-found>c</i>\
        <a id=2 href=/x rel=nofollow onclick=z>d</a>";
    let parsed = parse(html);
    let elements = parsed
        .tree
        .tree
        .values()
        .filter_map(|node| node.as_element());
    let attributes: Vec<Vec<&str>> = elements
        .map(|element| element.attrs().map(|(name, _)| name).collect())
        .filter(|names: &Vec<&str>| !names.is_empty())
        .collect();
    assert_eq!(
        attributes,
        [vec!["hidden"], vec!["hidden"], vec!["href", "rel"]]
    );
    assert_eq!(page(html).body, "ad");
}

/// Three at most of the same kind stay active (HTML standard, "push onto the list of active formatting elements"), so paragraphs do not
/// repeat hundreds of elements that differ in attributes alone.
#[test]
fn formatting_elements_that_differ_in_unread_attributes_are_the_same() {
    let open: Vec<String> = (0..250).map(|n| format!("<p><b a={n}>")).collect();
    let html = format!("{}{}", open.concat(), "</p><p>x".repeat(1_000));
    let nodes = parse(&html).tree.tree.values().len();
    assert!(nodes < 8_000, "{nodes}");
}

/// The parser reopens an unclosed link in each paragraph.
#[test]
fn a_reference_beyond_all_limits_is_resolved_nowhere_and_counted() {
    let html = format!(
        "<p><a href='/{}'>x{}",
        "y".repeat(1 << 20),
        "</p><p>x".repeat(99)
    );
    let document = page(&html);
    assert_eq!((document.links.len(), document.long_links), (0, 100));
}

#[test]
fn one_text_in_many_headings_is_kept_a_thousand_times_at_most() {
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
fn long_attributes_and_signs_above_thousands_of_links_are_read_within_the_work() {
    for (name, html) in long_bombs() {
        let work = parse(&html).work;
        assert!(work <= PARSE_WORK + OVERSHOOT, "{name}: {work}");
        let document = page(&html);
        let text: usize = document.links.iter().map(|link| link.heading.len()).sum();
        assert!(text <= document.links.len() * 4 * HEADING_CHARS, "{name}");
    }
}
