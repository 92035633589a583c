//! Plain-text sitemaps: long, cut and malformed ones.

use super::*;
use types::seeds::Findings;

fn listed(body: String, words: &str) -> Result<Findings, SeedsError> {
    let answers = [("http://a.test/list", 200, "text/plain", body.into_bytes())];
    run("site", &at("a.test/list", words), &answers).0
}

/// Returns lines of addresses with this total number of bytes.
fn filled(bytes: usize) -> String {
    let line = format!("http://a.test/{}\n", "x".repeat(1_000));
    let mut text = line.repeat(bytes / line.len());
    text.push_str(&"\n".repeat(bytes - text.len()));
    text
}

#[test]
fn the_last_line_of_a_list_that_is_too_long_is_left_out() {
    for (kept, last) in [("http://a.test/jazz", "-and-swing\n"), ("ht", "tp://a.test/jazz\n")] {
        let text = filled(limits::SEED_ANSWER_BYTES - kept.len()) + kept + last;
        let findings = listed(text, "jazz").unwrap();
        assert_eq!(findings.seeds.len(), 1, "only the line that stands there again and again");
        assert!(!findings.seeds[0].url.as_str().contains("jazz"), "{kept}");
        assert!(findings.warnings[0].starts_with("Only the beginning"), "{:?}", findings.warnings);
    }
    let whole = filled(limits::SEED_ANSWER_BYTES - 19) + "http://a.test/jazz\n";
    assert_eq!(urls(&listed(whole, "jazz")), ["http://a.test/jazz"]);
}

#[test]
fn the_last_line_of_a_list_that_was_cut_in_transit_is_left_out() {
    let body = b"http://a.test/jazz\nhttp://a.test/ja";
    let mut search = Search::new(find("site").expect("in the list"), &at("a.test/list", ""), &EncodingRs).unwrap();
    while let SearchStep::Fetch(order, _) = search.next_step() {
        let is_list = order.url.as_str() == "http://a.test/list";
        if is_list {
            search.answer_cut(RawResponse { status: 200, headers: &[], body, elapsed_ms: 1 }, &EncodingRs);
        } else {
            search.answer(RawResponse { status: 404, headers: &[], body: &[], elapsed_ms: 1 }, &EncodingRs);
        }
    }
    let found = search.finish();
    assert_eq!(urls(&found), ["http://a.test/jazz"]);
    assert!(found.unwrap().warnings[0].starts_with("Only the beginning"));
}

#[test]
fn a_list_request_allows_a_larger_body_than_a_page() {
    let mut search = Search::new(find("site").expect("in the list"), &at("a.test", ""), &EncodingRs).unwrap();
    let mut rooms = Vec::new();
    while let SearchStep::Fetch(order, _) = search.next_step() {
        rooms.push(order.purpose.most_bytes());
        let raw = RawResponse { status: 404, headers: &[], body: &[], elapsed_ms: 1 };
        search.answer(raw, &EncodingRs);
    }
    let (robots, list) = (limits::ROBOTS_BYTES, limits::SEED_ANSWER_BYTES);
    assert_eq!(rooms, [robots, list, list]);
}

#[test]
fn addresses_beyond_the_sitemap_limit_are_ignored() {
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
    assert!(warnings[0].starts_with("Only the beginning"), "{warnings:?}");
}

#[test]
fn empty_lines_are_ignored() {
    let found = listed("http://a.test/x\r\n\r\n  \nhttp://a.test/y\n".to_owned(), "");
    assert_eq!(urls(&found), ["http://a.test/x", "http://a.test/y"]);
}
