//! Compressed data that costs a decoder much and puts out nothing: it is refused early, keeps no other fetch waiting,
//! and cannot outlast the time limit of its fetch.

use std::sync::Arc;
use std::time::Duration;

use crate::common::degenerate::{self, gzip};
use crate::common::{self, Host, PATIENCE, Proxy, limited, ok, settings};
use salticid_proxy::Limits;
use tokio::task::JoinSet;
use tokio::time::timeout;

const MIB: usize = 1 << 20;

/// Returns an answer with this body under this encoding.
fn coded(encoding: &str, body: &[u8]) -> Vec<common::Piece> {
    let headers = format!("content-type: text/html\r\ncontent-encoding: {encoding}\r\n");
    ok(&headers, body)
}

async fn host(encoding: &'static str, body: Vec<u8>) -> Host {
    Host::start(move |head| match head.split(' ').nth(1) {
        Some("/good") => coded("gzip", &gzip(&b"<p>good</p>".repeat(1_000))),
        _ => coded(encoding, &body),
    })
    .await
}

/// Limits under which decoding never ends by itself.
fn endless() -> Limits {
    Limits { blocks: usize::MAX / 2, members: usize::MAX, ..Limits::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_members_and_blocks_are_refused() {
    let single = degenerate::empty_members(4 * MIB - 20);
    let double = gzip(&degenerate::empty_members(8 * MIB));
    assert!(double.len() < 80_000, "{}", double.len());
    for (encoding, body) in [
        ("gzip", single),
        ("gzip, gzip", double),
        ("deflate", degenerate::empty_dynamic_blocks(MIB)),
        ("deflate, gzip", gzip(&degenerate::empty_fixed_blocks(4 * MIB - 1))),
        ("br", degenerate::small_metablocks(MIB)),
    ] {
        let host = host(encoding, body).await;
        let proxy = Proxy::start(settings(&[host.address])).await;
        let reply = proxy.fetch(&host.url("/")).await;
        let told = (reply.code(), reply.status);
        assert_eq!(told, ("decoding-work", 502), "{encoding}");
        host.left().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn good_fetches_end_while_bodies_that_never_end_by_themselves_are_decoded() {
    let body = gzip(&degenerate::empty_fixed_blocks(4 * MIB - 1));
    let mut hosts = Vec::new();
    for _ in 0..16 {
        hosts.push(host("deflate, gzip", body.clone()).await);
    }
    let addresses: Vec<_> = hosts.iter().map(|host| host.address).collect();
    let proxy = Arc::new(Proxy::start(limited(endless(), &addresses)).await);
    let mut bombs = JoinSet::new();
    for host in &mut hosts {
        let (proxy, url) = (Arc::clone(&proxy), host.url("/"));
        bombs.spawn(async move { proxy.fetch(&url).await.code().to_owned() });
        host.asked().await;
    }
    // Each good fetch needs turns at the decoder itself.
    for host in &hosts {
        let good = timeout(PATIENCE, proxy.fetch(&host.url("/good"))).await;
        assert_eq!(good.expect("it has its turn").body.len(), 11_000);
    }
    let health = timeout(PATIENCE, proxy.ask("GET", "/healthz", "")).await;
    assert_eq!(health.expect("it needs no turn").status, 200);
    assert!(bombs.try_join_next().is_none(), "all of them are being decoded");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_limit_ends_a_decoding_and_gives_its_memory_back() {
    let limits = Limits {
        total: Duration::from_millis(200),
        // Room for one fetch of a head and nothing more.
        memory: 200 * 1024,
        ..endless()
    };
    let body = gzip(&degenerate::empty_fixed_blocks(4 * MIB - 1));
    let host = host("deflate, gzip", body).await;
    let proxy = Proxy::start(limited(limits, &[host.address])).await;
    for _ in 0..4 {
        let reply = timeout(PATIENCE, proxy.fetch(&host.url("/"))).await;
        assert_eq!(reply.expect("it ends").code(), "timeout-total");
        host.left().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_leaves_ends_the_decoding() {
    let limits = Limits { fetches: 1, decoders: 1, ..endless() };
    let body = gzip(&degenerate::empty_fixed_blocks(4 * MIB - 1));
    let mut host = host("deflate, gzip", body).await;
    let proxy = Proxy::start(limited(limits, &[host.address])).await;
    let call = serde_json::json!({ "urls": [host.url("/")] });
    let held = proxy.batch(&call).await;
    host.asked().await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    drop(held);
    let good = timeout(PATIENCE, proxy.fetch(&host.url("/good"))).await;
    assert_eq!(good.expect("the slot and the turn are free").body.len(), 11_000);
}
