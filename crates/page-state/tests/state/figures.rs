//! Tests the curves, the log of refusals, and the counts of a crawl.

use page_state::crawl::curves::{Curves, POINTS, Quantity};
use page_state::crawl::failures::{Failures, LATEST, title};
use page_state::crawl::live::Live;
use page_state::form::StartRequest;
use protocol::{Batch, Source};
use std::rc::Rc;
use types::report::{FetchOutcome, Notification, PageRecord, Phase, Progress, Refusal};
use types::url::CanonicalUrl;

use crate::fakes::record as fake;

fn refusal(path: u32) -> Refusal {
    Refusal {
        url: CanonicalUrl::parse(&format!("http://a.test/{path}")).expect("is a URL"),
        code: "robots".into(),
        reason: "closed".into(),
    }
}

fn pages(numbers: std::ops::RangeInclusive<u32>) -> Vec<Rc<PageRecord>> {
    numbers.map(|n| Rc::new(fake::record(n, 0.5))).collect()
}

fn drawn(curves: &Curves) -> Vec<u32> {
    curves.points().map(|point| point.pages).collect()
}

#[test]
fn curves_of_any_length_have_few_points_with_the_first_page_and_the_latest() {
    for count in [0, 1, 2, 479, 480, 481, 5_000, 20_000] {
        let mut curves = Curves::default();
        curves.follow(&pages(1..=count));
        let points = drawn(&curves);
        assert!(points.len() <= POINTS, "{count}: {}", points.len());
        assert!(points.len() >= POINTS.min(count as usize) / 2, "{count}: {}", points.len());
        assert!(points.is_sorted_by(|a, b| a < b), "{count}");
        let ends = (count > 0).then_some((1, count));
        assert_eq!(points.first().copied().zip(points.last().copied()), ends, "{count}");
    }
}

#[test]
fn curves_built_in_pieces_equal_curves_built_at_once() {
    let all = pages(1..=3_000);
    let (mut whole, mut pieces) = (Curves::default(), Curves::default());
    whole.follow(&all);
    for end in [1, 1, 7, 480, 481, 2_000, 3_000] {
        pieces.follow(&all[..end]);
    }
    assert_eq!(whole.points().collect::<Vec<_>>(), pieces.points().collect::<Vec<_>>());
}

#[test]
fn a_point_that_stays_does_not_move() {
    let all = pages(1..=2_000);
    let mut curves = Curves::default();
    curves.follow(&all[..1_000]);
    let before = drawn(&curves);
    curves.follow(&all);
    let kept = drawn(&curves);
    let stayed = kept.iter().filter(|page| **page < 1_000);
    assert!(stayed.clone().count() > 100);
    assert!(stayed.into_iter().all(|page| before.contains(page)));
}

#[test]
fn curves_restart_with_another_crawl() {
    let mut curves = Curves::default();
    curves.follow(&pages(1..=300));
    curves.follow(&pages(1..=400));
    assert_eq!(drawn(&curves), (1..=400).collect::<Vec<_>>());
    curves.follow(&[]);
    assert!(drawn(&curves).is_empty());
}

/// A page that came this many milliseconds after the beginning of the crawl.
fn page_at(n: u32, at: u64) -> PageRecord {
    {
        let mut record = fake::record(n, 0.5);
        record.fetch.at = at;
        record
    }
}

fn speeds(curves: &Curves) -> Vec<Option<f64>> {
    let points = curves.points();
    points.map(|point| Quantity::Speed.at(point)).collect()
}

#[test]
fn failures_are_counted_and_the_speed_is_of_the_last_seconds() {
    let page = |n: u32, at: u64, failed: bool| {
        let record = page_at(n, at);
        let outcome = if failed { FetchOutcome::Status(404) } else { record.outcome };
        Rc::new(PageRecord { outcome, ..record })
    };
    let mut curves = Curves::default();
    let table = [
        (page(1, 0, false), None, 0.0),
        (page(2, 100, true), Some(10.0), 1.0),
        (page(3, 1_000, false), Some(2.0), 1.0),
        (page(4, 1_500, true), Some(2.0), 2.0),
        // The first ones are more than five seconds ago.
        (page(5, 6_000, false), Some(0.4), 2.0),
        // After a long pause there is no rate to show.
        (page(6, 90_000, false), None, 2.0),
        (page(7, 90_100, false), None, 2.0),
    ];
    let mut so_far = Vec::new();
    for (record, speed, failures) in table {
        let n = record.n;
        so_far.push(record);
        curves.follow(&so_far);
        let point = curves.latest().expect("a page was taken in");
        assert_eq!(Quantity::Speed.at(point), speed, "{n}");
        assert_eq!(Quantity::Failures.at(point), Some(failures), "{n}");
    }
}

#[test]
fn the_pages_of_the_first_moments_have_their_mean_speed_and_a_crawl_of_one_instant_has_none() {
    let table: [(&[u64], &[Option<f64>]); 5] = [
        (&[7], &[None]),
        (&[7, 7, 7], &[None; 3]),
        (&[0, 1, 4], &[Some(500.0); 3]),
        (&[0, 100, 1_000], &[Some(2.0); 3]),
        (&[0, 100, 250, 500], &[Some(8.0), Some(8.0), Some(8.0), Some(6.0)]),
    ];
    for (times, expected) in table {
        let numbered = (1..).zip(times);
        let pages: Vec<_> = numbered.map(|(n, at)| Rc::new(page_at(n, *at))).collect();
        let mut curves = Curves::default();
        for end in 1..=pages.len() {
            curves.follow(&pages[..end]);
        }
        assert_eq!(speeds(&curves), expected, "{times:?}");
    }
}

#[test]
fn the_log_keeps_the_latest_of_each_reason() {
    let mut failures = Failures::default();
    (0..100).for_each(|path| failures.refused(refusal(path), [].iter()));
    let urls: Vec<&str> = failures.log.latest("robots").map(|entry| entry.url.as_str()).collect();
    assert_eq!((urls.len(), urls[0]), (LATEST, "http://a.test/99"));
    assert_eq!(failures.log.latest("depth").count(), 0);
}

#[test]
fn every_reason_has_a_name() {
    for (code, name) in [
        ("robots", "Blocked by robots.txt"),
        ("status-404", "Not found (404)"),
        ("status-302", "Invalid redirect (302)"),
        ("status-418", "Rejected by the host (418)"),
        ("status-599", "Server error (599)"),
        ("url-scheme", "Not an http or https URL"),
        ("redirect-known", "Redirect to a known page"),
        ("some-new-code", "some new code"),
    ] {
        assert_eq!(title(code), name);
    }
}

#[test]
fn a_failed_seed_is_reported_once_and_a_failed_link_is_not() {
    let plan = types::plan::Plan { seeds: vec!["a.test/1".into(), "http://A.test/2".into()], ..Default::default() };
    let mut live = Live::begin(StartRequest { plan, source: Source::Demo, stay: false, model: None });
    let failed = |n, parent| {
        let mut record = fake::record(n, 0.0);
        record.outcome = FetchOutcome::Status(500);
        record.discovery.parent = parent;
        record
    };
    let notifications = vec![
        Notification::Page(Box::new(failed(1, None))),
        Notification::Page(Box::new(failed(3, Some(1)))),
        Notification::Refused(refusal(2)),
        Notification::Refused(refusal(4)),
    ];
    live.apply(Batch { notifications, ..Batch::default() });
    let lost: Vec<&str> = live.failures.lost_seeds.iter().map(|(url, _)| url.as_str()).collect();
    assert_eq!(lost, ["http://a.test/1", "http://a.test/2"]);
    assert_eq!(live.failures.log.latest("status-500").count(), 2);
}

#[test]
fn one_delay_per_host_is_kept_and_the_oldest_is_dropped() {
    let mut live = Live::default();
    let notifications = (0..7_u32).map(|n| Notification::Delayed {
        url: CanonicalUrl::parse(&format!("http://h{}.test/{n}", n % 6)).expect("is a URL"),
        until: u64::from(n),
        reason: "no answer".into(),
    });
    live.apply(Batch { notifications: notifications.collect(), ..Batch::default() });
    let kept: Vec<(&str, u64)> =
        live.failures.delayed.iter().map(|delayed| (delayed.host.as_str(), delayed.until)).collect();
    assert_eq!(kept, [("h3.test", 3), ("h4.test", 4), ("h5.test", 5), ("h0.test", 6)]);
}

#[test]
fn the_average_speed_excludes_pauses() {
    let mut live = Live::default();
    assert_eq!(live.average(), None);
    let mut take = |pages: u32, phase, at: &[u32]| {
        live.apply(Batch {
            progress: Progress { pages, phase, ..Default::default() },
            notifications: at.iter().map(|at| Notification::Page(Box::new(fake::record(*at, 0.1)))).collect(),
            ..Batch::default()
        });
        live.average()
    };
    let half = take(2, Phase::Running, &[1, 501]);
    assert_eq!(half, Some(4.0), "two pages in half a second");
    take(2, Phase::Paused, &[]);
    take(2, Phase::Running, &[]);
    let whole = take(4, Phase::Running, &[5_000, 5_500]);
    assert_eq!(whole, Some(4.0), "a pause does not count");
    let later = take(6, Phase::Running, &[905_500, 906_000]);
    assert_eq!(later, Some(4.0), "nor does the time between two visits");
}
