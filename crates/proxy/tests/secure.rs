//! TLS: the name of the URL is what the certificate must carry, whatever address was dialed.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Host, Names, Proxy, bytes, map, settings};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use salticid_proxy::{Limits, Mapping, Settings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// Returns a TLS host for `name.test` on loopback, and settings that trust its certificate.
async fn host() -> Settings {
    let made = rcgen::generate_simple_self_signed(["name.test".to_owned()]).expect("made by the test");
    let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let server = ServerConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .expect("made by the test")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key.into())
        .expect("made by the test");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("made by the test");
    let address = listener.local_addr().expect("made by the test");
    let acceptor = TlsAcceptor::from(Arc::new(server));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                if let Ok(mut stream) = acceptor.accept(stream).await {
                    let _ = stream.read_u8().await;
                    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecure").await;
                    let _ = stream.shutdown().await;
                }
            });
        }
    });
    let mut roots = RootCertStore::empty();
    roots.add(made.cert.der().clone()).expect("made by the test");
    let tls = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("made by the test")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let map = |name: &str| Mapping { name: name.to_owned(), port: 443, address, without_tls: false };
    Settings { mappings: vec![map("name.test"), map("other.test")], tls: Arc::new(tls), ..settings(&[address]) }
}

#[tokio::test]
async fn a_certificate_of_the_name_is_accepted_and_of_another_name_is_not() {
    let proxy = Proxy::start(host().await).await;
    assert_eq!(proxy.fetch("https://name.test/").await.text(), "secure");
    assert_eq!(proxy.fetch("https://name.test./").await.text(), "secure");
    let refused = proxy.fetch("https://other.test/").await;
    assert_eq!((refused.code(), refused.status), ("tls", 502));
}

#[tokio::test]
async fn only_a_mapping_that_says_so_is_fetched_without_tls() {
    let host =
        Host::start(|_| vec![bytes("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nplain")])
            .await;
    let map = |name: &str, without_tls| Mapping { port: 443, without_tls, ..map(name, host.address) };
    let mappings = vec![map("plain.test", true), map("name.test", false)];
    let limits = Limits { connect: Duration::from_millis(300), ..Limits::default() };
    let proxy = Proxy::start(Settings { mappings, limits, ..settings(&[]) }).await;
    assert_eq!(proxy.fetch("https://plain.test/").await.text(), "plain");
    // The host waits for a request that it can read.
    assert_eq!(proxy.fetch("https://name.test/").await.code(), "timeout-connect");
}

#[tokio::test]
async fn an_unknown_issuer_and_a_host_without_tls_are_refused() {
    let trusted_by_nobody = Settings { tls: Settings::default().tls, ..host().await };
    assert_eq!(Proxy::start(trusted_by_nobody).await.fetch("https://name.test/").await.code(), "tls");
    let plain = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("made by the test");
    let address = plain.local_addr().expect("made by the test");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = plain.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await;
        }
    });
    let resolver = Arc::new(Names { answers: vec![vec![address.ip()]], ..Names::default() });
    let proxy = Proxy::start(Settings { resolver, ..settings(&[address]) }).await;
    assert_eq!(proxy.fetch(&format!("https://plain.test:{}/", address.port())).await.code(), "tls");
}
