//! Tests the links of application shells.

use super::*;
use std::collections::BTreeSet;
use types::limits;
use types::report::PageClass;
use types::steering::Steering;

fn shell(data: &str) -> String {
    format!(
        "<title>App</title><div id=root></div><noscript><a href=/plain>Plain</a></noscript>\
        <script>window.__STATE__ = {data}</script><script src=/a.js></script>"
    )
}

const DATA: &str =
    r#"{"list":[{"title":"News","url":"/news"},{"title":"Spider","url":"/other"},{"url":"/spider-web"}]}"#;

/// Returns a web in which the home page of `app.test` is a shell, and its other pages are readable.
fn web() -> Web {
    let mut web = Web::default()
        .page("http://a.test/", "<p>A spider. <a href=http://app.test/>Spider app</a>")
        .page("http://app.test/", &shell(DATA));
    for path in ["news", "other", "spider-web", "plain"] {
        web = web.page(&format!("http://app.test/{path}"), &format!("<p>A spider in {path}."));
    }
    web
}

fn paths(crawl: &Crawl) -> Vec<&str> {
    let pages = crawl.pages().iter().filter(|page| page.url.host() == "app.test");
    pages.map(|page| page.url.path()).collect()
}

#[test]
fn the_links_of_a_shell_are_followed_those_with_words_of_the_query_first() {
    for seed in ["http://a.test/", "http://app.test/"] {
        let mut crawl = plan(&[seed], |plan| {
            (plan.query, plan.strategy) = ("spider".into(), "best-first".into());
        });
        run(&mut crawl, &web());
        let paths = paths(&crawl);
        assert_eq!(paths[0], "/");
        assert_eq!(paths[1..3].iter().collect::<BTreeSet<_>>(), ["/other", "/spider-web"].iter().collect());
        assert_eq!(paths[3..].iter().collect::<BTreeSet<_>>(), ["/news", "/plain"].iter().collect());
        let page =
            |path: &str| crawl.pages().iter().find(|page| page.url.host() == "app.test" && page.url.path() == path);
        let (app, other) = (page("/").expect("the shell"), page("/other").expect("a page"));
        assert_eq!(app.outcome, FetchOutcome::Unreadable(PageClass::NeedsScript));
        assert_eq!((other.discovery.parent, other.discovery.anchor.as_str()), (Some(app.n), "Spider"));
        assert_eq!(other.discovery.depth, app.discovery.depth + 1);
        assert!(other.discovery.priority <= app.discovery.priority);
        assert!(restored(&crawl, &assets()).is_ok(), "a saved crawl can be opened");
    }
}

#[test]
fn strategies_of_all_kinds_follow_the_links_of_a_shell() {
    for strategy in ["breadth-first", "pagerank", "shark-search", "best-first-spiders", "info-spiders", "adaptive"] {
        let mut crawl = plan(&["http://a.test/"], |plan| plan.strategy = strategy.into());
        run(&mut crawl, &web());
        assert_eq!(paths(&crawl).len(), 5, "{strategy}");
    }
}

#[test]
fn the_links_of_a_shell_respect_nofollow_and_depth() {
    let robots = format!("<meta name=robots content=nofollow>{}", shell(DATA));
    let mut crawl = plan(&["http://app.test/"], |_| ());
    run(&mut crawl, &web().page("http://app.test/", &robots));
    assert_eq!(paths(&crawl), ["/"]);
    let mut crawl = plan(&["http://a.test/"], |plan| plan.depth = 1);
    run(&mut crawl, &web());
    assert_eq!(paths(&crawl), ["/"]);
}

#[test]
fn a_host_of_shells_is_excluded_with_the_links_of_its_shells() {
    let mut web = web();
    for path in ["news", "other", "spider-web", "plain"] {
        web = web.page(&format!("http://app.test/{path}"), &shell(DATA));
    }
    let mut crawl = plan(&["http://a.test/"], |_| ());
    run(&mut crawl, &web);
    assert_eq!(paths(&crawl).len(), limits::UNREADABLE_PAGES as usize);
    assert_eq!(crawl.progress().queue, 0);
}

#[test]
fn the_links_of_a_shell_are_scored_again_after_a_change() {
    let mut crawl = plan(&["http://a.test/"], |plan| (plan.pages, plan.unreadable) = (2, 1.0));
    run(&mut crawl, &web());
    assert_eq!((paths(&crawl), crawl.progress().queue), (vec!["/"], 4));
    for change in [
        Steering::Budget(3),
        Steering::Word { word: "news".into(), weight: 3.0 },
        Steering::Strategy("shark-search".into()),
    ] {
        crawl.handle(Event::at(crawl.now(), EventKind::Steered(Box::new(change))));
        while crawl.progress().reranking.is_some() {
            crawl.handle(Event::at(crawl.now(), EventKind::Tick));
        }
        let waiting = crawl.next_up(10).len() + crawl.progress().in_flight.len();
        assert_eq!(waiting, 4);
    }
    assert!(restored(&crawl, &assets()).is_ok(), "a saved crawl can be opened");
}
