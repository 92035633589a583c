//! Tests pages without content: they cost no more than their share of the budget, and a host with nothing else is
//! excluded.

use super::*;
use types::limits;
use types::report::PageClass;
use types::steering::{Steering, SteeringError};
use types::url::ScopeRule;

const WALL: &str = "<title>Log in</title><h1>Log in</h1><form><input type=password></form>";

/// Returns a web in which `walls.test` has ten login walls, and `good.test` as many pages.
fn walled() -> Web {
    let links = |host: &str| {
        let link = |n| format!("<a href=http://{host}/{n}>spider {n}</a> ");
        (0..10).map(link).collect::<String>()
    };
    let home = format!("<p>spider</p>{}{}", links("walls.test"), links("good.test"));
    let mut web = Web::default().page("http://a.test/", &home);
    for n in 0..10 {
        web = web.page(&format!("http://walls.test/{n}"), WALL);
        web = web.page(&format!("http://good.test/{n}"), &format!("<p>spider {n}"));
    }
    web
}

fn walls(crawl: &Crawl) -> usize {
    let wall = FetchOutcome::Unreadable(PageClass::LoginWall);
    let pages = crawl.pages().iter();
    pages.filter(|page| page.outcome == wall).count()
}

#[test]
fn a_host_whose_first_three_pages_are_walls_is_excluded_until_the_person_admits_it() {
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let seen = run(&mut crawl, &walled());
    assert_eq!(walls(&crawl), 3);
    assert_eq!(crawl.pages().len(), 14);
    let rule: ScopeRule = "walls.test".parse().expect("a rule");
    let change = Steering::Unreadable(rule.clone(), PageClass::LoginWall);
    assert!(crawl.steered().iter().any(|(_, made)| *made == change));
    let is_told =
        |notification: &Notification| matches!(notification, Notification::Steered(_, told) if **told == change);
    assert!(seen.notifications.iter().any(is_told));
    assert_eq!(crawl.steer(1, &change).err(), Some(SteeringError::Automatic));

    let admitted = EventKind::Steered(Box::new(Steering::Admit(rule)));
    let step = crawl.handle(Event::at(crawl.now(), admitted));
    let mut next = first_request(step);
    while let Some(request) = next {
        let answer = walled().response(&request, crawl.now());
        next = first_request(crawl.handle(Event::at(crawl.now(), answer)));
    }
    assert_eq!(walls(&crawl), 10);
}

#[test]
fn a_host_with_a_readable_page_stays_open() {
    let web = walled().page("http://walls.test/0", "<p>spider");
    let mut crawl = plan(&["http://a.test/", "http://walls.test/0"], |_| ());
    run(&mut crawl, &web);
    assert_eq!(walls(&crawl), 9);
}

#[test]
fn walls_beyond_their_share_do_not_count_as_pages() {
    for (unreadable, pages) in [(0.0, 8), (0.4, 6), (1.0, 5)] {
        let mut crawl = plan(&["http://a.test/"], |plan| {
            (plan.pages, plan.unreadable) = (5, unreadable);
            plan.strategy = "breadth-first".into();
        });
        let seen = run(&mut crawl, &walled());
        assert_eq!(seen.ended, Some(EndReason::BudgetSpent));
        assert_eq!(crawl.pages().len(), pages, "{unreadable}");
        assert_eq!(crawl.progress().budget as usize, pages);
        assert!(restored(&crawl, &assets()).is_ok(), "{unreadable}: a saved crawl can be opened");
    }
}

#[test]
fn walls_are_not_relevant_and_teach_nothing() {
    let mut crawl = plan(&["http://a.test/"], |_| ());
    run(&mut crawl, &walled());
    let walls = crawl.pages().iter().filter(|page| !page.outcome.is_read());
    let mut seen = 0;
    for page in walls {
        assert_eq!((page.relevance, page.words.len()), (0.0, 0));
        seen += 1;
    }
    assert_eq!(seen, limits::UNREADABLE_PAGES);
}

#[test]
fn pages_like_the_answer_to_an_unknown_address_are_soft_404s() {
    let text = "we looked everywhere in the house and in the garden but what you want is not with us so why not have a \
        look at our spiders and at the offers of this week";
    let link = |n| format!("<a href=/{n}>spider {n}</a> ");
    let links: String = (0..6).map(link).collect();
    let mut web = Web::default().page("http://shop.org/", &format!("<p>spider</p>{links}"));
    for n in 0..6 {
        web = web.page(&format!("http://shop.org/{n}"), &format!("<p>{text}"));
    }
    let address = format!("http://shop.org/{:016x}", xxhash_rust::xxh3::xxh3_64(b"http://shop.org"));
    for is_honest in [false, true] {
        let web = if is_honest { Web(web.0.clone()) } else { Web(web.0.clone()).page(&address, &format!("<p>{text}")) };
        let mut crawl = plan(&["http://shop.org/"], |_| ());
        let seen = run(&mut crawl, &web);
        let requested = seen.requests.iter().filter(|url| **url == address);
        assert_eq!(requested.count(), 1);
        let soft = FetchOutcome::Unreadable(PageClass::SoftNotFound);
        let found = crawl.pages().iter().filter(|page| page.outcome == soft);
        // The first two pages show that the host repeats itself.
        assert_eq!(found.count(), if is_honest { 0 } else { 4 });
    }
}
