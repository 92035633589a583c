//! Who may call, with which method, and what an answer wears. A refused caller causes no connection to a host.

mod common;

use common::{Host, Proxy, ok, settings};
use salticid_proxy::Settings;

const PAGE: &str = "https://user.github.io";

async fn listed() -> (Host, Proxy) {
    let host = Host::start(|_| ok("content-type: text/html\r\nset-cookie: a=b\r\naccess-control-allow-origin: *\r\naccess-control-allow-credentials: true\r\n", b"page")).await;
    let proxy = Proxy::start(Settings {
        allowed_origins: vec![PAGE.parse().expect("made by the test")],
        token: Some("a-token-of-the-session".to_owned()),
        ..settings(&[host.address])
    })
    .await;
    (host, proxy)
}

#[tokio::test]
async fn a_stranger_is_refused_before_anything_is_dialed() {
    let (mut host, proxy) = listed().await;
    let port = proxy.address.port();
    let path = format!("/fetch?url={}", host.url("/"));
    for (headers, code) in [
        (String::new(), "forbidden-site"),
        ("sec-fetch-site: none\r\n".to_owned(), "forbidden-site"),
        (
            "sec-fetch-site: cross-site\r\n".to_owned(),
            "forbidden-site",
        ),
        ("sec-fetch-site: same-site\r\n".to_owned(), "forbidden-site"),
        ("origin: null\r\n".to_owned(), "forbidden-origin"),
        (
            "origin: https://evil.example\r\n".to_owned(),
            "forbidden-origin",
        ),
        (
            "origin: https://evil.example\r\nsec-fetch-site: same-origin\r\n".to_owned(),
            "forbidden-origin",
        ),
        (
            "x-salticid-token: a-token-of-the-sessioN\r\n".to_owned(),
            "forbidden-site",
        ),
        (
            format!("host: rebound.example:{port}\r\nsec-fetch-site: same-origin\r\n"),
            "forbidden-host",
        ),
        (
            format!("host: rebound.example:{port}\r\norigin: http://rebound.example:{port}\r\n"),
            "forbidden-host",
        ),
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
        assert_eq!(
            proxy
                .ask("GET", path, "host: rebound.example\r\n")
                .await
                .code(),
            "forbidden-host",
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_page_of_a_listed_origin_and_a_holder_of_the_token_may_fetch() {
    let (host, proxy) = listed().await;
    let path = format!("/fetch?url={}", host.url("/"));
    let page = proxy
        .ask(
            "GET",
            &path,
            &format!("origin: {PAGE}\r\nsec-fetch-site: cross-site\r\n"),
        )
        .await;
    assert_eq!(
        (
            page.text().as_str(),
            page.header("access-control-allow-origin")
        ),
        ("page", PAGE)
    );
    assert!(
        page.header("access-control-expose-headers")
            .contains("x-upstream-status")
    );
    assert!(page.header("vary").contains("origin"));
    let program = proxy
        .ask("GET", &path, "x-salticid-token: a-token-of-the-session\r\n")
        .await;
    assert_eq!(
        (
            program.text().as_str(),
            program.header("access-control-allow-origin")
        ),
        ("page", "")
    );
    let own = proxy
        .ask(
            "GET",
            &path,
            &format!("origin: http://{}\r\n", proxy.address),
        )
        .await;
    assert_eq!(own.text(), "page");
}

#[tokio::test]
async fn a_refusal_is_readable_for_a_page_of_a_listed_origin() {
    let (_host, proxy) = listed().await;
    let reply = proxy
        .ask(
            "GET",
            "/fetch?url=ftp://a.example/",
            &format!("origin: {PAGE}\r\n"),
        )
        .await;
    assert_eq!(
        (reply.code(), reply.header("access-control-allow-origin")),
        ("scheme", PAGE)
    );
}

#[tokio::test]
async fn a_preflight_is_answered_for_listed_origins_alone() {
    let (_host, proxy) = listed().await;
    let ask =
        "access-control-request-method: POST\r\naccess-control-request-private-network: true\r\n";
    let reply = proxy
        .ask(
            "OPTIONS",
            "/fetch-many",
            &format!("origin: {PAGE}\r\n{ask}"),
        )
        .await;
    assert_eq!(
        (reply.status, reply.header("access-control-allow-origin")),
        (204, PAGE)
    );
    assert_eq!(reply.header("access-control-allow-private-network"), "true");
    assert!(
        reply
            .header("access-control-allow-methods")
            .contains("POST")
    );
    assert!(
        reply
            .header("access-control-allow-headers")
            .contains("content-type")
    );
    for origin in ["null", "https://evil.example"] {
        let reply = proxy
            .ask("OPTIONS", "/fetch", &format!("origin: {origin}\r\n{ask}"))
            .await;
        assert_eq!(reply.code(), "forbidden-origin", "{origin}");
        assert!(
            reply
                .headers
                .keys()
                .all(|name| !name.starts_with("access-control-")),
            "{origin}"
        );
    }
    let bare = proxy.ask("OPTIONS", "/fetch", ask).await;
    assert!(
        bare.headers
            .keys()
            .all(|name| !name.starts_with("access-control-"))
    );
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
    let reply = proxy
        .ask("GET", &host.url("/"), "sec-fetch-site: same-origin\r\n")
        .await;
    assert_eq!(reply.code(), "bad-request");
    assert!(host.is_unasked());
}

#[tokio::test]
async fn a_fetched_body_can_do_nothing_and_brings_no_header_beside_the_list() {
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
async fn of_the_callers_request_only_the_conditions_reach_the_host() {
    let (mut host, proxy) = listed().await;
    let headers = "cookie: session=1\r\nauthorization: Basic eDp5\r\nreferer: http://localhost/\r\nuser-agent: Mozilla/5.0\r\n\
                   accept-language: tlh\r\nx-forwarded-for: 10.0.0.1\r\nif-none-match: \"tag\"\r\n";
    proxy.fetch_with(&host.url("/page"), headers).await;
    let seen = host.asked().await.to_ascii_lowercase();
    for name in [
        "cookie",
        "authorization",
        "referer",
        "mozilla",
        "tlh",
        "x-forwarded-for",
        "sec-fetch-site",
        "origin",
    ] {
        assert!(!seen.contains(name), "{name} in {seen}");
    }
    for line in [
        "get /page http/1.1\r\n",
        "if-none-match: \"tag\"\r\n",
        "user-agent: salticid/",
        "accept-encoding: gzip, deflate, br\r\n",
    ] {
        assert!(seen.contains(line), "{line} in {seen}");
    }
}
