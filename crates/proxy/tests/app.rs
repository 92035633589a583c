//! Tests the resources that the proxy serves itself (app, demo web, health check) and its orderly shutdown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::{self, Host, Piece, Proxy, bytes, settings};
use demo_web::{DEFAULT_SEED, DemoWeb};
use salticid_proxy::{APP_POLICY, Limits, Server, Settings};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

/// A folder that is removed with the test.
struct Folder(std::path::PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn dist() -> (Folder, Settings) {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let folder = Folder(std::env::temp_dir().join(format!("salticid-proxy-{}-{number}", std::process::id())));
    for (file, text) in [
        ("dist/index.html", "<html>"),
        ("dist/app-3f2a9c81d07be645.js", "plain"),
        ("dist/app-3f2a9c81d07be645.js.br", "brotli"),
        ("dist/app-3f2a9c81d07be645.js.gz", "gzip"),
        ("dist/app-3f2a9c81d07be645_bg.wasm", "\0asm"),
        ("dist/worker.js", "worker"),
        ("dist/sub/a.css", "css"),
        ("dist/.hidden", "hidden"),
        ("secret.txt", "secret"),
    ] {
        let path = folder.0.join(file);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder for tests");
        std::fs::write(path, text).expect("a folder for tests");
    }
    let settings = Settings { dist: Some(folder.0.join("dist")), ..settings(&[]) };
    (folder, settings)
}

#[tokio::test]
async fn the_app_is_served_with_types_caching_and_policy() {
    let (_folder, settings) = dist();
    let proxy = Proxy::start(settings).await;
    for (path, body, kind, cache) in [
        ("/", "<html>", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "<html>", "text/html; charset=utf-8", "no-cache"),
        ("/worker.js", "worker", "text/javascript; charset=utf-8", "no-cache"),
        ("/app-3f2a9c81d07be645.js", "plain", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/app-3f2a9c81d07be645_bg.wasm", "\0asm", "application/wasm", "public, max-age=31536000, immutable"),
        ("/sub/a.css?v=1", "css", "text/css; charset=utf-8", "no-cache"),
    ] {
        let reply = proxy.ask("GET", path, "").await;
        assert_eq!((reply.status, reply.text().as_str()), (200, body), "{path}");
        assert_eq!((reply.header("content-type"), reply.header("cache-control")), (kind, cache), "{path}");
        assert_eq!(reply.header("content-security-policy"), APP_POLICY, "{path}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
        let opener = reply.header("cross-origin-opener-policy");
        assert_eq!(opener, "same-origin", "{path}");
        assert_eq!(reply.header("server-timing"), "salticid-proxy", "{path}");
    }
}

#[tokio::test]
async fn a_packed_sibling_is_served_where_it_is_accepted() {
    let (_folder, settings) = dist();
    let proxy = Proxy::start(settings).await;
    for (accepted, body, encoding) in [
        ("gzip, deflate, br", "brotli", "br"),
        ("gzip;q=1.0, BR;q=0.5", "brotli", "br"),
        ("gzip", "gzip", "gzip"),
        ("br;q=0, gzip", "gzip", "gzip"),
        ("identity", "plain", ""),
    ] {
        let reply = proxy.ask("GET", "/app-3f2a9c81d07be645.js", &format!("accept-encoding: {accepted}\r\n")).await;
        assert_eq!((reply.text().as_str(), reply.header("content-encoding")), (body, encoding), "{accepted}");
        assert_eq!(reply.header("content-type"), "text/javascript; charset=utf-8", "{accepted}");
        assert!(reply.header("vary").len() > 3, "{accepted}");
    }
}

#[tokio::test]
async fn an_unchanged_file_costs_a_304() {
    let (_folder, settings) = dist();
    let proxy = Proxy::start(settings).await;
    let tag = proxy.ask("GET", "/", "").await.header("etag").to_owned();
    let again = proxy.ask("GET", "/", &format!("if-none-match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[tokio::test]
async fn no_path_leads_out_of_the_folder_and_what_is_not_there_is_a_404() {
    let (_folder, settings) = dist();
    let proxy = Proxy::start(settings).await;
    for path in [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/sub/../../secret.txt",
        "/./../secret.txt",
        "/..\\secret.txt",
        "/.hidden",
        "//etc/passwd",
        "/sub",
        "/sub/",
        "/nothing.html",
        "/index.html/",
        "/app-3f2a9c81d07be645.js%00",
    ] {
        let reply = proxy.ask("GET", path, "").await;
        assert_eq!((reply.code(), reply.status), ("not-found", 404), "{path}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn symbolic_links_do_not_lead_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let (folder, settings) = dist();
    let link = |to: &str, from: &str| {
        symlink(to, folder.0.join("dist").join(from)).expect("a folder for tests");
    };
    link("../secret.txt", "secret.txt");
    link("..", "up");
    link("circle.txt", "circle.txt");
    link("worker.js", "same.js");
    let proxy = Proxy::start(settings).await;
    for path in ["/secret.txt", "/up/secret.txt", "/circle.txt"] {
        let reply = proxy.ask("GET", path, "").await;
        assert_eq!((reply.code(), reply.status), ("not-found", 404), "{path}");
    }
    assert_eq!(proxy.ask("GET", "/same.js", "").await.text(), "worker");
}

#[tokio::test]
async fn a_head_request_gets_the_head() {
    let (_folder, settings) = dist();
    let reply = Proxy::start(settings).await.ask("HEAD", "/", "").await;
    assert_eq!((reply.status, reply.header("content-length"), reply.body.len()), (200, "6", 0));
}

#[tokio::test]
async fn without_an_app_the_page_says_how_to_get_one() {
    let reply = Proxy::start(settings(&[])).await.ask("GET", "/", "").await;
    assert!(reply.text().contains("cargo xtask start") && reply.text().contains("--dist"));
}

#[tokio::test]
async fn the_health_check_says_who_answers() {
    for demo_web in [true, false] {
        let reply =
            Proxy::start(Settings { demo_web, token: Some("a-token-of-the-session".to_owned()), ..settings(&[]) })
                .await
                .ask("GET", "/healthz", "")
                .await;
        let expected: serde_json::Value = serde_json::from_slice(&reply.body).expect("made by the test");
        assert_eq!(
            expected,
            json!({"name": "salticid-proxy", "version": env!("CARGO_PKG_VERSION"), "demo_web": demo_web})
        );
    }
}

#[tokio::test]
async fn a_demo_host_named_by_the_operator_is_not_reported_as_ours() {
    let to: SocketAddr = ([127, 0, 0, 1], 9).into();
    let mapped = |name| Settings { mappings: vec![common::map(name, to)], ..settings(&[]) };
    let allowed = |pair: &str| Settings { allowed_addresses: vec![pair.parse().expect("a pair")], ..settings(&[]) };
    for (settings, demo_web) in [
        (mapped("garden.test"), true),
        (mapped("asthma-guide.test"), false),
        (allowed("garden.test:80"), true),
        (allowed("asthma-guide.test:80"), false),
    ] {
        let proxy = Proxy::start(settings).await;
        let reply = proxy.ask("GET", "/healthz", "").await;
        let expected = format!("\"demo_web\":{demo_web}");
        assert!(reply.text().contains(&expected), "{}", reply.text());
    }
}

#[tokio::test]
async fn the_demo_web_answers_with_its_own_bytes() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let proxy = Proxy::start(settings(&[])).await;
    let seeds: Vec<String> = web.topics().iter().flat_map(|topic| topic.seeds.clone()).take(8).collect();
    assert!(!seeds.is_empty());
    let mut batch = proxy.batch(&json!({ "urls": seeds })).await;
    for _ in &seeds {
        let (head, body) = batch.next().await.expect("a frame for every URL");
        let url = head["url"].as_str().expect("made by the test");
        let Ok(expected) = web.fetch(url).expect("a page of the web").result else { panic!("{url} fails") };
        assert_eq!((head["status"].as_u64(), body), (Some(u64::from(expected.status)), expected.body), "{url}");
    }
    let Ok(expected) = web.fetch(&seeds[0]).expect("a page of the web").result else { panic!("{} fails", seeds[0]) };
    let reply = proxy.fetch(&seeds[0]).await;
    assert_eq!(reply.header("x-upstream-status"), expected.status.to_string());
    assert_eq!(reply.body, expected.body);
}

#[tokio::test]
async fn a_mapping_and_the_flag_take_precedence_over_the_demo_web() {
    let name = demo_web::hosts().next().expect("a host").to_owned();
    let host = Host::saying("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nmapped").await;
    let mapped = Settings { mappings: vec![common::map(&name, host.address)], ..settings(&[]) };
    assert_eq!(Proxy::start(mapped).await.fetch(&format!("http://{name}/")).await.text(), "mapped");
    let resolver = std::sync::Arc::new(common::Names::default());
    let off = Settings { demo_web: false, resolver, ..settings(&[]) };
    assert_eq!(Proxy::start(off).await.fetch(&format!("http://{name}/")).await.code(), "dns");
}

/// Returns a server with one requested page that waits for the gate, and the handle to stop it.
async fn in_flight(shutdown: Duration) -> (Host, Arc<Notify>, Proxy, oneshot::Sender<()>, JoinHandle<()>) {
    let gate = Arc::new(Notify::new());
    let inside = Arc::clone(&gate);
    let host = Host::start(move |_| [vec![Piece::Until(Arc::clone(&inside))], common::ok("", b"late")].concat()).await;
    let limits = Limits { shutdown, ..Limits::default() };
    let server = Server::bind(Settings { limits, ..settings(&[host.address]) }).await.expect("a free port");
    let proxy = Proxy { address: server.local_addr() };
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async { drop(stopped.await) }));
    (host, gate, proxy, stop, running)
}

#[tokio::test]
async fn shutdown_completes_open_calls_and_accepts_no_others() {
    let (mut host, gate, proxy, stop, running) = in_flight(Duration::from_secs(10)).await;
    let url = host.url("/");
    let (reply, ()) = tokio::join!(proxy.fetch(&url), async {
        host.asked().await;
        drop(stop);
        while TcpStream::connect(proxy.address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        gate.notify_one();
    });
    assert_eq!(reply.text(), "late");
    running.await.expect("the server ends");
}

#[tokio::test]
async fn shutdown_cuts_calls_that_do_not_end() {
    let (mut host, _gate, proxy, stop, running) = in_flight(Duration::from_millis(50)).await;
    let held = proxy.batch(&json!({ "urls": [host.url("/")] })).await;
    host.asked().await;
    drop(stop);
    running.await.expect("the server ends");
    host.left().await;
    drop(held);
}

/// A host's word on caching is for its own answer: kept by a browser or a cache on the way, it would pass the check of
/// the caller.
#[tokio::test]
async fn only_the_apps_own_files_may_be_cached() {
    let response = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncache-control: public, max-age=3600\r\n\
        expires: Fri, 20 Nov 2099 00:00:00 GMT\r\ncontent-length: 2\r\n\r\nhi";
    let host = Host::start(move |_| vec![bytes(response)]).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let own = "sec-fetch-site: same-origin\r\n";
    let page = format!("/fetch?url={}", host.url("/"));
    for (method, path, headers, status) in [
        ("GET", page.as_str(), own, 200),
        ("GET", page.as_str(), "", 403),
        ("GET", "/fetch?url=none", own, 400),
        ("GET", "/healthz", "", 200),
        ("GET", "/missing", "", 404),
    ] {
        let reply = proxy.ask(method, path, headers).await;
        let told = (reply.status, reply.header("cache-control"), reply.header("expires"));
        assert_eq!(told, (status, "no-store", ""), "{path}");
    }
}
