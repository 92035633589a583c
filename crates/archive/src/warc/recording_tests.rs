//! Tests recordings in all forms that recorders write, complete and damaged.

use super::*;
use crate::limits::WarcLimits;
use flate2::Compression;
use flate2::read::GzEncoder;
use std::collections::BTreeSet;
use std::io::Read as _;

fn record(kind: &str, url: &str, block: &str) -> Vec<u8> {
    let length = block.len();
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-11-20T00:00:00Z\r\n\
        Content-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
    .into_bytes()
}

fn page(url: &str, status: u16, body: &str) -> Vec<u8> {
    record("response", url, &format!("HTTP/1.1 {status} OK\r\nContent-Type: text/html\r\n\r\n{body}"))
}

fn zip(bytes: &[u8]) -> Vec<u8> {
    let mut zipped = Vec::new();
    GzEncoder::new(bytes, Compression::fast()).read_to_end(&mut zipped).unwrap();
    zipped
}

fn three() -> [Vec<u8>; 3] {
    [record("warcinfo", "", "software: x"), page("http://a.test/", 200, "one"), page("http://b.test/x", 200, "two")]
}

fn read(file: Vec<u8>) -> Result<Recording, WarcError> {
    Recording::read(file, &WarcLimits::TAB)
}

fn answer(web: &Recording, url: &str) -> (u16, String) {
    let response = web.answer(url).unwrap().unwrap();
    (response.status, String::from_utf8(response.body).unwrap())
}

/// Returns every form in which the same three records can be stored.
fn forms() -> Vec<(&'static str, Vec<u8>)> {
    let records = three();
    let plain = records.concat();
    let (left, right) = plain.split_at(plain.len() / 2);
    vec![
        ("plain", plain.clone()),
        ("a member a record", records.iter().flat_map(|record| zip(record)).collect()),
        ("one stream", zip(&plain)),
        ("members cut anywhere", [zip(left), zip(right)].concat()),
        ("some of each", [zip(&records[0]), zip(&records[1..].concat())].concat()),
        ("plain behind members", [&zip(&records[0])[..], &zip(&records[1]), &records[2]].concat()),
        ("members behind plain", [&records[0][..], &zip(&records[1]), &zip(&records[2])].concat()),
        ("plain between members", [&zip(&records[0])[..], &records[1], &zip(&records[2])].concat()),
        ("members behind padding", [&b"\r\n\0"[..], &zip(&plain)].concat()),
        ("compressed once more", zip(&records.iter().flat_map(|record| zip(record)).collect::<Vec<u8>>())),
        ("members once more", records.iter().flat_map(|record| zip(&zip(record))).collect()),
        ("a stream once more", zip(&zip(&plain))),
    ]
}

#[test]
fn the_digest_of_a_recording_depends_on_its_pages_and_not_on_compression() {
    let digests: BTreeSet<String> = forms().into_iter().map(|(_, file)| read(file).unwrap().digest()).collect();
    assert_eq!(digests.len(), 1, "{digests:?}");
    let [info, a, _] = three();
    for other in [
        page("http://b.test/x", 200, "later"),
        page("http://b.test/x", 404, "two"),
        page("http://b.test/y", 200, "two"),
    ] {
        let other = read([info.clone(), a.clone(), other].concat()).unwrap();
        assert!(!digests.contains(&other.digest()));
    }
}

#[test]
fn the_same_pages_are_found_in_every_form() {
    for (form, file) in forms() {
        let web = read(file).unwrap_or_else(|problem| panic!("{form}: {problem}"));
        assert_eq!(answer(&web, "http://a.test/"), (200, "one".into()), "{form}");
        assert_eq!(answer(&web, "http://b.test/x"), (200, "two".into()), "{form}");
        assert_eq!((web.urls().count(), web.others().total()), (2, 1), "{form}");
    }
}

#[test]
fn unrecorded_urls_are_missing_and_schemes_are_distinguished() {
    let web = read(three().concat()).unwrap();
    for url in ["http://a.test/robots.txt", "https://a.test/", "http://c.test/"] {
        assert_eq!(web.answer(url), None, "{url}");
    }
}

#[test]
fn urls_are_found_by_their_canonical_form() {
    let web = read(page("<http://A.test:80/a/../b#top>", 200, "b")).unwrap();
    assert_eq!(answer(&web, "http://a.test/b").0, 200);
}

#[test]
fn a_success_precedes_an_error_and_the_first_precedes_the_second() {
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
fn a_whole_page_precedes_an_empty_or_incomplete_one_and_that_precedes_an_error() {
    let url = "http://a.test/1";
    let error = page(url, 404, "gone");
    let other = page("http://a.test/2", 200, "whole");
    let again = revisit(url, "WARC-Refers-To-Target-URI: http://a.test/2\r\n", "HTTP/1.1 200 OK\r\n\r\n");
    for (name, first, answered) in [
        ("a part", page(url, 206, "part"), (206, "part")),
        ("no content", page(url, 204, ""), (204, "")),
        ("a form to reset", page(url, 205, ""), (205, "")),
        ("empty", page(url, 200, ""), (200, "")),
        ("an empty line", page(url, 200, "\r\n"), (200, "\r\n")),
        ("no chunks", page(url, 200, "0\r\n\r\n"), (200, "0\r\n\r\n")),
        ("an empty resource", record("resource", url, ""), (200, "")),
        ("truncated", with_fields(&page(url, 200, "cut"), "WARC-Truncated: length\r\n"), (200, "cut")),
    ] {
        let (status, body) = answered;
        for (file, expected) in [
            ([&first[..], &page(url, 200, "whole"), &page(url, 200, "second")].concat(), (200, "whole")),
            ([&error[..], &page(url, 200, "whole"), &first].concat(), (200, "whole")),
            ([&first[..], &other, &again].concat(), (200, "whole")),
            ([&error[..], &first, &page(url, 206, "later")].concat(), (status, body)),
        ] {
            let (status, body) = expected;
            assert_eq!(answer(&read(file).unwrap(), url), (status, body.into()), "{name}");
        }
    }
}

#[test]
fn addresses_with_the_same_content_are_one_page() {
    let file = [
        page("http://a.test/x?utm_source=1", 200, "x"),
        page("http://a.test/x?utm_source=2", 200, "x"),
        page("http://a.test/y", 200, "y"),
        page("http://a.test/y?utm_source=1", 200, "y"),
        page("http://b.test/?utm_term=1", 200, "another host"),
        page("http://b.test/?utm_term=2", 200, "where addresses differ"),
    ];
    let web = read(file.concat()).unwrap();
    for (url, body) in [("/x", "x"), ("/x?utm_source=2", "x"), ("/x?utm_source=9", "x"), ("/y?utm_source=9", "y")] {
        assert_eq!(answer(&web, &format!("http://a.test{url}")), (200, body.into()), "{url}");
    }
    assert_eq!((web.urls().count(), web.repeated()), (4, 2));
}

#[test]
fn addresses_with_other_contents_are_pages_of_their_own() {
    let moved = |url, to: &str| record("response", url, &format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\n\r\n"));
    for (name, bare, others) in [
        ("missing", vec![page("http://a.test/x", 404, "")], [(200, "one"), (200, "two")]),
        ("read", vec![page("http://a.test/x", 200, "bare")], [(200, "one"), (200, "two")]),
        ("not recorded", vec![], [(200, "one"), (200, "two")]),
        ("an error", vec![], [(200, "one"), (503, "later")]),
    ] {
        let pages = (1..)
            .zip(others)
            .map(|(n, (status, body))| page(&format!("http://a.test/x?b=3&utm_term={n}"), status, body));
        let more = page("http://a.test/more?utm_term=1", 200, "more");
        let file: Vec<u8> = bare.iter().cloned().chain(pages).chain([more]).flatten().collect();
        let web = read(file).unwrap();
        for (n, (status, body)) in (1..).zip(others) {
            let url = format!("http://a.test/x?b=3&utm_term={n}");
            assert_eq!(answer(&web, &url), (status, body.into()), "{name}");
            assert_eq!(web.date(&url), Some(1_795_132_800_000), "{name}");
        }
        assert!(!web.has("http://a.test/x?b=3") && !web.has("http://a.test/x?b=3&utm_term=3"), "{name}");
        assert!(!web.has("http://a.test/more"), "{name}: the parameter may name a page there, too");
        assert_eq!(web.urls().count(), bare.len() + 3, "{name}");
    }
    let file = [moved("http://a.test/x?utm_term=1", "/1"), moved("http://a.test/x?utm_term=2", "/2")];
    let web = read(file.concat()).unwrap();
    let target = |n| web.answer(&format!("http://a.test/x?utm_term={n}")).unwrap().unwrap();
    assert_eq!([target(1).header("location"), target(2).header("location")], [Some("/1"), Some("/2")]);
}

/// Captures of one second are told apart by their addresses.
#[test]
fn a_revisit_refers_to_the_whole_address() {
    let reference = |n| {
        let to = format!(
            "WARC-Refers-To-Target-URI: http://a.test/x?utm_term={n}\r\nWARC-Refers-To-Date: 2026-11-20T00:00:00Z\r\n"
        );
        revisit(&format!("http://a.test/again?utm_term={n}"), &to, "HTTP/1.1 200 OK\r\n\r\n")
    };
    let pages = [("1", "one"), ("2", "two")].map(|(n, body)| page(&format!("http://a.test/x?utm_term={n}"), 200, body));
    let file = [&pages[0][..], &pages[1], &reference(1), &reference(2)].concat();
    let web = read(file).unwrap();
    for (n, body) in [(1, "one"), (2, "two")] {
        assert_eq!(answer(&web, &format!("http://a.test/again?utm_term={n}")), (200, body.into()));
    }
}

#[test]
fn errors_redirects_and_resources_are_kept() {
    let file = [
        page("http://a.test/gone", 410, "gone"),
        record("response", "http://a.test/old", "HTTP/1.1 301 Moved\r\nLocation: /new\r\n\r\n"),
        record("resource", "http://a.test/notes", "text"),
    ];
    let web = read(file.concat()).unwrap();
    assert_eq!(answer(&web, "http://a.test/gone").0, 410);
    assert_eq!(answer(&web, "http://a.test/notes"), (200, "text".into()));
    let moved = web.answer("http://a.test/old").unwrap().unwrap();
    assert_eq!((moved.status, moved.header("location")), (301, Some("/new")));
}

#[test]
fn dates_span_the_recording() {
    let web = read(three().concat()).unwrap();
    let date = "2026-11-20T00:00:00Z";
    assert_eq!(web.dates(), Some((date, date)));
}

#[test]
fn files_without_a_page_are_rejected_with_the_reason() {
    let records = three();
    for (name, file, says) in [
        ("a page", b"<!DOCTYPE html>".to_vec(), "at byte 0: the bytes are not a WARC record"),
        ("nothing", Vec::new(), "it has no responses"),
        ("no response", records[0].clone(), "it has no responses"),
        ("cut", records[1][..60].to_vec(), "at byte 0: the file ends inside a record"),
        ("cut gzip", zip(&records[1])[..40].to_vec(), "at byte 0: the file ends inside a"),
        ("gzip of a page", zip(b"<p>hello"), "not a WARC record"),
        ("no length", b"WARC/1.0\r\nWARC-Type: response\r\n\r\n".to_vec(), "no valid length"),
        ("a header without an end", [&b"WARC/1.1\r\n"[..], &b"x: y\r\n".repeat(60_000)].concat(), "not a WARC record"),
    ] {
        let problem = read(file).err().map(|problem| problem.to_string());
        let problem = problem.unwrap_or_else(|| panic!("{name} was taken"));
        assert!(problem.contains(says), "{name}: {problem}");
    }
}

/// Crawlers that are killed leave such files; copies have padding and damage.
#[test]
fn damage_costs_its_record_alone_and_is_listed() {
    let records = three();
    let plain = records.concat();
    let members = records.each_ref().map(|record| zip(record));
    let zipped = members.concat();
    let second = members[0].len() + members[1].len();
    let mut broken = members[1].clone();
    broken[20] ^= 0xff;
    for (name, file, urls, offset) in [
        ("cut", plain[..plain.len() - 9].to_vec(), &["http://a.test/"][..], Some(plain.len() - records[2].len())),
        ("cut gzip", zipped[..zipped.len() - 9].to_vec(), &["http://a.test/", "http://b.test/x"], Some(second)),
        ("cut deeper", zipped[..second + 40].to_vec(), &["http://a.test/"], Some(second)),
        (
            "cut stream",
            {
                let one = zip(&plain);
                one[..one.len() - 12].to_vec()
            },
            &["http://a.test/"],
            Some(0),
        ),
        (
            "noise after gzip",
            [&zipped[..], b"noise"].concat(),
            &["http://a.test/", "http://b.test/x"],
            Some(zipped.len()),
        ),
        (
            "noise after plain",
            [&plain[..], b"noise"].concat(),
            &["http://a.test/", "http://b.test/x"],
            Some(plain.len()),
        ),
        ("zeros after gzip", [&zipped[..], &[0; 512]].concat(), &["http://a.test/", "http://b.test/x"], None),
        ("zeros after plain", [&plain[..], &[0; 512]].concat(), &["http://a.test/", "http://b.test/x"], None),
        ("noise before gzip", [&b"noise"[..], &zipped].concat(), &["http://a.test/", "http://b.test/x"], Some(0)),
        (
            "members behind a plain record that is cut",
            [head_of("http://c.test/", 5_000).as_bytes(), b"HTTP/1.1 200 OK\r\n\r\n<p>", &zipped].concat(),
            &["http://a.test/", "http://b.test/x"],
            Some(0),
        ),
        (
            "compressed once more and cut",
            {
                let one = zip(&zipped);
                one[..one.len() - 8].to_vec()
            },
            &["http://a.test/", "http://b.test/x"],
            Some(zipped.len()),
        ),
        (
            "a bad member",
            [&members[0][..], &broken, &members[2]].concat(),
            &["http://b.test/x"],
            Some(members[0].len()),
        ),
    ] {
        let web = read(file).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let found: Vec<&str> = web.urls().map(CanonicalUrl::as_str).collect();
        assert_eq!(found, urls, "{name}");
        let listed: Vec<u64> = web.skipped().listed.iter().map(|damage| damage.offset).collect();
        let offset: Vec<u64> = offset.into_iter().map(|at| at as u64).collect();
        assert_eq!((listed, web.skipped().count as usize), (offset.clone(), offset.len()), "{name}");
        for url in urls {
            assert!(web.answer(url).unwrap().is_ok(), "{name}: {url}");
        }
    }
}

#[test]
fn responses_that_cannot_be_read_are_listed_with_offset_and_reason() {
    let first = page("http://a.test/", 200, "one");
    let file = [
        first.clone(),
        record("response", "http://a.test/x", "<p>no HTTP"),
        record("response", "", "x"),
        record("response", "dns:a.test", "x"),
        record("resource", "urn:text:http://a.test/", "x"),
        record("resource", "ftp://a.test/", "x"),
    ];
    let web = read(file.concat()).unwrap();
    let listed: Vec<String> = web.skipped().listed.iter().map(ToString::to_string).collect();
    let second = first.len() + file[1].len();
    let last = file[..5].iter().map(Vec::len).sum::<usize>();
    let problem = CanonicalUrl::parse("ftp://a.test/").unwrap_err();
    assert_eq!(
        listed,
        [
            format!("byte {}: the recorded response is not valid HTTP", first.len()),
            format!("byte {second}: a record of type response has no WARC-Target-URI"),
            format!("byte {last}: a record of ftp://a.test/ has no URL of a page: {problem}"),
        ]
    );
    assert_eq!(web.others().by_kind().iter().collect::<Vec<_>>(), [(&"other", &2)]);
}

/// The inputs of jwarc's issues 25 and 50, after which it reads heads leniently.
#[test]
fn odd_http_heads_cost_their_line_alone() {
    for odd in ["P3P : CP=x", "Power by: x", "X-A: one\r\n two", "Garbage", "Set-Cookie: a=\u{7f}b", "X-Näme: x", ": x"]
    {
        for status in ["HTTP/1.1 200 OK", "HTTP/2 200", "HTTP/3 200 "] {
            let block = format!("{status}\r\n{odd}\r\nContent-Type: text/html\r\n\r\n<p>");
            let web = read(record("response", "http://a.test/1", &block)).unwrap();
            assert_eq!(answer(&web, "http://a.test/1"), (200, "<p>".into()), "{odd}");
        }
    }
}

fn revisit(url: &str, fields: &str, head: &str) -> Vec<u8> {
    let record = record("revisit", url, head);
    let text = String::from_utf8(record).unwrap();
    text.replacen("WARC-Date", &format!("{fields}WARC-Date"), 1).into_bytes()
}

fn with_fields(record: &[u8], fields: &str) -> Vec<u8> {
    String::from_utf8_lossy(record).replacen("WARC-Date", &format!("{fields}WARC-Date"), 1).into_bytes()
}

/// ISO 28500:2017 §6.7.2: head of the revisit record, payload of the one that it refers to.
#[test]
fn a_revisit_of_an_identical_payload_has_the_payload_that_it_refers_to() {
    let original = page("http://a.test/1", 200, "the page");
    let original = with_fields(&original, "WARC-Record-ID: <urn:x:1>\r\nWARC-Payload-Digest: sha1:AAAA\r\n");
    let decoy = with_fields(&page("http://a.test/decoy", 200, "no"), "WARC-Record-ID: <urn:x:2>\r\n");
    let head = "HTTP/1.1 200 OK\r\nX-From: revisit\r\n\r\n";
    for (fields, block) in [
        ("WARC-Refers-To: <urn:x:1>\r\n", head),
        ("WARC-Refers-To-Target-URI: http://a.test/1\r\nWARC-Refers-To-Date: 2026-11-20T00:00:00Z\r\n", head),
        ("WARC-Refers-To-Target-URI: <http://a.test:80/1>\r\n", head),
        ("WARC-Refers-To-Target-URI: http://a.test/1\r\nWARC-Refers-To-Date: 1999-11-20T00:00:00Z\r\n", head),
        ("WARC-Payload-Digest: sha1:AAAA\r\n", head),
        ("WARC-Payload-Digest: SHA1:aaaa\r\n", head),
        ("WARC-Payload-Digest: sha-1:AAAA\r\n", head),
        ("WARC-Payload-Digest: AAAA\r\n", head),
        ("warc-refers-to: urn:x:1\r\n", head),
        ("WARC-Refers-To:\r\n <urn:x:1>\r\n", head),
        ("WARC-Refers-To-Target-URI: http://a.test/1\r\nWARC-Refers-To-Date: 2026-11-20T00:00:00.000Z\r\n", head),
        ("WARC-Refers-To: <urn:x:9>\r\nWARC-Payload-Digest: sha1:AAAA\r\n", head),
        ("WARC-Refers-To: <urn:x:1>\r\n", "HTTP/1.1 200 OK\r\nX-From: revisit\r\n"),
    ] {
        let again = revisit("http://a.test/2", fields, block);
        for file in [
            [&decoy[..], &original, &again].concat(),
            [&again[..], &decoy, &original].concat(),
            [zip(&decoy), zip(&again), zip(&original)].concat(),
        ] {
            let web = read(file).unwrap();
            assert_eq!(answer(&web, "http://a.test/2"), (200, "the page".into()), "{fields}");
            let response = web.answer("http://a.test/2").unwrap().unwrap();
            assert_eq!(response.header("x-from"), Some("revisit"), "{fields}");
            assert_eq!(web.skipped().count, 0);
        }
    }
}

/// ISO 28500:2017 §6.7.3: the server said that the earlier response is still valid.
#[test]
fn a_revisit_that_was_not_modified_has_the_earlier_response() {
    let original = with_fields(&page("http://a.test/1", 200, "the page"), "WARC-Record-ID: <urn:x:1>\r\n");
    for (url, fields, block) in [
        ("http://a.test/1", "", "HTTP/1.1 304 Not Modified\r\n\r\n"),
        ("http://a.test/1", "WARC-Refers-To: <urn:x:1>\r\n", "HTTP/1.1 304 Not Modified\r\n\r\n"),
        ("http://a.test/2", "WARC-Refers-To: <urn:x:1>\r\n", "HTTP/1.1 304 Not Modified\r\n\r\n"),
        ("http://a.test/2", "WARC-Refers-To: <urn:x:1>\r\n", ""),
    ] {
        let fields = format!("WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n{fields}");
        let again = revisit(url, &fields, block);
        for file in [[&original[..], &again].concat(), [&again[..], &original].concat()] {
            assert_eq!(answer(&read(file).unwrap(), url), (200, "the page".into()), "{url} {fields}");
        }
    }
}

#[test]
fn a_revisit_of_a_compressed_body_is_decoded_with_the_head_of_the_original() {
    let block = [&b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"[..], &zip(b"the page")].concat();
    let mut original = head_of("http://a.test/1", block.len()).into_bytes();
    original.extend(block);
    let again = revisit("http://a.test/2", "WARC-Refers-To-Target-URI: http://a.test/1\r\n", "HTTP/1.1 200 OK\r\n\r\n");
    let web = read([&original[..], b"\r\n\r\n", &again].concat()).unwrap();
    assert_eq!(answer(&web, "http://a.test/2"), (200, "the page".into()));
}

fn head_of(url: &str, length: usize) -> String {
    format!("WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {length}\r\n\r\n")
}

/// Writers differ in the case of names and values, in the version, and in the type of the block.
#[test]
fn records_of_every_spelling_are_read() {
    let block = "HTTP/1.1 200 OK\r\n\r\n<p>page";
    for head in [
        "WARC/1.0\r\nWARC-Type: Response\r\nWARC-Target-URI: http://a.test/",
        "WARC/1.1\r\nwarc-type: RESPONSE\r\nwarc-target-uri: http://a.test/",
        "WARC/0.17\r\nWARC-TYPE : response \r\nWARC-TARGET-URI: <http://a.test/>",
        "WARC/0.18\r\nContent-Type: application/http;msgtype=response\r\nWARC-Type: response\r\n\
         WARC-Target-URI: http://a.test/",
        "WARC/1\r\nContent-Type: application/http; msgtype=\"response\"\r\nWARC-Type: response\r\n\
         WARC-Target-URI: http://a.test/",
        "warc/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/",
        "WARC/1.0 \nWARC-Type: response\nWARC-Target-URI:http://a.test/",
    ] {
        let record = format!("{head}\r\ncontent-length: {}\r\n\r\n{block}\r\n\r\n", block.len()).into_bytes();
        for file in [record.clone(), zip(&record), zip(&[&record[..], &record].concat())] {
            let web = read(file).unwrap();
            assert_eq!(answer(&web, "http://a.test/"), (200, "<p>page".into()), "{head}");
            assert_eq!((web.skipped().count, web.others().total()), (0, 0), "{head}");
        }
    }
}

/// ISO 28500:2017 §4 asks for two line ends behind a record; writers have none, one or many, and text before the first.
#[test]
fn records_are_read_with_any_space_between_them() {
    let pages = ["http://a.test/", "http://b.test/", "http://c.test/"].map(|url| page(url, 200, "<p>x"));
    let bare = pages.each_ref().map(|page| page.strip_suffix(b"\r\n\r\n").unwrap());
    for between in ["", "\n", "\r\n", "\n\n", "\r\n \r\n", "\r\r\n\n", "\r\n\r\n\r\n\r\n", "\0\0\0"] {
        let web = read(bare.join(between.as_bytes())).unwrap();
        assert_eq!((web.urls().count(), web.skipped().count), (3, 0), "{between:?}");
    }
    for before in ["\u{feff}", "\r\n", "#!/bin/warc\n"] {
        let web = read([before.as_bytes(), &pages.concat()].concat()).unwrap();
        assert_eq!(web.urls().count(), 3, "{before:?}");
    }
}

/// A length that is too long costs its record, and one that is too short the rest of its body.
#[test]
fn a_wrong_length_costs_no_other_record() {
    let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a page";
    let around = ["http://a.test/", "http://c.test/"].map(|url| page(url, 200, "<p>x"));
    for wrong in -5..=40_isize {
        let length = block.len().checked_add_signed(wrong).unwrap();
        let head = head_of("http://b.test/", length);
        let file = [&around[0][..], head.as_bytes(), block.as_bytes(), b"\r\n\r\n", &around[1]].concat();
        let web = read(file).unwrap();
        let found: Vec<&str> = web.urls().map(CanonicalUrl::as_str).collect();
        assert!(found.starts_with(&["http://a.test/"]) && found.ends_with(&["http://c.test/"]), "{wrong}: {found:?}");
        // The line ends behind a record may be counted.
        assert_eq!(web.has("http://b.test/"), wrong <= 4, "{wrong}");
        assert_eq!(answer(&web, "http://c.test/").1, "<p>x", "{wrong}");
    }
}

/// Recorders that deduplicate write a revisit of the last record of an address, which may be a revisit itself.
#[test]
fn a_revisit_of_a_revisit_has_the_payload_of_the_first_record() {
    let head = "HTTP/1.1 200 OK\r\n\r\n";
    let chain = [
        page("http://a.test/1", 200, "the page"),
        revisit("http://a.test/2", "WARC-Record-ID: <urn:x:2>\r\nWARC-Refers-To-Target-URI: http://a.test/1\r\n", head),
        revisit("http://a.test/3", "WARC-Refers-To: <urn:x:2>\r\n", head),
        revisit("http://a.test/4", "WARC-Refers-To-Target-URI: http://a.test/3\r\n", ""),
    ];
    let reversed: Vec<u8> = chain.iter().rev().flatten().copied().collect();
    for file in [chain.concat(), reversed] {
        let web = read(file).unwrap();
        for url in ["http://a.test/2", "http://a.test/3", "http://a.test/4"] {
            assert_eq!(answer(&web, url), (200, "the page".into()), "{url}");
        }
        assert_eq!(web.skipped().count, 0);
    }
    let circle = [
        page("http://a.test/", 200, "one"),
        revisit("http://a.test/2", "WARC-Refers-To-Target-URI: http://a.test/3\r\n", head),
        revisit("http://a.test/3", "WARC-Refers-To-Target-URI: http://a.test/2\r\n", head),
    ];
    let web = read(circle.concat()).unwrap();
    assert_eq!((web.urls().count(), web.skipped().count), (1, 2));
}

#[test]
fn a_revisit_without_its_original_is_listed() {
    let again = revisit("http://a.test/2", "WARC-Refers-To: <urn:x:9>\r\n", "HTTP/1.1 200 OK\r\n\r\n");
    let one = page("http://a.test/", 200, "one");
    let web = read([&one[..], &again].concat()).unwrap();
    let damage = &web.skipped().listed[0];
    assert_eq!((damage.offset, web.has("http://a.test/2")), (one.len() as u64, false));
    assert!(damage.reason.contains("revisit"), "{damage}");
}

#[test]
fn compressed_bodies_of_records_are_never_read_as_words() {
    let text = (0..500).map(|n| format!("<p>Jumping spiders hunt {n} other spiders.")).collect::<Vec<_>>().concat();
    let body = zip(text.as_bytes());
    for (coding, end, truncated) in
        [("gzip", body.len() / 2, Some("unspecified")), ("gzip", body.len() - 8, None), ("gzip", body.len(), None)]
    {
        let block =
            [format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n").as_bytes(), &body[..end]].concat();
        let file = [head_of("http://a.test/", block.len()).as_bytes(), &block].concat();
        let response = read(file).unwrap().answer("http://a.test/").unwrap().unwrap();
        assert!(response.body.len() > 1_000 && text.as_bytes().starts_with(&response.body));
        assert_eq!(response.header(types::header::TRUNCATED), truncated);
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

/// The file was written by `checks/record.py`.
#[test]
fn a_recording_that_warcio_wrote_is_read() {
    let web = read(include_bytes!("../../tests/foreign/warcio.warc.gz").to_vec()).unwrap();
    let urls: Vec<&str> = web.urls().map(CanonicalUrl::as_str).collect();
    assert_eq!(urls, ["http://a.test/again", "http://a.test/moved", "http://a.test/wire"]);
    assert_eq!(web.others().by_kind().iter().collect::<Vec<_>>(), [(&"request", &2), (&"warcinfo", &1)]);
    let page = "<title>Dengue</title><p>Dengue fever comes with fever.";
    assert_eq!(answer(&web, "http://a.test/wire"), (200, page.to_owned()));
    assert_eq!(answer(&web, "http://a.test/again"), (200, page.to_owned()), "a revisit");
    assert_eq!(answer(&web, "http://a.test/moved"), (301, String::new()));
    assert_eq!(web.date("http://a.test/wire"), Some(1_795_163_400_000));
}

const SMALL: WarcLimits =
    WarcLimits { loose_bytes: 4_000, record_bytes: 2_000, inflated_bytes: 50_000, records: 20, url_bytes: 500 };

/// Returns the name of the error's variant, as printed by `{:?}`.
fn error(file: Vec<u8>) -> String {
    let error = Recording::read(file, &SMALL).err();
    let debug = format!("{:?}", error.expect("the file is refused"));
    debug.split('(').next().unwrap_or_default().to_owned()
}

#[test]
fn a_record_over_the_limit_is_skipped_and_its_neighbors_are_read() {
    let large = page("http://film.test/", 200, &"x".repeat(5_000));
    let file = [page("http://a.test/", 200, "one"), large, page("http://b.test/", 200, "two")];
    let zipped: Vec<u8> = file.iter().flat_map(|record| zip(record)).collect();
    for (form, bytes) in [("plain", file.concat()), ("zipped", zipped)] {
        let web = Recording::read(bytes, &SMALL).unwrap();
        assert_eq!((web.urls().count(), web.skipped().count), (2, 1), "{form}");
        assert_eq!(answer(&web, "http://b.test/"), (200, "two".into()), "{form}");
    }
}

#[test]
fn a_small_file_with_a_bomb_ratio_is_rejected() {
    let body = "x".repeat(1 << 20);
    let records = |count| {
        let pages = (0..count).map(|n| page(&format!("http://a.test/{n}"), 200, &body));
        zip(&pages.collect::<Vec<_>>().concat())
    };
    let limits = WarcLimits::TAB;
    assert!(Recording::read(records(60), &limits).is_ok());
    let refused = Recording::read(records(66), &limits).map(|_| ());
    assert!(matches!(refused, Err(WarcError::TooLarge(_))));
}

#[test]
fn reading_in_steps_equals_reading_at_once_in_every_form() {
    let long = page("http://long.test/", 200, &"x".repeat(3 << 20));
    let files = forms()
        .into_iter()
        .chain([("a long record", zip(&long)), ("a long stream", zip(&[long.clone(), three().concat()].concat()))]);
    for (form, file) in files {
        let whole = read(file.clone()).unwrap();
        let mut reading = RecordingReader::new(file, &WarcLimits::TAB).unwrap();
        let (mut steps, mut part) = (0, 0.0);
        while reading.step().unwrap() {
            assert!((part..=1.0).contains(&reading.part()), "{form}: it never goes back");
            (steps, part) = (steps + 1, reading.part());
        }
        assert!(steps >= 3, "{form}: {steps}");
        let again = reading.finish().unwrap();
        assert!(again.urls().eq(whole.urls()), "{form}");
        for url in whole.urls() {
            assert_eq!(again.answer(url.as_str()), whole.answer(url.as_str()), "{form}");
        }
        assert_eq!(
            (again.others(), again.repeated()),
            (whole.others(), whole.repeated()),
            "{form}: the end is read once"
        );
    }
}

#[test]
fn a_long_record_takes_many_steps() {
    let steps = |bytes: usize| {
        let file = zip(&page("http://long.test/", 200, &"x".repeat(bytes)));
        let mut reading = RecordingReader::new(file, &WarcLimits::TAB).unwrap();
        let mut steps = 0;
        while reading.step().unwrap() {
            steps += 1;
        }
        steps
    };
    assert!(steps(8 << 20) >= steps(1 << 20) + 10);
}

#[test]
fn a_stream_of_many_records_may_be_longer_than_one() {
    let file: Vec<u8> = (0..12).flat_map(|n| page(&format!("http://a.test/{n}"), 200, &"x".repeat(80))).collect();
    assert!(file.len() > 3_000, "{}", file.len());
    let web = Recording::read(zip(&file), &SMALL).unwrap();
    assert_eq!((web.urls().count(), web.skipped().count), (12, 0));
}

#[test]
fn files_over_the_limits_are_rejected() {
    let bomb = record("response", "http://a.test/", &"x".repeat(1 << 20));
    let many = page("http://a.test/", 200, "x").repeat(21);
    let long = |n| page(&format!("http://a.test/{n}{}", "y".repeat(250)), 200, "x");
    for (name, file, expected) in [
        ("a bomb in one record", zip(&bomb), "Bomb"),
        ("many records", many, "TooMany"),
        ("long addresses", [long(1), long(2)].concat(), "TooMany"),
    ] {
        assert_eq!(error(file), expected, "{name}");
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod chance {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(28500),
            ..ProptestConfig::default()
        })]

        #[test]
        fn no_bytes_make_the_reader_panic(
            zipped in any::<bool>(),
            at in 0usize..600,
            instead in proptest::collection::vec(any::<u8>(), 0..40),
        ) {
            let whole = three().concat();
            let mut file = if zipped { zip(&whole) } else { whole };
            let at = at.min(file.len());
            let end = (at + instead.len()).min(file.len());
            file.splice(at..end, instead);
            if let Ok(web) = Recording::read(file, &SMALL) {
                for url in web.urls() {
                    let _ = web.answer(url.as_str());
                }
            }
        }

        #[test]
        fn written_responses_are_read_back(
            pages in proptest::collection::vec(
                (
                    100u16..1_000,
                    "[a-z0-9/]{0,20}",
                    "[ -~äß漢]{0,30}",
                    proptest::collection::vec(any::<u8>(), 0..300),
                ),
                1..8,
            ),
            zipped in any::<bool>(),
        ) {
            use crate::warc::{Exchange, Form, Origin, Writer};
            let form = if zipped { Form::Gzip } else { Form::Plain };
            let origin = Origin { software: "x", description: "y", started: 0 };
            let (mut writer, mut file) = Writer::begin(form, &origin);
            let mut expected = BTreeMap::new();
            for (n, (status, path, value, body)) in pages.into_iter().enumerate() {
                let headers = vec![("x-text".to_owned(), value.trim().to_owned())];
                let response = Response { status, headers, body };
                let url = format!("http://h{n}.test/{path}");
                file.extend(writer.exchange(&Exchange::new(&url, 7, &response)));
                expected.insert(url, response);
            }
            let web = Recording::read(file, &WarcLimits::TAB).unwrap();
            for (url, response) in expected {
                prop_assert_eq!(web.answer(&url), Some(Ok(response)));
                prop_assert_eq!(web.date(&url), Some(7));
            }
        }
    }
}
