//! Tests that a stopped crawl is not over: it loses nothing, accepts changes, sends no requests, and continues.

use crate::support::{Drive, assets, log, plan};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind, Step};
use engine::html::EncodingRs;
use engine::journal;
use std::collections::BTreeSet;
use types::plan::Plan;
use types::report::{Candidate, EndReason, PageRecord, Phase, PriorityReason};
use types::spec::{ParamValue, StrategySpec};
use types::steering::{Steering, SteeringError};
use types::url::{CanonicalUrl, Scope, ScopeRule};

const STOPPED: Phase = Phase::Ended(EndReason::Stopped);

fn web() -> DemoWeb {
    DemoWeb::new(DEFAULT_SEED)
}

/// Returns a plan whose crawl fetches every page of a few hosts, with four requests in flight.
fn small(web: &DemoWeb, strategy: &str) -> Plan {
    // Without costs no spider starves, so no link is lost with it.
    let params = [("cost".to_owned(), ParamValue::Number(0.0))];
    let params = params.into_iter().filter(|_| strategy == "info-spiders");
    let whole = plan(web, strategy, 5_000);
    let seeds: Vec<CanonicalUrl> = whole.seeds.iter().flat_map(|seed| CanonicalUrl::parse(seed)).collect();
    let hosts: BTreeSet<&str> = seeds.iter().map(CanonicalUrl::authority).collect();
    let rules = hosts.into_iter().take(2).map(|host| host.parse().expect("a host is a rule"));
    let allow: Vec<ScopeRule> = rules.collect();
    let seeds = seeds.iter().filter(|seed| allow.iter().any(|rule| rule.covers(seed)));
    Plan {
        seeds: seeds.map(CanonicalUrl::to_string).collect(),
        scope: Scope { allow, ..Scope::default() },
        strategy: StrategySpec::new(strategy, params),
        in_flight: 4,
        ..whole
    }
}

/// Returns a crawl of the first topic with `pages` finished pages.
fn begun<'a>(web: &'a DemoWeb, strategy: &str, pages: usize) -> Drive<'a> {
    let mut drive = Drive::begin(Plan { in_flight: 4, ..plan(web, strategy, 200) }, web, &EncodingRs);
    while drive.crawl.pages().len() < pages {
        drive.step();
    }
    drive
}

/// Stops a crawl, and continues it after a save. The responses to its earlier requests still arrive.
fn stop_and_continue(drive: &mut Drive<'_>) {
    drive.feed(EventKind::Stopped);
    assert_eq!(drive.crawl.phase(), STOPPED);
    assert!(drive.crawl.in_flight().is_empty());
    let bytes = journal::write(&drive.crawl).expect("a crawl can be written");
    drive.replace(journal::open(&bytes, &assets()).expect("it can be opened"));
    drive.over = false;
    drive.feed(EventKind::Resumed);
}

fn sorted(pages: &[PageRecord]) -> Vec<String> {
    let mut urls: Vec<String> = pages.iter().map(|page| page.url.to_string()).collect();
    urls.sort();
    urls
}

fn ids(crawl: &Crawl) -> Vec<(CanonicalUrl, u64)> {
    let bits = |next: Candidate| (next.url, next.priority.to_bits());
    crawl.next_up(100_000).into_iter().map(bits).collect()
}

/// Changes a stopped crawl and lets it rescore the frontier; returns the commands.
fn steer(crawl: &mut Crawl, steering: &Steering) -> Vec<Command> {
    let mut commands = crawl.steer(crawl.now(), steering).expect("a stopped crawl can be changed").commands;
    while crawl.progress().reranking.is_some() {
        commands.extend(tick(crawl).commands);
    }
    commands
}

fn tick(crawl: &mut Crawl) -> Step {
    crawl.handle(Event::at(crawl.now(), EventKind::Tick))
}

/// Returns the pages in flight, each with its host.
fn pages_in_flight(drive: &mut Drive<'_>) -> Vec<(String, String)> {
    loop {
        let mut pages = drive.crawl.progress().in_flight;
        pages.retain(|(_, url)| !url.ends_with("/robots.txt"));
        if !pages.is_empty() {
            return pages;
        }
        drive.step();
    }
}

fn sends(commands: &[Command]) -> bool {
    let mut commands = commands.iter();
    commands.any(|command| matches!(command, Command::Fetch(_)))
}

#[test]
fn a_crawl_stopped_at_any_event_and_continued_fetches_the_same_pages() {
    let web = web();
    for strategy in ["breadth-first", "info-spiders", "adaptive"] {
        let mut whole = Drive::begin(small(&web, strategy), &web, &EncodingRs);
        let mut events = 1;
        while !whole.over {
            whole.step();
            events += 1;
        }
        let expected = sorted(whole.crawl.pages());
        let unique: BTreeSet<&String> = expected.iter().collect();
        assert!(unique.len() == expected.len() && unique.len() > 30, "{strategy}: {}", expected.len());
        // The first events request the files of rules and the seeds.
        for at in [1, 2, 4, 7].into_iter().chain((8..events).step_by(events / 2)) {
            let mut drive = Drive::begin(small(&web, strategy), &web, &EncodingRs);
            for _ in 1..at {
                drive.step();
            }
            stop_and_continue(&mut drive);
            drive.finish();
            assert_eq!(sorted(drive.crawl.pages()), expected, "{strategy}, stopped after event {at}");
        }
        let mut often = Drive::begin(small(&web, strategy), &web, &EncodingRs);
        for at in 1.. {
            if often.over {
                break;
            }
            often.step();
            if at % 15 == 0 && !often.over {
                stop_and_continue(&mut often);
            }
        }
        assert_eq!(sorted(often.crawl.pages()), expected, "{strategy}, stopped often");
        let end = often.crawl.phase();
        assert_eq!(end, whole.crawl.phase(), "{strategy}");
    }
}

#[test]
fn a_stopped_and_continued_crawl_with_one_request_at_a_time_keeps_its_order() {
    let web = web();
    for strategy in ["breadth-first", "best-first", "shark-search"] {
        let plan = Plan { host_window: 0, in_flight: 1, ..plan(&web, strategy, 40) };
        let whole = Drive::begin(plan.clone(), &web, &EncodingRs).finish();
        let mut drive = Drive::begin(plan, &web, &EncodingRs);
        for at in 1.. {
            if drive.over {
                break;
            }
            drive.step();
            if at % 5 == 0 && !drive.over {
                stop_and_continue(&mut drive);
            }
        }
        assert_eq!(log(drive.crawl.pages()), log(&whole), "{strategy}");
    }
}

#[test]
fn a_stopped_crawl_accepts_changes_and_sends_no_requests() {
    let web = web();
    for strategy in ["best-first", "info-spiders"] {
        let mut crawl = begun(&web, strategy, 40).crawl;
        crawl.handle(Event::at(crawl.now(), EventKind::Stopped));
        let before = ids(&crawl);
        let page = crawl.pages().iter().find(|page| page.outcome.is_read());
        let page = page.expect("some page was read").url.clone();
        let seed = CanonicalUrl::parse(&web.topics()[3].examples[0]).expect("is a URL");
        let host = crawl.next_up(100_000).pop().expect("links wait").host;
        let rule: ScopeRule = host.parse().expect("a host is a rule");
        for change in [
            Steering::Judged { url: page, good: Some(false) },
            Steering::Word { word: "mountain".to_owned(), weight: 4.0 },
            Steering::Drop(rule.clone()),
            Steering::Admit(rule),
            Steering::Seeds(vec![seed.clone()]),
            Steering::Budget(150),
        ] {
            let commands = steer(&mut crawl, &change);
            assert!(!sends(&commands), "{strategy}: {change:?}");
            assert_eq!(crawl.phase(), STOPPED, "{strategy}: {change:?}");
            assert!(!sends(&tick(&mut crawl).commands));
        }
        assert_ne!(ids(&crawl), before, "{strategy}");
        assert_eq!(crawl.pages().len(), 40);
        let first = crawl.next_up(1).pop().expect("the new seed waits");
        assert_eq!((first.url, first.priority_reason), (seed.clone(), Some(PriorityReason::Seed)));
        let mut drive = Drive::take_up(crawl, &web, &EncodingRs);
        drive.feed(EventKind::Resumed);
        drive.finish();
        assert!(drive.crawl.pages().iter().any(|page| page.url == seed), "{strategy}");
    }
}

#[test]
fn a_stopped_crawl_continues_with_a_larger_budget_and_with_no_other() {
    let web = web();
    let mut crawl = begun(&web, "best-first", 40).crawl;
    crawl.handle(Event::at(crawl.now(), EventKind::Stopped));
    let spent = crawl.steer(crawl.now(), &Steering::Budget(40));
    assert_eq!(spent, Err(SteeringError::BudgetTooSmall(40)));
    steer(&mut crawl, &Steering::Budget(60));
    assert_eq!(crawl.phase(), STOPPED);
    assert!(sends(&steer(&mut crawl, &Steering::Budget(61))));
    assert_eq!(crawl.phase(), Phase::Running);
    let mut drive = Drive::take_up(crawl, &web, &EncodingRs);
    drive.finish();
    assert_eq!(drive.crawl.pages().len(), 61);
    let resumed = drive.crawl.handle(Event::at(drive.crawl.now(), EventKind::Resumed));
    assert_eq!(resumed, Step::default(), "the budget is spent");
}

#[test]
fn a_stop_during_rescoring_completes_it_and_pages_in_flight_keep_their_scores() {
    let web = web();
    let mut drive = begun(&web, "best-first", 150);
    let in_flight = pages_in_flight(&mut drive);
    let mut crawl = drive.crawl;
    let switch = Steering::Strategy(StrategySpec::from("url-depth"));
    crawl.steer(crawl.now(), &switch).expect("it is possible");
    assert!(crawl.progress().reranking.is_some(), "one slice is not all");
    crawl.handle(Event::at(crawl.now(), EventKind::Stopped));
    assert!(!crawl.is_over());
    while crawl.progress().reranking.is_some() {
        assert!(!sends(&tick(&mut crawl).commands));
    }
    assert!(crawl.is_over());
    let waiting = crawl.next_up(100_000);
    for (_, url) in &in_flight {
        let entry = waiting.iter().find(|next| next.url.as_str() == url);
        // A link that the new strategy does not score is moved to the end with 0.
        assert!(entry.is_some_and(|entry| entry.priority != 0.0), "{url}: {entry:?}");
    }
}

#[test]
fn pages_in_flight_of_an_excluded_host_are_excluded_until_the_rule_is_removed() {
    let web = web();
    let mut drive = begun(&web, "best-first", 20);
    let (host, url) = pages_in_flight(&mut drive).remove(0);
    let mut crawl = drive.crawl;
    let rule: ScopeRule = host.parse().expect("a host is a rule");
    crawl.steer(crawl.now(), &Steering::Drop(rule.clone())).expect("it is possible");
    crawl.handle(Event::at(crawl.now(), EventKind::Stopped));
    let waits = |crawl: &Crawl| {
        let mut all = crawl.next_up(100_000).into_iter();
        all.any(|next| next.url.as_str() == url)
    };
    assert!(!waits(&crawl));
    steer(&mut crawl, &Steering::Admit(rule));
    assert!(waits(&crawl));
}

#[test]
fn replaying_the_events_of_a_stopped_changed_and_continued_crawl_gives_the_same_crawl() {
    let web = web();
    for strategy in ["best-first", "info-spiders"] {
        let mut drive = begun(&web, strategy, 0);
        let mut bytes = Vec::new();
        let mut record = |crawl: &Crawl, kind: &EventKind| {
            let event = Event::at(crawl.now(), kind.clone());
            bytes.extend(journal::record(&event, bytes.is_empty()).expect("it can be written"));
        };
        record(&drive.crawl, &EventKind::Seeded);
        for at in 1..120 {
            let judged = drive.crawl.pages().first().map(|page| page.url.clone());
            let kind = match at {
                40 | 70 => EventKind::Stopped,
                41 => EventKind::Steered(Box::new(Steering::Judged {
                    url: judged.expect("pages were read"),
                    good: Some(true),
                })),
                50 | 72 => EventKind::Resumed,
                42..50 | 71 => EventKind::Tick,
                _ => drive.next_event(),
            };
            drive.feed(kind.clone());
            record(&drive.crawl, &kind);
        }
        let (events, damage) = journal::read(&bytes);
        assert_eq!(damage, None);
        let mut again = begun(&web, strategy, 0).crawl;
        journal::replay(&mut again, events);
        assert_eq!(journal::write(&again), journal::write(&drive.crawl), "{strategy}");
    }
}

/// Stops a crawl that trains on examples at each event before its first page.
#[test]
fn a_crawl_stopped_during_training_continues_with_it() {
    let web = web();
    let plan = || plan(&web, "centroid", 12);
    let whole = Drive::begin(plan(), &web, &EncodingRs).finish();
    for at in 0.. {
        let checked = CheckedPlan::new(plan(), &assets()).expect("the plan is fine");
        let mut drive = Drive::take_up(Crawl::new(checked), &web, &EncodingRs);
        if at > 0 {
            drive.feed(EventKind::Seeded);
        }
        for _ in 1..at {
            drive.step();
        }
        if !drive.crawl.pages().is_empty() {
            assert!(at > 10, "the training takes some events");
            break;
        }
        let phase = drive.crawl.phase();
        stop_and_continue(&mut drive);
        drive.finish();
        assert_eq!(sorted(drive.crawl.pages()), sorted(&whole), "stopped after event {at}, {phase:?}");
    }
}
