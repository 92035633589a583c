//! Tests that seeds which cannot be read are replaced during the first minute.

use super::*;
use types::steering::Steering;

/// A web on which some hosts refuse their pages, each in its own way.
fn web() -> Web {
    Web::default()
        .page("http://good.test/", "good")
        .with("http://forbidden.test/", 403, &[], "")
        .with("http://teapot.test/robots.txt", 418, &[], "User-agent: *\nDisallow: /\n")
        .page("http://teapot.test/", "never read")
        .page("http://teapot.test/2", "never read")
        .with("http://busy.test/", 429, &[("retry-after", "30")], "")
        .with("http://down.test/", 0, &[], "")
        .with("http://gone.test/", 404, &[], "")
        .page("http://gone.test/other", "other")
        .with("http://moved.test/", 301, &[("location", "http://closed.test/")], "")
        .with("http://closed.test/", 403, &[], "")
        .page("http://wall.test/", "<title>Log in</title><h1>Log in</h1><form><input type=password></form>")
        .with("http://paper.test/", 200, &[("content-type", "application/pdf")], "%PDF-1.4")
        .page("http://spare1.test/", "spare")
        .page("http://spare2.test/", "spare")
        .page("http://spare3.test/", "spare")
}

/// Crawls from seeds with spare ones; returns the pages read, in order, and the replacements.
fn outcome(web: &Web, seeds: &[&str], spares: &[&str]) -> (Vec<String>, Vec<String>) {
    let spares: Vec<String> = spares.iter().map(|seed| (*seed).to_owned()).collect();
    let seen = crawl(web, seeds, |plan| plan.spare_seeds = spares);
    let pages = seen.pages();
    let read = pages.iter().filter(|page| page.outcome.is_read()).map(|page| page.url.to_string()).collect();
    let added = seen.notifications.iter().filter_map(|notification| match notification {
        Notification::Steered(_, steering) => match &**steering {
            Steering::SpareSeed(url) => Some(url.to_string()),
            _ => None,
        },
        _ => None,
    });
    (read, added.collect())
}

#[test]
fn a_seed_that_cannot_be_read_is_replaced_by_the_next_spare_one() {
    for seed in [
        "http://forbidden.test/",
        "http://teapot.test/",
        "http://down.test/",
        "http://gone.test/",
        "http://moved.test/",
        "http://paper.test/",
        "http://wall.test/",
    ] {
        let (read, added) =
            outcome(&web(), &["http://good.test/", seed], &["http://spare1.test/", "http://spare2.test/"]);
        assert_eq!(added, ["http://spare1.test/"], "{seed}");
        assert_eq!(read, ["http://good.test/", "http://spare1.test/"], "{seed}");
    }
}

#[test]
fn a_seed_whose_host_asks_to_wait_is_replaced_and_still_requested_later() {
    let seen = crawl(&web(), &["http://busy.test/"], |plan| plan.spare_seeds = vec!["http://spare1.test/".into()]);
    let times: Vec<&(String, Millis)> = seen.times.iter().filter(|(url, _)| url == "http://busy.test/").collect();
    let spare = seen.times.iter().find(|(url, _)| url == "http://spare1.test/").expect("requested");
    assert!(times.len() > 1 && spare.1 < times[1].1, "{:?}", seen.times);
}

#[test]
fn seeds_of_a_host_whose_robots_txt_is_not_there_yet_are_replaced_and_still_requested_later() {
    for (status, headers) in [(429, &[("retry-after", "3600")][..]), (503, &[("retry-after", "3600")]), (0, &[])] {
        let web = web()
            .with("http://limited.test/robots.txt", status, headers, "")
            .page("http://limited.test/1", "one")
            .page("http://limited.test/2", "two");
        let seeds = ["http://limited.test/1", "http://limited.test/2"];
        let spares = ["http://limited.test/3", "http://spare1.test/", "http://spare2.test/", "http://spare3.test/"];
        let (read, added) = outcome(&web, &seeds, &spares);
        assert_eq!(added, spares[1..3], "{status}");
        assert_eq!(read[..2], spares[1..3], "{status}");
        assert_eq!(read.len(), if status == 429 { 4 } else { 2 }, "429 allows all in the end: {read:?}");
    }
}

#[test]
fn spare_seeds_of_hosts_that_refused_and_of_known_pages_are_skipped() {
    let spares = ["http://teapot.test/2", "http://good.test/", "http://spare1.test/", "http://spare2.test/"];
    let (read, added) = outcome(&web(), &["http://good.test/", "http://teapot.test/"], &spares);
    assert_eq!(added, ["http://spare1.test/"]);
    assert_eq!(read, ["http://good.test/", "http://spare1.test/"]);
    let (_, added) = outcome(&web(), &["http://gone.test/"], &["http://gone.test/other"]);
    assert_eq!(added, ["http://gone.test/other"], "a missing page says nothing of its host");
}

#[test]
fn a_spare_seed_that_cannot_be_read_is_replaced_too() {
    let spares = ["http://forbidden.test/", "http://down.test/", "http://spare1.test/"];
    let (read, added) = outcome(&web(), &["http://teapot.test/"], &spares);
    assert_eq!(added, spares);
    assert_eq!(read, ["http://spare1.test/"]);
}

#[test]
fn seeds_that_are_read_and_links_that_are_not_replace_nothing() {
    let web = web().page("http://linking.test/", "<a href=http://forbidden.test/>x</a>");
    let (_, added) = outcome(&web, &["http://good.test/", "http://linking.test/"], &["http://spare1.test/"]);
    assert_eq!(added, [""; 0]);
}

#[test]
fn after_the_first_minute_nothing_is_replaced() {
    let web = web().with("http://late.test/", 429, &[("retry-after", "90")], "");
    let (seeds, spares) =
        (["http://late.test/", "http://late.test/gone"], ["http://spare1.test/", "http://spare2.test/"]);
    assert_eq!(outcome(&web, &seeds, &spares).1, spares[..1], "the second seed fails after ninety seconds");
}

#[test]
fn a_crawl_that_stays_on_its_hosts_reaches_those_of_its_spare_seeds() {
    let mut crawl = plan(&["http://forbidden.test/"], |plan| {
        plan.scope.allow.push("forbidden.test".parse().expect("a rule"));
        plan.spare_seeds = vec!["http://spare1.test/".into()];
    });
    let seen = run(&mut crawl, &web());
    assert!(seen.requests.iter().any(|url| url == "http://spare1.test/"), "{:?}", seen.requests);
    assert_eq!(crawl.plan().seeds, ["http://forbidden.test/", "http://spare1.test/"]);
}

#[test]
fn a_restored_crawl_goes_on_replacing() {
    let seeds = ["http://forbidden.test/", "http://gone.test/"];
    let mut crawl = plan(&seeds, |plan| {
        plan.spare_seeds = vec!["http://spare1.test/".into(), "http://spare2.test/".into()];
    });
    let mut request = first_request(crawl.handle(Event::at(0, EventKind::Seeded)));
    while let Some(next) = request.take() {
        let step = crawl.handle(Event::at(1, web().response(&next, 1)));
        crawl = restored(&crawl, &assets()).expect("a sound crawl");
        request = first_request(step);
    }
    let read = crawl.pages().iter().filter(|page| page.outcome.is_read());
    assert_eq!(read.map(|page| page.url.as_str()).collect::<Vec<_>>(), ["http://spare1.test/", "http://spare2.test/"]);
}

/// Seeds and spare seeds that the search found after the crawl had begun.
fn found_later(seeds: &[&str], spares: &[&str]) -> Steering {
    let urls = |urls: &[&str]| urls.iter().map(|url| CanonicalUrl::whole(url).expect("a URL")).collect();
    Steering::FoundSeeds { seeds: urls(seeds), spares: urls(spares) }
}

#[test]
fn seeds_found_after_the_beginning_are_requested_and_spare_ones_replace_those_lost_before() {
    let mut crawl = plan(&["http://forbidden.test/", "http://gone.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    go_on(&mut crawl, &web(), step);
    assert!(matches!(crawl.phase(), Phase::Ended(_)), "it ran out of seeds");
    crawl = restored(&crawl, &assets()).expect("a sound crawl");

    let spares = ["http://forbidden.test/2", "http://spare1.test/", "http://spare2.test/", "http://spare3.test/"];
    let steered = crawl.steer(2_000, &found_later(&["http://good.test/", "http://down.test/"], &spares));
    go_on(&mut crawl, &web(), steered.expect("possible"));
    let mut read: Vec<&str> =
        crawl.pages().iter().filter(|page| page.outcome.is_read()).map(|page| page.url.as_str()).collect();
    read.sort_unstable();
    // The third one replaces the late seed that is down.
    assert_eq!(read, ["http://good.test/", "http://spare1.test/", "http://spare2.test/", "http://spare3.test/"]);
    assert_eq!(crawl.plan().spare_seeds, spares);
}

#[test]
fn a_spare_seed_is_requested_with_its_dropped_parameter_if_it_is_no_page_without() {
    let spare = "http://spare4.test/x?utm_term=a";
    let web = web().page(spare, "spare");
    let (read, added) = outcome(&web, &["http://forbidden.test/"], &[spare, "http://spare1.test/"]);
    assert_eq!((&read[..], &added[..]), (&[spare.to_owned()][..], &[spare.to_owned()][..]));

    let mut crawl = plan(&["http://forbidden.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    go_on(&mut crawl, &web, step);
    let steered = crawl.steer(2_000, &found_later(&[], &[spare, "http://spare1.test/"]));
    go_on(&mut crawl, &web, steered.expect("possible"));
    let read: Vec<&str> =
        crawl.pages().iter().filter(|page| page.outcome.is_read()).map(|page| page.url.as_str()).collect();
    assert_eq!(read, [spare]);
}

#[test]
fn a_late_seed_that_the_crawl_has_read_is_not_replaced() {
    let mut crawl = plan(&["http://good.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    go_on(&mut crawl, &web(), step);
    let steered = crawl.steer(2_000, &found_later(&["http://good.test/"], &["http://spare1.test/"]));
    go_on(&mut crawl, &web(), steered.expect("possible"));
    assert_eq!(crawl.pages().len(), 1);
}

#[test]
fn a_late_seed_that_has_replaced_a_lost_one_is_no_further_seed_and_a_spare_one_is_added_for_it() {
    let mut crawl = plan(&["http://forbidden.test/"], |plan| plan.spare_seeds = vec!["http://spare1.test/".into()]);
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    go_on(&mut crawl, &web(), step);
    let steered = crawl.steer(2_000, &found_later(&["http://spare1.test/"], &["http://spare2.test/"]));
    go_on(&mut crawl, &web(), steered.expect("possible"));
    let seeds = ["http://forbidden.test/", "http://spare1.test/", "http://spare2.test/"];
    assert_eq!(crawl.plan().seeds, seeds);
    assert_eq!(crawl.pages().iter().filter(|page| page.outcome.is_read()).count(), 2);
}

#[test]
fn a_spare_seed_that_a_rule_excludes_is_counted_and_changes_no_plan() {
    let mut crawl = plan(&["http://forbidden.test/"], |plan| {
        plan.scope.deny.push("spare1.test".parse().expect("a rule"));
        plan.spare_seeds = vec!["http://spare1.test/".into(), "http://spare2.test/".into()];
    });
    let seen = run(&mut crawl, &web());
    assert_eq!(crawl.plan().seeds, ["http://forbidden.test/", "http://spare2.test/"]);
    let refused = seen.notifications.iter().any(|notification| match notification {
        Notification::Refused(refusal) => refusal.url.as_str() == "http://spare1.test/",
        _ => false,
    });
    assert!(refused);
}
