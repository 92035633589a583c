//! Tests callers, methods and response headers. A refused caller causes no connection to a host.

use crate::common::{self, Host, Proxy, ok, settings};
use salticid_proxy::Settings;

const PAGE: &str = "https://user.github.io";

async fn listed() -> (Host, Proxy) {
    let host = Host::start(|_| {
        ok(
            "content-type: text/html\r\nset-cookie: a=b\r\naccess-control-allow-origin: *\r\n\
            access-control-allow-credentials: true\r\n",
            b"page",
        )
    })
    .await;
    let proxy = Proxy::start(Settings {
        allowed_origins: vec![PAGE.parse().expect("made by the test")],
        token: Some("a-token-of-the-session".to_owned()),
        ..settings(&[host.address])
    })
    .await;
    (host, proxy)
}

#[tokio::test]
async fn another_page_is_refused_before_anything_is_dialed() {
    let (mut host, proxy) = listed().await;
    let port = proxy.address.port();
    let path = format!("/fetch?url={}", host.url("/"));
    for (headers, code) in [
        (String::new(), "forbidden-site"),
        ("sec-fetch-site: none\r\n".to_owned(), "forbidden-site"),
        ("sec-fetch-site: cross-site\r\n".to_owned(), "forbidden-site"),
        ("sec-fetch-site: same-site\r\n".to_owned(), "forbidden-site"),
        ("origin: null\r\n".to_owned(), "forbidden-origin"),
        ("origin: https://evil.example\r\n".to_owned(), "forbidden-origin"),
        ("origin: https://evil.example\r\nsec-fetch-site: same-origin\r\n".to_owned(), "forbidden-origin"),
        ("x-salticid-token: a-token-of-the-sessioN\r\n".to_owned(), "forbidden-site"),
        (format!("host: rebound.example:{port}\r\nsec-fetch-site: same-origin\r\n"), "forbidden-host"),
        (format!("host: rebound.example:{port}\r\norigin: http://rebound.example:{port}\r\n"), "forbidden-host"),
    ] {
        let reply = proxy.ask("GET", &path, &headers).await;
        assert_eq!((reply.code(), reply.status), (code, 403), "{headers}");
        assert_eq!(reply.header("access-control-allow-origin"), "", "{headers}");
    }
    assert!(host.is_unasked());
}

#[tokio::test]
async fn a_foreign_name_gets_nothing_at_all() {
    let (_host, proxy) = listed().await;
    for path in ["/", "/healthz", "/fetch-many", "/anything"] {
        assert_eq!(proxy.ask("GET", path, "host: rebound.example\r\n").await.code(), "forbidden-host", "{path}");
    }
}

#[tokio::test]
async fn a_page_of_a_listed_origin_and_a_holder_of_the_token_may_fetch() {
    let (host, proxy) = listed().await;
    let path = format!("/fetch?url={}", host.url("/"));
    let page = proxy.ask("GET", &path, &format!("origin: {PAGE}\r\nsec-fetch-site: cross-site\r\n")).await;
    assert_eq!((page.text().as_str(), page.header("access-control-allow-origin")), ("page", PAGE));
    assert!(page.header("access-control-expose-headers").contains("x-upstream-status"));
    assert!(page.header("vary").contains("origin"));
    let program = proxy.ask("GET", &path, "x-salticid-token: a-token-of-the-session\r\n").await;
    assert_eq!((program.text().as_str(), program.header("access-control-allow-origin")), ("page", ""));
    let own = proxy.ask("GET", &path, &format!("origin: http://{}\r\n", proxy.address)).await;
    assert_eq!(own.text(), "page");
}

#[tokio::test]
async fn a_refusal_is_readable_for_a_page_of_a_listed_origin() {
    let (_host, proxy) = listed().await;
    let reply = proxy.ask("GET", "/fetch?url=ftp://a.example/", &format!("origin: {PAGE}\r\n")).await;
    assert_eq!((reply.code(), reply.header("access-control-allow-origin")), ("scheme", PAGE));
}

#[tokio::test]
async fn a_preflight_is_answered_for_listed_origins_alone() {
    let (_host, proxy) = listed().await;
    let ask = "access-control-request-method: POST\r\naccess-control-request-private-network: true\r\n";
    let reply = proxy.ask("OPTIONS", "/fetch-many", &format!("origin: {PAGE}\r\n{ask}")).await;
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (204, PAGE));
    assert_eq!(reply.header("access-control-allow-private-network"), "true");
    assert!(reply.header("access-control-allow-methods").contains("POST"));
    assert!(reply.header("access-control-allow-headers").contains("content-type"));
    for origin in ["null", "https://evil.example"] {
        let reply = proxy.ask("OPTIONS", "/fetch", &format!("origin: {origin}\r\n{ask}")).await;
        assert_eq!(reply.code(), "forbidden-origin", "{origin}");
        assert!(reply.headers.keys().all(|name| !name.starts_with("access-control-")), "{origin}");
    }
    let bare = proxy.ask("OPTIONS", "/fetch", ask).await;
    assert!(bare.headers.keys().all(|name| !name.starts_with("access-control-")));
}

#[tokio::test]
async fn methods_other_than_the_known_ones_are_refused() {
    let (mut host, proxy) = listed().await;
    let fetch = format!("/fetch?url={}", host.url("/"));
    let own = "sec-fetch-site: same-origin\r\n";
    for (method, path) in [
        ("POST", fetch.as_str()),
        ("PUT", &fetch),
        ("DELETE", &fetch),
        ("PATCH", &fetch),
        ("TRACE", &fetch),
        ("GET", "/fetch-many"),
        ("HEAD", "/fetch-many"),
        ("POST", "/"),
        ("POST", "/healthz"),
        ("PUT", "/index.html"),
    ] {
        let reply = proxy.ask(method, path, own).await;
        assert_eq!(reply.status, 405, "{method} {path}");
        assert_eq!(reply.header("x-proxy-error"), "method", "{method} {path}");
    }
    assert!(host.is_unasked());
}

#[tokio::test]
async fn a_request_that_takes_us_for_a_forward_proxy_is_refused() {
    let (mut host, proxy) = listed().await;
    let reply = proxy.ask("GET", &host.url("/"), "sec-fetch-site: same-origin\r\n").await;
    assert_eq!(reply.code(), "bad-request");
    assert!(host.is_unasked());
}

#[tokio::test]
async fn a_fetched_body_is_sandboxed_and_has_only_listed_headers() {
    let (host, proxy) = listed().await;
    let reply = proxy.fetch(&host.url("/")).await;
    for (name, value) in [
        ("content-type", "text/html"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"),
        ("set-cookie", ""),
        ("access-control-allow-origin", ""),
        ("access-control-allow-credentials", ""),
    ] {
        assert_eq!(reply.header(name), value, "{name}");
    }
}

#[tokio::test]
async fn only_conditions_of_the_callers_request_reach_the_host() {
    let (mut host, proxy) = listed().await;
    let headers = "cookie: session=1\r\nauthorization: Basic eDp5\r\nreferer: http://localhost/\r\n\
                   user-agent: Mozilla/5.0\r\n\
                   accept-language: tlh\r\nx-forwarded-for: 10.0.0.1\r\nif-none-match: \"tag\"\r\n";
    proxy.fetch_with(&host.url("/page"), headers).await;
    let seen = host.asked().await.to_ascii_lowercase();
    for name in ["cookie", "authorization", "referer", "mozilla", "tlh", "x-forwarded-for", "sec-fetch-site", "origin"]
    {
        assert!(!seen.contains(name), "{name} in {seen}");
    }
    for line in [
        "get /page http/1.1\r\n",
        "if-none-match: \"tag\"\r\n",
        // Without --contact it names the page of the project.
        concat!("user-agent: salticid/", env!("CARGO_PKG_VERSION"), " (+https://"),
        "accept-encoding: gzip, deflate, br\r\n",
    ] {
        assert!(seen.contains(line), "{line} in {seen}");
    }
}

#[tokio::test]
async fn requests_for_other_uses_than_fetch_are_refused_without_a_connection() {
    let (mut host, proxy) = listed().await;
    let path = format!("/fetch?url={}", host.url("/"));
    let body = format!("{{\"urls\":[\"{}\"]}}", host.url("/"));
    for destination in [
        "script",
        "worker",
        "sharedworker",
        "serviceworker",
        "audioworklet",
        "style",
        "document",
        "iframe",
        "object",
        "image",
        "xslt",
        "json",
        "",
        "empty\r\nsec-fetch-dest: script",
    ] {
        let headers = format!("sec-fetch-site: same-origin\r\nsec-fetch-dest: {destination}\r\n");
        let reply = proxy.ask("GET", &path, &headers).await;
        let told = (reply.code(), reply.status);
        assert_eq!(told, ("forbidden-destination", 403), "{destination}");
        let json = format!("sec-fetch-dest: {destination}\r\ncontent-type: application/json\r\n");
        let reply = proxy.post("/fetch-many", &json, &body).await;
        assert_eq!(reply.code(), "forbidden-destination", "{destination}");
    }
    assert!(host.is_unasked());
    let data = "sec-fetch-site: same-origin\r\nsec-fetch-dest: empty\r\n";
    assert_eq!(proxy.ask("GET", &path, data).await.text(), "page");
    // The app's own scripts and workers come from the same address.
    let worker = "sec-fetch-site: same-origin\r\nsec-fetch-dest: worker\r\n";
    assert_eq!(proxy.ask("GET", "/healthz", worker).await.status, 200);
}

/// Returns an answer of this status and type, whose body has only begun.
fn begun(status: &str, content_type: &str) -> Vec<common::Piece> {
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\nlocation: /to\r\ncontent-length: 9\r\n\r\nalert");
    vec![common::Piece::Bytes(head.into_bytes()), common::Piece::Forever]
}

#[tokio::test]
async fn a_response_of_an_unreadable_type_is_refused_after_its_head() {
    for content_type in [
        "text/javascript",
        "application/javascript; charset=utf-8",
        "text/css",
        "image/svg+xml",
        "application/wasm",
        "application/octet-stream",
        "text/html\r\ncontent-type: text/javascript",
    ] {
        let host = Host::start(move |_| begun("200 OK", content_type)).await;
        let proxy = Proxy::start(settings(&[host.address])).await;
        let reply = proxy.fetch(&host.url("/a")).await;
        let told = (reply.code(), reply.status);
        assert_eq!(told, ("content-type", 415), "{content_type}");
        assert_eq!(reply.header("content-type"), "application/json");
        let call = serde_json::json!({ "urls": [host.url("/a")] });
        let frames = proxy.batch(&call).await.rest().await;
        assert_eq!(frames[0].0["code"], "content-type", "{content_type}");
        host.left().await;
    }
}

#[tokio::test]
async fn a_document_is_passed_on_up_to_its_limit() {
    let limit = salticid_proxy::Limits::default().document_bytes;
    for (bytes, passed) in [(9 << 20, 9 << 20), (12 << 20, limit)] {
        let host = Host::start(move |_| ok("content-type: application/pdf\r\n", &vec![b'a'; bytes])).await;
        let proxy = Proxy::start(settings(&[host.address])).await;
        let reply = proxy.fetch(&host.url("/a")).await;
        assert_eq!((reply.code(), reply.header("content-type"), reply.body.len()), ("", "application/pdf", passed));
    }
}

#[tokio::test]
async fn of_a_document_that_is_not_read_status_and_type_are_passed_on_without_its_body() {
    let host = Host::start(|_| begun("200 OK", "application/postscript")).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let reply = proxy.fetch(&host.url("/a")).await;
    assert_eq!((reply.code(), reply.header("x-upstream-status")), ("", "200"));
    let told = (reply.body.len(), reply.header("content-type"), reply.header(types::header::TRUNCATED));
    assert_eq!(told, (0, "application/postscript", "unspecified"));
    host.left().await;
}

#[tokio::test]
async fn redirects_and_errors_of_any_type_keep_status_and_location() {
    for (status, number, location) in [
        ("302 Found", "302", true),
        ("304 Not Modified", "304", true),
        ("404 Not Found", "404", false),
        ("503 Busy", "503", false),
    ] {
        let host = Host::start(move |_| begun(status, "text/javascript")).await;
        let proxy = Proxy::start(settings(&[host.address])).await;
        let reply = proxy.fetch(&host.url("/a")).await;
        assert_eq!((reply.code(), reply.header("x-upstream-status")), ("", number));
        assert_eq!(!reply.header("x-upstream-location").is_empty(), location);
        assert_eq!((reply.body.len(), reply.header("content-type")), (0, ""));
    }
}

#[tokio::test]
async fn robots_txt_is_passed_on_as_text_under_any_type() {
    let host = Host::start(|_| ok("content-type: text/javascript\r\n", b"Disallow: /a")).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let reply = proxy.fetch(&host.url("/robots.txt")).await;
    let told = (reply.text(), reply.header("content-type").to_owned());
    assert_eq!(told, ("Disallow: /a".to_owned(), "text/plain; charset=utf-8".to_owned()));
}

#[tokio::test]
async fn a_compressed_sitemap_is_passed_on_unchanged() {
    let packed = b"\x1f\x8b\x08 packed";
    let host = Host::start(move |_| ok("content-type: application/x-gzip\r\n", packed)).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let reply = proxy.fetch(&host.url("/sitemap.xml.gz")).await;
    assert_eq!((reply.code(), reply.body.as_slice()), ("", &packed[..]));
    // Elsewhere it is a document, of which only the type is passed on.
    let reply = proxy.fetch(&host.url("/program")).await;
    assert_eq!((reply.code(), reply.body.len(), reply.header("content-type")), ("", 0, "application/x-gzip"));
}
