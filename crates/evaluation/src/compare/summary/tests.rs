//! Tests the figures, the ranking, and inconclusive comparisons.

use super::*;
use crate::compare::outcome::tests::outcome;
use crate::compare::{Comparison, Topic, TrialKey};
use types::url::CanonicalUrl;

const NAMES: [&str; 3] = ["best-first", "breadth-first", "shark-search"];

/// Topics `t0`, `t1` … with a seed and a relevant page.
pub(crate) fn topics(n: usize) -> Vec<Topic> {
    let topic = |at| Topic {
        name: format!("t{at}"),
        query: "spiders".to_owned(),
        seeds: vec![format!("http://a.test/{at}")],
        relevant: [CanonicalUrl::parse("http://r.test/").unwrap()].into(),
        ..Topic::default()
    };
    (0..n).map(topic).collect()
}

fn checked(contenders: usize, n: usize, change: impl FnOnce(&mut Comparison)) -> CheckedComparison {
    let mut comparison = Comparison {
        strategies: NAMES[..contenders].iter().map(|of| (*of).to_owned()).collect(),
        pages: 100,
        ..Comparison::default()
    };
    change(&mut comparison);
    comparison.check(&topics(n)).unwrap()
}

/// An outcome with this harvest at every position.
fn flat(contender: usize, topic: usize, repeat: u32, harvest: f64) -> TrialOutcome {
    let curve = Curve { at: vec![50, 100], values: vec![harvest; 2] };
    let mut outcome = outcome(NAMES[contender], &format!("t{topic}"));
    outcome.key.repeat = repeat;
    outcome.page_curves.insert(Measure::Harvest, curve.clone());
    outcome.request_curves.insert(Measure::Harvest, curve);
    outcome
}

/// Returns the summary of crawls with these harvests: for each strategy one value per topic.
pub(crate) fn summary(harvests: &[&[f64]]) -> Summary {
    let checked = checked(harvests.len(), harvests[0].len(), |_| {});
    let outcomes = harvests.iter().enumerate().flat_map(|(contender, topics)| {
        let topics = topics.iter().enumerate();
        topics.map(move |(topic, harvest)| flat(contender, topic, 0, *harvest))
    });
    Summary::new(&checked, &outcomes.collect::<Vec<_>>())
}

/// Returns the summary of one strategy on three topics, each with these harvests for two random seeds.
pub(crate) fn repeated(harvests: [f64; 2]) -> Summary {
    let checked = checked(1, 3, |of| of.repeats = 2);
    let of_topic = |topic| [0, 1].map(|repeat| flat(0, topic, repeat, harvests[repeat as usize]));
    Summary::new(&checked, &(0..3).flat_map(of_topic).collect::<Vec<_>>())
}

#[test]
fn a_topic_counts_once_and_random_variation_is_separate() {
    let checked = checked(1, 2, |of| of.repeats = 2);
    let outcomes = [flat(0, 0, 0, 0.2), flat(0, 0, 1, 0.4), flat(0, 1, 0, 0.8)];
    let summary = Summary::new(&checked, &outcomes);
    assert_eq!((summary.done, summary.trials), (3, 4));
    assert_eq!(summary.fingerprint, None, "not all crawls are done");
    let line = &summary.lines(Measure::Harvest, Axis::Pages)[0];
    let figure = line.figure(100).unwrap();
    assert!((figure.mean - 0.55).abs() < 1e-12 && (figure.error - 0.25).abs() < 1e-12);
    assert!((line.error[1] - 0.25).abs() < 1e-12);
    // The seeds' means are .5 and .4: their error is half their distance.
    assert!((line.repeat_error(100).unwrap() - 0.05).abs() < 1e-12);
    assert!((line.area().unwrap().mean - 0.55).abs() < 1e-12);
}

#[test]
fn foreign_outcomes_are_ignored_and_no_outcomes_give_no_figures() {
    let checked = checked(1, 1, |_| {});
    let other =
        TrialOutcome { key: TrialKey { contender: "no-such".to_owned(), ..TrialKey::default() }, ..flat(0, 0, 0, 0.5) };
    let summary = Summary::new(&checked, &[other]);
    assert_eq!((summary.done, summary.fingerprint.is_some()), (0, false));
    assert_eq!(summary.lines(Measure::Harvest, Axis::Pages)[0].figure(100), None);
    let standing = summary.ranking_at(Measure::Harvest, Axis::Pages, 100);
    assert_eq!(standing, Ranking::default());
}

#[test]
fn of_three_one_is_best_one_tied_and_one_behind() {
    let summary = summary(&[&[0.6, 0.7, 0.65], &[0.1, 0.2, 0.12], &[0.7, 0.6, 0.6]]);
    let standing = summary.ranking_at(Measure::Harvest, Axis::Pages, 100);
    assert_eq!((standing.best, &*standing.tied, &*standing.behind), (Some(0), &[2][..], &[1][..]));
    let versus = summary.versus(Measure::Harvest, Axis::Requests, CurveFigure::At(100));
    let pairs: Vec<(usize, usize, bool)> = versus.iter().map(|of| (of.better, of.worse, of.is_significant())).collect();
    assert_eq!(pairs, [(0, 1, true), (0, 2, false), (2, 1, true)]);
}

#[test]
fn means_that_differ_far_without_significance_are_undecided_and_not_tied() {
    let summary = summary(&[&[0.9, 0.3, 0.3], &[0.01, 0.0, 0.02], &[0.5, 0.5, 0.45]]);
    let standing = summary.ranking_at(Measure::Harvest, Axis::Pages, 100);
    assert_eq!((standing.best, &*standing.tied, &*standing.undecided), (Some(0), &[2][..], &[1][..]));
}

/// Differences of .05, .01, .06: t = 2.65 with two degrees of freedom, p = .059 in one direction, .118 in two.
#[test]
fn unplanned_differences_are_tested_two_tailed() {
    let summary = summary(&[&[0.5, 0.5, 0.5], &[0.45, 0.49, 0.44]]);
    let pair = summary.pair(Measure::Harvest, Axis::Pages, CurveFigure::At(100), 0, 1);
    let pair = pair.unwrap();
    let (one, both) = (pair.test.unwrap().p, pair.chance.unwrap());
    assert!((one - 0.0593).abs() < 1e-3 && (both - 2.0 * one).abs() < 1e-12, "{one} {both}");
}

/// Three pairs: the smallest probability counts three times.
#[test]
fn p_values_are_corrected_for_many_pairs_but_not_for_one() {
    let summary = summary(&[&[0.5, 0.6, 0.5], &[0.4, 0.52, 0.42], &[0.45, 0.5, 0.5]]);
    let single = summary.pair(Measure::Harvest, Axis::Pages, CurveFigure::At(100), 0, 1);
    let many = summary.versus(Measure::Harvest, Axis::Pages, CurveFigure::At(100));
    let (alone, corrected) = (single.unwrap(), &many[0]);
    let [p, chance] = [alone.chance.unwrap(), corrected.chance.unwrap()];
    assert!((chance - 3.0 * p).abs() < 1e-12, "{chance} {p}");
    assert_eq!(alone.test, corrected.test);
}

#[test]
fn two_topics_allow_no_test_except_for_equal_means() {
    let summary = summary(&[&[0.6, 0.7], &[0.1, 0.2], &[0.7, 0.6]]);
    let standing = summary.ranking_at(Measure::Harvest, Axis::Pages, 100);
    assert_eq!((standing.best, &*standing.level), (Some(0), &[2][..]));
    assert_eq!((&*standing.tied, &*standing.not_judged), (&[2][..], &[1][..]));
    assert!(standing.behind.is_empty());
}

#[test]
fn strategies_that_share_the_best_mean_are_level() {
    let summary = summary(&[&[0.0; 3], &[0.0; 3], &[0.0; 3]]);
    let standing = summary.ranking_at(Measure::Harvest, Axis::Pages, 100);
    assert_eq!((standing.best, &*standing.level, &*standing.tied), (Some(0), &[1, 2][..], &[1, 2][..]));
}

/// Returns the summary of two strategies with these search lengths for half of the relevant pages.
pub(crate) fn lengths(lengths: &[[f64; 3]; 2]) -> Summary {
    let checked = checked(2, 3, |of| of.measures = vec![Measure::SearchLength]);
    let outcomes = lengths.iter().enumerate().flat_map(|(contender, topics)| {
        topics.iter().enumerate().map(move |(topic, length)| {
            let mut outcome = flat(contender, topic, 0, 0.0);
            let curve = Curve { at: vec![50], values: vec![*length] };
            outcome.page_curves.insert(Measure::SearchLength, curve);
            outcome
        })
    });
    let mut summary = Summary::new(&checked, &outcomes.collect::<Vec<_>>());
    summary.measures[0].marks = vec![50];
    summary
}

#[test]
fn where_less_is_better_the_smaller_mean_is_ahead() {
    let summary = lengths(&[[10.0, 20.0, 12.0], [60.0, 75.0, 70.0]]);
    let pair = summary.pair(Measure::SearchLength, Axis::Pages, CurveFigure::At(50), 1, 0).unwrap();
    assert_eq!((pair.better, pair.worse, pair.is_significant()), (0, 1, true));
    assert!(pair.difference > 0.0 && pair.test.unwrap().difference > 0.0);
    let standing = summary.ranking_at(Measure::SearchLength, Axis::Pages, 50);
    assert_eq!((standing.best, &*standing.behind), (Some(0), &[1][..]));
}
