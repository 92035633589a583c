//! Tests pages that the person has already read: they need no request and no robots.txt check.

use super::*;
use types::url::CanonicalUrl;

/// Returns the event for a page that was read before.
fn known(web: &Web, url: &str) -> EventKind {
    let request = FetchRequest::page(CanonicalUrl::parse(url).expect("is a URL"));
    match web.response(&request, 0) {
        EventKind::Fetched(_, response) => EventKind::Known(request.url, Box::new(response)),
        other => panic!("{url} is no page but {other:?}"),
    }
}

fn crawl_knowing(web: &Web, urls: &[&str], change: impl FnOnce(&mut Plan)) -> Seen {
    let mut crawl = plan(&["http://a.test/"], |plan| {
        plan.strategy = "breadth-first".into();
        change(plan);
    });
    for url in urls {
        crawl.handle(Event::at(0, known(web, url)));
    }
    run(&mut crawl, web)
}

#[test]
fn a_known_page_is_not_fetched_and_its_links_are_followed() {
    let seen = crawl_knowing(&small(), &["http://a.test/", "http://a.test/near"], |_| ());
    assert_eq!(seen.paths(), ["/", "/far", "/near", "/deep"]);
    assert_eq!(seen.requests, ["http://a.test/robots.txt", "http://a.test/far", "http://a.test/deep"]);
}

#[test]
fn only_known_pages_skip_robots_txt_and_the_delay_of_the_host() {
    let web = small().with("http://a.test/robots.txt", 200, &[], "User-agent: *\nDisallow: /");
    let seen = crawl_knowing(&web, &["http://a.test/", "http://a.test/far"], |_| ());
    assert_eq!(seen.paths(), ["/", "/far"]);
    assert_eq!(seen.refusals(), [("/near", "robots")]);
    assert_eq!(seen.requests, ["http://a.test/robots.txt"]);
}

#[test]
fn known_pages_count_toward_the_page_budget() {
    let urls = ["http://a.test/", "http://a.test/far"];
    let seen = crawl_knowing(&small(), &urls, |plan| plan.pages = 2);
    assert_eq!(seen.paths(), ["/", "/far"]);
    assert_eq!(seen.ended, Some(EndReason::BudgetSpent));
    assert!(seen.requests.is_empty(), "{:?}", seen.requests);
}
