//! Tests crawls of a comparison from plan to figures, on a web of a few pages, against values computed by
//! hand.

use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use engine::html::EncodingRs;
use engine::strategy::Assets;
use evaluation::compare::{CheckedComparison, Comparison, Replay, Summary, TimedResponse, Topic, Trial, TrialOutcome};
use evaluation::measures::{JudgingData, WebMapBuilder};
use std::sync::Arc;
use types::failure::{Failure, FailureKind};
use types::measures::{Axis, Measure};
use types::trails::{Trail, TrailPage, Trails};
use types::url::CanonicalUrl;

/// Paths of `http://a.test` with their pages.
const PAGES: [(&str, &str); 8] = [
    ("/", "<a href=/moved>m</a> <a href=/off>o</a> <a href=/gone>g</a>"),
    ("/off", "bread and butter <a href=/far>f</a>"),
    ("/on", "spiders"),
    ("/far", "jumping spiders"),
    ("/way", "a garden <a href=/end>e</a>"),
    ("/end", "spiders that jump"),
    ("/path", "a lawn <a href=/goal>g</a>"),
    ("/goal", "spiders that hunt"),
];

fn url(path: &str) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://a.test{path}")).expect("a URL")
}

/// Returns the response to a request. `/moved` redirects to `/on`, `/gone` breaks the connection; missing pages and
/// robots.txt are a 404.
fn response(request: &FetchRequest) -> Result<FetchResponse, Failure> {
    let path = request.url.path();
    if path == "/gone" {
        return Err(Failure {
            code: "reset".to_owned(),
            message: "the host closed the connection".to_owned(),
            kind: FailureKind::Permanent,
        });
    }
    let page = PAGES.iter().find(|(of, _)| *of == path);
    let moved = [("location".to_owned(), "/on".to_owned())];
    let (status, headers, body) = match page {
        _ if path == "/moved" => (301, &moved[..], ""),
        Some((_, body)) => (200, &[][..], *body),
        None => (404, &[][..], ""),
    };
    let raw = RawResponse { status, headers, body: body.as_bytes(), elapsed_ms: 0 };
    Ok(FetchResponse::read(request, raw, 0, &EncodingRs))
}

fn request(path: &str) -> FetchRequest {
    FetchRequest::page(url(path))
}

fn topic() -> Topic {
    Topic {
        name: "spiders".to_owned(),
        query: "spiders".to_owned(),
        seeds: vec!["http://a.test/".to_owned()],
        relevant: [url("/on")].into(),
        targets: [url("/far")].into(),
        trails: Trails { trails: vec![trail("/way", "/end"), trail("/path", "/goal")] },
        ..Topic::default()
    }
}

fn trail(from: &str, to: &str) -> Trail {
    Trail { name: String::new(), pages: vec![page(from, false), page(to, true)], ..Trail::default() }
}

fn page(path: &str, relevant: bool) -> TrailPage {
    TrailPage { url: url(path).to_string(), relevant, ..TrailPage::default() }
}

fn checked(strategy: &str, change: impl FnOnce(&mut Comparison)) -> CheckedComparison {
    checked_on(topic(), strategy, change)
}

fn checked_on(topic: Topic, strategy: &str, change: impl FnOnce(&mut Comparison)) -> CheckedComparison {
    let mut comparison = Comparison {
        strategies: vec![strategy.to_owned()],
        pages: 8,
        measures: vec![Measure::Harvest, Measure::TargetRecall, Measure::Recall],
        ..Comparison::default()
    };
    change(&mut comparison);
    comparison.check(&[topic]).expect("the comparison is fine")
}

/// Collects the data on a topic from the whole web.
fn known(checked: &CheckedComparison, topic: usize) -> JudgingData {
    let mut builder = WebMapBuilder::default();
    for path in PAGES.map(|(path, _)| path).into_iter().chain(["/moved"]) {
        builder.add(&url(path), &response(&request(path)).expect("it answers"));
    }
    let mut gathering = checked.gather(topic);
    while let Some(url) = gathering.next_url().cloned() {
        gathering.read(&url, response(&request(url.path())).ok().as_ref());
    }
    gathering.map(&Arc::new(builder.map()));
    gathering.known()
}

/// Runs a trial; with `backwards`, responses come in reverse order.
fn run(checked: &CheckedComparison, trial: &Trial, backwards: bool) -> TrialOutcome {
    run_by(known(checked, trial.topic), trial, backwards)
}

fn run_by(known: JudgingData, trial: &Trial, backwards: bool) -> TrialOutcome {
    let mut replay = Replay::new(trial, Arc::new(known), &Assets::default()).expect("the plan is fine");
    while !replay.is_over() {
        let mut pending = replay.pending_requests().to_vec();
        if backwards {
            pending.reverse();
        }
        for request in pending {
            let outcome = response(&request);
            let delay_ms = 0;
            replay.take(request.id, TimedResponse { delay_ms, outcome });
        }
        replay.step();
    }
    replay.outcome()
}

fn outcome(checked: &CheckedComparison) -> TrialOutcome {
    run(checked, &checked.trial(0).expect("there is a trial"), false)
}

fn values(outcome: &TrialOutcome, measure: Measure, axis: Axis) -> Vec<f64> {
    outcome.curve(measure, axis).expect("it is measured").values.clone()
}

/// Requests: robots.txt, the start, `/moved`, `/on`, `/off`, `/gone`, `/far`. Pages: the start, `/on`, `/off`, `/gone`,
/// `/far`.
#[test]
fn robots_redirects_and_failures_cost_requests_and_only_pages_count_as_pages() {
    let outcome = outcome(&checked("breadth-first", |_| {}));
    assert_eq!((outcome.pages, outcome.requests, outcome.examples), (5, 7, 0));
    let harvest = |axis| values(&outcome, Measure::Harvest, axis);
    let pages = [0.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0, 2.0 / 5.0, 2.0 / 6.0, 2.0 / 7.0, 2.0 / 8.0];
    assert_eq!(harvest(Axis::Pages), pages);
    let requests = [0.0, 0.0, 0.0, 1.0 / 4.0, 1.0 / 5.0, 1.0 / 6.0, 2.0 / 7.0, 2.0 / 8.0];
    assert_eq!(harvest(Axis::Requests), requests);
    let recall = values(&outcome, Measure::TargetRecall, Axis::Pages);
    assert_eq!(recall, [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]);
}

#[test]
fn examples_are_counted_separately_and_in_no_curve() {
    let outcome = outcome(&checked("centroid", |_| {}));
    assert_eq!((outcome.examples, outcome.pages), (4, 5));
    // One robots.txt and one redirect, as without examples.
    assert_eq!(outcome.requests, 7);
    assert_eq!(values(&outcome, Measure::Harvest, Axis::Requests).len(), 8);
}

#[test]
fn robots_txt_requests_for_examples_are_not_charged_to_the_crawl() {
    let elsewhere = |path: &str, relevant| TrailPage { url: format!("http://b.test{path}"), ..page(path, relevant) };
    let trail = |from, to| Trail {
        name: String::new(),
        pages: vec![elsewhere(from, false), elsewhere(to, true)],
        ..Trail::default()
    };
    let topic = Topic { trails: Trails { trails: vec![trail("/way", "/end"), trail("/path", "/goal")] }, ..topic() };
    let outcome = outcome(&checked_on(topic, "centroid", |_| {}));
    assert_eq!((outcome.examples, outcome.requests), (5, 7));
}

#[test]
fn a_redirecting_known_page_is_found_at_its_target_on_any_web() {
    let topic = Topic { relevant: [url("/moved")].into(), ..topic() };
    let checked = checked_on(topic, "breadth-first", |_| {});
    let trial = checked.trial(0).expect("there is a trial");
    for known in [known(&checked, 0), checked.gather(0).known()] {
        let outcome = run_by(known, &trial, false);
        let recall = values(&outcome, Measure::Recall, Axis::Pages);
        assert_eq!(recall, [0.0, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0]);
    }
}

/// If crawls start from either and either is the target, it does not count as one: `/moved` redirects to `/on`.
#[test]
fn seeds_are_no_targets_under_any_address() {
    for (seed, target) in [("/moved", "/on"), ("/on", "/moved"), ("/on", "/on")] {
        let topic = Topic {
            // The address is in a person's notation.
            seeds: vec![format!("a.test{seed}")],
            targets: [url(target), url("/far")].into(),
            relevant: [].into(),
            trails: Trails::default(),
            ..topic()
        };
        let checked = checked_on(topic, "breadth-first", |_| {});
        let trial = checked.trial(0).expect("there is a trial");
        let outcome = run_by(known(&checked, 0), &trial, false);
        let recall = values(&outcome, Measure::TargetRecall, Axis::Pages);
        assert_eq!(recall[..1], [0.0], "{seed} {target}");
        let found = values(&outcome, Measure::Recall, Axis::Pages);
        assert_eq!(found[..1], [0.5], "relevant all the same: {seed} {target}");
    }
}

#[test]
fn an_earlier_crawl_is_counted_separately_and_removes_the_ceiling() {
    let checked = checked("info-spiders-db", |of| of.past_pages = 3);
    let outcome = outcome(&checked);
    // robots.txt, the start, the redirect, two pages.
    assert_eq!(outcome.earlier, 5);
    assert!(outcome.requests <= 8, "{}", outcome.requests);
    assert!(outcome.ceilings.is_empty());
}

/// By hand: the start, `/on` behind a redirect that is no page; then `/off`, `/far`. So one in two pages, two in four.
#[test]
fn the_ceiling_is_that_of_the_web() {
    let outcome = outcome(&checked("breadth-first", |_| {}));
    let harvest = &outcome.ceilings[&Measure::Harvest];
    assert_eq!(harvest.greedy.values[..4], [0.0, 0.5, 1.0 / 3.0, 0.5]);
    assert_eq!(harvest.bound.values[..4], [0.0, 0.5, 2.0 / 3.0, 0.5]);
}

#[test]
fn the_order_of_responses_changes_nothing_and_digests_distinguish_crawls() {
    let checked = checked("breadth-first", |of| of.settings.in_flight = 4);
    let trial = checked.trial(0).expect("there is a trial");
    let (forwards, backwards) = (run(&checked, &trial, false), run(&checked, &trial, true));
    assert_eq!(forwards, backwards);
    let other = outcome(&self::checked("breadth-first", |of| of.pages = 3));
    assert_ne!(other.digest, forwards.digest);
    assert_eq!(other.urls, forwards.urls[..3]);
}

/// One request follows the other, so the time is the sum of the response times, each at most twice the mean.
#[test]
fn simulated_latency_takes_time_and_changes_no_crawl() {
    let plain = outcome(&checked("breadth-first", |_| {}));
    assert_eq!(plain.seconds, None);
    let slow = outcome(&checked("breadth-first", |of| of.latency_ms = 1_000));
    assert_eq!(slow.digest, plain.digest);
    let (seconds, most) = (slow.seconds.unwrap_or_default(), f64::from(slow.requests) * 2.0);
    assert!(seconds > 0.0 && seconds <= most, "{seconds} of {most}");
}

#[test]
fn a_crawl_that_is_not_over_counts_as_stopped_and_shows_its_curves_so_far() {
    let checked = checked("breadth-first", |_| {});
    let trial = checked.trial(0).expect("there is a trial");
    let known = Arc::new(checked.gather(0).known());
    let mut replay = Replay::new(&trial, known, &Assets::default()).expect("the plan is fine");
    while replay.pages().0 < 2 {
        for request in replay.pending_requests().to_vec() {
            let outcome = response(&request);
            replay.take(request.id, TimedResponse { delay_ms: 0, outcome });
        }
        replay.step();
    }
    let partial_curve = |measure| replay.partial_curve(measure, Axis::Pages);
    let harvest = partial_curve(Measure::Harvest).expect("it is measured");
    assert_eq!(harvest.values, [0.0, 0.5]);
    assert_eq!(partial_curve(Measure::Hits), None);
    assert_eq!(replay.outcome().end.code(), "stopped");
}

#[test]
fn a_summary_says_what_was_measured_and_what_it_cost() {
    let checked = checked("breadth-first", |of| of.repeats = 2);
    let outcomes: Vec<TrialOutcome> = checked.trials().map(|trial| run(&checked, &trial, false)).collect();
    let summary = Summary::new(&checked, &outcomes);
    assert_eq!((summary.done, summary.trials), (2, 2));
    let line = &summary.lines(Measure::Harvest, Axis::Pages)[0];
    assert_eq!(line.mean.last(), Some(0.25));
    let cost = &summary.costs[0];
    assert_eq!((cost.crawls, cost.ends["frontier-empty"], cost.speed), (2, 2, None));
    let ceiling = summary.measures[0].ceiling.as_ref().expect("the web is known");
    assert_eq!(ceiling.greedy.value(4), Some(0.5));
}
