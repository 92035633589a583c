//! Tests the web as a whole: determinism, size, valid links, reachability, and robustness against unusual URLs.

use std::collections::{BTreeMap, BTreeSet};

use crate::reading::{self, body, links, response, text};
use demo_web::{DEFAULT_SEED, DemoWeb, DemoWebSpec, GroundTruth, default_topics, hosts, is_host};

/// Hashes the URL and body of every `step`th page (FNV-1a).
fn fingerprint(seed: u64, step: usize) -> u64 {
    let web = DemoWeb::new(seed);
    let truth = GroundTruth::new(&web);
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for url in truth.pages().step_by(step) {
        let body = response(&web, url).map(|response| response.body).unwrap_or_default();
        for byte in url.bytes().chain(body) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    hash
}

/// Crawls, figures and stored results depend on every byte of the default web, so this value never changes by accident.
#[test]
fn a_seed_determines_all_bytes() {
    assert_eq!(fingerprint(DEFAULT_SEED, 1), 0x397D_1A22_5D83_7085);
    assert_ne!(fingerprint(7, 50), fingerprint(8, 50));
}

#[test]
fn the_listed_topics_are_those_of_the_default_web() {
    assert_eq!(DemoWeb::new(DEFAULT_SEED).topics(), default_topics());
}

#[test]
fn a_name_has_a_seed_and_perhaps_a_size() {
    for (text, read) in [
        ("7", Some((7, 1))),
        ("7x4", Some((7, 4))),
        ("7x40", Some((7, 40))),
        ("7x41", None),
        ("7x0", None),
        ("x4", None),
        ("7x", None),
        ("", None),
    ] {
        let found = text.parse::<DemoWebSpec>().ok();
        assert_eq!(found.map(|of| (of.seed, of.size)), read, "{text}");
    }
}

#[test]
fn a_web_of_twice_the_size_has_twice_the_articles_on_the_same_hosts() {
    let [one, two] = [1, 2].map(|size| DemoWeb::sized(DemoWebSpec { seed: 3, size }));
    let ratio = two.page_count() as f64 / one.page_count() as f64;
    assert!((1.8..2.1).contains(&ratio), "{ratio}");
    let seeds = |web: &DemoWeb| web.topics()[0].seeds.clone();
    assert_eq!(seeds(&one), seeds(&two));
    assert!(two.fetch(&seeds(&two)[0]).is_some());
}

#[test]
fn the_web_has_about_6000_pages_60_hosts_and_13_topics() {
    for seed in [DEFAULT_SEED, 1, u64::MAX] {
        let web = DemoWeb::new(seed);
        assert!((5500..=6500).contains(&web.page_count()), "{}", web.page_count());
        assert!((58..=68).contains(&hosts().count()));
        assert!(hosts().all(|host| host.split('.').next_back() == Some("test") && is_host(host)));
        let topics: Vec<&str> = web.topics().iter().map(|topic| topic.id).collect();
        assert_eq!(topics[..6], ["linux", "asthma", "robotics", "dengue-fever", "java-programming", "first-aid"]);
        assert_eq!(topics.len(), 13);
    }
}

#[test]
fn the_median_page_has_a_realistic_size() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let (mut words, mut anchors, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    for url in truth.pages().step_by(7) {
        let html = body(&web, url);
        if html.contains("<h1>") && truth.language_of(url) == Some("en") {
            words.push(text(&html).split_whitespace().count());
            anchors.push(links(&html, url).len());
            bytes.push(html.len());
        }
    }
    for (name, mut values, range) in
        [("words", words, 250..650), ("links", anchors, 15..60), ("bytes", bytes, 4000..15_000)]
    {
        values.sort_unstable();
        let median = values[values.len() / 2];
        println!("{name}: {} {median} {}", values[values.len() / 20], values[values.len() * 19 / 20]);
        assert!(range.contains(&median), "median of {name}: {median}");
    }
}

#[test]
fn every_link_is_answered_except_dead_links() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let mut status: BTreeMap<String, u16> = BTreeMap::new();
    let mut missing = 0;
    for from in truth.pages() {
        for (to, _) in links(&body(&web, from), from) {
            let host = to[7..].split(['/', ':', '@']).next().unwrap_or_default();
            let outside = from.starts_with("http://mischief.test/") && (host == "127.0.0.1" || host == "user");
            assert!(is_host(host) || outside, "{from} -> {to}");
            if outside {
                continue;
            }
            let faulty = to.contains("//failing.test/") || to.contains("//busy.test/");
            let heavy = to.contains("//heavy.test/") && !to.contains("/gone/");
            let status = *status
                .entry(to.clone())
                .or_insert_with(|| if heavy { 200 } else { response(&web, &to).map_or(0, |response| response.status) });
            if to.contains(".test/gone/") {
                assert_eq!(status, 404, "{to}");
                missing += 1;
            } else {
                assert!(faulty || status < 400 && status > 0, "{from} -> {to}: {status}");
            }
        }
    }
    assert!(missing > 100, "{missing} dead links");
}

#[test]
fn pages_are_reachable_from_the_portals() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let mut queue: Vec<String> =
        ["http://portal.test/", "http://web-guide.test/", "http://start-here.test/"].map(String::from).to_vec();
    let mut seen: BTreeSet<String> = queue.iter().cloned().collect();
    while let Some(url) = queue.pop() {
        for (to, _) in links(&body(&web, &url), &url) {
            let to = reading::redirect_target(&web, &to);
            if truth.language_of(&to).is_some() && seen.insert(to.clone()) {
                queue.push(to);
            }
        }
    }
    let (mut reached, mut all) = (0, 0);
    for url in truth.pages().filter(|url| !url.contains("failing.test") && !url.contains("busy.test")) {
        all += 1;
        reached += usize::from(seen.contains(url));
    }
    assert!(reached * 100 >= all * 98, "{reached} of {all}");
}

#[test]
fn equivalent_urls_have_the_same_response() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let plain = web.fetch("http://health-letters.test/p?id=102");
    assert_eq!(response(&web, "http://health-letters.test/p?id=102").map(|response| response.status), Some(200));
    for other in [
        "http://health-letters.test:80/p?id=102",
        "HTTP://Health-Letters.test/p?id=102#top",
        "https://health-letters.test/p?id=102",
        "http://health-letters.test/p?utm_source=mail&id=102",
        "http://health-letters.test./p?id=102",
        "https://health-letters.test:443/p?id=102",
    ] {
        assert_eq!(web.fetch(other), plain, "{other}");
    }
    for other in ["http://portal.test", "http://portal.test?", "http://portal.test/?", "http://portal.test:/"] {
        assert_eq!(web.fetch(other), web.fetch("http://portal.test/"), "{other}");
    }
}

#[test]
fn odd_urls_are_answered_or_rejected() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let long = format!("http://maze.test/{}", "a/".repeat(5000));
    let hosts = [
        "portal.test",
        "moved.test",
        "maze.test",
        "heavy.test",
        "failing.test",
        "zhishi.test",
        "closed-garden.test",
        "web-guide.test",
    ];
    let paths = [
        "",
        "?",
        "/",
        "//",
        "/?",
        "/%",
        "/%zz%00",
        "/é/知",
        "/p?id=",
        "/p?id=999999999999999999999",
        "/go/",
        "/go/-1",
        "/go/99999999",
        "/chain/0",
        "/chain/18446744073709551615",
        "/chain/99999999999999999999",
        "/loop/c",
        "/calendar/",
        "/calendar/0/0/",
        "/calendar/9999/12/",
        "/calendar/4294967295/12/",
        "/calendar/2024/13/",
        "/a/",
        "/a/c/",
        "/a//",
        "/shop?",
        "/shop?item=18446744073709551615&sid=",
        "/shop?item=x",
        "/private/",
        "/robots.txt",
        "/robots.txt?x=1",
        "/node/",
        "/..",
        "/../../etc/passwd",
    ];
    for host in hosts {
        for path in paths {
            assert!(web.fetch(&format!("http://{host}{path}")).is_some(), "{host}{path}");
        }
    }
    assert!(web.fetch(&long).is_some());
    for url in [
        "",
        "http://",
        "http:///",
        "http://:80/",
        "http://[::1]/",
        "portal.test",
        "ftp://portal.test/",
        "http:/portal.test",
        "http://other.test/",
        "http://portal.test:8080/",
        "http://user@portal.test/",
        "\u{0}",
    ] {
        assert_eq!(web.fetch(url), None, "{url:?}");
    }
}
