//! Tests the journal: round trips, detection of damage, and replays that give the same crawl.

use super::frame::header;
use super::*;
use crate::crawl::CheckedPlan;
use crate::event::{Command, EventKind};
use crate::fetch::{Content, FetchId, FetchResponse};
use crate::html::{Document, Link, LinkKind, LinkPlace};
use crate::robots::MetaRobots;
use crate::strategy::Assets;
use types::plan::{Plan, Politeness};
use types::url::CanonicalUrl;

fn crawl() -> Crawl {
    let plan = Plan {
        query: "spider".into(),
        seeds: vec!["http://a.test/".into()],
        politeness: Politeness::Replay,
        ..Plan::default()
    };
    Crawl::new(CheckedPlan::new(plan, &Assets::default()).expect("the test's plan is fine"))
}

/// Answers a crawl's requests with generated pages until none is in flight; returns the events.
fn events() -> Vec<Event> {
    let mut crawl = crawl();
    let mut events = vec![Event::at(5, EventKind::Seeded)];
    let mut at = 0;
    while at < events.len() {
        for command in crawl.handle(events[at].clone()).commands {
            if let Command::Fetch(order) = command {
                let response = response(order.url.path_and_query());
                events.push(Event::at(10 + at as u64, EventKind::Fetched(order.id, response)));
            }
        }
        at += 1;
    }
    events
}

fn response(path: &str) -> FetchResponse {
    let (status, content) = match path {
        "/robots.txt" => (404, Content::Nothing),
        "/" => {
            (200, Content::Page(Box::new(Document { body: "spider".into(), links: links(), ..Document::default() })))
        }
        _ => (200, Content::Page(Box::new(Document { title: "A spider".into(), ..Document::default() }))),
    };
    FetchResponse {
        status,
        location: None,
        retry_after_ms: None,
        robots: MetaRobots::default(),
        validators: types::report::Validators::default(),
        bytes: 9,
        elapsed_ms: 3,
        is_rendered: false,
        content,
    }
}

fn links() -> Vec<Link> {
    let link = |n: u32| Link {
        url: CanonicalUrl::parse(&format!("http://a.test/{n}")).expect("a URL"),
        omitted: types::url::Omitted::default(),
        anchor: format!("link {n}"),
        context: String::new(),
        heading: String::new(),
        span: (0, 0),
        nofollow: false,
        hidden: false,
        kind: LinkKind::Anchor,
        place: LinkPlace::default(),
    };
    (0..5).map(link).collect()
}

fn log(events: &[Event]) -> Vec<u8> {
    let records = events.iter().enumerate().map(|(at, event)| record(event, at == 0).expect("an event can be written"));
    records.flatten().collect()
}

#[test]
fn a_log_round_trips() {
    let events = events();
    assert!(events.len() > 6, "robots.txt, the seed and five links");
    assert_eq!(read(&log(&events)), (events, None));
}

#[test]
fn a_snapshot_after_any_event_continues_to_the_same_crawl() {
    let events = events();
    let mut unbroken = crawl();
    replay(&mut unbroken, events.clone());
    for at in 0..events.len() {
        let mut first = crawl();
        replay(&mut first, events[..at].to_vec());
        let saved = write(&first).expect("a crawl can be written");
        let mut second = open(&saved, &Assets::default()).expect("what was written can be opened");
        assert_eq!(second.in_flight(), first.in_flight());
        replay(&mut second, events[at..].to_vec());
        assert_eq!(write(&second), write(&unbroken), "broken after {at} events");
    }
}

#[test]
fn a_truncated_log_gives_the_events_before_the_cut() {
    let events = events();
    let whole = log(&events);
    let (kept, damage) = read(&whole[..whole.len() - 1]);
    assert_eq!(kept, events[..events.len() - 1]);
    assert_eq!(damage, Some(JournalError::Damaged { intact: events.len() - 1 }));
}

#[test]
fn every_kind_of_invalid_file_has_its_own_error() {
    let snapshot = write(&crawl()).expect("a crawl can be written");
    let mut newer = snapshot.clone();
    newer[4] = 200;
    for (bytes, error) in [
        (&b"GIF89a.."[..], JournalError::NotOurs),
        (b"", JournalError::NotOurs),
        (&newer, JournalError::Version { found: 200 }),
        (&snapshot[..20], JournalError::Damaged { intact: 0 }),
    ] {
        assert_eq!(open(bytes, &Assets::default()).err(), Some(error));
    }
    assert_eq!(open(&log(&events()), &Assets::default()).err(), Some(JournalError::NotOurs), "a log is no snapshot");
}

/// A crawl is saved and restored after every event. The robots.txt of one host redirects to another host, of which no
/// page is known before the next host.
#[test]
fn hosts_keep_their_rules_and_numbers_in_a_snapshot() {
    let plan = Plan {
        query: "spider".into(),
        seeds: vec!["http://a.test/".into(), "http://b.test/".into()],
        politeness: Politeness::Replay,
        ..Plan::default()
    };
    let mut unbroken = Crawl::new(CheckedPlan::new(plan, &Assets::default()).expect("the test's plan is fine"));
    let mut orders = Vec::new();
    let mut feed = |crawl: &mut Crawl, kind: EventKind| {
        let step = crawl.handle(Event::at(1, kind));
        step.commands.into_iter().for_each(|command| {
            if let Command::Fetch(order) = command {
                orders.push(order);
            }
        });
        (!orders.is_empty()).then(|| orders.remove(0))
    };
    let mut next = feed(&mut unbroken, EventKind::Seeded);
    let mut steps = 0;
    while let Some(order) = next {
        let mut given = response(order.url.path_and_query());
        match order.url.as_str() {
            "http://a.test/robots.txt" => {
                given.status = 302;
                given.location = Some("http://elsewhere.test/robots.txt".into());
            }
            "http://a.test/" => {
                if let Content::Page(page) = &mut given.content {
                    page.links[0].url = CanonicalUrl::parse("http://c.test/").expect("a URL");
                }
            }
            "http://b.test/robots.txt" | "http://c.test/robots.txt" => {
                given.status = 200;
                given.content = Content::Robots((*b"User-agent: *\nDisallow: /").into());
            }
            _ => {}
        }
        let saved = write(&unbroken).expect("a crawl can be written");
        let mut again = open(&saved, &Assets::default()).expect("what was written can be opened");
        let event = EventKind::Fetched(order.id, given);
        again.handle(Event::at(1, event.clone()));
        next = feed(&mut unbroken, event);
        assert_eq!(write(&again), write(&unbroken), "after {steps} answers");
        steps += 1;
    }
    let read: Vec<&str> = unbroken.pages().iter().map(|page| page.url.host()).collect();
    assert_eq!(read, ["a.test"; 5], "b and c are closed by their own rules");
}

/// Returns the payload of a snapshot with a new checksum.
fn resealed(payload: &[u8]) -> Vec<u8> {
    [header(frame::Kind::Snapshot), frame::frame(payload)].concat()
}

#[test]
fn a_snapshot_with_any_byte_changed_is_rejected_or_continues() {
    let mut live = crawl();
    replay(&mut live, events()[..4].to_vec());
    let whole = write(&live).expect("a crawl can be written");
    let payload = &whole[whole.len() - (whole.len() - resealed(&[]).len())..];
    assert_eq!(resealed(payload), whole);
    let mut opened = 0;
    // Not every byte: each is an opened crawl.
    for at in (0..payload.len()).rev().step_by(3).take(500) {
        for byte in [payload[at] ^ 1, payload[at] ^ 0x80, 0, 0xff] {
            let mut changed = payload.to_vec();
            changed[at] = byte;
            if let Ok(mut crawl) = open(&resealed(&changed), &Assets::default()) {
                opened += 1;
                let orders: Vec<Command> = crawl.in_flight();
                for command in orders {
                    if let Command::Fetch(order) = command {
                        crawl.handle(Event::at(20, EventKind::Fetched(order.id, response("/x"))));
                    }
                }
                crawl.handle(Event::at(20, EventKind::Tick));
                crawl.model_tables();
                let again = write(&crawl).expect("a crawl can be written");
                assert!(open(&again, &Assets::default()).is_ok(), "byte {at} as {byte}");
            }
        }
    }
    assert!(opened > 100, "{opened}");
}

#[test]
fn an_event_with_an_extreme_time_leaves_a_crawl_that_can_be_saved_and_opened() {
    let mut events = events();
    events[2].now = u64::MAX;
    let mut live = crawl();
    replay(&mut live, events);
    let saved = write(&live).expect("a crawl can be written");
    assert!(open(&saved, &Assets::default()).is_ok());
}

#[test]
fn a_saved_request_for_an_invalid_address_is_rejected() {
    let mut live = crawl();
    live.handle(Event::at(1, EventKind::Seeded));
    let robots = response("/robots.txt");
    let mut moved = response("/");
    (moved.status, moved.location) = (302, Some("http://a.test/index.html".into()));
    for (id, response) in [(1, robots), (2, moved)] {
        live.handle(Event::at(2, EventKind::Fetched(FetchId(id), response)));
    }
    let whole = write(&live).expect("a crawl can be written");
    let payload = &whole[resealed(&[]).len()..];
    let spelling = b"http://a.test/index.html";
    let places = (0..payload.len()).filter(|at| payload[*at..].starts_with(spelling));
    let places: Vec<usize> = places.collect();
    assert!(!places.is_empty(), "the spelling that the host asked for is saved");
    for at in places {
        for (wrong, is_taken) in [
            ("file://///////etc/passwd", false),
            ("http://b.test/index.html", false),
            ("HTTP://a.test/index.html", true),
        ] {
            let mut changed = payload.to_vec();
            changed[at..at + spelling.len()].copy_from_slice(wrong.as_bytes());
            let opened = open(&resealed(&changed), &Assets::default());
            assert_eq!(opened.is_ok(), is_taken, "{wrong}");
        }
    }
}
