//! Recordings in every form in which recorders leave them, whole and broken.

use super::*;
use crate::limits::WarcLimits;
use flate2::Compression;
use flate2::read::GzEncoder;
use std::io::Read as _;

fn record(kind: &str, url: &str, block: &str) -> Vec<u8> {
    let length = block.len();
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-11-20T00:00:00Z\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
    .into_bytes()
}

fn page(url: &str, status: u16, body: &str) -> Vec<u8> {
    record(
        "response",
        url,
        &format!("HTTP/1.1 {status} OK\r\nContent-Type: text/html\r\n\r\n{body}"),
    )
}

fn zip(bytes: &[u8]) -> Vec<u8> {
    let mut zipped = Vec::new();
    GzEncoder::new(bytes, Compression::fast())
        .read_to_end(&mut zipped)
        .unwrap();
    zipped
}

fn three() -> [Vec<u8>; 3] {
    [
        record("warcinfo", "", "software: x"),
        page("http://a.test/", 200, "one"),
        page("http://b.test/x", 200, "two"),
    ]
}

fn read(file: Vec<u8>) -> Result<Recording, WarcError> {
    Recording::read(file, &WarcLimits::TAB)
}

fn answer(web: &Recording, url: &str) -> (u16, String) {
    let response = web.answer(url).unwrap().unwrap();
    (response.status, String::from_utf8(response.body).unwrap())
}

/// Every way in which the same three records may lie in a file.
fn forms() -> Vec<(&'static str, Vec<u8>)> {
    let records = three();
    let plain = records.concat();
    let (left, right) = plain.split_at(plain.len() / 2);
    vec![
        ("plain", plain.clone()),
        (
            "a member a record",
            records.iter().flat_map(|record| zip(record)).collect(),
        ),
        ("one stream", zip(&plain)),
        ("members cut anywhere", [zip(left), zip(right)].concat()),
        (
            "some of each",
            [zip(&records[0]), zip(&records[1..].concat())].concat(),
        ),
    ]
}

#[test]
fn the_same_pages_are_found_in_every_form() {
    for (form, file) in forms() {
        let web = read(file).unwrap_or_else(|problem| panic!("{form}: {problem}"));
        assert_eq!(
            answer(&web, "http://a.test/"),
            (200, "one".into()),
            "{form}"
        );
        assert_eq!(
            answer(&web, "http://b.test/x"),
            (200, "two".into()),
            "{form}"
        );
        assert_eq!((web.urls().count(), web.passed_over()), (2, 1), "{form}");
    }
}

#[test]
fn what_was_not_recorded_is_missing_and_schemes_are_told_apart() {
    let web = read(three().concat()).unwrap();
    for url in [
        "http://a.test/robots.txt",
        "https://a.test/",
        "http://c.test/",
    ] {
        assert_eq!(web.answer(url), None, "{url}");
    }
}

#[test]
fn urls_are_found_by_their_canonical_form() {
    let web = read(page("<http://A.test:80/a/../b#top>", 200, "b")).unwrap();
    assert_eq!(answer(&web, "http://a.test/b").0, 200);
}

#[test]
fn a_success_answers_for_a_url_before_an_error_and_the_first_before_the_second() {
    let file = [
        page("http://a.test/", 503, "later"),
        page("http://a.test/", 200, "first"),
        page("http://a.test/", 200, "second"),
    ];
    let web = read(file.concat()).unwrap();
    assert_eq!(answer(&web, "http://a.test/"), (200, "first".into()));
    assert_eq!(web.repeated(), 2);
}

#[test]
fn errors_redirects_and_resources_are_kept() {
    let file = [
        page("http://a.test/gone", 410, "gone"),
        record(
            "response",
            "http://a.test/old",
            "HTTP/1.1 301 Moved\r\nLocation: /new\r\n\r\n",
        ),
        record("resource", "http://a.test/notes", "text"),
    ];
    let web = read(file.concat()).unwrap();
    assert_eq!(answer(&web, "http://a.test/gone").0, 410);
    assert_eq!(answer(&web, "http://a.test/notes"), (200, "text".into()));
    let moved = web.answer("http://a.test/old").unwrap().unwrap();
    assert_eq!(
        (moved.status, moved.header("location")),
        (301, Some("/new"))
    );
}

#[test]
fn dates_span_the_recording() {
    let web = read(three().concat()).unwrap();
    let date = "2026-11-20T00:00:00Z";
    assert_eq!(web.dates(), Some((date, date)));
}

#[test]
fn what_is_no_recording_says_why() {
    let records = three();
    let plain = records.concat();
    let zipped: Vec<u8> = records.iter().flat_map(|record| zip(record)).collect();
    for (name, file, says) in [
        (
            "a page",
            b"<!DOCTYPE html>".to_vec(),
            "there is no WARC record at byte 0",
        ),
        ("nothing", Vec::new(), "it holds no response"),
        ("no response", records[0].clone(), "it holds no response"),
        (
            "cut",
            plain[..plain.len() - 20].to_vec(),
            "ends in the middle of the record",
        ),
        (
            "cut gzip",
            zipped[..zipped.len() - 9].to_vec(),
            "the gzip member at byte",
        ),
        (
            "gzip of a page",
            zip(b"<p>hello"),
            "byte 0 of the decompressed part",
        ),
        (
            "noise after gzip",
            [&zipped[..], b"noise"].concat(),
            "the gzip member at byte",
        ),
        (
            "no length",
            b"WARC/1.0\r\nWARC-Type: response\r\n\r\n".to_vec(),
            "Content-Length",
        ),
    ] {
        let problem = read(file).err().map(|problem| problem.to_string());
        let problem = problem.unwrap_or_else(|| panic!("{name} was taken"));
        assert!(problem.contains(says), "{name}: {problem}");
    }
}

#[test]
fn no_cut_makes_it_panic() {
    let plain = three().concat();
    let zipped = zip(&plain);
    for end in 0..plain.len() {
        let _ = read(plain[..end].to_vec());
        let _ = read(zipped[..end.min(zipped.len())].to_vec());
    }
}
