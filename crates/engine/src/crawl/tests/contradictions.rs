//! Tests that a saved crawl which contradicts itself is refused, by the part that is wrong.

use super::*;
use crate::crawl::canonical::DeclaredUrl;
use crate::crawl::hosts::RobotsRequest;
use crate::crawl::state::{InFlight, UrlState};
use crate::fetch::FetchId;
use crate::frontier::FrontierEntry;
use crate::frontier::politeness::HostDelay;
use crate::graph::{HostId, SiteId, UrlId};
use types::limits;
use types::report::PageRecord;
use types::url::ScopeRule;

/// A URL that the crawl does not know.
const UNKNOWN: UrlId = UrlId(99);
/// A counter that a few increments could make overflow.
const OVERFULL: u32 = u32::MAX / 2;

type Change = fn(&mut State);

/// Returns a crawl with two pages, a link that waits, and a request in flight.
fn begun() -> Crawl {
    let (web, mut crawl) = (small(), plan(&["http://a.test/"], |_| ()));
    let mut step = crawl.handle(Event::at(0, EventKind::Seeded));
    for now in 1..=3 {
        let request = first_request(step).expect("it is not over");
        step = crawl.handle(Event::at(now, web.response(&request, now)));
    }
    crawl
}

/// Checks that each change makes a crawl unsound in this part.
fn check(part: &str, changes: &[Change]) {
    let sound = begun();
    for (n, change) in changes.iter().enumerate() {
        let mut crawl = restored(&sound, &assets()).expect("it is sound");
        change(&mut crawl.state);
        assert_eq!(crawl.state.check(2), Err(part), "change {n}");
    }
}

fn record(state: &mut State) -> &mut PageRecord {
    &mut state.results.pages[1]
}

/// Changes the link that waits.
fn change_entry(state: &mut State, change: fn(&mut FrontierEntry)) {
    let id = state.frontier.all().next().expect("a link waits").0;
    state.frontier.change(id, change);
}

fn in_flight(state: &mut State) -> &mut InFlight {
    state.in_flight.values_mut().next().expect("a request is in flight")
}

fn entry() -> FrontierEntry {
    FrontierEntry::new(SiteId(0), Score::default())
}

#[test]
fn an_unsound_crawl_is_not_restored() {
    let mut crawl = begun();
    crawl.state.requests = 0;
    assert_eq!(restored(&crawl, &assets()).err(), Some(SnapshotError::Unsound("the requests in flight")));
}

#[test]
fn pages_refer_to_earlier_ones_and_to_their_own_text() {
    check(
        "the pages",
        &[
            |state| record(state).n = 3,
            |state| record(state).discovery.parent = Some(2),
            |state| record(state).discovery.parent = Some(0),
            |state| record(state).near_duplicate_of = Some(2),
            |state| record(state).neighbors.links_to.push(2),
            |state| record(state).neighbors.linked_from.push(2),
            |state| record(state).text.marks.push((0, 9_999)),
            |state| state.results.pages_read = 3,
            |state| _ = state.results.failures.insert("x".into(), OVERFULL),
            |state| _ = state.results.refusals.insert("x".into(), OVERFULL),
        ],
    );
}

#[test]
fn urls_are_known_and_their_pages_exist() {
    check(
        "the states of URLs",
        &[|state| state.url_states[0] = UrlState::Done(2), |state| state.set_url_state(UNKNOWN, UrlState::Met)],
    );
    check(
        "the redirects",
        &[
            |state| _ = state.redirects.insert(UNKNOWN, UrlId(0)),
            |state| _ = state.redirects.insert(UrlId(0), UNKNOWN),
            |state| _ = state.declared.insert(UNKNOWN, DeclaredUrl::Page),
            |state| _ = state.declared.insert(UNKNOWN, DeclaredUrl::Address(None)),
            |state| _ = state.declared.insert(UNKNOWN, DeclaredUrl::Address(Some(entry()))),
        ],
    );
    check("the addresses", &[|state| _ = state.addresses.texts.insert(UNKNOWN, 0)]);
}

#[test]
fn what_waits_is_of_its_site_and_counts_without_overflow() {
    check(
        "the frontier",
        &[
            |state| _ = state.frontier.push(UNKNOWN, entry()),
            |state| change_entry(state, |entry| entry.site = SiteId(9)),
            |state| change_entry(state, |entry| entry.exact = Some("http://b.test/".into())),
            |state| change_entry(state, |entry| entry.parent = Some(UNKNOWN)),
            |state| change_entry(state, |entry| entry.linkers.push(UNKNOWN)),
            |state| change_entry(state, |entry| entry.since = OVERFULL),
            |state| change_entry(state, |entry| entry.depth = OVERFULL),
            |state| change_entry(state, |entry| entry.pages = OVERFULL),
            |state| change_entry(state, |entry| entry.hops = OVERFULL),
            |state| change_entry(state, |entry| entry.tries = OVERFULL),
        ],
    );
    check(
        "the page cache",
        &[|state| {
            let rule: ScopeRule = "a.test".parse().expect("a rule");
            state.changes.left_out.push((rule, UNKNOWN, entry()));
        }],
    );
}

/// A driver that resumes a crawl sends all requests in flight again, so there may be no more than a plan allows.
#[test]
fn requests_under_way_are_few_and_of_known_pages() {
    check(
        "the requests in flight",
        &[
            |state| in_flight(state).request.id = FetchId(1_000),
            |state| in_flight(state).host = HostId(9),
            |state| in_flight(state).request.exact = Some("http://b.test/".into()),
            |state| in_flight(state).page = Some((UrlId(0), entry())),
            |state| in_flight(state).page = Some((UNKNOWN, entry())),
            |state| state.requests = 0,
            |state| state.requests = u64::MAX / 2,
            |state| {
                let fetch = in_flight(state).clone();
                state.requests = 10_000;
                for id in (0..=2 * u64::from(limits::IN_FLIGHT_MAX)).map(FetchId) {
                    let request = FetchRequest { id, ..fetch.request.clone() };
                    state.in_flight.insert(id, InFlight { request, ..fetch.clone() });
                }
            },
        ],
    );
}

#[test]
fn hosts_examples_and_times_are_possible() {
    fn robots(state: &mut State, change: fn(&mut RobotsRequest)) {
        let url = CanonicalUrl::parse("http://a.test/robots.txt").expect("a URL");
        let mut request = RobotsRequest { url, exact: None, hops: 0, tries: 0 };
        change(&mut request);
        state.hosts.robots_requests.insert(HostId(0), request);
    }
    check(
        "the hosts",
        &[
            |state| _ = state.hosts.delays.insert(HostId(9), HostDelay::default()),
            |state| robots(state, |request| request.hops = OVERFULL),
            |state| robots(state, |request| request.tries = OVERFULL),
            |state| robots(state, |request| request.exact = Some("http://b.test/robots.txt".into())),
        ],
    );
    check(
        "the examples",
        &[
            |state| _ = state.training.examples.insert(UNKNOWN, vec![1]),
            |state| _ = state.training.examples.insert(UrlId(0), vec![2]),
            |state| state.training.examples_read = OVERFULL,
        ],
    );
    check("the time", &[|state| state.now = limits::LAST_MS + 1]);
}
