//! Fetching for a program that links the crate, as the lab does when it records.

use crate::common::{Host, Names, ok, settings};
use salticid_proxy::{Client, Limits, Settings};
use std::num::NonZeroU32;
use std::sync::Arc;

#[tokio::test]
async fn a_program_gets_bodies_of_every_type_since_no_browser_could_run_them() {
    for content_type in ["text/javascript", "application/pdf", "image/png", "text/html"] {
        let headers = format!("content-type: {content_type}\r\n");
        let host = Host::start(move |_| ok(&headers, b"body")).await;
        let client = Client::new(&settings(&[host.address]));
        let page = client.get(&host.url("/")).await.expect("an answer");
        assert_eq!(page.body.as_ref(), b"body", "{content_type}");
        let told = page.headers.iter().find(|(name, _)| name == "content-type");
        assert_eq!(told.map(|(_, value)| value.as_str()), Some(content_type));
    }
}

#[tokio::test]
async fn a_program_gets_the_crawlers_part_of_a_larger_page() {
    let host = Host::start(|_| ok("content-type: text/html\r\n", &vec![b'a'; 3 << 20])).await;
    let client = Client::new(&settings(&[host.address]));
    let page = client.get(&host.url("/")).await.expect("an answer");
    assert_eq!(page.body.len(), Limits::default().page_bytes);
}

#[tokio::test]
async fn only_the_hosts_of_the_persons_own_have_no_rate() {
    let one = NonZeroU32::MIN;
    let resolver = Names { answers: vec![vec!["10.0.0.1".parse().expect("an address")]], ..Names::default() };
    let client = Client::new(&Settings {
        limits: Limits { burst_per_host: one, rate_per_host: one, burst: one, rate: one, ..Limits::default() },
        resolver: Arc::new(resolver),
        own_hosts: ["mine.example:8080".to_owned()].into(),
        ..settings(&[])
    });
    let mut codes = Vec::new();
    for url in
        ["http://mine.example:8080/", "http://mine.example:8080/", "http://mine.example/", "http://mine.example/"]
    {
        codes.push(client.get(url).await.expect_err("it is no public address").code());
    }
    assert_eq!(codes, ["address", "address", "address", "rate"]);
}
