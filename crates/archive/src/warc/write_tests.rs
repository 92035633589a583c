//! Tests that written files follow the standard byte by byte and can be read back.

use super::*;
use crate::golden::golden;
use crate::limits::WarcLimits;
use crate::warc::Recording;

const ORIGIN: Origin<'_> =
    Origin { software: "salticid/0.1.0", description: "a crawl for “dengue fever”", started: 1_795_163_400_000 };

fn response() -> Response {
    Response {
        status: 200,
        headers: vec![
            ("content-type".into(), "text/html; charset=utf-8".into()),
            ("content-encoding".into(), "gzip".into()),
            ("x-robots-tag".into(), "noarchive".into()),
        ],
        body: b"<title>\xc3\xa4</title>".to_vec(),
    }
}

fn exchange(response: &Response) -> Exchange<'_> {
    let exchange = Exchange::new("http://a.test/b", 1_795_163_401_234, response);
    Exchange { via: Some("http://a.test/"), depth: Some(2), elapsed_ms: Some(120), ..exchange }
}

fn file(form: Form) -> Vec<u8> {
    let (mut writer, mut bytes) = Writer::begin(form, &ORIGIN);
    let response = response();
    bytes.extend(writer.exchange(&exchange(&response)));
    bytes
}

#[test]
fn a_file_is_written_to_the_byte() {
    let written = String::from_utf8(file(Form::Plain)).unwrap();
    golden("pages.warc", &written);
}

#[test]
fn what_was_written_is_read_back_in_both_forms() {
    for form in [Form::Plain, Form::Gzip] {
        let web = Recording::read(file(form), &WarcLimits::TAB).unwrap();
        let found = web.answer("http://a.test/b").unwrap().unwrap();
        let mut expected = response();
        expected.headers.remove(1);
        assert_eq!(found, expected, "{form:?}");
        assert_eq!(web.date("http://a.test/b"), Some(1_795_163_401_234));
        assert_eq!(web.others().total(), 2, "warcinfo and metadata");
    }
}

#[test]
fn ids_are_uuids_and_no_two_records_share_one() {
    let (mut writer, mut bytes) = Writer::begin(Form::Plain, &ORIGIN);
    let response = response();
    for _ in 0..3 {
        bytes.extend(writer.exchange(&exchange(&response)));
    }
    let text = String::from_utf8(bytes).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("WARC-Record-ID"));
    let mut ids: Vec<&str> = lines.collect();
    for id in &ids {
        let id = id.strip_prefix("WARC-Record-ID: <urn:uuid:").unwrap();
        let (version, variant) = (id.as_bytes()[14], id.as_bytes()[19]);
        assert_eq!((id.len(), version), (37, b'8'), "{id}");
        assert!(b"89ab".contains(&variant), "{id}");
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 7);
}

#[test]
fn an_address_cannot_inject_fields() {
    let (mut writer, _) = Writer::begin(Form::Plain, &ORIGIN);
    let response = Response::default();
    let bytes =
        writer.exchange(&Exchange { url: "http://a.test/\r\nWARC-Type: warcinfo\r\n\r\n", ..exchange(&response) });
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.contains("\nWARC-Type: warcinfo"), "{text}");
}

#[test]
fn digests_are_those_of_other_tools() {
    // printf abc | openssl sha1 -binary | base32
    for (text, expected) in
        [("", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), ("abc", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5")]
    {
        assert_eq!(digest(text.as_bytes()), expected);
    }
}

fn text(headers: &[(&str, &str)]) -> String {
    let owned: Vec<(String, String)> = headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    String::from_utf8(message(200, &owned, b"body")).unwrap()
}

#[test]
fn transfer_headers_are_replaced_by_the_stored_length() {
    assert_eq!(
        text(&[
            ("content-type", "text/html"),
            ("Content-Encoding", "gzip"),
            ("transfer-encoding", "chunked"),
            ("content-length", "9999"),
        ]),
        "HTTP/1.1 200 \r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\nbody"
    );
}

#[test]
fn a_header_value_cannot_inject_lines() {
    assert_eq!(
        text(&[("x-a", "one\r\nSet-Cookie: two\r\n\r\n<p>"), ("bad name", "x"), ("", "x"), ("x:y", "z")]),
        "HTTP/1.1 200 \r\nx-a: one  Set-Cookie: two    <p>\r\ncontent-length: 4\r\n\r\nbody"
    );
}
