//! Tests that each refused URL is reported once and counted under the code of its reason.

use super::*;
use types::limits::{PAGE_LINKS, QUERY_VARIANTS, URL_BYTES, URL_SEGMENTS};

/// Returns the counts by code. Checks that each refused URL was reported once.
fn counted(web: &Web, change: impl FnOnce(&mut Plan)) -> Vec<(String, u32)> {
    let mut crawl = plan(&["http://a.test/"], change);
    run(&mut crawl, web);
    crawl.progress().refusals.into_iter().collect()
}

fn check(web: &Web, expected: &[(&str, u32)]) {
    let expected: Vec<(String, u32)> = expected.iter().map(|(code, n)| ((*code).to_owned(), *n)).collect();
    assert_eq!(counted(web, |_| ()), expected);
}

#[test]
fn every_refused_link_is_counted_and_reported_with_its_reason() {
    let web = Web::default()
        .page(
            "http://a.test/",
            "<a href=/private/1>1</a><a href=/private/2>2</a><a href=/x/x/x>3</a><a href=/open>4</a>",
        )
        .page("http://a.test/open", "open")
        .with("http://a.test/robots.txt", 200, &[], "User-agent: *\nDisallow: /private");
    check(&web, &[("robots", 2), ("trap-repeats", 1)]);
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let mut told = seen.refusals();
    told.sort_unstable();
    assert_eq!(told, [("/private/1", "robots"), ("/private/2", "robots"), ("/x/x/x", "trap-repeats")]);
    for notification in &seen.notifications {
        if let Notification::Refused(refusal) = notification {
            assert!(refusal.reason.len() > 20, "{refusal:?}");
        }
    }
}

#[test]
fn paths_of_more_than_20_segments_are_refused_and_counted() {
    let deep = |n: usize| (0..n).map(|n| format!("/{n}")).collect::<Vec<_>>().concat();
    let links = format!("<a href={}>1</a><a href={}>2</a>", deep(URL_SEGMENTS), deep(URL_SEGMENTS + 1));
    check(&Web::default().page("http://a.test/", &links), &[("trap-deep", 1)]);
}

#[test]
fn a_nofollow_target_is_counted_once_and_followed_if_another_link_allows_it() {
    let web = Web::default()
        .page("http://a.test/", "<a rel=nofollow href=/x>x</a><a rel='ugc' href=/y>y</a><a href=/b>b</a>")
        .page("http://a.test/b", "<a rel=nofollow href=/x>x</a><a href=/y>y</a>")
        .page("http://a.test/y", "y");
    check(&web, &[("nofollow", 2)]);
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), ["/", "/b", "/y"]);
}

#[test]
fn the_links_of_a_nofollow_page_are_counted_and_not_followed() {
    let links = "<a href=/x>x</a><a href=/y>y</a>";
    let meta = Web::default().page("http://a.test/", &format!("<meta name=robots content=nofollow>{links}"));
    let header = Web::default().with("http://a.test/", 200, &[("x-robots-tag", "nofollow")], links);
    for web in [meta, header] {
        check(&web, &[("nofollow", 2)]);
        assert_eq!(crawl(&web, &["http://a.test/"], |_| ()).paths(), ["/"]);
    }
}

#[test]
fn excess_and_overlong_links_are_counted_for_their_page() {
    let long = format!("<a href=/{}>long</a>", "x".repeat(URL_BYTES));
    let many = "<a href=/x>x</a>".repeat(PAGE_LINKS + 1);
    let web = Web::default().page("http://a.test/", &(long + &many)).page("http://a.test/x", "x");
    check(&web, &[("trap-links", 2), ("url-too-long", 1)]);
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let mut told = seen.refusals();
    told.sort_unstable();
    assert_eq!(told, [("/", "trap-links"), ("/", "url-too-long")]);
}

#[test]
fn endless_variants_of_a_page_are_refused_after_near_duplicates() {
    let links = (0..=2 * QUERY_VARIANTS).map(|n| format!("<a href=/list?sort={n}>{n}</a>"));
    let links = links.collect::<Vec<_>>().join(" ");
    let words = (0..200).map(|n| format!("word{n}"));
    let words = words.collect::<Vec<_>>().join(" ");
    let mut web = Web::default().page("http://a.test/", &links);
    for n in 0..=2 * QUERY_VARIANTS {
        web = web
            .page(&format!("http://a.test/list?sort={n}"), &format!("{words} {links}<a href=/list?page={n}>more</a>"));
    }
    let refused = counted(&web, |plan| plan.pages = 40);
    assert_eq!(refused.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["trap-variants"]);
}

/// The robots.txt of a host takes long to match and disallows thousands of pages. Matching all of them in one step
/// would block all other tasks.
#[test]
fn slow_rules_do_not_block_other_pages() {
    let links: Vec<String> = (0..2_000).map(|n| format!("<a href=/closed/{n}>{n}</a>")).collect();
    let links = links.concat();
    let rules = (0..5_000).map(|n| format!("Disallow: /*a*b*{n:05}x\n"));
    let rules: String = rules.chain(["Disallow: /closed\n".to_owned()]).collect();
    let web = Web::default().page("http://a.test/", &links).with(
        "http://a.test/robots.txt",
        200,
        &[],
        &format!("User-agent: *\n{rules}"),
    );
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let (mut now, mut event, mut most) = (0, EventKind::Seeded, 0);
    loop {
        let step = crawl.handle(Event::at(now, event));
        let refused = |notification: &&Notification| matches!(notification, Notification::Refused(_));
        most = most.max(step.notifications.iter().filter(refused).count());
        event = match step.commands.last() {
            Some(Command::Fetch(request)) => web.response(request, now),
            Some(Command::WaitUntil(until)) => {
                now = *until;
                EventKind::Tick
            }
            _ => break,
        };
    }
    assert_eq!(crawl.progress().refusals.get("robots"), Some(&2_000));
    assert!((1..100).contains(&most), "{most} in one step");
}

/// A site returns one page under endless addresses, by query and by path. Only a few are read by query, other pages
/// come first, and the crawl ends with its budget.
#[test]
fn few_of_endless_copies_are_read_and_other_hosts_come_first() {
    const COPIES: u32 = 150;
    let words: Vec<String> = (0..300).map(|n| format!("spider{n}")).collect();
    let text = words.join(" ");
    let copy = |path: &str, n: u32| {
        let links = (n + 1..n + 20).map(|to| format!("<a href={path}{to}>spider</a>"));
        format!("spider {text} {n} {}", links.collect::<String>())
    };
    let own = (0..20).map(|n| format!("<a href=http://own.test/{n}>spider</a>"));
    let own: String = own.collect();
    let links = "<a href=http://query.test/p?id=0>spider</a><a href=http://path.test/p/0>spider</a>";
    let mut web = Web::default().page("http://a.test/", &format!("{links}{own}"));
    for n in 0..COPIES {
        web = web
            .page(&format!("http://query.test/p?id={n}"), &copy("/p?id=", n))
            .page(&format!("http://path.test/p/{n}"), &copy("/p/", n))
            .page(&format!("http://own.test/{n}"), &format!("page {n}"));
    }
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.pages = COPIES;
        plan.depth = limits::DEPTH_MAX;
    });
    let pages = seen.pages();
    let of = |host: &str| pages.iter().filter(|page| page.url.host() == host).count();
    assert_eq!(of("query.test"), QUERY_VARIANTS);
    assert_eq!(of("own.test"), 20);
    assert_eq!(seen.ended, Some(EndReason::BudgetSpent));
}
