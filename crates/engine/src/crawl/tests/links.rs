//! Tests which links are followed, in what order, and that each target is fetched once.

use super::*;
use types::steering::Steering;

#[test]
fn best_first_follows_the_better_link_first_and_breadth_first_does_not() {
    let best = crawl(&small(), &["http://a.test/"], |_| ());
    assert_eq!(best.paths(), ["/", "/near", "/deep", "/far"]);
    let blind = crawl(&small(), &["http://a.test/"], |plan| {
        plan.strategy = "breadth-first".into();
    });
    assert_eq!(blind.paths(), ["/", "/far", "/near", "/deep"]);
}

#[test]
fn nofollow_and_noindex_are_honored_from_page_and_header() {
    let nofollow = Web::default()
        .page("http://a.test/", "<meta name=robots content=nofollow><a href=/x>x</a>")
        .page("http://a.test/x", "x");
    assert_eq!(crawl(&nofollow, &["http://a.test/"], |_| ()).paths(), ["/"]);
    let link = Web::default().page("http://a.test/", "<a rel=nofollow href=/x>x</a>").page("http://a.test/x", "x");
    assert_eq!(crawl(&link, &["http://a.test/"], |_| ()).paths(), ["/"]);
    let noindex = Web::default()
        .with("http://a.test/", 200, &[("x-robots-tag", "noindex")], "<a href=/x>x</a>")
        .page("http://a.test/x", "x");
    let seen = crawl(&noindex, &["http://a.test/"], |_| ());
    assert_eq!(
        seen.pages().iter().map(|page| page.outcome.clone()).collect::<Vec<_>>(),
        [FetchOutcome::NoIndex, FetchOutcome::Read]
    );
}

#[test]
fn links_beyond_the_depth_limit_are_refused() {
    let seen = crawl(&small(), &["http://a.test/"], |plan| plan.depth = 1);
    assert_eq!(seen.refusals(), [("/deep", "depth")]);
}

#[test]
fn a_page_with_two_links_to_it_is_fetched_once() {
    let web = Web::default()
        .page("http://a.test/", "<a href=/x>1</a><a href='/x#y'>2</a><a href='/x?utm_source=z'>3</a>")
        .page("http://a.test/x", "x");
    assert_eq!(crawl(&web, &["http://a.test/"], |_| ()).paths(), ["/", "/x"]);
}

/// Nothing is lost if a parameter that is known to carry no content carries some.
#[test]
fn a_page_that_exists_only_with_an_omitted_parameter_is_requested_with_it() {
    let links =
        "<a href='/x?utm_source=1'>spider</a><a href='/y?utm_source=2&b=3'>spider</a><a href='/z;jsessionid=4'>z</a>";
    let web = Web::default()
        .page("http://a.test/", links)
        .page("http://a.test/x?utm_source=1", "spider x")
        .page("http://a.test/y?b=3", "spider y")
        .with("http://a.test/z", 410, &[], "");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let paths = ["/x", "/x?utm_source=1", "/y?b=3", "/y?utm_source=2&b=3", "/z", "/z;jsessionid=4"];
    let requests = paths.map(|path| format!("http://a.test{path}"));
    let mut sent: Vec<&String> = seen.requests[2..].iter().collect();
    sent.sort();
    assert_eq!(sent, requests.iter().collect::<Vec<_>>());
    let mut paths = seen.paths();
    paths.sort_unstable();
    assert_eq!(paths, ["/", "/x?utm_source=1", "/y?b=3", "/y?utm_source=2&b=3", "/z", "/z;jsessionid=4"]);
}

#[test]
fn two_pages_that_differ_by_a_dropped_parameter_are_both_read() {
    let both = "<a href='/x?utm_term=a'>spider</a> <a href='/x?utm_term=b'>spider</a>";
    let (home, read) = ("http://a.test/", ["/x?utm_term=a", "/x?utm_term=b"]);
    let seeds = read.map(|path| format!("http://a.test{path}"));
    let seeds = [seeds[0].as_str(), &seeds[1]];
    let second = "<a href='/x?utm_term=a'>spider</a> <a href=/more>more</a>";
    let bare_first = "<a href=/x>spider spider</a> <a href=/more>more</a>";
    for (name, links, more, bare, starts) in [
        ("missing", both, "", (404, "", ""), &[home][..]),
        ("gone", both, "", (410, "", ""), &[home]),
        ("another text", both, "", (200, "", "spider of another text"), &[home]),
        ("redirects home", both, "", (302, "/", ""), &[home]),
        ("redirects to another page", both, "", (302, "/more", ""), &[home]),
        ("bare link beside, missing", &format!("<a href=/x>spider</a> {both}"), "", (404, "", ""), &[home]),
        ("bare link first, missing", bare_first, both, (404, "", ""), &[home]),
        ("bare link first, another text", bare_first, both, (200, "", "spider of another text"), &[home]),
        ("found on two pages, missing", second, "<a href='/x?utm_term=b'>b</a>", (404, "", ""), &[home]),
        ("found on two pages", second, "<a href='/x?utm_term=b'>b</a>", (200, "", "another"), &[home]),
        ("seeds, missing", "", "", (404, "", ""), &seeds),
        ("seeds, another text", "", "", (200, "", "spider of another text"), &seeds),
    ] {
        let (status, to, text) = bare;
        let headers: &[(&str, &str)] = if to.is_empty() { &[] } else { &[("location", to)] };
        let canonical = if status < 400 { "" } else { "<link rel=canonical href=/x>" };
        let web = Web::default()
            .page(home, links)
            .page("http://a.test/more", more)
            .with("http://a.test/x", status, headers, text)
            .page("http://a.test/x?utm_term=a", &format!("{canonical}spider one <a href='?utm_term=a'>itself</a>"))
            .page("http://a.test/x?utm_term=b", "spider two");
        for strategy in ["best-first", "breadth-first", "info-spiders", "adaptive"] {
            let stopped = |pages| {
                let mut crawl = plan(starts, |plan| (plan.strategy, plan.pages) = (strategy.into(), pages));
                let seen = run(&mut crawl, &web);
                restored(&crawl, &assets()).expect("it is sound");
                seen
            };
            stopped(2);
            let seen = stopped(50);
            let mut paths = seen.paths();
            paths.retain(|path| read.contains(path));
            paths.sort_unstable();
            assert_eq!(paths, read, "{name} {strategy}: {:?}", seen.requests);
            assert!(seen.requests.iter().filter(|url| url.ends_with("/x")).count() < 2, "{name} {strategy}");
        }
    }
}

#[test]
fn addresses_of_one_page_are_merged_after_one_comparison() {
    let links = |to: &str| {
        let links: Vec<_> = (0..10).map(|n| format!("<a href='{to}?utm_source={n}'>spider</a>")).collect();
        links.join(" ")
    };
    let base = Web::default().page("http://a.test/", &format!("{} {}", links("/x"), links("/y")));
    let page = |web: Web, path: &str, text: &str| {
        let web = web.page(&format!("http://a.test{path}"), text);
        (0..10).fold(web, |web, n| web.page(&format!("http://a.test{path}?utm_source={n}"), text))
    };
    let more = format!("spider x {}", links("/x"));
    let same = page(page(base, "/x", &more), "/y", "spider y");
    let seen = crawl(&same, &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), ["/", "/x", "/y"]);
    let paths = ["/robots.txt", "/", "/x", "/x?utm_source=0", "/y"];
    assert_eq!(seen.requests, paths.map(|path| format!("http://a.test{path}")));

    let moved = Web::default()
        .page("http://a.test/", &links("/x"))
        .with("http://a.test/x", 301, &[("location", "/x/")], "")
        .with("http://a.test/x?utm_source=0", 301, &[("location", "/x/?utm_source=0")], "")
        .with("http://a.test/x?utm_source=1", 301, &[("location", "/x/?utm_source=1")], "")
        .page("http://a.test/x/", "spider x")
        .page("http://a.test/x/?utm_source=0", "spider x");
    let seen = crawl(&moved, &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), ["/", "/x/"]);
    assert_eq!(seen.requests.len(), 6, "{:?}", seen.requests);
}

#[test]
fn addresses_of_seeds_that_are_added_to_a_running_crawl_are_all_read() {
    let read = ["/x?utm_term=a", "/x?utm_term=b"];
    let url = |path: &str| CanonicalUrl::whole(&format!("http://a.test{path}")).expect("a URL");
    let seeds: Vec<CanonicalUrl> = read.map(url).to_vec();
    let found = Steering::FoundSeeds { seeds: seeds.clone(), spares: Vec::new() };
    for (name, status, text) in [("missing", 404, ""), ("another text", 200, "spider of another text")] {
        let web = Web::default()
            .page("http://a.test/", "spider")
            .with("http://a.test/x", status, &[], text)
            .page("http://a.test/x?utm_term=a", "spider one")
            .page("http://a.test/x?utm_term=b", "spider two");
        for (start, steering) in ["/", "/x"].into_iter().zip([Steering::Seeds(seeds.clone()), found.clone()]) {
            let mut crawl = plan(&[&format!("http://a.test{start}")], |_| ());
            let step = crawl.handle(Event::at(0, EventKind::Seeded));
            go_on(&mut crawl, &web, step);
            let step = crawl.steer(2_000, &steering).expect("possible");
            go_on(&mut crawl, &web, step);
            let mut paths: Vec<&str> = crawl.pages().iter().map(|page| page.url.path_and_query()).collect();
            paths.retain(|path| read.contains(path));
            paths.sort_unstable();
            assert_eq!(paths, read, "{name}, added after {start}");
            assert!(read.iter().all(|path| crawl.plan().seeds.contains(&format!("http://a.test{path}"))), "{name}");
            restored(&crawl, &assets()).expect("it is sound");
        }
    }
}

#[test]
fn addresses_of_added_seeds_are_merged_as_those_of_links() {
    let page = |web: Web, path: &str| web.page(&format!("http://a.test{path}"), "spider");
    let paths = ["/x", "/x?utm_term=a", "/x?utm_term=b"];
    let web = paths.into_iter().fold(Web::default(), page);
    let mut crawl = plan(&["http://a.test/x"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    go_on(&mut crawl, &web, step);
    for path in paths {
        let seed = CanonicalUrl::whole(&format!("http://a.test{path}")).expect("a URL");
        let step = crawl.steer(2_000, &Steering::Seeds(vec![seed])).expect("possible");
        go_on(&mut crawl, &web, step);
    }
    let pages: Vec<&str> = crawl.pages().iter().map(|page| page.url.path_and_query()).collect();
    assert_eq!((pages, crawl.state.requests), (vec!["/x"], 3), "robots.txt, the page, one comparison");
}

#[test]
fn addresses_of_one_page_beyond_a_limit_are_refused_and_counted() {
    let links: Vec<String> = (0..20).map(|n| format!("<a href='/x?utm_term={n}'>spider</a>")).collect();
    let web = Web::default().page("http://a.test/", &links.join(" ")).page("http://a.test/x", "spider");
    let another = |web: Web, n| web.page(&format!("http://a.test/x?utm_term={n}"), &format!("spider text{n}"));
    let web = (0..20).fold(web, another);
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let seen = run(&mut crawl, &web);
    assert_eq!(seen.refusals(), [("/", "trap-addresses")]);
    assert_eq!(crawl.state.results.refusals["trap-addresses"], 4);
    assert_eq!(seen.paths().len(), 2 + types::limits::PAGE_ADDRESSES);
}

#[test]
fn texts_are_kept_for_comparisons_alone() {
    let long = |of: &str| (0..60).map(|n| format!("{of}{n} spider")).collect::<Vec<_>>().join(" ");
    let links = "<a href=/short>spider</a> <a href=/long>spider</a>";
    let web = |more: &str| {
        Web::default()
            .page("http://a.test/", &format!("{links} {more} {}", long("home")))
            .page("http://a.test/short", "spider")
            .page("http://a.test/short?utm_term=a", "spider")
            .page("http://a.test/long", &long("long"))
    };
    let texts = |web: &Web| {
        let mut crawl = plan(&["http://a.test/"], |_| ());
        let seen = run(&mut crawl, web);
        assert_eq!(seen.paths().len(), 3, "{:?}", seen.requests);
        crawl.state.addresses.texts.len()
    };
    assert_eq!(texts(&web("")), 1, "long texts have sketches");
    assert_eq!(texts(&web("<a href='/short?utm_term=a'>spider</a>")), 0, "the host is decided");
}

#[test]
fn a_full_frontier_keeps_pages_that_are_to_be_retried() {
    let web = small().with("http://a.test/near", 503, &[("retry-after", "9")], "");
    let seen = crawl(&web, &["http://a.test/"], |plan| plan.frontier = 1);
    assert_eq!(seen.paths(), ["/", "/near"]);
}

#[test]
fn a_page_found_too_deep_is_fetched_when_a_shorter_path_is_found() {
    let web = Web::default()
        .page("http://a.test/", "<a href=/1>spider</a> <a href=/short>s</a>")
        .page("http://a.test/1", "spider <a href=/2>spider</a>")
        .page("http://a.test/2", "spider <a href=/far>spider</a>")
        .page("http://a.test/short", "<a href=/far>far</a>")
        .page("http://a.test/far", "x");
    let seen = crawl(&web, &["http://a.test/"], |plan| plan.depth = 2);
    assert_eq!(seen.refusals(), [("/far", "depth")], "three links away by the first way");
    assert_eq!(seen.paths(), ["/", "/1", "/2", "/short", "/far"]);
}

#[test]
fn the_factor_of_a_trap_rule_still_applies_after_rescoring() {
    let rows: Vec<String> = (0..40).map(|n| format!("<a href=/plain/{n}>spider</a>")).collect();
    let web = Web::default().page("http://a.test/", &format!("<a href=/events/2026-11>spider</a> {}", rows.join(" ")));
    let web = (0..40).fold(web, |web, n| {
        web.page(&format!("http://a.test/plain/{n}"), "<p>spider <a href=/events/2026-11>spider</a>")
    });
    let mut checked = 0;
    for entry in crate::strategy::LIST.iter().filter(|entry| entry.needs == types::strategy::Needs::QUERY) {
        let mut crawl = plan(&["http://a.test/"], |plan| {
            plan.pages = 30;
            let often = entry.params.iter().filter(|param| param.name == "every");
            let often = often.map(|param| (param.name.to_owned(), ParamValue::Number(2.0)));
            plan.strategy = StrategySpec::new(entry.id, often);
        });
        run(&mut crawl, &web);
        let calendar = crawl.state.frontier.all().find(|(id, _)| crawl.state.urls.url(*id).path() == "/events/2026-11");
        if let Some((_, waiting)) = calendar {
            checked += 1;
            assert!((waiting.factor - types::limits::CALENDAR_FACTOR).abs() < 1e-12, "{}", entry.id);
            let least = waiting.priority() <= waiting.score.first;
            assert!(least, "{}: {} {}", entry.id, waiting.priority(), waiting.score.first);
        }
    }
    assert!(checked >= 5, "it waits to the end under {checked} strategies");
}

/// Returns a folder with a default document, linked from a home page; robots.txt disallows the document by name.
fn folder(links: &str) -> Web {
    let robots = "User-agent: *\nDisallow: /docs/index.html";
    Web::default()
        .with("http://a.test/robots.txt", 200, &[], robots)
        .page("http://a.test/", links)
        .page("http://a.test/docs/", "<p>spider")
        .page("http://a.test/docs/index.html", "<p>spider")
        .page("http://a.test/open/index.html", "<p>spider")
        .page("http://a.test/more", "<a href=/docs/>spider</a>")
}

/// RFC 9309 §2.2.2: rules are matched against the URI that is accessed, here the link's own spelling, although both
/// name one page.
#[test]
fn a_rule_for_a_default_document_applies_to_links_that_name_it() {
    let seen = crawl(&folder("<a href=/docs/index.html>x</a>"), &["http://a.test/"], |_| ());
    assert_eq!(seen.refusals(), [("/docs/", "robots")]);
    assert!(!seen.requests.iter().any(|request| request.contains("/docs/")));
    let seen = crawl(&folder("<a href=/docs/>x</a>"), &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), ["/", "/docs/"]);
}

#[test]
fn a_default_document_is_requested_as_the_link_names_it() {
    let links = "<a href=/open/index.html>x</a><a href='/open/index.html#y'>y</a>";
    let seen = crawl(&folder(links), &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), ["/", "/open/"]);
    assert_eq!(seen.requests[2..], ["http://a.test/open/index.html"]);
}

/// Both spellings name one page, so the stricter rule applies.
#[test]
fn a_page_refused_for_one_spelling_is_refused_in_the_other_as_well() {
    let links = "<a href=/docs/index.html>spider spider</a> <a href=/more>x</a>";
    let seen = crawl(&folder(links), &["http://a.test/"], |_| ());
    assert_eq!(seen.refusals(), [("/docs/", "robots")]);
    assert_eq!(seen.paths(), ["/", "/more"]);
}

#[test]
fn frames_are_followed() {
    let web = Web::default()
        .page("http://a.test/", "<title>Site</title><frameset><frame src=menu><frame src=main></frameset>")
        .page("http://a.test/menu", "<a href=main>spider</a>")
        .page("http://a.test/main", "spider");
    assert_eq!(crawl(&web, &["http://a.test/"], |_| ()).paths(), ["/", "/menu", "/main"]);
}

/// Returns a page with a canonical URL.
fn with_canonical(canonical: &str, body: &str) -> String {
    format!("<link rel=canonical href='{canonical}'>{body}")
}

#[test]
fn a_canonical_url_is_an_address_of_its_page_and_is_not_fetched() {
    let body = with_canonical("/x", "spider <a href=/x>spider</a> <a href=/y>y</a>");
    let web = Web::default()
        .page("http://a.test/", "<a href='/x?from=home'>spider spider</a> <a href=/x>spider</a>")
        .page("http://a.test/x?from=home", &body)
        .page("http://a.test/x", &body)
        .page("http://a.test/y", "y");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), ["/", "/x?from=home", "/y"]);
}

#[test]
fn a_page_whose_canonical_url_was_read_is_a_duplicate() {
    let web = Web::default()
        .page("http://a.test/", "<a href=/x>spider spider</a> <a href='/x?from=home'>spider</a>")
        .page("http://a.test/x?from=home", &with_canonical("/x", "spider again"))
        .page("http://a.test/x", &with_canonical("/x", "spider"));
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let duplicates: Vec<_> = seen.pages().iter().map(|page| page.near_duplicate_of).collect();
    assert_eq!(duplicates, [None, None, Some(2)]);
}

#[test]
fn a_canonical_url_that_cannot_be_true_is_ignored() {
    let home = "<a href=/1>spider spider</a> <a href=/2>spider</a> <a href=/list>list</a>";
    let web = Web::default()
        .page("http://a.test/", home)
        .page("http://a.test/1", &with_canonical("/list", "spider one"))
        .page("http://a.test/2", &with_canonical("/list", "spider two <a href=/list>list</a>"))
        .page("http://a.test/list", &with_canonical("/", "list"));
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), ["/", "/1", "/2", "/list"], "two pages declare it");
    let web = Web::default()
        .page("http://a.test/1", &with_canonical("/", "spider <a href=/>home</a>"))
        .page("http://a.test/", "home");
    assert_eq!(crawl(&web, &["http://a.test/1"], |_| ()).paths(), ["/1", "/"], "it is the home page");
}

#[test]
fn a_canonical_url_that_pages_with_different_texts_declare_is_a_page_of_its_own() {
    let link = |is_there: bool| if is_there { "<a href=/list>list</a>" } else { "" };
    for (on_home, on_pages) in [
        (true, [false, false, false]),
        (false, [true, false, false]),
        (false, [false, true, false]),
        (false, [true, true, true]),
    ] {
        let links =
            "<a href='/page?p=1'>spider spider</a> <a href='/page?p=2'>spider</a> <a href='/page?p=3'>spider</a>";
        let mut web = Web::default()
            .page("http://a.test/", &format!("{links} {}", link(on_home)))
            .page("http://a.test/list", "all of them");
        for (page, (word, is_there)) in (1..).zip(["one", "two", "three"].into_iter().zip(on_pages)) {
            let body = with_canonical("/list", &format!("spider {word} {}", link(is_there)));
            web = web.page(&format!("http://a.test/page?p={page}"), &body);
        }
        let mut crawl = plan(&["http://a.test/"], |_| ());
        let seen = run(&mut crawl, &web);
        let mut paths = seen.paths();
        paths.sort_unstable();
        assert_eq!(paths, ["/", "/list", "/page?p=1", "/page?p=2", "/page?p=3"], "{on_home} {on_pages:?}");
        let duplicates = seen.pages().iter().filter(|page| page.near_duplicate_of.is_some()).count();
        assert_eq!(duplicates, 0, "{on_home} {on_pages:?}");
        if on_home {
            let list = seen.pages().into_iter().find(|page| page.url.path() == "/list").expect("it was read");
            assert_eq!(list.discovery.parent, Some(1), "it keeps the link that waited");
        }
        assert!(restored(&crawl, &assets()).is_ok());
    }
}

#[test]
fn a_canonical_url_is_a_link_of_the_second_page_that_declares_it_if_its_links_are_followed() {
    let web = |robots: &str| {
        Web::default()
            .page("http://a.test/", "<a href=/1>spider spider</a> <a href=/x>spider</a> <a href=/2>spider</a>")
            .page("http://a.test/1", &with_canonical("/list", "spider one"))
            .page("http://a.test/x", "spider <a href=/list>list</a>")
            .page(
                "http://a.test/2",
                &with_canonical("/list", &format!("<meta name=robots content={robots}>spider two")),
            )
            .page("http://a.test/list", "all of them")
    };
    let seen = crawl(&web("all"), &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), ["/", "/1", "/x", "/2", "/list"]);
    let discovery = &seen.pages()[4].discovery;
    assert_eq!((discovery.parent, discovery.depth), (Some(4), 2));
    assert_eq!(crawl(&web("nofollow"), &["http://a.test/"], |_| ()).paths(), ["/", "/1", "/x", "/2"]);
    assert_eq!(crawl(&web("all"), &["http://a.test/"], |plan| plan.depth = 1).paths(), ["/", "/1", "/x", "/2"]);
}

#[test]
fn a_relative_link_that_repeats_its_folders_ends() {
    let folders = "www.other.example/intl/de/policies/privacy/partners/";
    let link = format!("<p>spiders <a href='{folders}'>spiders more</a>");
    let path = |times: usize| format!("/{}", folders.repeat(times));
    let web = (0..6).fold(Web::default(), |web, times| web.page(&format!("http://a.test{}", path(times)), &link));
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    assert_eq!(seen.paths(), [0, 1, 2, 3].map(path));
    assert_eq!(seen.refusals(), [(path(4).as_str(), "trap-deep")]);
}
