//! The state machine, driven by a small web in memory with a virtual clock.

use super::*;
use crate::event::EventKind;
use crate::fetch::{Answer, Failure, FailureKind, Order, Purpose, RawAnswer};
use crate::html::Utf8Only;
use crate::report::{Note, Outcome};
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
    Crawl::new(plan.check().expect("the test's plan is fine"))
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
fn robots_txt_is_asked_once_a_host_before_its_first_page() {
    let seen = crawl(&small(), &["http://a.test/"], |_| ());
    assert_eq!(seen.orders[0], "http://a.test/robots.txt");
    assert_eq!(
        seen.orders
            .iter()
            .filter(|order| order.ends_with("robots.txt"))
            .count(),
        1
    );
}

#[test]
fn an_unreachable_robots_file_closes_the_host_and_a_missing_one_opens_it() {
    for (status, pages) in [(404, 4), (503, 0), (0, 0)] {
        let web = small().with("http://a.test/robots.txt", status, &[], "");
        assert_eq!(
            crawl(&web, &["http://a.test/"], |_| ()).pages().len(),
            pages,
            "{status}"
        );
    }
}

#[test]
fn a_robots_file_is_found_behind_five_redirects_and_missing_behind_six() {
    let web = |hops: u32| {
        let closed = "User-agent: *\nDisallow: /";
        let mut web = small().with(&format!("http://a.test/r{hops}"), 200, &[], closed);
        for hop in 0..hops {
            let from = if hop == 0 {
                "http://a.test/robots.txt".into()
            } else {
                format!("http://a.test/r{hop}")
            };
            web = web.with(&from, 302, &[("location", &format!("/r{}", hop + 1))], "");
        }
        web
    };
    assert_eq!(crawl(&web(5), &["http://a.test/"], |_| ()).pages().len(), 0);
    assert_eq!(crawl(&web(6), &["http://a.test/"], |_| ()).pages().len(), 4);
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
fn a_page_answered_with_503_is_asked_again_three_times_in_all_and_not_before_its_time() {
    let web = Web::default().with("http://a.test/", 503, &[("retry-after", "60")], "");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let times: Vec<Millis> = seen
        .times
        .iter()
        .filter(|(url, _)| url == "http://a.test/")
        .map(|(_, at)| *at)
        .collect();
    assert_eq!(times, [0, 60_000, 120_000]);
    assert_eq!(seen.pages()[0].outcome, Outcome::Status(503));
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
fn one_fetch_a_host_is_under_way_and_hosts_are_fetched_side_by_side() {
    let mut crawl = plan(
        &["http://a.test/", "http://a.test/2", "http://b.test/"],
        |plan| plan.in_flight = 9,
    );
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let orders: Vec<_> = step
        .commands
        .iter()
        .filter_map(|command| {
            if let Command::Fetch(order) = command {
                Some(order)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(orders.len(), 2, "a robots.txt for each of the two hosts");
    assert!(orders.iter().all(|order| order.purpose == Purpose::Robots));
}

#[test]
fn a_host_that_may_belong_to_somebody_rests_between_two_fetches() {
    let web = Web::default()
        .page("https://a.example/", "<a href=/x>x</a>")
        .page("https://a.example/x", "x");
    let seen = crawl(&web, &["https://a.example/"], |_| ());
    assert_eq!(
        seen.times.iter().map(|(_, at)| *at).collect::<Vec<_>>(),
        [0, 1_000, 2_000]
    );
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
fn a_robots_file_answered_with_429_or_503_is_asked_for_again_when_the_host_wished() {
    let web = small().with(
        "http://a.test/robots.txt",
        429,
        &[("retry-after", "60")],
        "",
    );
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let times: Vec<Millis> = seen.times.iter().take(4).map(|(_, at)| *at).collect();
    assert_eq!(
        times,
        [0, 60_000, 120_000, 180_000],
        "three times robots.txt, then the page, each after the wait"
    );
}

#[test]
fn a_robots_file_that_does_not_come_is_asked_for_three_times_before_the_host_is_closed() {
    let web = small().with("http://a.test/robots.txt", 0, &[], "");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    assert_eq!(seen.orders, ["http://a.test/robots.txt"; 3]);
    assert_eq!(seen.refusals(), [("/", "timed-out")]);
}

#[test]
fn the_host_that_a_robots_redirect_leads_to_is_asked_for_one_thing_at_a_time() {
    let web = small()
        .with(
            "http://a.test/robots.txt",
            302,
            &[("location", "http://b.test/robots.txt")],
            "",
        )
        .page("http://b.test/", "x");
    let mut crawl = plan(&["http://b.test/", "http://a.test/"], |plan| {
        plan.in_flight = 9;
    });
    let mut waiting: Vec<Order> = Vec::new();
    let mut events = vec![EventKind::Seeded];
    let mut now = 0;
    while crawl.pages().len() < 5 && now < 60_000 {
        now += 10;
        for command in crawl
            .handle(Event::at(now, events.pop().unwrap_or(EventKind::Tick)))
            .commands
        {
            if let Command::Fetch(order) = command {
                let server = order.url.host_key().to_owned();
                assert!(
                    waiting.iter().all(|other| other.url.host_key() != server),
                    "two at once on {server}"
                );
                waiting.push(order);
            }
        }
        if events.is_empty() && !waiting.is_empty() {
            events.push(web.answer(&waiting.remove(0), now));
        }
    }
    assert_eq!(crawl.pages().len(), 5);
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
fn a_wait_longer_than_any_clock_is_cut_to_its_limit() {
    let forever = u64::MAX.to_string();
    let web = Web::default().with("http://a.test/", 503, &[("retry-after", &forever)], "");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let times: Vec<Millis> = seen.times.iter().skip(1).map(|(_, at)| *at).collect();
    assert_eq!(times, [0, 300_000, 600_000]);
    let until = seen.notes.iter().find_map(|note| {
        if let Note::Delayed { until, .. } = note {
            Some(*until)
        } else {
            None
        }
    });
    assert_eq!(until, Some(300_000), "what people are told is what is done");
}

#[test]
fn a_host_that_hung_is_left_alone_for_as_long_as_a_slow_one() {
    let mut crawl = plan(&["https://a.example/", "https://a.example/2"], |_| ());
    let order = |step: Step| {
        step.commands.into_iter().find_map(|command| {
            if let Command::Fetch(order) = command {
                Some(order)
            } else {
                None
            }
        })
    };
    let robots =
        order(crawl.handle(Event::at(0, EventKind::Seeded))).expect("robots.txt is ordered");
    crawl.handle(Event::at(0, Web::default().answer(&robots, 0)));
    let page =
        order(crawl.handle(Event::at(1_000, EventKind::Tick))).expect("the first page is ordered");
    let failure = Failure {
        code: "timed-out".into(),
        message: String::new(),
        kind: FailureKind::Passing,
    };
    crawl.handle(Event::at(6_000, EventKind::Failed(page.id, failure)));
    assert!(
        order(crawl.handle(Event::at(30_999, EventKind::Tick))).is_none(),
        "five times five seconds"
    );
    assert!(order(crawl.handle(Event::at(31_000, EventKind::Tick))).is_some());
}

#[test]
fn a_page_that_was_not_even_asked_for_is_asked_for_again_and_costs_nothing_until_then() {
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let order = |step: Step| {
        step.commands.into_iter().find_map(|command| {
            if let Command::Fetch(order) = command {
                Some(order)
            } else {
                None
            }
        })
    };
    let robots =
        order(crawl.handle(Event::at(0, EventKind::Seeded))).expect("robots.txt is ordered");
    let page = order(crawl.handle(Event::at(1, Web::default().answer(&robots, 1))))
        .expect("the page is ordered");
    let failure = Failure {
        code: "busy".into(),
        message: String::new(),
        kind: FailureKind::NotAsked,
    };
    crawl.handle(Event::at(2, EventKind::Failed(page.id, failure)));
    assert!(crawl.pages().is_empty());
    let again =
        order(crawl.handle(Event::at(20_000, EventKind::Tick))).expect("the page is ordered again");
    assert_eq!(again.url, page.url);
}

#[test]
fn a_redirect_to_a_known_page_says_so() {
    let web = small().with("http://a.test/old", 301, &[("location", "/near")], "");
    let seen = crawl(&web, &["http://a.test/near", "http://a.test/old"], |_| ());
    assert_eq!(seen.refusals(), [("/old", "redirect-known")]);
}

#[test]
fn robots_rules_are_read_again_after_a_day() {
    let web = small();
    let mut crawl = plan(&["http://a.test/"], |plan| plan.pages = 2);
    let order = |step: Step| {
        step.commands.into_iter().find_map(|command| {
            if let Command::Fetch(order) = command {
                Some(order)
            } else {
                None
            }
        })
    };
    let robots =
        order(crawl.handle(Event::at(0, EventKind::Seeded))).expect("robots.txt is ordered");
    let page =
        order(crawl.handle(Event::at(1, web.answer(&robots, 1)))).expect("the page is ordered");
    crawl.handle(Event::at(1, EventKind::Paused));
    crawl.handle(Event::at(2, web.answer(&page, 2)));
    let day = 24 * 60 * 60 * 1_000;
    let next =
        order(crawl.handle(Event::at(day + 2, EventKind::Resumed))).expect("something is ordered");
    assert_eq!(next.purpose, Purpose::Robots);
}

#[test]
fn a_host_has_no_more_pages_than_its_share() {
    let seen = crawl(&small(), &["http://a.test/"], |plan| plan.host_pages = 2);
    assert_eq!(seen.paths().len(), 2);
    assert!(
        seen.refusals()
            .iter()
            .all(|(_, code)| *code == "trap-budget"),
        "{:?}",
        seen.refusals()
    );
}

#[test]
fn a_host_that_cannot_be_had_at_all_is_not_asked_twice_and_the_reason_is_told() {
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let Some(Command::Fetch(robots)) = step.commands.first() else {
        panic!("robots.txt is ordered")
    };
    let failure = Failure {
        code: "dns".into(),
        message: "There is no host of this name.".into(),
        kind: FailureKind::Lasting,
    };
    let step = crawl.handle(Event::at(1, EventKind::Failed(robots.id, failure)));
    assert_eq!(
        step.commands,
        [Command::Finished(EndReason::EverythingBlocked)]
    );
    let told = step.notes.iter().find_map(|note| match note {
        Note::Refused(refusal) => Some((refusal.code.as_str(), refusal.reason.as_str())),
        _ => None,
    });
    assert_eq!(told, Some(("dns", "There is no host of this name.")));
}

#[test]
fn one_resting_host_does_not_hold_up_a_step_of_best_n_first() {
    let web = Web::default()
        .page(
            "http://a.test/",
            "<a href=http://b.test/>spider</a> <a href=/1>1</a>",
        )
        .with("http://b.test/", 503, &[("retry-after", "120")], "")
        .page("http://a.test/1", "<a href=/2>2</a>")
        .page("http://a.test/2", "<a href=/3>3</a>")
        .page("http://a.test/3", "x");
    for n in [1.0, 256.0] {
        let seen = crawl(&web, &["http://a.test/"], |plan| {
            plan.strategy = "best-n-first".into();
            plan.params.insert("n".into(), ParamValue::Number(n));
        });
        let last = seen
            .times
            .iter()
            .find(|(url, _)| url == "http://a.test/3")
            .map(|(_, at)| *at);
        assert_eq!(last, Some(0), "n = {n}");
    }
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
fn a_crawl_with_its_budget_spent_does_not_wait_for_the_rules_of_another_host() {
    let mut crawl = plan(&["http://a.test/", "http://slow.test/"], |plan| {
        plan.in_flight = 9;
        plan.pages = 1;
    });
    let web = small();
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let orders = step.commands.iter().filter_map(|command| match command {
        Command::Fetch(order) => Some(order),
        _ => None,
    });
    let robots = orders
        .clone()
        .next()
        .expect("robots.txt of both hosts is ordered");
    assert_eq!(orders.count(), 2);
    let step = crawl.handle(Event::at(1, web.answer(robots, 1)));
    let Some(Command::Fetch(page)) = step.commands.first() else {
        panic!("the page is ordered")
    };
    let step = crawl.handle(Event::at(2, web.answer(page, 2)));
    assert_eq!(step.commands, [Command::Finished(EndReason::BudgetSpent)]);
}
