//! Sitemaps as plain text: long ones, cut ones, untidy ones.

use super::*;
use types::seeds::Findings;

fn listed(body: String, words: &str) -> Result<Findings, SeedsError> {
    let answers = [("http://a.test/list", 200, "text/plain", body.into_bytes())];
    run("site", &at("a.test/list", words), &answers).0
}

/// Lines of addresses, of so many bytes in all.
fn filled(bytes: usize) -> String {
    let line = format!("http://a.test/{}\n", "x".repeat(1_000));
    let mut text = line.repeat(bytes / line.len());
    text.push_str(&"\n".repeat(bytes - text.len()));
    text
}

#[test]
fn the_last_line_of_one_that_is_too_long_to_be_read_is_left_out() {
    for (kept, last) in [
        ("http://a.test/jazz", "-and-swing\n"),
        ("ht", "tp://a.test/jazz\n"),
    ] {
        let text = filled(limits::SEED_ANSWER_BYTES - kept.len()) + kept + last;
        let findings = listed(text, "jazz").unwrap();
        assert_eq!(
            findings.seeds.len(),
            1,
            "only the line that stands there again and again"
        );
        assert!(!findings.seeds[0].url.as_str().contains("jazz"), "{kept}");
        assert!(
            findings.warnings[0].starts_with("Only the beginning"),
            "{:?}",
            findings.warnings
        );
    }
    let whole = filled(limits::SEED_ANSWER_BYTES - 19) + "http://a.test/jazz\n";
    assert_eq!(urls(&listed(whole, "jazz")), ["http://a.test/jazz"]);
}

#[test]
fn the_last_line_of_one_that_was_cut_on_its_way_is_left_out() {
    let body = b"http://a.test/jazz\nhttp://a.test/ja";
    let mut search =
        Search::new(find("site").expect("in the list"), &at("a.test/list", "")).unwrap();
    while let SearchStep::Fetch(order, _) = search.next_step() {
        let is_list = order.url.as_str() == "http://a.test/list";
        let raw = RawResponse {
            status: if is_list { 200 } else { 404 },
            headers: &[],
            body: if is_list { body } else { &[] },
            elapsed_ms: 1,
        };
        search.answer_cut(raw, &EncodingRs);
    }
    let found = search.finish();
    assert_eq!(urls(&found), ["http://a.test/jazz"]);
    assert!(found.unwrap().warnings[0].starts_with("Only the beginning"));
}

#[test]
fn a_list_is_ordered_with_more_room_than_a_page_has() {
    let mut search = Search::new(find("site").expect("in the list"), &at("a.test", "")).unwrap();
    let mut rooms = Vec::new();
    while let SearchStep::Fetch(order, _) = search.next_step() {
        rooms.push(order.purpose.most_bytes());
        let raw = RawResponse {
            status: 404,
            headers: &[],
            body: &[],
            elapsed_ms: 1,
        };
        search.answer(raw, &EncodingRs);
    }
    let (robots, list) = (limits::ROBOTS_BYTES, limits::SEED_ANSWER_BYTES);
    assert_eq!(rooms, [robots, list, list]);
}

#[test]
fn more_addresses_than_a_sitemap_may_have_are_not_looked_at() {
    let some = |lines: usize| {
        let lines = (0..lines).map(|n| format!("http://a.test/{n}\n"));
        lines.collect::<String>() + "http://a.test/jazz"
    };
    let found = listed(some(limits::SITEMAP_ADDRESSES - 1), "jazz");
    assert_eq!(urls(&found), ["http://a.test/jazz"]);
    assert_eq!(found.unwrap().warnings, [""; 0]);
    let found = listed(some(limits::SITEMAP_ADDRESSES), "jazz");
    assert_eq!(urls(&found)[0], "http://a.test/0");
    let warnings = found.unwrap().warnings;
    assert!(
        warnings[0].starts_with("Only the beginning"),
        "{warnings:?}"
    );
}

#[test]
fn an_empty_line_is_no_address() {
    let found = listed(
        "http://a.test/x\r\n\r\n  \nhttp://a.test/y\n".to_owned(),
        "",
    );
    assert_eq!(urls(&found), ["http://a.test/x", "http://a.test/y"]);
}
