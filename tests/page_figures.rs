//! The curves, the log of refusals, and what is counted of a crawl.
#![cfg(feature = "ui")]

use engine::report::{Note, Outcome, PageRecord, Refusal};
use engine::url::CanonicalUrl;
use salticid::page::curve::{decimated, polyline, round_up};
use salticid::page::form::Order;
use salticid::page::live::Live;
use salticid::page::refusals::{LATEST, Log, title};
use salticid::protocol::{Batch, Source};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[path = "fakes/record.rs"]
mod fake;

fn refusal(path: u32) -> Refusal {
    Refusal {
        url: CanonicalUrl::parse(&format!("http://a.test/{path}")).expect("is a URL"),
        code: "robots".into(),
        reason: "closed".into(),
    }
}

#[wasm_bindgen_test]
fn a_curve_keeps_its_ends_and_has_no_more_points_than_allowed() {
    for (len, most) in [
        (0, 5),
        (1, 5),
        (5, 5),
        (6, 5),
        (10_000, 500),
        (10_000, 2),
        (3, 1),
    ] {
        let places = decimated(len, most);
        assert_eq!(places.len(), len.min(most), "{len}");
        assert!(
            places.is_sorted() && places.windows(2).all(|pair| pair[0] < pair[1]),
            "{len}"
        );
        assert_eq!(places.last().copied(), len.checked_sub(1), "{len}");
        assert!(
            most == 1 || places.first().is_none_or(|first| *first == 0),
            "{len}"
        );
    }
}

#[wasm_bindgen_test]
fn an_axis_ends_at_a_round_number_beyond_the_data() {
    for (value, end) in [
        (0.0, 1.0),
        (f64::NAN, 1.0),
        (0.03, 0.04),
        (0.21, 0.4),
        (0.41, 0.6),
        (1.0, 1.0),
        (7.0, 8.0),
        (200.0, 200.0),
        (201.0, 400.0),
        (9_999.0, 10_000.0),
    ] {
        assert!(
            (round_up(value) - end).abs() < 1e-9,
            "{value}: {}",
            round_up(value)
        );
    }
}

#[wasm_bindgen_test]
fn points_are_scaled_into_the_box_upward() {
    assert_eq!(
        polyline(
            &[(0.0, 0.0), (50.0, 0.5), (100.0, 2.0)],
            (100.0, 1.0),
            (200.0, 80.0)
        ),
        "0.0,80.0 100.0,40.0 200.0,0.0 "
    );
}

#[wasm_bindgen_test]
fn the_log_keeps_the_latest_of_each_reason() {
    let mut log = Log::default();
    (0..100).for_each(|path| log.refused(refusal(path)));
    let urls: Vec<&str> = log
        .latest("robots")
        .map(|entry| entry.url.as_str())
        .collect();
    assert_eq!((urls.len(), urls[0]), (LATEST, "http://a.test/99"));
    assert_eq!(log.latest("depth").count(), 0);
}

#[wasm_bindgen_test]
fn every_reason_has_a_name() {
    for (code, name) in [
        ("robots", "Closed by robots.txt"),
        ("status-404", "Not found (404)"),
        ("status-302", "A redirect that leads nowhere (302)"),
        ("status-418", "Turned down by the host (418)"),
        ("status-599", "Error of the host (599)"),
        ("url-scheme", "Not a web address (http or https)"),
        ("redirect-known", "Led to a page known already"),
        ("some-new-code", "some new code"),
    ] {
        assert_eq!(title(code), name);
    }
}

#[wasm_bindgen_test]
fn a_seed_that_gave_nothing_is_told_once_and_a_link_is_not() {
    let plan = engine::plan::Plan {
        seeds: vec!["a.test/1".into(), "http://A.test/2".into()],
        ..Default::default()
    };
    let mut live = Live::begin(Order {
        plan,
        source: Source::Demo,
        stay: false,
        model: None,
    });
    let failed = |n, parent| PageRecord {
        outcome: Outcome::Status(500),
        parent,
        ..fake::record(n, 0.0)
    };
    let notes = vec![
        Note::Page(Box::new(failed(1, None))),
        Note::Page(Box::new(failed(3, Some(1)))),
        Note::Refused(refusal(2)),
        Note::Refused(refusal(4)),
    ];
    live.take(Batch {
        notes,
        ..Batch::default()
    });
    let lost: Vec<&str> = live
        .lost_seeds
        .iter()
        .map(|(url, _)| url.as_str())
        .collect();
    assert_eq!(lost, ["http://a.test/1", "http://a.test/2"]);
    assert_eq!(live.log.latest("status-500").count(), 2);
}

#[wasm_bindgen_test]
fn one_wish_to_wait_is_kept_of_each_host_and_the_oldest_is_forgotten() {
    let mut live = Live::default();
    let notes = (0..7_u32).map(|n| Note::Delayed {
        url: CanonicalUrl::parse(&format!("http://h{}.test/{n}", n % 6)).expect("is a URL"),
        until: u64::from(n),
        reason: "no answer".into(),
    });
    live.take(Batch {
        notes: notes.collect(),
        ..Batch::default()
    });
    let kept: Vec<(&str, u64)> = live
        .delayed
        .iter()
        .map(|delayed| (delayed.host.as_str(), delayed.until))
        .collect();
    assert_eq!(
        kept,
        [
            ("h3.test", 3),
            ("h4.test", 4),
            ("h5.test", 5),
            ("h0.test", 6)
        ]
    );
}

#[wasm_bindgen_test]
fn the_average_speed_is_over_the_whole_crawl() {
    let mut live = Live::default();
    assert_eq!(live.average(), None);
    live.take(Batch {
        progress: engine::report::Progress {
            pages: 2,
            ..Default::default()
        },
        notes: [1, 501]
            .map(|n| Note::Page(Box::new(fake::record(n, 0.1))))
            .into(),
        ..Batch::default()
    });
    assert_eq!(live.average(), Some(4.0), "two pages in half a second");
}
