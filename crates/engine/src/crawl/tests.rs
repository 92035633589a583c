//! The state machine, driven by a small web in memory with a virtual clock.
//!
//! What concerns hosts (robots.txt, rests, waits, budgets) stands in [`hosts`], pages that were read before in [`known`], the reading of examples in [`prepare`], what is
//! left out and counted in [`refused`], learning from trails in [`trails`].

mod hosts;
mod known;
mod prepare;
mod refused;
mod trails;

use super::*;
use crate::event::EventKind;
use crate::fetch::{Answer, Failure, FailureKind, Order, Purpose, RawAnswer};
use crate::html::Utf8Only;
use crate::report::{Note, Outcome};
use crate::strategy::Assets;
use crate::strategy::ParamValue;
use std::collections::{BTreeMap, VecDeque};

/// A web of a few pages: URL → status, headers, body.
#[derive(Default)]
struct Web(BTreeMap<String, Reply>);

/// Status (0: no answer comes), headers, body.
type Reply = (u16, Vec<(String, String)>, String);

impl Web {
    fn page(mut self, url: &str, body: &str) -> Self {
        self.0.insert(
            url.into(),
            (
                200,
                vec![("content-type".into(), "text/html".into())],
                body.into(),
            ),
        );
        self
    }

    fn with(mut self, url: &str, status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect();
        self.0.insert(url.into(), (status, headers, body.into()));
        self
    }

    fn answer(&self, order: &Order, now: Millis) -> EventKind {
        let missing = (404, Vec::new(), String::new());
        let (status, headers, body) = self.0.get(order.address()).unwrap_or(&missing);
        if *status == 0 {
            let failure = Failure {
                code: "timed-out".into(),
                message: "no answer in time".into(),
                kind: FailureKind::Passing,
            };
            return EventKind::Failed(order.id, failure);
        }
        let raw = RawAnswer {
            status: *status,
            headers,
            body: body.as_bytes(),
            elapsed_ms: 10,
        };
        EventKind::Fetched(order.id, Answer::read(order, raw, now, &Utf8Only))
    }
}

/// What a crawl did.
#[derive(Default)]
struct Seen {
    orders: Vec<String>,
    notes: Vec<Note>,
    ended: Option<EndReason>,
    times: Vec<(String, Millis)>,
}

impl Seen {
    fn pages(&self) -> Vec<&PageRecord> {
        self.notes
            .iter()
            .filter_map(|note| {
                if let Note::Page(page) = note {
                    Some(&**page)
                } else {
                    None
                }
            })
            .collect()
    }

    fn paths(&self) -> Vec<&str> {
        self.pages()
            .iter()
            .map(|page| page.url.path_and_query())
            .collect()
    }

    fn refusals(&self) -> Vec<(&str, &str)> {
        let mut refusals = Vec::new();
        for note in &self.notes {
            if let Note::Refused(refused) = note {
                refusals.push((refused.url.path_and_query(), refused.code.as_str()));
            }
        }
        refusals
    }
}

/// Runs a crawl to its end: orders are answered in their order, the clock jumps where the crawl waits.
fn run(crawl: &mut Crawl, web: &Web) -> Seen {
    let mut seen = Seen::default();
    let mut now = crawl.now();
    let mut events = VecDeque::from([EventKind::Seeded]);
    let mut wait = None;
    while seen.ended.is_none() {
        let kind = events.pop_front().unwrap_or_else(|| {
            now = now.max(
                wait.take()
                    .expect("a crawl with nothing under way either waits or ends"),
            );
            EventKind::Tick
        });
        let step = crawl.handle(Event::at(now, kind));
        seen.notes.extend(step.notes);
        for command in step.commands {
            match command {
                Command::Fetch(order) => {
                    seen.orders.push(order.address().to_owned());
                    seen.times.push((order.address().to_owned(), now));
                    events.push_back(web.answer(&order, now));
                }
                Command::WaitUntil(until) => wait = Some(until),
                Command::Confirm => events.push_back(EventKind::Resumed),
                Command::Finished(reason) => seen.ended = Some(reason),
            }
        }
    }
    seen
}

fn plan(seeds: &[&str], change: impl FnOnce(&mut Plan)) -> Crawl {
    let mut plan = Plan {
        query: "spider".into(),
        seeds: seeds.iter().map(|seed| (*seed).into()).collect(),
        in_flight: 1,
        pages: 50,
        ..Plan::default()
    };
    change(&mut plan);
    Crawl::new(
        plan.check(&Assets::default())
            .expect("the test's plan is fine"),
    )
}

fn crawl(web: &Web, seeds: &[&str], change: impl FnOnce(&mut Plan)) -> Seen {
    run(&mut plan(seeds, change), web)
}

fn small() -> Web {
    Web::default()
        .page(
            "http://a.test/",
            "<title>Home</title><a href=/far>something</a> <a href=/near>jumping spider</a>",
        )
        .page(
            "http://a.test/near",
            "<p>spider spider <a href=/deep>more</a>",
        )
        .page("http://a.test/far", "<p>nothing here")
        .page("http://a.test/deep", "<p>spider")
}

/// The first order that a step sends out.
fn first_order(step: Step) -> Option<Order> {
    step.commands.into_iter().find_map(|command| match command {
        Command::Fetch(order) => Some(order),
        _ => None,
    })
}

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
fn every_page_says_how_it_was_found() {
    let seen = crawl(&small(), &["http://a.test/"], |_| ());
    let pages = seen.pages();
    let found: Vec<_> = pages
        .iter()
        .map(|page| (page.n, page.parent, page.anchor.as_str(), page.depth))
        .collect();
    assert_eq!(
        found,
        [
            (1, None, "", 0),
            (2, Some(1), "jumping spider", 1),
            (3, Some(2), "more", 2),
            (4, Some(1), "something", 1)
        ]
    );
    assert_eq!(pages[1].parts.len(), 2, "page and anchor");
    assert_eq!(pages[1].words.len(), 1);
    assert!(
        (pages[1].words[0].1 - pages[1].relevance).abs() < 1e-12,
        "the shares of the words sum to the relevance"
    );
    assert_eq!(&pages[1].snippet[..6], "spider");
    assert_eq!(pages[1].marks, [(0, 6), (7, 13)]);
}

#[test]
fn a_crawl_ends_when_its_budget_is_spent() {
    let seen = crawl(&small(), &["http://a.test/"], |plan| plan.pages = 2);
    assert_eq!(
        (seen.paths().len(), seen.ended),
        (2, Some(EndReason::BudgetSpent))
    );
}

#[test]
fn a_crawl_ends_when_no_link_is_left() {
    assert_eq!(
        crawl(&small(), &["http://a.test/"], |_| ()).ended,
        Some(EndReason::FrontierEmpty)
    );
}

#[test]
fn a_crawl_that_reads_nothing_says_that_everything_is_blocked() {
    let closed = Web::default().page("http://a.test/", "x").with(
        "http://a.test/robots.txt",
        200,
        &[],
        "User-agent: *\nDisallow: /",
    );
    let seen = crawl(&closed, &["http://a.test/"], |_| ());
    assert_eq!(
        (seen.ended, seen.refusals()),
        (Some(EndReason::EverythingBlocked), vec![("/", "robots")])
    );
}

#[test]
fn a_redirect_leads_to_its_target_and_costs_no_page() {
    let web = small().with("http://a.test/old", 301, &[("location", "near#top")], "");
    let seen = crawl(&web, &["http://a.test/old"], |_| ());
    assert_eq!(seen.paths(), ["/near", "/deep"]);
}

#[test]
fn a_redirect_loop_is_broken_with_a_reason() {
    let mut web = Web::default();
    for hop in 0..9 {
        web = web.with(
            &format!("http://a.test/{hop}"),
            302,
            &[("location", &format!("/{}", hop + 1))],
            "",
        );
    }
    assert_eq!(
        crawl(&web, &["http://a.test/0"], |_| ()).refusals(),
        [("/5", "redirects")]
    );
}

#[test]
fn a_redirect_to_another_spelling_of_the_same_page_is_followed_as_it_was_written() {
    let web = Web::default()
        .with(
            "http://a.test/docs/",
            302,
            &[("location", "/docs/index.html")],
            "",
        )
        .page("http://a.test/docs/index.html", "<p>spider");
    let seen = crawl(&web, &["http://a.test/docs/"], |_| ());
    assert_eq!((seen.paths(), seen.orders.len()), (vec!["/docs/"], 3));
    let circle = Web::default().with("http://a.test/docs/", 302, &[("location", "/docs/")], "");
    assert_eq!(
        crawl(&circle, &["http://a.test/docs/"], |_| ()).refusals(),
        [("/docs/", "redirects")]
    );
}

#[test]
fn failures_and_unread_types_are_pages_with_their_reason() {
    let web = Web::default()
        .page(
            "http://a.test/",
            "<a href=/gone>1</a><a href=/slow>2</a><a href=/paper.pdf>3</a>",
        )
        .with("http://a.test/slow", 0, &[], "")
        .with(
            "http://a.test/paper.pdf",
            200,
            &[("content-type", "application/pdf")],
            "%PDF",
        );
    let mut crawl = plan(&["http://a.test/"], |plan| {
        plan.strategy = "breadth-first".into();
    });
    let seen = run(&mut crawl, &web);
    let codes: Vec<String> = seen
        .pages()
        .iter()
        .map(|page| page.outcome.code())
        .collect();
    assert_eq!(codes, ["read", "status-404", "timed-out", "type"]);
    assert_eq!(crawl.progress().failures.len(), 3);
}

#[test]
fn nofollow_and_noindex_are_honored_from_page_and_header() {
    let nofollow = Web::default()
        .page(
            "http://a.test/",
            "<meta name=robots content=nofollow><a href=/x>x</a>",
        )
        .page("http://a.test/x", "x");
    assert_eq!(crawl(&nofollow, &["http://a.test/"], |_| ()).paths(), ["/"]);
    let link = Web::default()
        .page("http://a.test/", "<a rel=nofollow href=/x>x</a>")
        .page("http://a.test/x", "x");
    assert_eq!(crawl(&link, &["http://a.test/"], |_| ()).paths(), ["/"]);
    let noindex = Web::default()
        .with(
            "http://a.test/",
            200,
            &[("x-robots-tag", "noindex")],
            "<a href=/x>x</a>",
        )
        .page("http://a.test/x", "x");
    let seen = crawl(&noindex, &["http://a.test/"], |_| ());
    assert_eq!(
        seen.pages()
            .iter()
            .map(|page| page.outcome.clone())
            .collect::<Vec<_>>(),
        [Outcome::NoIndex, Outcome::Read]
    );
}

#[test]
fn links_beyond_the_depth_limit_are_refused() {
    let seen = crawl(&small(), &["http://a.test/"], |plan| plan.depth = 1);
    assert_eq!(seen.refusals(), [("/deep", "depth")]);
}

#[test]
fn pause_sends_nothing_out_takes_answers_and_resume_goes_on() {
    let web = small();
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let Some(Command::Fetch(order)) = step.commands.first().cloned() else {
        panic!("robots.txt is ordered")
    };
    assert!(
        crawl
            .handle(Event::at(1, EventKind::Paused))
            .commands
            .is_empty()
    );
    assert!(
        crawl
            .handle(Event::at(2, web.answer(&order, 2)))
            .commands
            .is_empty()
    );
    assert_eq!(crawl.progress().phase, Phase::Paused);
    let step = crawl.handle(Event::at(3, EventKind::Resumed));
    assert!(
        matches!(step.commands.first(), Some(Command::Fetch(order)) if order.purpose == Purpose::Page)
    );
}

#[test]
fn stop_ends_the_crawl_and_later_answers_change_nothing() {
    let web = small();
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let Some(Command::Fetch(order)) = step.commands.first().cloned() else {
        panic!("robots.txt is ordered")
    };
    assert_eq!(
        crawl.handle(Event::at(1, EventKind::Stopped)).commands,
        [Command::Finished(EndReason::Stopped)]
    );
    assert_eq!(
        crawl.handle(Event::at(2, web.answer(&order, 2))),
        Step::default()
    );
    assert_eq!(
        crawl.handle(Event::at(3, EventKind::Stopped)),
        Step::default()
    );
}

#[test]
fn the_same_page_under_two_links_is_fetched_once() {
    let web = Web::default()
        .page(
            "http://a.test/",
            "<a href=/x>1</a><a href='/x#y'>2</a><a href='/x?utm_source=z'>3</a>",
        )
        .page("http://a.test/x", "x");
    assert_eq!(
        crawl(&web, &["http://a.test/"], |_| ()).paths(),
        ["/", "/x"]
    );
}

#[test]
fn a_full_frontier_loses_no_page_that_is_to_be_asked_again() {
    let web = small().with("http://a.test/near", 503, &[("retry-after", "9")], "");
    let seen = crawl(&web, &["http://a.test/"], |plan| plan.frontier = 1);
    assert_eq!(seen.paths(), ["/", "/near"]);
}

#[test]
fn a_page_met_too_deep_is_fetched_when_a_shorter_way_is_found() {
    let web = Web::default()
        .page(
            "http://a.test/",
            "<a href=/1>spider</a> <a href=/short>s</a>",
        )
        .page("http://a.test/1", "spider <a href=/2>spider</a>")
        .page("http://a.test/2", "spider <a href=/far>spider</a>")
        .page("http://a.test/short", "<a href=/far>far</a>")
        .page("http://a.test/far", "x");
    let seen = crawl(&web, &["http://a.test/"], |plan| plan.depth = 2);
    assert_eq!(
        seen.refusals(),
        [("/far", "depth")],
        "three links away by the first way"
    );
    assert_eq!(seen.paths(), ["/", "/1", "/2", "/short", "/far"]);
}

#[test]
fn a_redirect_to_a_known_page_says_so() {
    let web = small().with("http://a.test/old", 301, &[("location", "/near")], "");
    let seen = crawl(&web, &["http://a.test/near", "http://a.test/old"], |_| ());
    assert_eq!(seen.refusals(), [("/old", "redirect-known")]);
}

#[test]
fn a_snippet_shows_prose_where_the_words_stand_together_before_a_menu() {
    let body = format!(
        "<nav><a href=/1>Silk</a> <a href=/2>Spider</a></nav><p>spider {} the spider spins silk here</p>",
        "padding ".repeat(80)
    );
    let web = Web::default().page("http://a.test/", &body);
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.query = "spider silk".into();
    });
    let page = seen.pages()[0];
    assert!(
        page.snippet.ends_with("the spider spins silk here"),
        "{}",
        page.snippet
    );
    let marked: Vec<&str> = page
        .marks
        .iter()
        .map(|(start, end)| &page.snippet[*start as usize..*end as usize])
        .collect();
    assert_eq!(marked, ["spider", "silk"]);
}

#[test]
fn a_page_that_repeats_another_says_so_and_a_host_of_copies_waits() {
    let words = |name: &str| {
        let words: Vec<String> = (0..200).map(|n| format!("{name}{n}")).collect();
        words.join(" ")
    };
    let link = |url: String| format!("<a href={url}>spider</a> ");
    let home = (0..9)
        .map(|n| link(format!("http://copies.test/{n}")) + &link(format!("http://own.test/{n}")));
    let last = link("http://copies.test/last".into()) + &link("http://own.test/last".into());
    let mut web = Web::default().page("http://a.test/", &home.collect::<String>());
    for n in 0..9 {
        let own = words(&format!("own{n}x")) + " " + if n == 8 { &last } else { "" };
        let copy = format!("{} number {n}", words("copy"));
        web = web.page(&format!("http://copies.test/{n}"), &copy);
        web = web.page(&format!("http://own.test/{n}"), &own);
    }
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.strategy = "best-first-anchor".into();
    });
    let pages = seen.pages();
    let repeating = pages.iter().filter(|page| page.repeats.is_some());
    let hosts: Vec<&str> = repeating.map(|page| page.url.host()).collect();
    assert_eq!(hosts, ["copies.test"; 8]);
    let priority = |url: &str| {
        let page = pages.iter().find(|page| page.url.as_str() == url);
        page.expect("it was fetched").priority
    };
    let (copy, own) = (
        priority("http://copies.test/last"),
        priority("http://own.test/last"),
    );
    assert!(copy < 0.5 * own, "{copy} {own}");
}

#[test]
fn what_a_trap_rule_takes_off_stays_off_when_a_strategy_scores_anew() {
    let rows: Vec<String> = (0..40)
        .map(|n| format!("<a href=/plain/{n}>spider</a>"))
        .collect();
    let web = Web::default().page(
        "http://a.test/",
        &format!("<a href=/events/2026-11>spider</a> {}", rows.join(" ")),
    );
    let web = (0..40).fold(web, |web, n| {
        web.page(
            &format!("http://a.test/plain/{n}"),
            "<p>spider <a href=/events/2026-11>spider</a>",
        )
    });
    let mut checked = 0;
    for entry in crate::strategy::LIST
        .iter()
        .filter(|entry| entry.needs == crate::strategy::Needs::QUERY)
    {
        let mut crawl = plan(&["http://a.test/"], |plan| {
            plan.strategy = entry.id.into();
            plan.pages = 30;
            let often = entry.params.iter().filter(|param| param.name == "every");
            plan.params = often
                .map(|param| (param.name.to_owned(), ParamValue::Number(2.0)))
                .collect();
        });
        run(&mut crawl, &web);
        let calendar = crawl
            .state
            .frontier
            .all()
            .find(|(id, _)| crawl.state.urls.url(*id).path() == "/events/2026-11");
        if let Some((_, waiting)) = calendar {
            checked += 1;
            assert!(
                (waiting.factor - crate::limits::CALENDAR_FACTOR).abs() < 1e-12,
                "{}",
                entry.id
            );
            let least = waiting.priority() <= waiting.score.first;
            assert!(
                least,
                "{}: {} {}",
                entry.id,
                waiting.priority(),
                waiting.score.first
            );
        }
    }
    assert!(
        checked >= 5,
        "it waits to the end under {checked} strategies"
    );
}
