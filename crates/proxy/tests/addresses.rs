//! Limits by the dialed address: many names of one address get no more of it than its limits allow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::{Host, Names, Piece, Proxy, map, ok, settings};
use salticid_proxy::Settings;
use serde_json::json;

const NAMES: usize = 32;
/// The defaults: fetches at once, fetches without a wait, and fetches a second after those.
const AT_ONCE: usize = 8;
const BURST: usize = 16;
const RATE: usize = 16;

/// Returns a host whose pages take a while, so that fetches overlap.
async fn slow_host() -> Host {
    Host::start(|_| [vec![Piece::Wait(Duration::from_millis(50))], ok("", b"page")].concat()).await
}

/// Fetches the front page of each of 32 names in one batch; all must succeed. Returns the time that it took.
async fn fetch_all(settings: Settings, port: u16) -> Duration {
    let proxy = Proxy::start(settings).await;
    let urls: Vec<_> = (0..NAMES).map(|n| format!("http://n{n}.example:{port}/")).collect();
    let begun = Instant::now();
    let frames = proxy.batch(&json!({ "urls": urls })).await.rest().await;
    assert_eq!(frames.len(), NAMES);
    for (head, body) in frames {
        assert_eq!((&head["status"], body.as_slice()), (&json!(200), &b"page"[..]));
    }
    begun.elapsed()
}

#[tokio::test]
async fn many_names_of_one_address_share_its_slots_and_its_rate() {
    let host = slow_host().await;
    let resolver = Arc::new(Names { answers: vec![vec![host.address.ip()]], ..Names::default() });
    let settings = Settings { resolver, ..settings(&[host.address]) };
    let time = fetch_all(settings, host.address.port()).await;
    assert!(host.most_open() <= AT_ONCE, "{} at once", host.most_open());
    let least =
        Duration::from_secs(1) * u32::try_from(NAMES - BURST).expect("small") / u32::try_from(RATE).expect("small");
    assert!(time > least * 9 / 10, "{time:?}");
}

#[tokio::test]
async fn names_that_the_operator_mapped_to_one_address_have_no_limit_by_address() {
    let host = slow_host().await;
    let (address, port) = (host.address, host.address.port());
    let mapped = |n| salticid_proxy::Mapping { port, ..map(&format!("n{n}.example"), address) };
    let settings = Settings { mappings: (0..NAMES).map(mapped).collect(), ..settings(&[]) };
    let time = fetch_all(settings, port).await;
    assert!(host.most_open() > AT_ONCE, "{} at once, {time:?}", host.most_open());
}
