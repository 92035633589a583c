//! Responses that browsers read although they break a rule: odd heads, codings, locations and types.

use std::time::Duration;

use crate::common::packing::gzip;
use crate::common::{self, Host, Piece, Proxy, bytes, fetched, limited};
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

/// RFC 9309 §2.3.1.3: a robots.txt with a status of 400 to 499 is unavailable.
#[tokio::test]
async fn a_status_that_is_no_success_counts_without_a_readable_body() {
    for (lines, body, code) in [
        ("Content-Encoding: gzip", bytes("plain"), "encoding"),
        ("Content-Encoding: gzip, gzip, gzip", bytes("plain"), "encoding"),
        ("Content-Length: 9", bytes(""), "broken"),
        ("Transfer-Encoding: chunked", bytes("nonsense\r\n"), "broken"),
        ("Content-Length: 9", Piece::Forever, "timeout-idle"),
    ] {
        let host = Host::start(move |head| {
            let status = head.split('/').nth(1).unwrap_or_default();
            vec![bytes(&format!("HTTP/1.1 {status} X\r\nLocation: /x\r\n{lines}\r\n\r\n")), body.clone()]
        })
        .await;
        // Memory for three heads, so that each fetch must give back what it reserved.
        let limits = Limits { idle: Duration::from_millis(100), memory: 200 * 1024, ..Limits::default() };
        let proxy = Proxy::start(limited(limits, &[host.address])).await;
        for file in ["", "robots.txt"] {
            assert_eq!(proxy.fetch(&host.url(&format!("/200/{file}"))).await.code(), code, "{lines}");
            for status in ["300", "302", "404", "503", "999"] {
                let reply = proxy.fetch(&host.url(&format!("/{status}/{file}"))).await;
                let told = (reply.code(), reply.header("x-upstream-status"), reply.text());
                assert_eq!(told, ("", status, String::new()), "{lines}");
                assert_eq!(reply.header("x-upstream-location").is_empty(), !status.starts_with('3'), "{status}");
            }
        }
        host.left().await;
    }
    let head = bytes("HTTP/1.1 404 X\r\nContent-Type: application/json\r\n\r\n");
    let reply = fetched(vec![head, Piece::Flood(vec![b'a'; 1 << 16])], Limits::default()).await;
    assert_eq!(reply.header("x-upstream-status"), "404", "too large");
}

/// Stack Overflow answers 418 with rules that close it.
#[tokio::test]
async fn a_robots_txt_of_a_client_error_keeps_what_came_of_its_body() {
    let rules = "User-agent: *\nDisallow: /\n";
    for (length, rest, mark) in
        [(rules.len(), bytes(""), ""), (99, bytes(""), "unspecified"), (99, Piece::Forever, "unspecified")]
    {
        let text = format!("HTTP/1.1 418 X\r\nContent-Length: {length}\r\n\r\n{rules}");
        let host = Host::start(move |_| vec![bytes(&text), rest.clone()]).await;
        let limits = Limits { idle: Duration::from_millis(100), ..Limits::default() };
        let proxy = Proxy::start(limited(limits, &[host.address])).await;
        let reply = proxy.fetch(&host.url("/robots.txt")).await;
        assert_eq!((reply.header("x-upstream-status"), reply.text()), ("418", rules.to_owned()));
        assert_eq!(reply.header("x-upstream-truncated"), mark);
    }
}

/// Chromium does not wait for the body, nor for the end of a head that breaks off.
#[tokio::test]
async fn a_redirect_needs_only_the_head_that_came() {
    for (status, rest) in [
        (301, vec![bytes("\r\n"), Piece::Forever]),
        (302, vec![bytes("Content-Length: 9\r\n\r\nbody"), Piece::Forever]),
        (303, vec![bytes("\r\n"), Piece::Flood(b"body".to_vec())]),
        (307, vec![bytes("Content-Le")]),
        (308, Vec::new()),
    ] {
        let mut pieces = vec![bytes(&format!("HTTP/1.1 {status} X\r\nLocation: http://b.test/\r\n"))];
        pieces.extend(rest);
        let reply = fetched(pieces, Limits { total: Duration::from_secs(5), ..Limits::default() }).await;
        let told = (reply.code(), reply.header("x-upstream-location"), reply.text());
        assert_eq!(told, ("", "http://b.test/", String::new()), "{status}");
    }
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

/// Chromium (`HttpResponseHeaders::IsRedirect`); WHATWG URL §4.4 removes tabs.
#[tokio::test]
async fn a_location_is_the_first_that_is_not_empty_with_its_bytes_and_without_tabs() {
    for (location, target) in [
        (&b"http://b.test/caf\xe9?q=\xfc"[..], "http://b.test/caf%E9?q=%FC"),
        ("http://b.test/café".as_bytes(), "http://b.test/caf%C3%A9"),
        ("http://b.test/蜘蛛".as_bytes(), "http://b.test/%E8%9C%98%E8%9B%9B"),
        (b"http://b.test/a\tb", "http://b.test/ab"),
        (b"\r\nLocation: http://b.test/x", "http://b.test/x"),
        (b"http://b.test/x\r\nLocation: http://b.test/y", "http://b.test/x"),
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
