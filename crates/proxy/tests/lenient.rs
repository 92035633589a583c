//! Responses that browsers read although they break a rule: odd heads, codings, locations and types.

use crate::common::{self, Piece, bytes, fetched};
use salticid_proxy::Limits;

const PAGE: &str = "<title>Spider page</title><p>Jumping spiders hunt.";

/// Returns a response with these lines in its head, and a page.
fn page(lines: &[u8]) -> Vec<Piece> {
    let length = PAGE.len();
    let parts = [b"HTTP/1.1 200 OK\r\n", lines, b"\r\nContent-Type: text/html; charset=utf-8\r\n"];
    let rest = format!("Content-Length: {length}\r\n\r\n{PAGE}");
    vec![Piece::Bytes([&parts.concat(), rest.as_bytes()].concat())]
}

/// The faults of httparse's issue 61 and reqwest's 1189: Chromium shows all of these pages.
#[tokio::test]
async fn an_odd_header_line_costs_that_line_alone() {
    for line in [
        &b"P3P : CP=x"[..],
        b"P3P\t: CP=x",
        b"<!DOCTYPE html>",
        b"Power by: me",
        b"Set-Cookie: a=\x7fb",
        b"Set-Cookie: a=\x01b",
        b"X-Note: one\r\n  two",
        b"X-Note: one\r\n\ttwo\r\n three",
        b": none",
        b"Garbage",
        b"X-N\xc3\xa4me: x",
        b"X-N\xe4me: x",
        b"\"quoted\": x",
        b"X-Note: a\0b",
        b"X\0Note: ab",
        b"X-Note: a\rb",
        b" folded at the start",
    ] {
        let reply = fetched(page(line), Limits::default()).await;
        assert_eq!((reply.code(), reply.text()), ("", PAGE.to_owned()), "{}", String::from_utf8_lossy(line));
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
    }
}

/// Chromium reads every version, and what follows the status.
#[tokio::test]
async fn status_lines_of_every_version_and_reason_are_read() {
    for line in [
        "HTTP/1.1 200",
        "HTTP/1.1 200OK",
        "HTTP/1.1  200  OK",
        "HTTP/2 200",
        "HTTP/2.0 200 OK",
        "HTTP 200 OK",
        "http/1.1 200 ok",
        "HTTP/1.0 200 Caf\u{e9}",
        "\r\n\r\nHTTP/1.1 200 OK",
        "\0\0\0\0HTTP/1.1 200 OK",
        "</p>HTTP/1.1 200 OK",
        "HTTP/1.1\t200\tOK",
    ] {
        let reply = fetched(vec![bytes(&format!("{line}\r\n\r\n{PAGE}"))], Limits::default()).await;
        assert_eq!((reply.code(), reply.text()), ("", PAGE.to_owned()), "{line}");
    }
}

/// RFC 9112 §7.1, read as Chromium does; curl and Scrapy keep the part of a body that breaks off.
#[tokio::test]
async fn chunks_are_read_leniently_and_a_missing_end_gives_the_part_with_a_mark() {
    for (chunks, text, mark) in [
        ("5\nhello\n0\n\n", "hello", ""),
        ("5 \r\nhello\r\n0\r\n\r\n", "hello", ""),
        ("05;x=y;z\r\nhello\r\n0;end\r\n\r\n", "hello", ""),
        ("5\r\nhello\r\n0\r\nTrailer: x\r\n\r\n", "hello", ""),
        ("5\r\nhello\r\n0\r\n", "hello", ""),
        ("5\r\nhello\r\n0", "hello", "unspecified"),
        ("5\r\nhello\r\n", "hello", "unspecified"),
        ("5\r\nhello", "hello", "unspecified"),
        ("ff\r\nhello", "hello", "unspecified"),
        ("5\r\nhelloworld\r\n", "hello", "unspecified"),
        ("5\r\nhello\r\nnonsense\r\n", "hello", "unspecified"),
    ] {
        for version in ["1.1", "1.0"] {
            let head = format!("HTTP/{version} 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n");
            let reply = fetched(vec![bytes(&head), bytes(chunks)], Limits::default()).await;
            assert_eq!((reply.code(), reply.text()), ("", text.to_owned()), "{chunks:?}");
            assert_eq!(reply.header("x-upstream-truncated"), mark, "{chunks:?}");
        }
    }
}

/// Rules that did not arrive would allow what the host forbids.
#[tokio::test]
async fn a_robots_txt_that_breaks_off_is_a_failure() {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent: *\n";
    let host = common::Host::start(move |_| vec![bytes(head)]).await;
    let proxy = common::Proxy::start(common::limited(Limits::default(), &[host.address])).await;
    assert_eq!(proxy.fetch(&host.url("/robots.txt")).await.code(), "broken");
}

#[tokio::test]
async fn three_hundred_short_headers_pass() {
    for number in [300, 1_500] {
        let lines: Vec<String> = (0..number).map(|n| format!("X-{n}: {n}")).collect();
        let reply = fetched(page(lines.join("\r\n").as_bytes()), Limits::default()).await;
        assert_eq!((reply.code(), reply.text()), ("", PAGE.to_owned()), "{number}");
    }
}

/// WHATWG Fetch §2.2.6.
#[tokio::test]
async fn a_body_in_an_unknown_coding_is_passed_on_as_it_is() {
    for coding in ["none", "UTF-8", "8bit", "utf-8, none", ""] {
        let reply = fetched(page(format!("Content-Encoding: {coding}").as_bytes()), Limits::default()).await;
        assert_eq!((reply.code(), reply.text()), ("", PAGE.to_owned()), "{coding}");
        assert_eq!(reply.header("x-upstream-truncated"), "");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

#[tokio::test]
async fn a_compressed_body_that_breaks_off_gives_its_decoded_part_with_a_mark() {
    let whole = gzip(PAGE.as_bytes());
    let comment = [&whole[..], b"<!-- cached -->"].concat();
    for (wire, text, mark) in [
        (&whole[..whole.len() - 12], "<title>Spider page", "unspecified"),
        (&whole[..whole.len() - 8], PAGE, ""),
        (&comment, PAGE, ""),
    ] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n", wire.len());
        let reply = fetched(vec![bytes(&head), Piece::Bytes(wire.to_vec())], Limits::default()).await;
        assert_eq!((reply.code(), reply.header("x-upstream-truncated")), ("", mark));
        assert!(reply.text().starts_with(text), "{}", reply.text());
    }
    // A host cannot set the mark.
    let reply = fetched(page(b"X-Upstream-Truncated: length"), Limits::default()).await;
    assert_eq!(reply.header("x-upstream-truncated"), "");
}

#[tokio::test]
async fn a_location_keeps_its_bytes() {
    for (location, target) in [
        (&b"http://b.test/caf\xe9?q=\xfc"[..], "http://b.test/caf%E9?q=%FC"),
        ("http://b.test/café".as_bytes(), "http://b.test/caf%C3%A9"),
        ("http://b.test/蜘蛛".as_bytes(), "http://b.test/%E8%9C%98%E8%9B%9B"),
    ] {
        let head = [b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: ", location, b"\r\n\r\n"].concat();
        let reply = fetched(vec![Piece::Bytes(head)], Limits::default()).await;
        assert_eq!(reply.header("x-upstream-location"), target);
    }
}

#[tokio::test]
async fn a_refresh_header_is_passed_on_with_the_bytes_of_its_url() {
    let reply = fetched(page(b"Refresh: 0; url=/caf\xe9"), Limits::default()).await;
    assert_eq!(reply.header("refresh"), "0; url=/caf%E9");
}
