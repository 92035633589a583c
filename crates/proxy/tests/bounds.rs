//! Every limit of a fetch, reached: time, size, number. Each has its own code, and each ends the connection to the host.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Host, Piece, Proxy, ok, settings};
use flate2::Compression;
use flate2::write::GzEncoder;
use salticid_proxy::limits::Limits;
use salticid_proxy::resolve::{Lookup, Resolve};
use salticid_proxy::{Refusal, Settings};

fn bytes(text: &str) -> Piece {
    Piece::Bytes(text.as_bytes().to_vec())
}

const SHORT: Duration = Duration::from_millis(100);

/// Fetches from a host that answers with these pieces, and waits until the proxy has left it.
async fn code_of(pieces: Vec<Piece>, limits: Limits) -> String {
    let host = Host::start(move |_| pieces.clone()).await;
    let proxy = Proxy::start(Settings {
        limits,
        ..settings(&[host.address])
    })
    .await;
    let code = proxy.fetch(&host.url("/")).await.code().to_owned();
    host.left().await;
    code
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
        limits: Limits {
            connect: SHORT,
            ..Limits::default()
        },
        resolver: Arc::new(NeverResolves),
        ..settings(&[])
    };
    let reply = Proxy::start(settings)
        .await
        .fetch("http://slow.example/")
        .await;
    assert_eq!((reply.code(), reply.status), ("timeout-connect", 504));
}

#[tokio::test]
async fn a_host_that_never_shakes_hands_is_a_connect_timeout() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("made by the test");
    let address = silent.local_addr().expect("made by the test");
    let proxy = Proxy::start(Settings {
        limits: Limits {
            connect: SHORT,
            ..Limits::default()
        },
        ..settings(&[address])
    })
    .await;
    assert_eq!(
        proxy.fetch(&format!("https://{address}/")).await.code(),
        "timeout-connect"
    );
}

#[tokio::test]
async fn a_closed_port_is_a_connect_refusal() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("made by the test")
        .local_addr()
        .expect("made by the test");
    let proxy = Proxy::start(settings(&[closed])).await;
    assert_eq!(
        proxy.fetch(&format!("http://{closed}/")).await.code(),
        "connect"
    );
}

#[tokio::test]
async fn a_host_that_stands_still_is_left_with_the_code_of_where_it_stood() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n";
    let headers = || Limits {
        headers: SHORT,
        ..Limits::default()
    };
    let idle = || Limits {
        idle: SHORT,
        ..Limits::default()
    };
    for (pieces, limits, code) in [
        (vec![Piece::Forever], headers(), "timeout-headers"),
        (
            vec![bytes("HTTP/1.1 200 OK\r\nx: "), Piece::Forever],
            headers(),
            "timeout-headers",
        ),
        (vec![bytes(head), Piece::Forever], idle(), "timeout-idle"),
        (
            vec![bytes(head), bytes("some"), Piece::Forever],
            idle(),
            "timeout-idle",
        ),
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
    let limits = Limits {
        total: SHORT,
        ..Limits::default()
    };
    assert_eq!(code_of(pieces, limits).await, "timeout-total");
}

#[tokio::test]
async fn an_answer_that_is_cut_or_no_http_has_its_code() {
    for (text, code) in [
        ("", "broken"),
        ("HTTP/1.1 200 OK\r\n", "broken"),
        ("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", "broken"),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nabc",
            "broken",
        ),
        ("SSH-2.0-OpenSSH_9.2\r\n", "protocol"),
        (
            "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
            "protocol",
        ),
    ] {
        assert_eq!(
            code_of(vec![bytes(text)], Limits::default()).await,
            code,
            "{text:?}"
        );
    }
}

#[tokio::test]
async fn a_head_over_its_limit_is_refused_and_one_below_is_not() {
    for (size, code) in [(60 * 1024, ""), (70 * 1024, "headers-too-large")] {
        let line = format!("x: {}\r\n", "a".repeat(1_000));
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n{}\r\n",
            line.repeat(size / line.len())
        );
        assert_eq!(
            code_of(vec![bytes(&head)], Limits::default()).await,
            code,
            "{size}"
        );
    }
}

#[tokio::test]
async fn a_head_that_never_ends_is_refused_by_its_size() {
    let endless = std::iter::once(bytes("HTTP/1.1 200 OK\r\n"))
        .chain(std::iter::repeat_n(
            bytes(&format!("x: {}\r\n", "a".repeat(8_000))),
            20,
        ))
        .chain([Piece::Forever]);
    assert_eq!(
        code_of(endless.collect(), Limits::default()).await,
        "headers-too-large"
    );
}

#[tokio::test]
async fn an_endless_body_is_left_at_the_cap() {
    let mut pieces = vec![bytes("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n")];
    pieces.extend(std::iter::repeat_n(Piece::Bytes(vec![b'a'; 1 << 20]), 9));
    pieces.push(Piece::Forever);
    let host = Host::start(move |_| pieces.clone()).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    assert_eq!(proxy.fetch(&host.url("/")).await.code(), "too-large");
    host.left().await;
}

#[tokio::test]
async fn a_bomb_is_refused_at_the_cap_and_a_packed_page_is_unpacked() {
    let packed = |size: usize| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        std::io::Write::write_all(&mut encoder, &vec![b'a'; size]).expect("made by the test");
        encoder.finish().expect("made by the test")
    };
    let (bomb, page) = (packed(16 << 20), packed(10_000));
    let host = Host::start(move |head| {
        ok(
            "content-encoding: gzip\r\n",
            if head.starts_with("GET /bomb") {
                &bomb
            } else {
                &page
            },
        )
    })
    .await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    assert_eq!(proxy.fetch(&host.url("/bomb")).await.code(), "too-large");
    let reply = proxy.fetch(&host.url("/page")).await;
    assert_eq!(
        (reply.body.len(), reply.header("content-encoding")),
        (10_000, "")
    );
}

#[tokio::test]
async fn an_encoding_that_was_not_asked_for_is_refused() {
    let host = Host::start(|_| ok("content-encoding: zstd\r\n", b"xxxx")).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    assert_eq!(proxy.fetch(&host.url("/")).await.code(), "encoding");
}

#[tokio::test]
async fn a_host_with_all_slots_taken_is_busy_until_a_caller_leaves() {
    let mut host = Host::start(|head| {
        if head.starts_with("GET /slow") {
            vec![Piece::Forever]
        } else {
            ok("", b"quick")
        }
    })
    .await;
    let limits = Limits {
        fetches_per_host: 2,
        slot_wait: Duration::from_millis(30),
        ..Limits::default()
    };
    let proxy = Proxy::start(Settings {
        limits,
        ..settings(&[host.address])
    })
    .await;
    let urls = [host.url("/slow1"), host.url("/slow2")];
    let held = proxy.batch(&serde_json::json!({ "urls": urls })).await;
    host.asked().await;
    host.asked().await;
    let reply = proxy.fetch(&host.url("/quick")).await;
    assert_eq!(
        (reply.code(), reply.status, reply.header("retry-after")),
        ("busy", 503, "2")
    );
    drop(held);
    host.left().await;
    assert_eq!(proxy.fetch(&host.url("/quick")).await.text(), "quick");
}

#[tokio::test]
async fn fetches_that_follow_too_fast_are_refused_except_from_the_operators_hosts() {
    let host = Host::start(|_| ok("", b"x")).await;
    let two = std::num::NonZeroU32::new(2).expect("made by the test");
    let limits = Limits {
        burst_per_host: two,
        rate_per_host: std::num::NonZeroU32::MIN,
        ..Limits::default()
    };
    let resolver = Arc::new(common::Names {
        answers: vec![vec!["10.0.0.1".parse().expect("made by the test")]],
        ..common::Names::default()
    });
    let proxy = Proxy::start(Settings {
        limits,
        resolver,
        ..settings(&[host.address])
    })
    .await;
    for code in ["address", "address", "rate"] {
        assert_eq!(proxy.fetch("http://name.example/").await.code(), code);
    }
    for _ in 0..5 {
        assert_eq!(proxy.fetch(&host.url("/")).await.code(), "");
    }
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
    assert_eq!(
        (limits.url_bytes, limits.header_bytes, limits.batch),
        (2_083, 64 << 10, 64)
    );
    assert_eq!(
        (limits.decoded_bytes, limits.compressed_bytes),
        (8 << 20, 4 << 20)
    );
}
