//! Tests the behavior of hosts: special documents, redirects, failures, robots.txt and traps.

use crate::reading::{body, header, links, pages_of, redirect_target, response};
use demo_web::{ConnectionError, DEFAULT_SEED, DemoWeb, GroundTruth};
use std::collections::BTreeSet;

fn web() -> DemoWeb {
    DemoWeb::new(DEFAULT_SEED)
}

#[test]
#[allow(clippy::too_many_lines)] // A table, one URL after the other.
fn special_urls_have_the_expected_status_type_and_size() {
    let web = web();
    for (url, status, kind, least, most) in [
        ("http://heavy.test/deep", 200, "text/html", 50_000, 70_000),
        ("http://heavy.test/deep-lists", 200, "text/html", 40_000, 60_000),
        ("http://heavy.test/big", 200, "text/html", 3_000_000, 4_000_000),
        ("http://heavy.test/huge", 200, "text/html", 8_500_000, 10_000_000),
        ("http://heavy.test/many-links", 200, "text/html", 200_000, 400_000),
        ("http://heavy.test/many-attributes", 200, "text/html", 200_000, 500_000),
        ("http://heavy.test/empty", 200, "text/html", 0, 0),
        ("http://heavy.test/report.pdf", 200, "application/pdf", 50, 500),
        ("http://heavy.test/photo.gif", 200, "image/gif", 40, 50),
        ("http://heavy.test/notes.txt", 200, "text/plain", 500, 5000),
        ("http://failing.test/error", 500, "text/html", 1, 100),
        ("http://failing.test/unavailable", 503, "text/html", 1, 100),
        ("http://portal.test/no-such-page", 404, "text/html", 100, 1000),
        ("http://portal.test/robots.txt", 200, "text/plain", 10, 100),
        ("http://ready-hands.test/robots.txt", 404, "text/html", 1, 100),
        ("http://broken-robots.test/robots.txt", 503, "text/html", 1, 100),
        ("http://maze.test/calendar/2024/03/", 200, "text/html", 200, 5000),
        ("http://maze.test/a/a/b/a/", 200, "text/html", 200, 5000),
        ("http://maze.test/shop?item=3&sid=0a", 200, "text/html", 200, 5000),
        ("http://closed-garden.test/private/", 200, "text/html", 100, 1000),
        ("http://closed-garden.test/search?q=roses", 200, "text/html", 100, 1000),
    ] {
        let response = response(&web, url).unwrap();
        assert_eq!(response.status, status, "{url}");
        assert!(header(&response, "content-type").unwrap().starts_with(kind), "{url}");
        assert!((least..=most).contains(&response.body.len()), "{url}: {} bytes", response.body.len());
    }
}

#[test]
fn redirects_have_the_expected_status_and_target() {
    let web = web();
    for (url, status, location) in [
        ("http://moved.test/permanent", 301, Some("http://portal.test/")),
        ("http://moved.test/found", 302, Some("http://moved.test/")),
        ("http://moved.test/kept", 308, Some("http://open-almanac.test/")),
        ("http://moved.test/relative/here", 302, Some("../?from=here")),
        ("http://moved.test/loop/a", 302, Some("/loop/b")),
        ("http://moved.test/loop/b", 301, Some("a")),
        ("http://moved.test/nowhere", 302, None),
        ("http://moved.test/script", 302, Some("javascript:alert(1)")),
        ("http://asthma-guide.test/triggers", 301, Some("/triggers/")),
    ] {
        let response = response(&web, url).unwrap();
        assert_eq!((response.status, header(&response, "location")), (status, location), "{url}");
    }
}

#[test]
fn the_redirect_chain_has_more_than_five_steps_and_ends() {
    let web = web();
    let five_on = redirect_target(&web, "http://moved.test/chain/1");
    assert_eq!(response(&web, &five_on).unwrap().status, 302, "{five_on}");
    assert_eq!(redirect_target(&web, &five_on), "http://moved.test/");
}

#[test]
fn failing_and_slow_hosts_have_the_expected_errors_and_delays() {
    let web = web();
    let fetch = |url| web.fetch(url).unwrap();
    let reset = fetch("http://failing.test/reset");
    assert_eq!(reset.result, Err(ConnectionError::Reset));
    let timed_out = fetch("http://failing.test/time-out");
    assert_eq!(timed_out.result, Err(ConnectionError::TimedOut));
    assert_eq!(fetch("http://slow.test/").delay_ms, 1500);
    assert_eq!(fetch("http://portal.test/").delay_ms, 0);
}

#[test]
fn the_busy_host_limits_the_rate_of_some_pages() {
    let web = web();
    let truth = GroundTruth::new(&web);
    let (mut limited, mut served) = (0, 0);
    for url in pages_of(&truth, "busy.test") {
        let response = response(&web, url).unwrap();
        match response.status {
            429 => assert_eq!(header(&response, "retry-after"), Some("2")),
            status => assert_eq!(status, 200),
        }
        limited += usize::from(response.status == 429);
        served += usize::from(response.status == 200);
    }
    assert!(limited > 8 && served > 16, "{limited} limited, {served} served");
}

#[test]
fn the_failing_host_fails_in_every_way_except_on_its_home_page() {
    let web = web();
    let truth = GroundTruth::new(&web);
    let results: BTreeSet<Result<u16, &str>> = pages_of(&truth, "failing.test")
        .map(|url| web.fetch(url).unwrap().result)
        .map(|result| result.map(|response| response.status))
        .map(|result| result.map_err(ConnectionError::code))
        .collect();
    let expected = [Ok(200), Ok(500), Ok(503), Err("reset"), Err("timed-out")];
    assert_eq!(results, BTreeSet::from(expected));
    assert_eq!(response(&web, "http://failing.test/").unwrap().status, 200);
}

#[test]
fn robots_txt_disallows_linked_paths_and_asks_for_delays() {
    let web = web();
    let closed = body(&web, "http://closed-garden.test/robots.txt");
    for line in ["Disallow: /private/", "Allow: /private/open/", "Disallow: /search?", "Disallow: /bed-2/"] {
        assert!(closed.lines().any(|known| known == line), "{line}");
    }
    let home = links(&body(&web, "http://closed-garden.test/"), "http://closed-garden.test/");
    for path in ["/private/", "/search?q=roses", "/bed-2/"] {
        assert!(home.iter().any(|(to, _)| *to == format!("http://closed-garden.test{path}")), "{path}");
    }
    assert!(body(&web, "http://arts-review.test/robots.txt").contains("Crawl-delay: 2"));
}

#[test]
fn traps_do_not_end_or_repeat() {
    let web = web();
    for (start, step) in [
        ("http://maze.test/calendar/2024/03/", 1),
        ("http://maze.test/a/", 0),
        ("http://maze.test/shop?item=1&sid=0", 2),
    ] {
        let mut seen = BTreeSet::new();
        let mut url = start.to_owned();
        for _ in 0..300 {
            assert!(seen.insert(url.clone()), "{url} again");
            url.clone_from(&links(&body(&web, &url), &url)[step].0);
        }
    }
}
