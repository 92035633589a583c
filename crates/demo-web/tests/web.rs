//! The web as a whole: it follows from its seed, it hangs together, and nothing that is asked of it breaks it.

mod reading;

use std::collections::{BTreeMap, BTreeSet};

use demo_web::truth::Truth;
use demo_web::{Answer, DEFAULT_SEED, DemoWeb, Outcome};
use reading::{body, links, response, text};

/// FNV-1a over all bodies of a web, every `step`th page.
fn print_of(seed: u64, step: usize) -> u64 {
    let web = DemoWeb::new(seed);
    let truth = Truth::of(&web);
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for url in truth.pages().step_by(step) {
        let body = response(&web, url)
            .map(|response| response.body)
            .unwrap_or_default();
        for byte in url.bytes().chain(body) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    hash
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
    assert_eq!(print_of(7, 3), print_of(7, 3));
    assert_ne!(print_of(7, 50), print_of(8, 50));
}

#[test]
fn it_has_some_six_thousand_pages_on_some_sixty_hosts_on_thirteen_topics() {
    for seed in [DEFAULT_SEED, 1, u64::MAX] {
        let web = DemoWeb::new(seed);
        assert!(
            (5500..=6500).contains(&web.page_count()),
            "{}",
            web.page_count()
        );
        assert!((58..=68).contains(&web.hosts().count()));
        assert!(
            web.hosts()
                .all(|host| host.split('.').next_back() == Some("test") && web.has_host(host))
        );
        let topics: Vec<&str> = web.topics().iter().map(|topic| topic.id).collect();
        assert_eq!(
            topics[..6],
            [
                "linux",
                "asthma",
                "robotics",
                "dengue-fever",
                "java-programming",
                "first-aid"
            ]
        );
        assert_eq!(topics.len(), 13);
    }
}

#[test]
fn a_typical_page_has_some_hundred_words_some_dozen_links_and_some_thousand_bytes() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    let (mut words, mut anchors, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    for url in truth.pages().step_by(7) {
        let html = body(&web, url);
        if html.contains("<h1>") && truth.language_of(url) == Some("en") {
            words.push(text(&html).split_whitespace().count());
            anchors.push(links(&html, url).len());
            bytes.push(html.len());
        }
    }
    for (name, mut values, range) in [
        ("words", words, 250..650),
        ("links", anchors, 15..60),
        ("bytes", bytes, 4000..15_000),
    ] {
        values.sort_unstable();
        let median = values[values.len() / 2];
        println!(
            "{name}: {} {median} {}",
            values[values.len() / 20],
            values[values.len() * 19 / 20]
        );
        assert!(range.contains(&median), "median of {name}: {median}");
    }
}

#[test]
fn every_link_inside_the_web_is_answered_but_those_meant_to_miss() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    let mut status: BTreeMap<String, u16> = BTreeMap::new();
    let mut missing = 0;
    for from in truth.pages() {
        for (to, _) in links(&body(&web, from), from) {
            let host = to[7..].split(['/', ':', '@']).next().unwrap_or_default();
            let outside = from.starts_with("http://mischief.test/")
                && (host == "127.0.0.1" || host == "user");
            assert!(web.has_host(host) || outside, "{from} -> {to}");
            if outside {
                continue;
            }
            let faulty = to.contains("//failing.test/") || to.contains("//busy.test/");
            let heavy = to.contains("//heavy.test/") && !to.contains("/gone/");
            let status = *status.entry(to.clone()).or_insert_with(|| {
                if heavy {
                    200
                } else {
                    response(&web, &to).map_or(0, |response| response.status)
                }
            });
            if to.contains(".test/gone/") {
                assert_eq!(status, 404, "{to}");
                missing += 1;
            } else {
                assert!(
                    faulty || status < 400 && status > 0,
                    "{from} -> {to}: {status}"
                );
            }
        }
    }
    assert!(missing > 100, "{missing} dead links");
}

#[test]
fn every_page_can_be_reached_from_the_portals() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = Truth::of(&web);
    let mut queue: Vec<String> = [
        "http://portal.test/",
        "http://web-guide.test/",
        "http://start-here.test/",
    ]
    .map(String::from)
    .to_vec();
    let mut seen: BTreeSet<String> = queue.iter().cloned().collect();
    while let Some(url) = queue.pop() {
        for (to, _) in links(&body(&web, &url), &url) {
            let to = reading::landing(&web, &to);
            if truth.language_of(&to).is_some() && seen.insert(to.clone()) {
                queue.push(to);
            }
        }
    }
    let (mut reached, mut all) = (0, 0);
    for url in truth
        .pages()
        .filter(|url| !url.contains("failing.test") && !url.contains("busy.test"))
    {
        all += 1;
        reached += usize::from(seen.contains(url));
    }
    assert!(reached * 100 >= all * 98, "{reached} of {all}");
}

#[test]
fn small_differences_in_a_url_do_not_change_the_answer() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let plain = web.answer("http://health-letters.test/p?id=102");
    assert!(
        matches!(&plain, Some(Answer { outcome: Outcome::Response(response), .. }) if response.status == 200)
    );
    for other in [
        "http://health-letters.test:80/p?id=102",
        "HTTP://Health-Letters.test/p?id=102#top",
        "https://health-letters.test/p?id=102",
        "http://health-letters.test/p?utm_source=mail&id=102",
    ] {
        assert_eq!(web.answer(other), plain, "{other}");
    }
    assert_eq!(
        web.answer("http://portal.test"),
        web.answer("http://portal.test/")
    );
}

#[test]
fn odd_urls_are_answered_or_refused_in_peace() {
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
            assert!(
                web.answer(&format!("http://{host}{path}")).is_some(),
                "{host}{path}"
            );
        }
    }
    assert!(web.answer(&long).is_some());
    for url in [
        "",
        "http://",
        "http:///",
        "http://:80/",
        "http://[::1]/",
        "portal.test",
        "http://other.test/",
        "http://portal.test:8080/",
        "http://user@portal.test/",
        "\u{0}",
    ] {
        assert_eq!(web.answer(url), None, "{url:?}");
    }
}
