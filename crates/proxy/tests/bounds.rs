//! Every limit of a fetch, reached: time, size, number. Each has its own code, and each ends the connection to the
//! host.

use std::sync::Arc;
use std::time::Duration;

use crate::common::packing::{bare, brotli, gzip, zlib};
use crate::common::{self, Host, Piece, Proxy, bytes, fetched, ok, settings};
use salticid_proxy::guard::resolve::{Lookup, Resolve};
use salticid_proxy::limits::Limits;
use salticid_proxy::{Refusal, Settings};

const SHORT: Duration = Duration::from_millis(100);

async fn code_of(pieces: Vec<Piece>, limits: Limits) -> String {
    fetched(pieces, limits).await.code().to_owned()
}

#[derive(Debug)]
struct NeverResolves;

impl Resolve for NeverResolves {
    fn lookup<'a>(&'a self, _name: &'a str) -> Lookup<'a> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_lookup_that_never_ends_is_a_connect_timeout() {
    let settings = Settings {
        limits: Limits { connect: SHORT, ..Limits::default() },
        resolver: Arc::new(NeverResolves),
        ..settings(&[])
    };
    let reply = Proxy::start(settings).await.fetch("http://slow.example/").await;
    assert_eq!((reply.code(), reply.status), ("timeout-connect", 504));
}

#[tokio::test]
async fn a_host_that_never_shakes_hands_is_a_connect_timeout() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("made by the test");
    let address = silent.local_addr().expect("made by the test");
    let proxy =
        Proxy::start(Settings { limits: Limits { connect: SHORT, ..Limits::default() }, ..settings(&[address]) }).await;
    assert_eq!(proxy.fetch(&format!("https://{address}/")).await.code(), "timeout-connect");
}

#[tokio::test]
async fn a_closed_port_is_a_connect_refusal() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("made by the test")
        .local_addr()
        .expect("made by the test");
    let proxy = Proxy::start(settings(&[closed])).await;
    assert_eq!(proxy.fetch(&format!("http://{closed}/")).await.code(), "connect");
}

#[tokio::test]
async fn a_stalled_host_gets_the_code_of_its_stage() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n";
    let headers = || Limits { headers: SHORT, ..Limits::default() };
    let idle = || Limits { idle: SHORT, ..Limits::default() };
    for (pieces, limits, code) in [
        (vec![Piece::Forever], headers(), "timeout-headers"),
        (vec![bytes("HTTP/1.1 200 OK\r\nx: "), Piece::Forever], headers(), "timeout-headers"),
        (vec![bytes(head), Piece::Forever], idle(), "timeout-idle"),
        (vec![bytes(head), bytes("some"), Piece::Forever], idle(), "timeout-idle"),
    ] {
        assert_eq!(code_of(pieces.clone(), limits).await, code, "{pieces:?}");
    }
}

#[tokio::test]
async fn a_body_that_drips_within_the_idle_limit_ends_at_the_total() {
    let mut pieces = vec![bytes("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n")];
    for _ in 0..20 {
        pieces.extend([bytes("x"), Piece::Wait(Duration::from_millis(20))]);
    }
    let limits = Limits { total: SHORT, ..Limits::default() };
    assert_eq!(code_of(pieces, limits).await, "timeout-total");
}

#[tokio::test]
async fn truncated_and_non_http_responses_have_their_codes() {
    for (text, code) in [
        ("", "broken"),
        ("HTTP/1.1 200 OK\r\n", "broken"),
        ("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n", "broken"),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n", "broken"),
        ("SSH-2.0-OpenSSH_9.2\r\n", "protocol"),
        ("HTTP/1.1 99 Low\r\n\r\n", "protocol"),
        ("HTTP/1.1 2000 High\r\n\r\n", "protocol"),
        ("HTTP abc\r\n\r\n", "protocol"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "protocol"),
        ("<html>as HTTP/0.9 did</html>\r\n\r\n", "protocol"),
        ("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", "protocol"),
    ] {
        assert_eq!(code_of(vec![bytes(text)], Limits::default()).await, code, "{text:?}");
    }
}

#[tokio::test]
async fn a_head_over_its_limit_is_refused_and_one_below_is_not() {
    for (size, code) in [(60 * 1024, ""), (70 * 1024, "headers-too-large")] {
        let line = format!("x: {}\r\n", "a".repeat(1_000));
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n{}\r\n", line.repeat(size / line.len()));
        assert_eq!(code_of(vec![bytes(&head)], Limits::default()).await, code, "{size}");
    }
}

/// Returns a body of this type that never ends.
fn endless(content_type: &str) -> Vec<Piece> {
    let head = format!("HTTP/1.1 200 OK\r\n{content_type}\r\n\r\n");
    let lines = "Disallow: /a\n".repeat(1 << 16).into_bytes();
    let mut pieces = vec![bytes(&head)];
    pieces.extend(std::iter::repeat_n(Piece::Bytes(lines), 12));
    pieces.push(Piece::Forever);
    pieces
}

#[tokio::test]
async fn endless_pages_and_lists_are_cut_and_other_endless_data_is_refused() {
    let limits = Limits::default();
    for (content_type, length) in [
        ("content-type: text/html", limits.page_bytes),
        ("content-type: application/xhtml+xml; charset=utf-8", limits.page_bytes),
        ("x: no type", limits.decoded_bytes),
        ("content-type: text/plain", limits.decoded_bytes),
        ("content-type: application/xml", limits.decoded_bytes),
        ("content-type: application/rss+xml", limits.decoded_bytes),
        ("content-type: application/json", 0),
    ] {
        let host = Host::start(move |_| endless(content_type)).await;
        let proxy = Proxy::start(settings(&[host.address])).await;
        let reply = proxy.fetch(&host.url("/")).await;
        if length == 0 {
            assert_eq!(reply.code(), "too-large", "{content_type}");
        } else {
            let told = (reply.code(), reply.body.len());
            assert_eq!(told, ("", length), "{content_type}");
        }
        host.left().await;
    }
}

#[tokio::test]
async fn an_endless_robots_txt_is_cut() {
    let host = Host::start(|_| endless("content-type: text/plain")).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    for path in ["/robots.txt", "/moved/robots.txt?a"] {
        let reply = proxy.fetch(&host.url(path)).await;
        assert_eq!((reply.code(), reply.body.len()), ("", 1 << 20), "{path}");
        assert!(reply.body.starts_with(b"Disallow: /a\n"), "{path}");
    }
    for path in ["/", "/robots.txt/a", "/norobots.txt", "/a?/robots.txt"] {
        let reply = proxy.fetch(&host.url(path)).await;
        assert_eq!((reply.code(), reply.body.len()), ("", 8 << 20), "{path}");
    }
    host.left().await;
}

#[tokio::test]
async fn bombs_in_every_encoding_are_refused_at_the_cap_and_pages_are_decoded() {
    type Pack = fn(&[u8]) -> Vec<u8>;
    let ways: [(&str, Pack); 6] = [
        ("gzip", gzip),
        ("deflate", zlib),
        ("deflate", bare),
        ("br", brotli),
        ("gzip, gzip", |bytes| gzip(&gzip(bytes))),
        ("br, gzip", |bytes| gzip(&brotli(bytes))),
    ];
    let (bomb, page) = (vec![b'a'; 64 << 20], vec![b'a'; 10_000]);
    for (encoding, pack) in ways {
        let (bomb, page) = (pack(&bomb), pack(&page));
        assert!(bomb.len() < 1 << 20, "{encoding} packs the bomb well");
        let header = format!("content-type: application/json\r\ncontent-encoding: {encoding}\r\n");
        let host = Host::start(move |head| {
            let bombs = head.starts_with("GET /bomb");
            ok(&header, if bombs { &bomb } else { &page })
        })
        .await;
        let proxy = Proxy::start(settings(&[host.address])).await;
        let refused = proxy.fetch(&host.url("/bomb")).await;
        assert_eq!(refused.code(), "too-large", "{encoding}");
        let reply = proxy.fetch(&host.url("/page")).await;
        let told = (reply.body.len(), reply.header("content-encoding"));
        assert_eq!(told, (10_000, ""), "{encoding}");
    }
}

#[tokio::test]
async fn a_host_with_all_slots_taken_is_busy_until_a_caller_leaves() {
    let mut host =
        Host::start(|head| if head.starts_with("GET /slow") { vec![Piece::Forever] } else { ok("", b"quick") }).await;
    let limits = Limits { fetches_per_host: 2, slot_wait: Duration::from_millis(30), ..Limits::default() };
    let proxy = Proxy::start(Settings { limits, ..settings(&[host.address]) }).await;
    let urls = [host.url("/slow1"), host.url("/slow2")];
    let held = proxy.batch(&serde_json::json!({ "urls": urls })).await;
    host.asked().await;
    host.asked().await;
    let reply = proxy.fetch(&host.url("/quick")).await;
    assert_eq!((reply.code(), reply.status, reply.header("retry-after")), ("busy", 503, "2"));
    drop(held);
    host.left().await;
    assert_eq!(proxy.fetch(&host.url("/quick")).await.text(), "quick");
}

#[tokio::test]
async fn fetches_that_follow_too_fast_are_refused_except_from_the_operators_hosts() {
    let host = Host::start(|_| ok("", b"x")).await;
    let two = std::num::NonZeroU32::new(2).expect("made by the test");
    let limits = Limits { burst_per_host: two, rate_per_host: std::num::NonZeroU32::MIN, ..Limits::default() };
    let resolver = Arc::new(common::Names {
        answers: vec![vec!["10.0.0.1".parse().expect("made by the test")]],
        ..common::Names::default()
    });
    let proxy = Proxy::start(Settings { limits, resolver, ..settings(&[host.address]) }).await;
    for code in ["address", "address", "rate"] {
        assert_eq!(proxy.fetch("http://name.example/").await.code(), code);
    }
    for _ in 0..5 {
        assert_eq!(proxy.fetch(&host.url("/")).await.code(), "");
    }
}

/// Resolves every name but one, at which it panics, to simulate a bug inside a fetch.
#[derive(Debug)]
struct Panics;

impl Resolve for Panics {
    fn lookup<'a>(&'a self, name: &'a str) -> Lookup<'a> {
        assert_ne!(name, "panic.example", "a bug");
        Box::pin(async { Ok(vec!["10.0.0.1".parse().expect("made by the test")]) })
    }
}

/// Returns a host with a page for every way in which a fetch can end.
async fn ending_host() -> Host {
    Host::start(|head| match head.split(' ').nth(1).unwrap_or_default() {
        "/quick" => ok("", b"quick"),
        "/large" => {
            vec![bytes("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"), Piece::Flood(vec![b'a'; 1 << 16])]
        }
        "/cut" => vec![bytes("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n")],
        "/no-http" => vec![bytes("220 ready\r\n")],
        _ => vec![Piece::Forever],
    })
    .await
}

#[tokio::test]
async fn the_only_slot_comes_back_after_every_kind_of_end() {
    let mut host = ending_host().await;
    let proxy = Proxy::start(Settings {
        limits: Limits {
            fetches: 1,
            fetches_per_host: 1,
            // Long enough for the quick page on a busy machine.
            headers: Duration::from_secs(1),
            ..Limits::default()
        },
        resolver: Arc::new(Panics),
        ..settings(&[host.address])
    })
    .await;
    for (url, code) in [
        (host.url("/quick"), ""),
        (host.url("/large"), "too-large"),
        (host.url("/cut"), "broken"),
        (host.url("/no-http"), "protocol"),
        (host.url("/silent"), "timeout-headers"),
        ("http://private.example/".to_owned(), "address"),
        ("http://panic.example/".to_owned(), "broken"),
    ] {
        let call = serde_json::json!({ "urls": [url] });
        let frames = proxy.batch(&call).await.rest().await;
        assert_eq!(frames[0].0["code"].as_str().unwrap_or(""), code, "{url}");
        let next = proxy.fetch(&host.url("/quick")).await;
        assert_eq!(next.text(), "quick", "after {url}");
    }
    while !host.is_unasked() {}
    let leaving = serde_json::json!({ "urls": [host.url("/silent")] });
    let held = proxy.batch(&leaving).await;
    host.asked().await;
    drop(held);
    let next = proxy.fetch(&host.url("/quick")).await;
    assert_eq!(next.text(), "quick", "after a caller that left");
}

#[test]
fn messages_name_the_limits_that_hold() {
    let limits = Limits::default();
    for (refusal, number) in [
        (Refusal::UrlTooLong, "2,083"),
        (Refusal::HeadersTooLarge, "64 KiB"),
        (Refusal::TooLarge, "8 MiB"),
        (Refusal::TooLarge, "4 MiB"),
        (Refusal::BadRequest, "64 `urls`"),
    ] {
        assert!(refusal.to_string().contains(number), "{refusal}");
    }
    assert_eq!((limits.url_bytes, limits.header_bytes, limits.batch), (2_083, 64 << 10, 64));
    assert_eq!((limits.decoded_bytes, limits.compressed_bytes), (8 << 20, 4 << 20));
}
