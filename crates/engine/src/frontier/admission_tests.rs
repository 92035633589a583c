//! Tests when a free slot waits for a better link.

use super::*;
use crate::frontier::{FrontierEntry, Score};
use crate::graph::{SiteId, UrlId};

/// The site of the good links, and the site that is ready.
const GOOD: SiteId = SiteId(0);
const READY: SiteId = SiteId(1);
/// The link on the ready site.
const POOR: UrlId = UrlId(1_000);

fn slots(remaining: usize) -> Slots {
    Slots { parallel: 16, speed: Speed::Balanced, remaining, pages: 100, delays: true }
}

fn link(site: SiteId, first: f64, since: u32) -> FrontierEntry {
    FrontierEntry { parent: Some(UrlId(99)), since, ..FrontierEntry::new(site, Score::new(first)) }
}

/// Returns a frontier with twenty good links on a busy site, queued at page `since`, and a poor link on a ready site.
/// A request was just sent.
fn frontier(since: u32, slots: Slots) -> Frontier {
    let mut frontier = Frontier::new(100, 0);
    for id in 0..20 {
        frontier.push(UrlId(id), link(GOOD, 0.9, since));
    }
    frontier.push(POOR, link(READY, 0.1, 0));
    frontier.begin_choice(0, slots);
    frontier.push(UrlId(2_000), link(SiteId(2), 1.0, 0));
    let sent = frontier.take(UrlId(2_000)).expect("it waits");
    frontier.count_request(&sent);
    frontier.hold(GOOD);
    frontier
}

#[test]
fn a_link_waits_if_better_links_need_the_rest_of_the_budget() {
    assert_eq!(frontier(0, slots(10)).best(), None);
    assert_eq!(frontier(0, slots(100)).best(), Some(POOR));
}

#[test]
fn the_more_better_links_the_last_pages_brought_the_less_of_the_budget_is_open() {
    // 20 · (1 + 2 · 30 / 90) = 33, and 20 · (1 + 2 · 50 / 90) = 42 for links of the last pages.
    assert_eq!(frontier(0, slots(38)).best(), Some(POOR));
    assert_eq!(frontier(90, slots(38)).best(), None);
}

#[test]
fn better_links_that_were_just_requested_count_as_brought_by_the_last_pages() {
    let counted = |since, priority, remaining| {
        let mut frontier = frontier(0, slots(remaining));
        for _ in 0..15 {
            frontier.count_request(&link(SiteId(3), priority, since));
        }
        frontier
    };
    // 20 · (1 + 2 · 45 / 90) = 40, where the last 60 of 100 pages count.
    assert_eq!(counted(40, 0.2, 40).best(), None);
    assert_eq!(counted(40, 0.2, 41).best(), Some(POOR));
    assert_eq!(counted(39, 0.2, 34).best(), Some(POOR), "queued too early");
    assert_eq!(counted(40, 0.1, 34).best(), Some(POOR), "not better");
    let mut frontier = counted(40, 0.2, 40);
    for n in 0..60 {
        assert_eq!(frontier.best(), (n > 45).then_some(POOR), "{n} later requests");
        frontier.count_request(&link(SiteId(3), 0.0, 40));
    }
    let mut forgotten = counted(40, 0.2, 40);
    forgotten.forget_picks();
    assert_eq!(forgotten.best(), Some(POOR));
}

#[test]
fn seeds_that_cannot_be_requested_yet_count_as_better() {
    let mut frontier = Frontier::new(100, 0);
    for id in 0..20 {
        frontier.push(UrlId(id), FrontierEntry::new(GOOD, Score::new(0.0)));
    }
    frontier.push(POOR, link(READY, 0.1, 0));
    let careful = Slots { speed: Speed::Careful, ..slots(10) };
    frontier.begin_choice(0, careful);
    frontier.hold(GOOD);
    assert_eq!(frontier.best(), None);
}

#[test]
fn a_link_after_ten_thousand_better_ones_waits_whatever_the_budget() {
    let mut frontier = Frontier::new(20_000, 0);
    for id in 0..10_000 {
        frontier.push(UrlId(id), link(GOOD, 0.9, 0));
    }
    frontier.push(UrlId(10_000), link(READY, 0.1, 0));
    frontier.begin_choice(0, Slots { speed: Speed::Careful, ..slots(usize::MAX) });
    frontier.hold(GOOD);
    assert_eq!(frontier.best(), Some(UrlId(10_000)));
    frontier.push(UrlId(10_001), link(GOOD, 0.9, 0));
    assert_eq!(frontier.best(), None);
}

#[test]
fn with_one_request_at_a_time_the_best_ready_link_goes() {
    let one = Slots { parallel: 1, ..slots(10) };
    let frontier = frontier(0, one);
    assert_eq!((frontier.best(), frontier.has_parallel_slots()), (Some(POOR), false));
}

#[test]
fn links_of_equal_priority_do_not_wait_for_each_other() {
    let mut frontier = Frontier::new(100, 0);
    for id in 0..20 {
        frontier.push(UrlId(id), link(GOOD, 0.0, 0));
    }
    frontier.push(POOR, link(READY, 0.0, 0));
    frontier.begin_choice(0, slots(1));
    frontier.take(UrlId(0));
    assert_eq!(frontier.best(), Some(POOR));
}

#[test]
fn sites_that_rest_for_long_hold_nothing_back() {
    for (until, best) in [(limits::WAIT_MS, None), (limits::WAIT_MS + 1, Some(POOR))] {
        let mut frontier = frontier(0, slots(10));
        frontier.release(GOOD, until);
        assert_eq!(frontier.best(), best, "{until}");
    }
}

#[test]
fn a_slot_waits_for_the_time_of_the_speed_and_not_at_all_longer() {
    // Three, or two, times the assumed duration of a fetch, divided by sixteen slots.
    for (speed, due) in [(Speed::Balanced, 93), (Speed::Fast, 62)] {
        let slots = Slots { speed, ..slots(10) };
        let mut frontier = frontier(0, slots);
        assert_eq!(frontier.slot_due_time(), Some(due));
        frontier.begin_choice(due - 1, slots);
        assert_eq!(frontier.best(), None, "{speed:?}");
        frontier.begin_choice(due, slots);
        assert_eq!((frontier.best(), frontier.slot_due_time()), (Some(POOR), None), "{speed:?}");
    }
}

#[test]
fn a_careful_crawl_and_a_web_without_delays_wait_for_the_better_site_alone() {
    let careful = Slots { speed: Speed::Careful, ..slots(10) };
    let local = Slots { delays: false, ..slots(10) };
    for slots in [careful, local] {
        let mut frontier = frontier(0, slots);
        frontier.begin_choice(3_600_000, slots);
        assert_eq!((frontier.best(), frontier.slot_due_time()), (None, None));
        assert!(frontier.has_parallel_slots());
        frontier.release(GOOD, 3_600_000);
        frontier.wake(3_600_000);
        frontier.begin_choice(3_600_000, slots);
        assert_eq!(frontier.best(), Some(UrlId(0)));
    }
}

#[test]
fn a_web_without_delays_does_not_wait_for_a_site_that_asked_for_a_pause() {
    let local = Slots { delays: false, ..slots(10) };
    let mut frontier = frontier(0, local);
    frontier.release(GOOD, 2_000);
    frontier.begin_choice(0, local);
    assert_eq!(frontier.best(), Some(POOR));
}

#[test]
fn a_saved_frontier_waits_as_before() {
    let slots = slots(10);
    let frontier = frontier(0, slots);
    let bytes = postcard::to_stdvec(&frontier).expect("it can be written");
    let mut read: Frontier = postcard::from_bytes(&bytes).expect("it was written");
    read.begin_choice(1, slots);
    assert_eq!((read.best(), read.slot_due_time()), (None, Some(93)));
}

#[test]
fn links_that_site_diversity_holds_back_hold_nothing_back() {
    let mut frontier = Frontier::new(100, 2);
    for id in 0..20 {
        frontier.push(UrlId(id), link(GOOD, 0.9, 0));
    }
    frontier.push(POOR, link(READY, 0.1, 0));
    let slots = Slots { delays: false, ..slots(10) };
    frontier.begin_choice(0, slots);
    frontier.take(UrlId(0));
    assert_eq!(frontier.best(), None, "the better site will be ready");
    frontier.release(GOOD, 0);
    frontier.wake(0);
    assert_eq!(frontier.best(), Some(POOR));
}

#[test]
fn the_time_of_the_speed_follows_the_mean_duration_of_fetches() {
    // Three times the mean by sixteen slots, at least three times 20 ms. The second of two counts one part in 32.
    for (durations, wait) in [(&[1_600][..], 300), (&[1_600, 3_200], 309), (&[0], 60)] {
        let mut frontier = frontier(0, slots(10));
        frontier.begin_choice(93, slots(10));
        for ms in durations {
            frontier.count_fetch(*ms);
        }
        let sent = frontier.take(UrlId(0)).expect("it waits");
        frontier.count_request(&sent);
        assert_eq!(frontier.slot_due_time(), Some(93 + wait), "{durations:?}");
        frontier.begin_choice(93, Slots { speed: Speed::Careful, ..slots(10) });
        assert_eq!(frontier.slot_due_time(), None, "without a limit");
    }
}

#[test]
fn a_pause_lengthens_the_wait_of_the_next_slots_only_a_little() {
    let mut frontier = frontier(0, slots(10));
    for _ in 0..limits::FETCHES {
        frontier.count_fetch(36_000_000);
    }
    for _ in 0..10 * limits::FETCHES {
        frontier.count_fetch(500);
    }
    let sent = frontier.take(UrlId(0)).expect("it waits");
    frontier.count_request(&sent);
    assert!(frontier.slot_due_time().is_some_and(|due| due < 300));
}
