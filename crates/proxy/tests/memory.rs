//! Tests the common memory limit of all responses that wait to be collected.

use std::time::Duration;

use crate::common::{self, Host, PATIENCE, Proxy, limited, ok};
use salticid_proxy::{Limits, Settings};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const MIB: usize = 1 << 20;

#[tokio::test]
async fn answers_under_tickets_fill_the_budget_and_no_more_and_collecting_empties_it() {
    let page = vec![b'a'; MIB];
    let host = Host::start(move |_| ok("", &page)).await;
    let budget = 6 * MIB;
    let limits = Limits { memory: budget, ..Limits::default() };
    let proxy = Proxy::start(limited(limits, &[host.address])).await;
    let waiting = json!({ "urls": [host.url("/")], "patience_ms": 0 });
    let mut tickets = Vec::new();
    // Each round leaves an answer behind, so a round comes that finds no room.
    loop {
        for (head, _) in proxy.batch(&waiting).await.rest().await {
            tickets.extend(head.get("ticket").and_then(Value::as_str).map(str::to_owned));
        }
        let reply = proxy.fetch(&host.url("/")).await;
        if reply.code() == "busy" {
            assert_eq!(reply.status, 503);
            break;
        }
        assert_eq!(reply.body.len(), MIB);
        assert!(tickets.len() < 20, "six MiB hold twenty");
    }
    let collected = proxy.batch(&json!({ "tickets": tickets })).await.rest().await;
    assert_eq!(collected.len(), tickets.len());
    let held: usize = collected.iter().map(|(_, body)| body.len()).sum();
    assert!(held > 0 && held <= budget, "{held}");
    for _ in 0..10 {
        assert_eq!(proxy.fetch(&host.url("/")).await.body.len(), MIB);
    }
}

#[tokio::test]
async fn tickets_that_are_given_and_collected_again_and_again_leave_no_task_behind() {
    let host = Host::start(|_| ok("content-type: text/html\r\n", b"page")).await;
    let proxy = Proxy::start(limited(Limits::default(), &[host.address])).await;
    let urls: Vec<_> = (0..64).map(|n| host.url(&format!("/{n}"))).collect();
    let (mut given, mut most) = (0, 0);
    for _ in 0..20 {
        let waiting = json!({ "urls": urls, "patience_ms": 0 });
        let frames = proxy.batch(&waiting).await.rest().await;
        let tickets: Vec<_> = frames.iter().map(|(head, _)| &head["ticket"]).collect();
        given += tickets.iter().filter(|ticket| ticket.is_string()).count();
        proxy.batch(&json!({ "tickets": tickets })).await.rest().await;
        let metrics = tokio::runtime::Handle::current().metrics();
        most = most.max(metrics.num_alive_tasks());
    }
    assert!(given > 1_000, "{given}");
    // Of the last call some connections to the host may still be open.
    assert!(most < 300, "{most} tasks after {given} tickets");
}

#[tokio::test]
async fn one_caller_has_a_part_of_the_tickets_and_another_origin_the_rest() {
    let host = Host::start(|_| vec![common::Piece::Forever]).await;
    let limits = Limits { tickets: 4, tickets_per_caller: 2, ..Limits::default() };
    let proxy = Proxy::start(salticid_proxy::Settings {
        allowed_origins: vec!["https://user.github.io".parse().expect("made by the test")],
        ..limited(limits, &[host.address])
    })
    .await;
    let urls: Vec<_> = (0..3).map(|n| host.url(&format!("/{n}"))).collect();
    let call = json!({ "urls": urls, "patience_ms": 0 });
    let mut codes: Vec<_> = proxy.batch(&call).await.rest().await;
    codes.sort_by_key(|(head, _)| head["code"].to_string());
    let codes: Vec<_> = codes.iter().map(|(head, _)| head["code"].as_str()).collect();
    let (waits, busy) = (Some("still-waiting"), Some("busy"));
    assert_eq!(codes, [busy, waits, waits]);
    let headers = "origin: https://user.github.io\r\ncontent-type: application/json\r\n";
    let other = proxy.post("/fetch-many", headers, &call.to_string()).await;
    let given = other.text().matches("still-waiting").count();
    assert_eq!(given, 2, "{}", other.text());
}

#[tokio::test]
async fn fetches_that_wait_for_a_slot_count_as_well() {
    let limits = Limits { memory: 4 * 64 * 1024, ..Limits::default() };
    let host = Host::start(|_| vec![common::Piece::Forever]).await;
    let proxy = Proxy::start(limited(limits, &[host.address])).await;
    let urls: Vec<_> = (0..8).map(|n| host.url(&format!("/{n}"))).collect();
    let mut frames = proxy.batch(&json!({ "urls": urls })).await;
    for _ in 0..4 {
        let (head, _) = frames.next().await.expect("a frame for every URL");
        assert_eq!(head["code"], "busy");
    }
}

#[tokio::test]
async fn batches_that_are_being_read_have_a_bound_of_their_own() {
    let limits = Limits { batch_bytes: 8_192, batch_memory: 8_192, ..Limits::default() };
    let proxy = Proxy::start(limited(limits, &[])).await;
    let mut slow = TcpStream::connect(proxy.address).await.expect("it listens");
    let head = format!(
        "POST /fetch-many HTTP/1.1\r\nhost: {}\r\nsec-fetch-site: same-origin\r\n\
         content-type: application/json\r\ncontent-length: 11\r\nexpect: 100-continue\r\n\r\n",
        proxy.address
    );
    slow.write_all(head.as_bytes()).await.expect("it reads");
    // The `100 Continue` response arrives when the proxy begins to read the body.
    slow.read_u8().await.expect("it goes on");
    let json = "content-type: application/json\r\n";
    let second = proxy.post("/fetch-many", json, "{}").await;
    assert_eq!(second.code(), "busy");
    slow.write_all(b"{\"urls\":[]}").await.expect("it reads");
    drop(slow);
    let later = async { while proxy.post("/fetch-many", json, "{}").await.status != 200 {} };
    timeout(PATIENCE, later).await.expect("room again");
}

/// Returns the resident memory of this process in bytes; 0 if the system does not tell.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kib.unwrap_or(0) * 1_024
}

/// Returns a proxy that serves a folder with one file of this size, and the folder, which is removed when it is
/// dropped.
async fn serving(name: &str, size: usize, limits: Limits) -> (Proxy, impl Drop) {
    struct Folder(std::path::PathBuf);
    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
    let path = std::env::temp_dir().join(format!("salticid-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a folder for tests");
    std::fs::write(path.join("app.wasm"), vec![7; size]).expect("a folder for tests");
    let proxy = Proxy::start(Settings { dist: Some(path.clone()), ..limited(limits, &[]) });
    (proxy.await, Folder(path))
}

#[tokio::test]
async fn callers_that_do_not_read_a_file_of_the_app_share_its_memory_and_are_cut() {
    let limits = Limits { reader: Duration::from_secs(2), memory: 20 * MIB, ..Limits::default() };
    let (proxy, _folder) = serving("shared", 16 * MIB, limits).await;
    let before = resident();
    let request = format!("GET /app.wasm HTTP/1.1\r\nhost: {}\r\n\r\n", proxy.address);
    let mut deaf = Vec::new();
    for _ in 0..24 {
        let mut stream = TcpStream::connect(proxy.address).await.expect("it listens");
        let sent = stream.write_all(request.as_bytes()).await;
        sent.expect("it reads");
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.expect("it answers");
        assert_eq!(&status, b"HTTP/1.1 200");
        deaf.push(stream);
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 128 * MIB, "{} MiB for 24 callers", grown / MIB);
    tokio::time::sleep(Duration::from_secs(3)).await;
    for mut stream in deaf {
        let (mut piece, mut read) = (vec![0; MIB], 0);
        while let Ok(length @ 1..) = stream.read(&mut piece).await {
            read += length;
        }
        assert!(read < 16 * MIB, "{read}");
    }
}

#[tokio::test]
async fn a_file_of_the_app_is_refused_without_memory_for_it() {
    let limits = Limits { memory: MIB, ..Limits::default() };
    let (proxy, _folder) = serving("counted", MIB + 1, limits).await;
    let reply = proxy.ask("GET", "/app.wasm", "").await;
    let told = (reply.code(), reply.status, reply.header("retry-after"));
    assert_eq!(told, ("busy", 503, "2"));
}
