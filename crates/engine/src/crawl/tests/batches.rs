//! Tests crawls in batches: choice, shares of sites, and the kinds of answers.

use super::*;
use crate::strategy::LIST;

fn begun(seeds: &[&str], change: impl FnOnce(&mut Plan)) -> Crawl {
    let mut crawl = plan(seeds, change).in_batches();
    assert_eq!(crawl.handle(Event::at(0, EventKind::Seeded)).commands, []);
    crawl
}

fn answer(web: &Web, request: &FetchRequest) -> BatchAnswer {
    match web.response(request, 0) {
        EventKind::Fetched(_, response) => BatchAnswer::Fetched(response),
        EventKind::Failed(_, failure) => BatchAnswer::Failed(failure),
        other => panic!("no response: {other:?}"),
    }
}

/// Chooses and answers a batch; returns the requested paths.
fn batch(crawl: &mut Crawl, web: &Web, most: usize) -> Vec<String> {
    let chosen = crawl.choose_batch(0, most, |_| most);
    for (request, _) in &chosen {
        crawl.take_answer(1, request.address(), answer(web, request));
    }
    chosen.iter().map(|(request, _)| request.url.path().to_owned()).collect()
}

fn paths(crawl: &Crawl) -> Vec<&str> {
    crawl.pages().iter().map(|page| page.url.path()).collect()
}

#[test]
fn batches_of_one_page_are_the_crawl_itself_by_any_strategy() {
    let web = small()
        .with("http://a.test/near", 301, &[("location", "/moved")], "")
        .page("http://a.test/moved", "<p>spider spider <a href=/deep>more spiders</a><a href=/deep?a=1>other</a>");
    for entry in LIST.iter().filter(|entry| !entry.needs.trails && !entry.needs.taxonomy) {
        let change = |plan: &mut Plan| plan.strategy = entry.id.into();
        let mut whole = plan(&["http://a.test/"], change);
        run(&mut whole, &web);
        let mut crawl = begun(&["http://a.test/"], change);
        while !batch(&mut crawl, &web, 1).is_empty() {}
        let scores = |crawl: &Crawl| -> Vec<(String, f64, f64)> {
            let pages = crawl.pages().iter();
            pages.map(|page| (page.url.to_string(), page.relevance, page.discovery.priority)).collect()
        };
        assert_eq!(scores(&crawl), scores(&whole), "{}", entry.id);
        assert!(crawl.pages().len() > 3, "{}", entry.id);
    }
}

#[test]
fn a_batch_has_the_best_pages_and_no_more_of_a_site_than_its_share() {
    let web = Web::default()
        .page("http://a.test/", "<a href=/1>spider</a><a href=/2>spider spider</a><a href=http://b.test/>cat</a>")
        .page("http://b.test/", "<a href=/c>cat</a>");
    let mut crawl = begun(&["http://a.test/"], |_| ());
    assert_eq!(batch(&mut crawl, &web, 9), ["/"]);
    assert_eq!(crawl.waiting_sites().collect::<Vec<_>>(), ["a.test", "b.test"]);
    let sites = |crawl: &mut Crawl, share: &dyn Fn(&str) -> usize| -> Vec<String> {
        let chosen = crawl.choose_batch(2, 9, share);
        let chosen: Vec<String> = chosen.iter().map(|(request, _)| request.url.to_string()).collect();
        assert_eq!(crawl.end_batch(), chosen);
        chosen
    };
    let all = ["http://a.test/1", "http://a.test/2", "http://b.test/"];
    assert_eq!(sites(&mut crawl, &|_| 9), all);
    assert_eq!(sites(&mut crawl, &|_| 1), [all[0], all[2]]);
    assert_eq!(sites(&mut crawl, &|site| if site == "a.test" { 0 } else { 9 }), all[2..], "a site may have none");
    assert_eq!(sites(&mut crawl, &|_| 9), all, "what was left waits at its place");
    assert_eq!(batch(&mut crawl, &web, 2), ["/1", "/2"]);
}

#[test]
fn failures_are_pages_and_refused_ones_are_not() {
    let web = Web::default().page("http://a.test/", "<a href=/1>one</a><a href=/2>two</a>").with(
        "http://a.test/1",
        0,
        &[],
        "",
    );
    let mut crawl = begun(&["http://a.test/"], |_| ());
    batch(&mut crawl, &web, 1);
    let chosen = crawl.choose_batch(1, 2, |_| 2);
    crawl.take_answer(1, "http://a.test/1", answer(&web, &chosen[0].0));
    let refusal = BatchAnswer::Refused { code: "robots".into(), reason: "blocked by robots.txt".into() };
    crawl.take_answer(1, "http://a.test/2", refusal);
    assert_eq!(paths(&crawl), ["/", "/1"]);
    assert_eq!(crawl.pages()[1].outcome.code(), "timed-out");
    assert_eq!(crawl.progress().refusals["robots"], 1);
    assert!(crawl.in_flight().is_empty() && crawl.choose_batch(2, 9, |_| 9).is_empty());
}

#[test]
fn what_a_machine_has_requested_beyond_the_batch_is_used_if_it_waits() {
    let web = Web::default()
        .with("http://a.test/", 301, &[("location", "http://a.test/x/../y")], "")
        .page("http://a.test/y", "spider");
    let mut crawl = begun(&["http://a.test/"], |_| ());
    let chosen = crawl.choose_batch(0, 1, |_| 1);
    let page = FetchRequest::page(CanonicalUrl::parse("http://a.test/y").expect("a URL"));
    crawl.take_answer(0, "http://a.test/y", answer(&web, &page));
    assert_eq!(paths(&crawl), Vec::<&str>::new(), "nothing has led there yet");
    crawl.take_answer(0, "http://a.test/", answer(&web, &chosen[0].0));
    crawl.take_answer(0, "http://a.test/y", answer(&web, &page));
    assert_eq!(paths(&crawl), ["/y"]);
    crawl.take_answer(0, "http://a.test/y", answer(&web, &page));
    assert_eq!(paths(&crawl), ["/y"], "once");
}

/// Two addresses of one page, a page of an address alone, and one that only its exact spelling leads to.
#[test]
fn pages_are_requested_by_their_exact_addresses() {
    let web = Web::default()
        .page("http://a.test/", "<a href=/p>1</a><a href='/p?gclid=7'>2</a><a href=/old>3</a>")
        .page("http://a.test/p", "spider page")
        .page("http://a.test/p?gclid=7", "spider page")
        .with("http://a.test/old", 301, &[("location", "/new/index.php?utm_source=x")], "")
        .page("http://a.test/new/index.php?utm_source=x", "spider news");
    let mut whole = plan(&["http://a.test/"], |_| ());
    let requests = run(&mut whole, &web).requests;
    let mut crawl = begun(&["http://a.test/"], |_| ());
    let mut found = vec!["http://a.test/robots.txt".to_owned()];
    for _ in 0..9 {
        let chosen = crawl.choose_batch(0, 1, |_| 1);
        for (request, _) in &chosen {
            found.push(request.address().to_owned());
            crawl.take_answer(1, request.address(), answer(&web, request));
        }
        assert_eq!(crawl.end_batch(), Vec::<String>::new());
    }
    assert_eq!(found, requests);
    assert_eq!(paths(&crawl), paths(&whole));
}

#[test]
fn each_page_has_the_time_of_its_answer_and_an_ended_crawl_has_its_pages_as_limit() {
    let mut crawl = begun(&["http://a.test/"], |_| ());
    batch(&mut crawl, &small(), 1);
    let chosen = crawl.choose_batch(5, 2, |_| 2);
    for ((request, _), at) in chosen.iter().zip([9, 7]) {
        crawl.take_answer(at, request.address(), answer(&small(), request));
    }
    assert_eq!(crawl.now(), 7);
    crawl.end_batch();
    assert_eq!(crawl.now(), 9);
    assert_eq!(crawl.pages().iter().map(|page| page.fetch.at).collect::<Vec<_>>(), [1, 9, 7]);
    crawl.end_batches();
    assert_eq!((crawl.phase(), crawl.plan().pages), (Phase::Ended(EndReason::BudgetSpent), 3));
    let again = restored(&crawl, &assets()).expect("it is sound");
    assert_eq!(again.pages(), crawl.pages());
    let mut nothing = begun(&["http://a.test/"], |_| ());
    nothing.end_batches();
    assert_eq!(nothing.phase(), Phase::Ended(EndReason::EverythingBlocked));
}

#[test]
fn a_page_that_was_not_requested_in_time_is_none_of_its_site() {
    let links: Vec<String> = (0..9).map(|n| format!("<a href=/{n}>spider {n}</a>")).collect();
    let web = Web::default().page("http://a.test/", &links.concat());
    let mut crawl = begun(&["http://a.test/"], |plan| plan.host_window = 2);
    batch(&mut crawl, &web, 1);
    for _ in 0..20 {
        crawl.choose_batch(1, 9, |_| 9);
        crawl.end_batch();
    }
    let site = crawl.state.urls.site_of(UrlId(0));
    assert!((crawl.state.frontier.site_factor(site) - 1.0).abs() < f64::EPSILON);
}

#[test]
fn a_crawl_of_given_addresses_requests_them_as_they_are_written() {
    let addresses = ["http://a.test/index.php", "http://a.test/p?gclid=7", "http://a.test/p"].map(str::to_owned);
    let web = addresses.iter().fold(Web::default(), |web, address| web.page(address, "<a href=/x>spider</a>"));
    let (mut crawl, seeds) = plan(&["http://placeholder.test/"], |_| ()).requesting_only(&addresses).expect("URLs");
    assert_eq!(seeds.len(), 3);
    let requests = run(&mut crawl, &web).requests;
    assert_eq!(requests, ["http://a.test/robots.txt", &addresses[0], &addresses[1], &addresses[2]]);
    assert!(plan(&["http://a.test/"], |_| ()).requesting_only(&["no".to_owned()]).is_err());
}
