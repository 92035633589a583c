//! Callers that are slow, silent, or never read: each is cut off in its time and holds nothing afterwards.

use std::time::Duration;

use crate::common::{Host, PATIENCE, Proxy, limited, ok, settings};
use salticid_proxy::{Limits, Settings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const SHORT: Duration = Duration::from_millis(150);

fn hurried() -> Settings {
    let limits = Limits { caller: SHORT, ..Limits::default() };
    limited(limits, &[])
}

/// Reads until the proxy ends the connection.
async fn until_cut(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
    // A reset is an end as well.
    let _ = read.expect("the proxy cuts the connection");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_head_that_stops_is_cut_though_hyper_has_no_time_limit_by_default() {
    let proxy = Proxy::start(hurried()).await;
    for begun in ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nhost: x\r\n"] {
        let mut stream = TcpStream::connect(proxy.address).await.expect("it listens");
        stream.write_all(begun.as_bytes()).await.expect("it reads");
        let response = until_cut(&mut stream).await;
        assert!(!response.starts_with("HTTP/1.1 200"), "{begun:?}: {response}");
    }
}

#[tokio::test]
async fn a_head_that_drips_is_cut_at_the_same_time_as_one_that_stops() {
    let proxy = Proxy::start(hurried()).await;
    let stream = TcpStream::connect(proxy.address).await.expect("it listens");
    let (mut read, mut write) = stream.into_split();
    let drip = async {
        let mut drops = tokio::time::interval(SHORT / 10);
        while write.write_all(b"x").await.is_ok() {
            drops.tick().await;
        }
    };
    let mut response = Vec::new();
    tokio::select! {
        () = drip => {}
        _ = read.read_to_end(&mut response) => {}
        () = tokio::time::sleep(PATIENCE) => panic!("the proxy listens for ever"),
    }
    assert!(!response.starts_with(b"HTTP/1.1 200"));
}

#[tokio::test]
async fn a_kept_connection_without_a_next_request_is_cut() {
    let proxy = Proxy::start(hurried()).await;
    let mut stream = TcpStream::connect(proxy.address).await.expect("it listens");
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", proxy.address);
    stream.write_all(request.as_bytes()).await.expect("it reads");
    assert!(until_cut(&mut stream).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_batch_whose_text_stops_is_a_bad_request() {
    let proxy = Proxy::start(hurried()).await;
    let mut stream = TcpStream::connect(proxy.address).await.expect("it listens");
    let request = format!(
        "POST /fetch-many HTTP/1.1\r\nhost: {}\r\nsec-fetch-site: same-origin\r\n\
         content-type: application/json\r\ncontent-length: 100\r\n\r\n{{\"urls\":",
        proxy.address
    );
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let response = until_cut(&mut stream).await;
    assert!(response.contains("x-proxy-error: bad-request"), "{response}");
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let proxy = Proxy::start(settings(&[])).await;
    let mut stream = TcpStream::connect(proxy.address).await.expect("it listens");
    let mut line = b"GET / HTTP/1.1\r\nx: ".to_vec();
    line.resize(200_000, b'a');
    // The proxy may have closed before all is written.
    let _ = stream.write_all(&line).await;
    let response = until_cut(&mut stream).await;
    assert!(!response.starts_with("HTTP/1.1 200"), "{response}");
}

#[tokio::test]
async fn a_caller_that_never_reads_is_cut_and_its_memory_comes_back() {
    let body = vec![b'a'; 8 << 20];
    let mut host = Host::start(move |_| ok("content-type: application/json\r\n", &body)).await;
    let limits = Limits {
        // A caller that does read gets this far even on a busy machine.
        reader: Duration::from_secs(1),
        // Room for one such answer and not for two.
        memory: 10 << 20,
        ..Limits::default()
    };
    let proxy = Proxy::start(limited(limits, &[host.address])).await;
    let mut deaf = TcpStream::connect(proxy.address).await.expect("it listens");
    let request = format!(
        "GET /fetch?url={} HTTP/1.1\r\nhost: {}\r\nsec-fetch-site: same-origin\r\n\r\n",
        host.url("/"),
        proxy.address
    );
    deaf.write_all(request.as_bytes()).await.expect("it reads");
    host.asked().await;
    let next = async {
        loop {
            let reply = proxy.fetch(&host.url("/")).await;
            if reply.code().is_empty() {
                return reply.body.len();
            }
            assert_eq!(reply.code(), "busy");
        }
    };
    let size = timeout(PATIENCE, next).await.expect("room again");
    assert_eq!(size, 8 << 20);
    assert!(until_cut(&mut deaf).await.len() < 8 << 20);
}

#[tokio::test]
async fn connections_over_their_number_wait_for_one_that_ends() {
    let limits = Limits { connections: 2, caller: SHORT, ..Limits::default() };
    let proxy = Proxy::start(limited(limits, &[])).await;
    let mut hanging = Vec::new();
    for _ in 0..2 {
        hanging.push(TcpStream::connect(proxy.address).await.expect("it listens"));
    }
    let reply = timeout(PATIENCE, proxy.ask("GET", "/healthz", "")).await;
    assert_eq!(reply.expect("the two that hang are cut").status, 200);
}
