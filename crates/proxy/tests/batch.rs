//! `/fetch-many`: answers in the order of their arrival, patience and tickets, and what a caller that leaves sets free.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Host, Piece, Proxy, ok, settings};
use salticid_proxy::{Limits, Settings};
use serde_json::json;
use tokio::sync::Notify;

/// Returns a host with quick pages, late ones that wait for the gate, and some that never answer.
async fn host() -> (Host, Arc<Notify>) {
    let gate = Arc::new(Notify::new());
    let inside = Arc::clone(&gate);
    let host = Host::start(move |head| {
        let late = head.starts_with("GET /late").then(|| Piece::Until(Arc::clone(&inside)));
        let never = head.starts_with("GET /never").then_some(Piece::Forever);
        let headers = "content-type: text/plain\r\nlink: <a>\r\nlink: <b>\r\nset-cookie: a\r\n";
        never.into_iter().chain(late).chain(ok(headers, head.as_bytes())).collect()
    });
    (host.await, gate)
}

#[tokio::test]
async fn answers_come_in_the_order_of_their_arrival() {
    let (host, gate) = host().await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let (late, quick) = (host.url("/late"), host.url("/quick"));
    let mut frames = proxy.batch(&json!({ "urls": [late, quick] })).await;
    let (first, body) = frames.next().await.expect("a first answer");
    assert_eq!((first["url"].as_str(), first["status"].as_u64()), (Some(quick.as_str()), Some(200)));
    assert_eq!(first["headers"], json!({ "content-type": "text/plain", "link": "<a>, <b>" }));
    assert!(body.starts_with(b"GET /quick"));
    gate.notify_one();
    let (second, _) = frames.next().await.expect("a second answer");
    assert_eq!(second["url"], late);
    assert!(second["elapsed_ms"].as_u64() >= first["elapsed_ms"].as_u64());
    assert!(frames.next().await.is_none());
}

#[tokio::test]
async fn joined_robots_headers_keep_directives_for_all_first() {
    let headers = "x-robots-tag: googlebot: noindex\r\nx-robots-tag: nofollow\r\n";
    let host = Host::start(move |_| ok(headers, b"page")).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let urls = [host.url("/")];
    let frames = proxy.batch(&json!({ "urls": urls })).await.rest().await;
    assert_eq!(frames[0].0["headers"]["x-robots-tag"], "nofollow, googlebot: noindex");
}

#[tokio::test]
async fn a_refused_url_is_a_frame_among_the_answers() {
    let (host, _gate) = host().await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let urls = [host.url("/a"), "ftp://a.example/".to_owned(), "http://127.0.0.1/".to_owned(), "no url".to_owned()];
    let mut told: Vec<_> = proxy
        .batch(&json!({ "urls": urls }))
        .await
        .rest()
        .await
        .into_iter()
        .map(|(head, body)| {
            assert_eq!(body.is_empty(), head["code"].is_string());
            (head["url"].as_str().expect("made by the test").to_owned(), head["code"].as_str().unwrap_or("").to_owned())
        })
        .collect();
    told.sort();
    let mut expected: Vec<_> = urls.into_iter().zip(["", "scheme", "address", "bad-url"].map(str::to_owned)).collect();
    expected.sort();
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_redirect_in_a_batch_is_handed_out_with_its_location() {
    let host = Host::saying("HTTP/1.1 301 Moved\r\nlocation: /new\r\ncontent-length: 0\r\n\r\n").await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let frames = proxy.batch(&json!({ "urls": [host.url("/old")] })).await.rest().await;
    assert_eq!((&frames[0].0["status"], &frames[0].0["location"]), (&json!(301), &json!(host.url("/new"))));
}

#[tokio::test]
async fn with_patience_the_call_ends_and_the_answer_is_collected_by_ticket() {
    let (mut host, gate) = host().await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let late = host.url("/late");
    let frames = proxy.batch(&json!({ "urls": [late], "patience_ms": 10 })).await.rest().await;
    let waiting = &frames[0].0;
    assert_eq!((&waiting["url"], &waiting["code"]), (&json!(late), &json!("still-waiting")));
    let ticket = waiting["ticket"].as_str().expect("a ticket");
    gate.notify_one();
    let collected = proxy.batch(&json!({ "tickets": [ticket] })).await.rest().await;
    assert_eq!((&collected[0].0["url"], &collected[0].0["status"]), (&json!(late), &json!(200)));
    assert!(collected[0].1.starts_with(b"GET /late"));
    host.asked().await;
    assert!(host.is_unasked(), "the late page was asked for once");
    let again = proxy.batch(&json!({ "tickets": [ticket] })).await.rest().await;
    assert_eq!((&again[0].0["code"], &again[0].0["ticket"]), (&json!("no-ticket"), &json!(ticket)));
}

#[tokio::test]
async fn a_ticket_may_outlast_the_patience_of_its_collector() {
    let (host, gate) = host().await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let mut call = json!({ "urls": [host.url("/late")], "patience_ms": 10 });
    for _ in 0..2 {
        let frames = proxy.batch(&call).await.rest().await;
        assert_eq!(frames[0].0["code"], "still-waiting");
        call = json!({ "tickets": [frames[0].0["ticket"]], "patience_ms": 10 });
    }
    gate.notify_one();
    call["patience_ms"] = json!(9_000);
    assert_eq!(proxy.batch(&call).await.rest().await[0].0["status"], 200);
}

#[tokio::test]
async fn a_caller_that_leaves_cancels_what_has_no_ticket() {
    let (mut host, _gate) = host().await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let frames = proxy.batch(&json!({ "urls": [host.url("/never1"), host.url("/never2")] })).await;
    host.asked().await;
    host.asked().await;
    drop(frames);
    host.left().await;
}

#[tokio::test]
async fn a_ticket_ends_with_its_life_and_its_slot_comes_free() {
    let (host, _gate) = host().await;
    let limits = Limits { ticket_life: Duration::from_millis(100), ..Limits::default() };
    let proxy = Proxy::start(Settings { limits, ..settings(&[host.address]) }).await;
    let frames = proxy.batch(&json!({ "urls": [host.url("/never")], "patience_ms": 10 })).await.rest().await;
    host.left().await;
    let late = proxy.batch(&json!({ "tickets": [frames[0].0["ticket"]] })).await.rest().await;
    assert_eq!(late[0].0["code"], "no-ticket");
}

#[tokio::test]
async fn an_invalid_url_gets_no_ticket() {
    let proxy = Proxy::start(settings(&[])).await;
    let urls = [format!("http://a.example/{}", "a".repeat(400_000)), "no url".to_owned()];
    let call = json!({ "urls": urls, "patience_ms": 0 });
    let frames = proxy.batch(&call).await.rest().await;
    let codes: Vec<_> = frames.iter().map(|(head, _)| &head["code"]).collect();
    assert_eq!(codes, ["url-too-long", "bad-url"]);
}

#[tokio::test]
async fn an_empty_batch_ends_at_once() {
    let proxy = Proxy::start(settings(&[])).await;
    assert!(proxy.batch(&json!({ "urls": [] })).await.rest().await.is_empty());
}

#[tokio::test]
async fn an_invalid_batch_is_a_bad_request() {
    let proxy = Proxy::start(settings(&[])).await;
    let many: Vec<String> = (0..65).map(|n| format!("http://a.example/{n}")).collect();
    let json = "content-type: application/json\r\n";
    for (kind, body) in [
        ("content-type: text/plain\r\n", json!({ "urls": [] }).to_string()),
        ("", json!({ "urls": [] }).to_string()),
        (json, "{".to_owned()),
        (json, "[]x".to_owned()),
        (json, json!({ "urls": "http://a.example/" }).to_string()),
        (json, json!({ "urls": many }).to_string()),
        (json, json!({ "urls": ["a".repeat(600_000)] }).to_string()),
    ] {
        let reply = proxy.post("/fetch-many", kind, &body).await;
        assert_eq!((reply.code(), reply.status), ("bad-request", 400), "{kind}{}", &body[..body.len().min(60)]);
    }
}

/// RFC 9110 §13.1.2, §13.1.3, §15.4.5: the host decides by the conditions, and its 304 without a body is passed on with
/// its validators.
#[tokio::test]
async fn a_batch_sends_conditions_and_passes_on_a_304() {
    let host = Host::start(move |head| {
        let head = head.to_ascii_lowercase();
        let known = head.contains("if-none-match: \"tag\"")
            && head.contains("if-modified-since: sun, 06 nov 1994 08:49:37 gmt");
        let sent = head.as_bytes();
        if known {
            let head = "HTTP/1.1 304 Not Modified\r\netag: \"tag\"\r\nconnection: close\r\n\r\n";
            return vec![Piece::Bytes(head.into())];
        }
        ok("content-type: text/plain\r\n", sent)
    })
    .await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let (known, other, bad) = (host.url("/known"), host.url("/other"), host.url("/bad"));
    let batch = json!({
        "urls": [known, other, bad],
        "conditions": {
            known.clone(): {
                "if-none-match": "\"tag\"",
                "if-modified-since": "Sun, 06 Nov 1994 08:49:37 GMT",
                "cookie": "a=b",
            },
            bad.clone(): { "if-none-match": "\"a\"\r\ncookie: a=b", "cookie": "a=b" },
        },
    });
    for (head, body) in proxy.batch(&batch).await.rest().await {
        let asked = String::from_utf8_lossy(&body);
        if head["url"] == known {
            assert_eq!((head["status"].as_u64(), body.len()), (Some(304), 0));
            assert_eq!(head["headers"], json!({ "etag": "\"tag\"" }));
        } else {
            assert_eq!(head["status"].as_u64(), Some(200), "{head}");
            assert!(!asked.contains("if-none-match") && !asked.contains("cookie"), "{asked}");
        }
    }
}
