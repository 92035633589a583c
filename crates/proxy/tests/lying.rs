//! Hosts that lie about their answers, flood, or leave something behind for the next fetch.

use std::time::Duration;

use crate::common::{self, Host, Piece, Proxy, bytes, fetched, settings};
use salticid_proxy::Limits;

const OK: &str = "HTTP/1.1 200 OK\r\n";

/// Limits that make floods short. Times are long enough for a busy machine, except where time is what ends the flood.
fn small() -> Limits {
    Limits { decoded_bytes: 16 * 1024, ..Limits::default() }
}

#[tokio::test]
async fn a_wrong_content_length_costs_at_most_the_bytes_that_did_not_come() {
    for (lengths, sent, code, body, mark) in [
        // The host closes before it has sent what it said.
        ("content-length: 6\r\n", "hello", "", "hello", "unspecified"),
        // Bytes beyond the declared length are not part of the body.
        ("content-length: 3\r\n", "hello", "", "hel", ""),
        ("content-length: 0\r\n", "hello", "", "", ""),
        ("content-length: 5\r\ncontent-length: 5\r\n", "hello", "", "hello", ""),
        ("content-length: 5, 5\r\n", "hello", "", "hello", ""),
        ("content-length: 5\r\ncontent-length: 4\r\n", "hello", "protocol", "", ""),
        // Without a valid length, the body ends with the connection.
        ("content-length: -1\r\n", "hello", "", "hello", ""),
        ("content-length: +5\r\n", "hello", "", "hello", ""),
        ("content-length: five\r\n", "hello", "", "hello", ""),
        ("content-length: 99999999999999999999999\r\n", "hello", "", "hello", ""),
        ("transfer-encoding: identity\r\ncontent-length: 3\r\n", "hello", "", "hel", ""),
        // More than any body may have, and then some bytes, or none.
        ("content-length: 99999999999\r\n", "hello", "", "hello", "unspecified"),
        ("content-length: 99999999999\r\n", "", "broken", "", ""),
    ] {
        let text = format!("{OK}{lengths}\r\n{sent}");
        let reply = fetched(vec![bytes(&text)], small()).await;
        assert_eq!(reply.code(), code, "{lengths}");
        if code.is_empty() {
            assert_eq!((reply.text(), reply.header("x-upstream-truncated")), (body.to_owned(), mark), "{lengths}");
        }
    }
}

#[tokio::test]
async fn invalid_and_endless_chunks_end_the_body() {
    let chunked = format!("{OK}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");
    let long = "e".repeat(8_000);
    for (first, then, code) in [
        ("", Some("400\r\n".to_owned() + &"a".repeat(1_024) + "\r\n"), "too-large"),
        ("", Some("1\r\na\r\n".repeat(1_000)), "too-large"),
        ("ffffffffffffffffffff\r\n", None, "broken"),
        ("-5\r\nhello\r\n", None, "broken"),
        // An extension, and a trailer, that never end. The trailer is not read.
        ("5;x=", Some(long.clone()), "broken"),
        ("0\r\n", Some(format!("x: {long}\r\n")), ""),
    ] {
        let mut pieces = vec![bytes(&format!("{chunked}{first}"))];
        pieces.extend(then.clone().map(|then| Piece::Flood(then.into_bytes())));
        let reply = fetched(pieces, small()).await;
        assert_eq!(reply.code(), code, "{first:?} then {then:.9?}");
    }
}

#[tokio::test]
async fn a_flood_of_headers_or_interim_responses_ends_the_fetch() {
    for (first, flood, code) in [
        (OK, "a: b\r\n", "headers-too-large"),
        ("", "HTTP/1.1 100 Continue\r\n\r\n", "headers-too-large"),
        ("", "HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n", "headers-too-large"),
        ("", "\r\n", "headers-too-large"),
    ] {
        let pieces = vec![bytes(first), Piece::Flood(flood.repeat(100).into_bytes())];
        let limits = Limits { headers: Duration::from_secs(1), ..Limits::default() };
        let reply = fetched(pieces, limits).await;
        assert_eq!(reply.code(), code, "{flood:?}");
    }
}

#[tokio::test]
async fn a_response_after_more_than_eight_interim_responses_is_refused() {
    for (interim, code) in [(1, ""), (8, ""), (9, "headers-too-large"), (10_000, "headers-too-large")] {
        let hints = "HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n".repeat(interim);
        let text = format!("{hints}{OK}content-length: 4\r\n\r\npage");
        let reply = fetched(vec![bytes(&text)], Limits::default()).await;
        assert_eq!(reply.code(), code, "{interim}");
    }
}

#[tokio::test]
async fn leftover_bytes_of_a_host_do_not_affect_later_fetches() {
    let mut host = Host::start(|head| {
        if head.starts_with("GET /first") {
            let poison = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\npoison";
            let first = "HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 5\r\n\r\nfirst";
            vec![bytes(&format!("{first}{poison}")), Piece::Forever]
        } else {
            common::ok("", b"second")
        }
    })
    .await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    assert_eq!(proxy.fetch(&host.url("/first")).await.text(), "first");
    assert!(host.asked().await.starts_with("GET /first"));
    host.left().await;
    assert_eq!(proxy.fetch(&host.url("/second")).await.text(), "second");
    assert!(host.asked().await.starts_with("GET /second"));
}
