//! Tests which addresses, names, ports and redirects may be dialed. Every refusal comes before a connection.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::common::{self, Host, Names, Proxy, map, ok, settings};
use salticid_proxy::Settings;

const SECRET: &str = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret";

#[tokio::test]
async fn every_spelling_of_loopback_is_refused_without_a_connection() {
    let mut host = Host::saying(SECRET).await;
    let port = host.address.port();
    // The port is known through another allowed pair, so it is the address that is judged.
    let named = Settings {
        allowed_addresses: vec![format!("elsewhere.test:{port}").parse().expect("made by the test")],
        ..settings(&[])
    };
    let web_ports = Proxy::start(named).await;
    for spelling in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "127.0.0.1.",
        "１２７.０.０.１",
        "localhost",
        "LOCALHOST",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::]",
        "0.0.0.0",
        "0",
        "127.255.255.254",
    ] {
        for url in [format!("http://{spelling}/"), format!("https://{spelling}:8443/")] {
            assert_eq!(web_ports.fetch(&url).await.code(), "address", "{url}");
        }
    }
    assert!(host.is_unasked());
}

#[tokio::test]
async fn an_allowed_pair_is_fetched_and_its_neighbor_is_not() {
    let (mut open, mut closed) = (Host::saying(SECRET).await, Host::saying(SECRET).await);
    let proxy = Proxy::start(settings(&[open.address])).await;
    assert_eq!(proxy.fetch(&open.url("/")).await.text(), "secret");
    assert_eq!(proxy.fetch(&closed.url("/")).await.code(), "port");
    assert_eq!(proxy.fetch(&format!("http://127.0.0.2:{}/", open.address.port())).await.code(), "address");
    assert!(open.asked().await.starts_with("GET / HTTP/1.1\r\n"));
    assert!(closed.is_unasked());
}

#[tokio::test]
async fn a_redirect_is_handed_out_and_never_followed() {
    let mut inner = Host::saying(SECRET).await;
    let to = inner.url("/secret");
    let outer = Host::start(move |_| ok_redirect(&to)).await;
    let proxy = Proxy::start(settings(&[outer.address, inner.address])).await;
    let reply = proxy.fetch(&outer.url("/start")).await;
    assert_eq!((reply.status, reply.header("x-upstream-status")), (200, "302"));
    assert_eq!(reply.header("x-upstream-location"), inner.url("/secret"));
    assert_eq!(reply.header("location"), "");
    assert!(inner.is_unasked());
}

#[tokio::test]
async fn a_302_from_an_allowed_name_to_a_loopback_literal_never_returns_the_secret() {
    let mut inner = Host::saying(SECRET).await;
    let port = inner.address.port();
    for literal in ["127.0.0.1", "[::ffff:127.0.0.1]", "2130706433"] {
        let to = format!("http://{literal}:{port}/secret");
        let outer = Host::start(move |_| ok_redirect(&to)).await;
        let proxy = Proxy::start(Settings {
            mappings: vec![map("allowed.test", outer.address)],
            // The port is open elsewhere, so it is the literal's address that is judged.
            allowed_addresses: vec![format!("127.0.0.3:{port}").parse().expect("a pair")],
            ..settings(&[])
        })
        .await;
        let first = proxy.fetch("http://allowed.test/").await;
        assert_eq!(first.header("x-upstream-status"), "302");
        assert!(!first.text().contains("secret"));
        let second = proxy.fetch(first.header("x-upstream-location")).await;
        assert_eq!(second.code(), "address", "{literal}");
    }
    assert!(inner.is_unasked());
}

fn ok_redirect(to: &str) -> Vec<common::Piece> {
    vec![common::Piece::Bytes(
        format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n").into_bytes(),
    )]
}

#[tokio::test]
async fn a_relative_location_is_handed_out_as_an_absolute_url() {
    let host = Host::start(|_| ok_redirect("../b?c")).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    assert_eq!(proxy.fetch(&host.url("/x/y")).await.header("x-upstream-location"), host.url("/b?c"));
}

#[tokio::test]
async fn a_public_address_of_the_machine_itself_is_refused_by_number_and_by_name() {
    let own: IpAddr = "93.184.215.14".parse().expect("made by the test");
    for listen in ["127.0.0.1:0", "0.0.0.0:0"] {
        let proxy = Proxy::start(Settings {
            listen: listen.parse().expect("made by the test"),
            resolver: Arc::new(Names { answers: vec![vec![own]], ..Names::default() }),
            interfaces: || Ok(vec!["93.184.215.14".parse().expect("made by the test")]),
            ..settings(&[])
        })
        .await;
        let proxy = Proxy { address: ([127, 0, 0, 1], proxy.address.port()).into() };
        for url in [
            "http://93.184.215.14/",
            "https://93.184.215.14/",
            "http://93.184.215.14:8080/",
            "http://[::ffff:93.184.215.14]/",
            "http://name.example/",
        ] {
            assert_eq!(proxy.fetch(url).await.code(), "own-address", "{url}");
        }
    }
}

#[tokio::test]
async fn while_the_machines_own_addresses_are_unknown_only_an_allowed_pair_is_fetched() {
    let host = Host::start(|_| ok("", b"allowed")).await;
    let proxy =
        Proxy::start(Settings { interfaces: || Err(std::io::Error::other("no list")), ..settings(&[host.address]) })
            .await;
    let refused = proxy.fetch("http://93.184.215.14/").await;
    assert_eq!((refused.code(), refused.status), ("interfaces", 503));
    assert_eq!(proxy.fetch(&host.url("/")).await.text(), "allowed");
}

#[tokio::test]
async fn a_name_that_was_mapped_with_a_final_dot_is_mapped() {
    let host = Host::start(|_| ok("content-type: text/html\r\n", b"mapped")).await;
    let mapping = format!("a.test.:80:{}", host.address);
    let proxy = Proxy::start(Settings { mappings: vec![mapping.parse().expect("a mapping")], ..settings(&[]) }).await;
    for url in ["http://a.test/", "http://a.test./"] {
        assert_eq!(proxy.fetch(url).await.text(), "mapped", "{url}");
    }
}

#[tokio::test]
async fn a_name_with_one_refused_address_is_refused() {
    for answer in [
        vec!["10.0.0.1"],
        vec!["93.184.215.14", "10.0.0.1"],
        vec!["::1"],
        vec!["2606:4700::1111", "fe80::1"],
        vec!["::ffff:169.254.169.254"],
    ] {
        let resolver = Names {
            answers: vec![answer.iter().map(|ip| ip.parse().expect("made by the test")).collect()],
            ..Names::default()
        };
        let proxy = Proxy::start(Settings { resolver: Arc::new(resolver), ..settings(&[]) }).await;
        let reply = proxy.fetch("http://name.example/").await;
        assert_eq!(reply.code(), "address", "{answer:?}");
        assert!(answer.iter().all(|ip| !reply.text().contains(ip)), "a message names no address");
    }
}

#[tokio::test]
async fn a_name_that_changes_its_address_after_the_check_is_dialed_where_it_was_judged() {
    let mut host = Host::saying(SECRET).await;
    let allowed = host.address;
    let first = vec![allowed.ip()];
    let then = vec!["10.0.0.1".parse().expect("made by the test")];
    let resolver = Arc::new(Names { answers: vec![first, then], ..Names::default() });
    let proxy = Proxy::start(Settings { resolver: resolver.clone(), ..settings(&[allowed]) }).await;
    let url = format!("http://rebinding.example:{}/", allowed.port());
    assert_eq!(proxy.fetch(&url).await.text(), "secret");
    assert_eq!(resolver.asked.load(Ordering::SeqCst), 1, "one lookup for one fetch");
    assert!(host.asked().await.contains(&format!("host: rebinding.example:{}\r\n", allowed.port())));
    assert_eq!(proxy.fetch(&url).await.code(), "address", "the second fetch is judged anew");
    assert!(host.is_unasked());
}

#[tokio::test]
async fn an_unknown_name_is_a_dns_refusal() {
    let proxy = Proxy::start(Settings { resolver: Arc::new(Names::default()), ..settings(&[]) }).await;
    assert_eq!(proxy.fetch("http://nowhere.example/").await.code(), "dns");
}

#[tokio::test]
async fn a_mapped_name_leads_to_its_address_under_its_own_name() {
    let mut host = Host::saying(SECRET).await;
    let proxy = Proxy::start(Settings { mappings: vec![map("wiki.test", host.address)], ..settings(&[]) }).await;
    assert_eq!(proxy.fetch("http://wiki.test/page").await.text(), "secret");
    assert!(host.asked().await.contains("host: wiki.test\r\n"));
    assert_eq!(proxy.fetch(&host.url("/")).await.code(), "port", "the mapping opens the name alone");
}

#[tokio::test]
async fn the_proxy_does_not_fetch_from_itself() {
    let probe = Proxy::start(settings(&[])).await;
    let port = probe.address.port();
    for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"] {
        // Without a rule the port alone is reason enough.
        assert_eq!(probe.fetch(&format!("http://{host}:{port}/healthz")).await.code(), "port", "{host}");
    }
    let named = Settings {
        allowed_addresses: vec!["localhost:1".parse().expect("made by the test")],
        hosts: vec!["crawler.example".parse().expect("made by the test")],
        ..settings(&[])
    };
    assert_eq!(Proxy::start(named).await.fetch("https://crawler.example/").await.code(), "own-address");
}

#[tokio::test]
async fn our_own_port_is_refused_even_when_the_operator_allowed_it() {
    let free = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("made by the test")
        .local_addr()
        .expect("made by the test");
    let loopback = Names { answers: vec![vec![free.ip()]], ..Names::default() };
    let proxy = Proxy::start(Settings {
        listen: free,
        mappings: vec![map("me.test", free)],
        resolver: Arc::new(loopback),
        ..settings(&[free])
    })
    .await;
    for url in [
        format!("http://{free}/healthz"),
        format!("http://localhost:{}/", free.port()),
        format!("http://any.example:{}/", free.port()),
        format!("http://[::ffff:7f00:1]:{}/", free.port()),
        format!("http://0.0.0.0:{}/", free.port()),
        "http://me.test/".to_owned(),
    ] {
        let reply = proxy.fetch(&url).await;
        assert_eq!(reply.code(), "own-address", "{url}");
        assert_eq!(reply.header("x-upstream-status"), "", "{url}");
    }
}

/// A plain relay to an address: what a port that is forwarded to us looks like.
async fn relay(listener: tokio::net::TcpListener, to: std::net::SocketAddr) {
    while let Ok((mut caller, _)) = listener.accept().await {
        tokio::spawn(async move {
            if let Ok(mut host) = tokio::net::TcpStream::connect(to).await {
                let _ = tokio::io::copy_bidirectional(&mut caller, &mut host).await;
            }
        });
    }
}

#[tokio::test]
async fn a_fetch_that_leads_back_to_the_proxy_is_refused_as_a_call() {
    let mut host = Host::saying(SECRET).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("made by the test");
    let around = listener.local_addr().expect("made by the test");
    let proxy = Proxy::start(settings(&[around, host.address])).await;
    tokio::spawn(relay(listener, proxy.address));
    let inner = format!("http://{around}/fetch?url={}", host.url("/"));
    let reply = proxy.fetch(&inner).await;
    assert_eq!(reply.header("x-upstream-status"), "403");
    assert!(reply.text().contains("forbidden-host"), "{}", reply.text());
    assert!(host.is_unasked());
}

#[tokio::test]
async fn no_setting_switches_the_guard_off() {
    let mut host = Host::saying(SECRET).await;
    let port = host.address.port();
    let everything = Settings {
        allowed_addresses: ["10.0.0.1:80", "localhost:1", "127.0.0.2:80", "elsewhere.test:80"]
            .iter()
            .map(|pair| pair.parse().expect("a pair"))
            .chain([format!("127.0.0.3:{port}").parse().expect("a pair")])
            .collect(),
        mappings: vec![map("mapped.test", ([127, 0, 0, 4], 9).into())],
        allowed_origins: vec!["https://user.github.io".parse().expect("an origin")],
        hosts: vec!["crawler.example".parse().expect("a name")],
        token: Some("a-token-of-the-session".to_owned()),
        demo_web: false,
        ..settings(&[])
    };
    let proxy = Proxy::start(everything).await;
    for url in [
        host.url("/"),
        format!("http://localhost:{port}/"),
        "http://127.0.0.1/".to_owned(),
        "http://10.0.0.2/".to_owned(),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://[fd00:ec2::254]/".to_owned(),
    ] {
        assert_eq!(proxy.fetch(&url).await.code(), "address", "{url}");
    }
    assert!(host.is_unasked());
}

#[tokio::test]
async fn text_that_is_no_plain_web_url_is_refused_with_its_code() {
    let proxy = Proxy::start(settings(&[])).await;
    let long = format!("http://example.com/{}", "a".repeat(2_083));
    for (url, code, status) in [
        ("not a url", "bad-url", 400),
        ("ftp://example.com/", "scheme", 400),
        ("file:///etc/passwd", "scheme", 400),
        ("http://user:word@example.com/", "userinfo", 400),
        ("http://example.com:22/", "port", 403),
        ("http://example.com:6379/", "port", 403),
        (long.as_str(), "url-too-long", 414),
    ] {
        let reply = proxy.fetch(url).await;
        assert_eq!((reply.code(), reply.status), (code, status), "{url}");
    }
    for path in ["/fetch", "/fetch?url", "/fetch?x=y", "/fetch?url=http://a.example/&url=http://b.example/"] {
        let code = proxy.ask("GET", path, "sec-fetch-site: same-origin\r\n").await;
        assert!(matches!(code.code(), "bad-request" | "bad-url"), "{path}");
    }
}

#[tokio::test]
async fn an_upstream_error_is_an_answer() {
    for status in ["404 Not Found", "500 Oops", "429 Slow"] {
        let host = Host::saying(&format!("HTTP/1.1 {status}\r\nretry-after: 7\r\ncontent-length: 2\r\n\r\nno")).await;
        let proxy = Proxy::start(settings(&[host.address])).await;
        let reply = proxy.fetch(&host.url("/")).await;
        assert_eq!((reply.status, reply.code(), reply.text().as_str()), (200, "", "no"));
        assert_eq!(reply.header("x-upstream-status"), &status[..3]);
        assert_eq!(reply.header("retry-after"), "7");
    }
}

#[tokio::test]
async fn a_head_request_asks_the_host_for_the_head() {
    let mut host = Host::start(|_| ok("content-type: text/html\r\n", b"")).await;
    let proxy = Proxy::start(settings(&[host.address])).await;
    let path = format!("/fetch?url={}", host.url("/"));
    let reply = proxy.ask("HEAD", &path, "sec-fetch-site: same-origin\r\n").await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html"));
    assert!(host.asked().await.starts_with("HEAD / "));
}
