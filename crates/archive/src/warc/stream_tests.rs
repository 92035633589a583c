//! Tests that a stream gives all whole pages of a file, whatever its form and damage.

use super::*;
use crate::warc::{Exchange, Form, Origin, Writer};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

const LIMIT: u64 = 1 << 20;

/// Returns the first bytes of a file, and the bytes of three pages.
fn parts(form: Form) -> Vec<Vec<u8>> {
    let origin = Origin {
        software: "test",
        description: "three pages",
        started: 0,
    };
    let (mut writer, first) = Writer::begin(form, &origin);
    let page = |name: &str| {
        let body = format!("<p>{}</p>", name.repeat(40_000)).into_bytes();
        let response = Response {
            status: 200,
            headers: vec![("content-type".into(), "text/html".into())],
            body,
        };
        writer.exchange(&Exchange {
            url: &format!("http://a.test/{name}"),
            at: 1_000,
            response: &response,
            via: None,
            depth: None,
            elapsed_ms: None,
        })
    };
    let pages: Vec<Vec<u8>> = ["one", "two", "three"].map(page).into();
    [vec![first], pages].concat()
}

/// Reads a file; returns the last parts of its addresses, and the offsets of its damage.
fn read(file: &[u8]) -> (Vec<String>, Vec<u64>) {
    // Few bytes at a time, so that every token is cut somewhere.
    let input = io::BufReader::with_capacity(7, file);
    let stream = PageStream::new(input, LIMIT).expect("the source is memory");
    let (mut pages, mut damage) = (Vec::new(), Vec::new());
    for found in stream {
        match found.expect("the source is memory") {
            Ok(page) => {
                assert_eq!((page.response.status, page.at), (200, Some(1_000)));
                pages.push(page.url.replace("http://a.test/", ""));
            }
            Err(place) => damage.push(place.offset),
        }
    }
    (pages, damage)
}

fn check(file: &[u8], pages: &[&str], damage: &[usize]) {
    let damage: Vec<u64> = damage.iter().map(|at| *at as u64).collect();
    let expected = (
        pages.iter().map(|page| (*page).to_owned()).collect(),
        damage,
    );
    assert_eq!(read(file), expected);
}

const ALL: [&str; 3] = ["one", "two", "three"];

#[test]
fn all_forms_give_the_same_pages() {
    let plain = parts(Form::Plain).concat();
    let mut whole = GzEncoder::new(Vec::new(), Compression::default());
    whole.write_all(&plain).expect("memory");
    for file in [
        plain.clone(),
        parts(Form::Gzip).concat(),
        whole.finish().expect("memory"),
    ] {
        check(&file, &ALL, &[]);
    }
    check(b"", &[], &[]);
    check(b"\r\n\r\n", &[], &[]);
}

#[test]
fn a_damaged_member_loses_its_record_alone() {
    let parts = parts(Form::Gzip);
    let start = parts[0].len() + parts[1].len();
    let mut file = parts.concat();
    // Inside the compressed bytes of the second page.
    for byte in &mut file[start + 60..start + 64] {
        *byte ^= 0xff;
    }
    check(&file, &["one", "three"], &[start]);
}

#[test]
fn a_member_with_a_wrong_checksum_is_damaged() {
    let parts = parts(Form::Gzip);
    let start = parts[0].len() + parts[1].len();
    let mut file = parts.concat();
    // The checksum is before the length, at the end of the member (RFC 1952 §2.3.1).
    file[start + parts[2].len() - 8] ^= 1;
    check(&file, &["one", "three"], &[start]);
}

#[test]
fn foreign_bytes_between_members_are_passed_over() {
    let [first, one, two, three] = &parts(Form::Gzip)[..] else {
        panic!("four parts")
    };
    let file = [&first[..], one, b"\0\0\x1f\x8bnoise", two, three].concat();
    check(&file, &ALL, &[]);
}

#[test]
fn a_damaged_plain_record_loses_itself_alone() {
    let [first, one, two, three] = &parts(Form::Plain)[..] else {
        panic!("four parts")
    };
    let start = first.len() + one.len();
    let no_length =
        String::from_utf8_lossy(two).replacen("Content-Length: ", "Content-Length: x", 1);
    check(
        &[&first[..], one, no_length.as_bytes(), three].concat(),
        &["one", "three"],
        &[start],
    );
    check(
        &[&first[..], one, b"<html>", two, three].concat(),
        &ALL,
        &[start],
    );
}

#[test]
fn a_file_that_is_cut_off_gives_what_is_whole() {
    for form in [Form::Plain, Form::Gzip] {
        let parts = parts(form);
        let start: usize = parts[..3].iter().map(Vec::len).sum();
        let file = parts.concat();
        check(&file[..start + 40], &["one", "two"], &[start]);
    }
}

#[test]
fn a_file_of_another_kind_is_one_damaged_place() {
    check(&b"<!DOCTYPE html>\n".repeat(100_000), &[], &[0]);
    let mut noise = b"\x1f\x8b".to_vec();
    noise.extend((0..400_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]));
    let (pages, damage) = read(&noise);
    assert!(pages.is_empty() && damage.len() <= 1, "{damage:?}");
}

#[test]
fn a_record_over_the_limit_is_skipped() {
    let [first, one, two, _] = &parts(Form::Gzip)[..] else {
        panic!("four parts")
    };
    let mut large = GzEncoder::new(Vec::new(), Compression::default());
    let head = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\n",
        2 * LIMIT
    );
    large.write_all(head.as_bytes()).expect("memory");
    let zeros = vec![0; usize::try_from(2 * LIMIT).expect("small")];
    large.write_all(&zeros).expect("memory");
    let large = large.finish().expect("memory");
    let start = first.len() + one.len();
    let file = [&first[..], one, &large, two].concat();
    check(&file, &["one", "two"], &[start]);
}

#[test]
fn an_unknown_coding_is_reported_with_its_name() {
    let block = "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\nxx";
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    );
    let stream = PageStream::new(record.as_bytes(), LIMIT).expect("the source is memory");
    let found: Vec<_> = stream
        .map(|found| found.expect("the source is memory"))
        .collect();
    assert!(matches!(&found[..], [Err(damage)] if damage.reason.contains("zstd")));
}
