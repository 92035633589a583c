//! Groups the outcomes of a comparison by strategy and topic, and computes their means.

use super::TrialOutcome;
use crate::measures::Ceiling;
use crate::stats;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::measures::{Axis, Curve, Measure};

/// A measure of one strategy over one axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The mean over topics; no points if nothing is known.
    pub mean: Curve,
    /// The standard error of the mean over topics, at each point; 0 for one topic.
    pub error: Vec<f64>,
    /// For each topic the mean of its crawls; `None` if no outcome is known.
    pub by_topic: Vec<Option<Curve>>,
    /// For each seed number of random numbers, the mean of its crawls.
    pub by_repeat: Vec<Curve>,
}

/// The costs of a strategy, as means over its crawls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The number of crawls with a known outcome.
    pub crawls: u32,
    /// Pages crawled.
    pub pages: f64,
    /// Requests for them.
    pub requests: f64,
    /// Requests before the crawl, for training.
    pub examples: f64,
    /// Requests of the earlier crawl, if the strategy starts from its pages.
    pub earlier: f64,
    /// Pages per second, if seconds were measured.
    pub speed: Option<f64>,
    /// The number of crawls by code of their end.
    pub ends: BTreeMap<String, u32>,
}

/// An outcome with the curves that need several outcomes.
type PooledOutcome<'a> = (&'a TrialOutcome, &'a BTreeMap<Measure, Curve>);

/// Outcomes by strategy and topic.
pub(super) struct OutcomeTable<'a> {
    outcomes: BTreeMap<(usize, usize), Vec<PooledOutcome<'a>>>,
    topics: usize,
}

impl<'a> OutcomeTable<'a> {
    pub(super) fn new(
        contenders: &[String],
        topics: &[String],
        outcomes: &'a [TrialOutcome],
        pooled: &'a [BTreeMap<Measure, Curve>],
    ) -> Self {
        let place = |names: &[String], name: &str| names.iter().position(|of| of == name);
        let mut outcome_table: BTreeMap<_, Vec<PooledOutcome<'_>>> = BTreeMap::new();
        for known in outcomes.iter().zip(pooled) {
            let key = &known.0.key;
            let at = place(contenders, &key.contender).zip(place(topics, &key.topic));
            if let Some(at) = at {
                outcome_table.entry(at).or_default().push(known);
            }
        }
        Self { outcomes: outcome_table, topics: topics.len() }
    }

    /// Returns the number of outcomes.
    pub(super) fn len(&self) -> usize {
        self.outcomes.values().map(Vec::len).sum()
    }

    /// Returns all outcomes.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = &'a TrialOutcome> {
        self.outcomes.values().flatten().map(|(outcome, _)| *outcome)
    }

    pub(super) fn line(&self, contender: usize, measure: Measure, axis: Axis) -> Line {
        let of_topic = |topic| {
            let outcomes = self.outcomes.get(&(contender, topic))?.iter();
            let curves = outcomes.filter_map(|known| curve(*known, measure, axis));
            Some(Curve::mean(curves)).filter(|curve| !curve.at.is_empty())
        };
        let by_topic: Vec<Option<Curve>> = (0..self.topics).map(of_topic).collect();
        let mut repeats: BTreeMap<u32, Vec<&Curve>> = BTreeMap::new();
        for known in self.of_contender(contender) {
            let of_repeat = repeats.entry(known.0.key.repeat).or_default();
            of_repeat.extend(curve(known, measure, axis));
        }
        let known: Vec<&Curve> = by_topic.iter().flatten().collect();
        let mean = Curve::mean(known.iter().copied());
        let error = |at: usize| {
            let values = known.iter().filter_map(|curve| curve.values.get(at).copied());
            stats::standard_error(&values.collect::<Vec<_>>())
        };
        Line {
            error: (0..mean.at.len()).map(error).collect(),
            by_repeat: repeats.into_values().map(Curve::mean).collect(),
            mean,
            by_topic,
        }
    }

    /// Returns the mean over topics of the ceilings from each group of seeds, which is the same for all strategies that
    /// start only from these.
    pub(super) fn ceiling(&self, measure: Measure) -> Option<Ceiling> {
        let mut topics: BTreeMap<usize, BTreeMap<usize, &Ceiling>> = BTreeMap::new();
        for ((_, topic), outcomes) in &self.outcomes {
            for (outcome, _) in outcomes {
                if let Some(ceiling) = outcome.ceilings.get(&measure) {
                    let groups = topics.entry(*topic).or_default();
                    groups.insert(outcome.key.group, ceiling);
                }
            }
        }
        let mean = |of: fn(&Ceiling) -> &Curve| {
            let topics = topics.values();
            let means = topics.map(|groups| Curve::mean(groups.values().map(|all| of(all))));
            Curve::mean(&means.collect::<Vec<_>>())
        };
        (!topics.is_empty())
            .then(|| Ceiling { bound: mean(|ceiling| &ceiling.bound), greedy: mean(|ceiling| &ceiling.greedy) })
    }

    pub(super) fn cost(&self, contender: usize) -> Cost {
        let all: Vec<&TrialOutcome> = self.of_contender(contender).map(|(of, _)| of).collect();
        let mean = |of: &dyn Fn(&TrialOutcome) -> u32| {
            let values: Vec<f64> = all.iter().map(|outcome| f64::from(of(outcome))).collect();
            stats::mean(&values)
        };
        let timed = || all.iter().filter_map(|of| Some((of.pages, of.seconds?)));
        let seconds: f64 = timed().map(|(_, seconds)| seconds).sum();
        let pages: f64 = timed().map(|(pages, _)| f64::from(pages)).sum();
        let mut ends = BTreeMap::new();
        for outcome in &all {
            *ends.entry(outcome.end.code().to_owned()).or_default() += 1;
        }
        Cost {
            crawls: engine::count(all.len()),
            pages: mean(&|of| of.pages),
            requests: mean(&|of| of.requests),
            examples: mean(&|of| of.examples),
            earlier: mean(&|of| of.earlier),
            speed: (seconds > 0.0).then(|| pages / seconds),
            ends,
        }
    }

    fn of_contender(&self, contender: usize) -> impl Iterator<Item = PooledOutcome<'a>> {
        let all = self.outcomes.range((contender, 0)..(contender + 1, 0));
        all.flat_map(|(_, outcomes)| outcomes.iter().copied())
    }
}

/// Returns a curve of an outcome, whether it needs other outcomes or not.
fn curve((outcome, pooled): PooledOutcome<'_>, measure: Measure, axis: Axis) -> Option<&Curve> {
    let among_others = pooled.get(&measure).filter(|_| axis == Axis::Pages);
    outcome.curve(measure, axis).or(among_others)
}
