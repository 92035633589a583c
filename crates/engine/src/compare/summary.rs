//! What the outcomes of a comparison say: means over topics with their errors, who is ahead of whom, and who cannot be told apart.
//!
//! It can be made of any part of the outcomes, so that a comparison can be looked at while it runs. A topic counts once, however many crawls it
//! has: its figure is the mean of its crawls. The errors are over topics; how much is chance of the random numbers is told apart.
//!
//! Source: Pant §4.2 and Fig. 6.

use super::{Checked, Outcome};
use crate::eval::stats::{self, Figure, PairedTest};
use crate::eval::{Axis, Better, Curve, Measure};
use crate::limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What some outcomes of a comparison say. Strategies and topics are numbered as in the lists here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The strategies, as the comparison writes them.
    pub contenders: Vec<String>,
    /// The names of the topics.
    pub topics: Vec<String>,
    /// Numbers of pages at which figures are given.
    pub marks: Vec<u32>,
    /// Pages of each crawl.
    pub budget: u32,
    /// Crawls in all.
    pub trials: u32,
    /// Those of which the outcome is known.
    pub done: u32,
    /// What was measured, in the order of the comparison; a measure that had nothing to go by in any crawl has no line.
    pub measures: Vec<MeasureSummary>,
    /// What each strategy cost.
    pub costs: Vec<Cost>,
}

/// A measure of all strategies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasureSummary {
    /// The measure.
    pub measure: Measure,
    /// Where figures are given: numbers of pages or requests; percents for the search length.
    pub marks: Vec<u32>,
    /// Over pages, a line a strategy.
    pub over_pages: Vec<Line>,
    /// Over requests, a line a strategy.
    pub over_requests: Vec<Line>,
}

/// A measure of one strategy over one axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The mean over topics; no points where nothing is known.
    pub mean: Curve,
    /// The standard error of the mean over topics, at each point; 0 for one topic.
    pub error: Vec<f64>,
    /// For each topic the mean of its crawls; none where no outcome is known.
    pub by_topic: Vec<Option<Curve>>,
    /// For each seed number of random numbers that was used, the mean of its crawls.
    pub by_repeat: Vec<Curve>,
}

/// What a strategy cost, as means over its crawls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Crawls of which the outcome is known.
    pub crawls: u32,
    /// Pages crawled.
    pub pages: f64,
    /// Requests for them.
    pub requests: f64,
    /// Requests for examples, before the crawl.
    pub examples: f64,
    /// Pages a second, where seconds were measured.
    pub speed: Option<f64>,
    /// How the crawls ended: how many for each code.
    pub ends: BTreeMap<String, u32>,
}

/// Two strategies beside each other, the one with the better mean first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Versus {
    /// The one with the better mean.
    pub better: usize,
    /// The other.
    pub worse: usize,
    /// The difference of the means, as large as it is: over the topics that both have.
    pub difference: f64,
    /// Topics that both have.
    pub pairs: u32,
    /// The one-tailed paired t-test over these topics; none where there are too few, or nothing differs.
    pub test: Option<PairedTest>,
}

/// Who is best, and who cannot be told from the best.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The strategy with the best mean; none where nothing is known.
    pub best: Option<usize>,
    /// Those that cannot be told from it.
    pub tied: Vec<usize>,
    /// Those that are behind.
    pub behind: Vec<usize>,
}

impl Summary {
    /// What these outcomes say; those of other comparisons are left out.
    pub fn of(checked: &Checked, outcomes: &[Outcome]) -> Self {
        let contenders: Vec<String> = checked
            .contenders
            .iter()
            .map(|of| of.name.clone())
            .collect();
        let topics: Vec<String> = checked.topics.iter().map(|of| of.name.clone()).collect();
        let placed = Placed::of(&contenders, &topics, outcomes);
        let measured = |measure: &Measure| {
            let lines = |axis| {
                let all = 0..contenders.len();
                all.map(|contender| placed.line(contender, *measure, axis))
                    .collect()
            };
            MeasureSummary {
                measure: *measure,
                marks: checked.marks_of(*measure).to_vec(),
                over_pages: lines(Axis::Pages),
                over_requests: lines(Axis::Requests),
            }
        };
        Self {
            measures: checked.comparison.measures.iter().map(measured).collect(),
            costs: (0..contenders.len()).map(|of| placed.cost(of)).collect(),
            marks: checked.marks.clone(),
            budget: checked.comparison.pages,
            trials: count(checked.len()),
            done: count(placed.0.values().map(Vec::len).sum()),
            contenders,
            topics,
        }
    }

    /// The lines of a measure, one a strategy; empty where it is not measured.
    pub fn lines(&self, measure: Measure, axis: Axis) -> &[Line] {
        let found = self.measures.iter().find(|of| of.measure == measure);
        found.map_or(&[], |of| of.lines(axis))
    }

    /// Every pair of strategies after so many pages or requests, the better one of each first.
    pub fn versus(&self, measure: Measure, axis: Axis, at: u32) -> Vec<Versus> {
        let n = self.lines(measure, axis).len();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        pairs
            .filter_map(|(a, b)| self.pair(measure, axis, at, a, b))
            .collect()
    }

    /// Two strategies, the better one first; `None` where no topic has both.
    pub fn pair(
        &self,
        measure: Measure,
        axis: Axis,
        at: u32,
        a: usize,
        b: usize,
    ) -> Option<Versus> {
        let lines = self.lines(measure, axis);
        let both = lines.get(a)?.by_topic.iter().zip(&lines.get(b)?.by_topic);
        let values: Vec<(f64, f64)> = both
            .filter_map(|(a, b)| Some((a.as_ref()?.value(at)?, b.as_ref()?.value(at)?)))
            .collect();
        if values.is_empty() {
            return None;
        }
        let differences: Vec<f64> = values.iter().map(|(a, b)| a - b).collect();
        let difference = stats::mean(&differences);
        let is_ahead = match measure.better() {
            Better::Higher => difference >= 0.0,
            Better::Lower => difference <= 0.0,
        };
        // The test asks whether the first of each pair is larger.
        let larger_first = difference >= 0.0;
        let ordered = values
            .iter()
            .map(|(a, b)| if larger_first { (*a, *b) } else { (*b, *a) });
        let pairs = count(values.len());
        let test = stats::paired_t_test(&ordered.collect::<Vec<_>>());
        let (better, worse) = if is_ahead { (a, b) } else { (b, a) };
        Some(Versus {
            better,
            worse,
            difference: difference.abs(),
            pairs,
            test: test.filter(|_| pairs >= limits::PAIRS_AT_LEAST),
        })
    }

    /// Who is best after so many pages or requests, and who cannot be told from the best.
    pub fn standing(&self, measure: Measure, axis: Axis, at: u32) -> Standing {
        let means: Vec<(usize, f64)> = self
            .lines(measure, axis)
            .iter()
            .enumerate()
            .filter_map(|(contender, line)| Some((contender, line.mean.value(at)?)))
            .collect();
        let ahead = |a: &&(usize, f64), b: &&(usize, f64)| {
            let by_value = match measure.better() {
                Better::Higher => b.1.total_cmp(&a.1),
                Better::Lower => a.1.total_cmp(&b.1),
            };
            by_value.then(a.0.cmp(&b.0))
        };
        let Some((best, _)) = means.iter().min_by(ahead) else {
            return Standing::default();
        };
        let others = means
            .iter()
            .map(|(contender, _)| *contender)
            .filter(|of| of != best);
        let is_behind = |other: &usize| {
            let pair = self.pair(measure, axis, at, *best, *other);
            pair.is_some_and(|pair| pair.is_told() && pair.better == *best)
        };
        let (behind, tied) = others.partition(is_behind);
        Standing {
            best: Some(*best),
            tied,
            behind,
        }
    }
}

impl MeasureSummary {
    /// The lines over an axis, one a strategy.
    pub fn lines(&self, axis: Axis) -> &[Line] {
        match axis {
            Axis::Pages => &self.over_pages,
            Axis::Requests => &self.over_requests,
        }
    }
}

impl Line {
    /// Mean and error over topics after so many pages or requests; `None` where nothing is known.
    pub fn figure(&self, at: u32) -> Option<Figure> {
        let known = self.by_topic.iter().flatten();
        let values: Vec<f64> = known.filter_map(|curve| curve.value(at)).collect();
        (!values.is_empty()).then(|| Figure::of(&values))
    }

    /// The area under the curve, as the mean height: mean and error over topics.
    pub fn area(&self) -> Option<Figure> {
        let known = self.by_topic.iter().flatten();
        let areas: Vec<f64> = known.map(Curve::area).collect();
        (!areas.is_empty()).then(|| Figure::of(&areas))
    }

    /// The standard error over the random numbers; `None` where all crawls had the same.
    pub fn repeat_error(&self, at: u32) -> Option<f64> {
        let values = self.by_repeat.iter().filter_map(|curve| curve.value(at));
        let values: Vec<f64> = values.collect();
        (values.len() > 1).then(|| stats::standard_error(&values))
    }
}

impl Versus {
    /// True where the difference is called one: at least [`limits::PAIRS_AT_LEAST`] pairs, and p below [`limits::SIGNIFICANCE`]. Else the two
    /// are tied, or cannot be told apart.
    pub fn is_told(&self) -> bool {
        self.test.is_some_and(|test| test.p < limits::SIGNIFICANCE)
    }
}

/// Outcomes by strategy and topic.
struct Placed<'a>(BTreeMap<(usize, usize), Vec<&'a Outcome>>, usize);

impl<'a> Placed<'a> {
    fn of(contenders: &[String], topics: &[String], outcomes: &'a [Outcome]) -> Self {
        let numbers = |names: &[String]| -> BTreeMap<String, usize> {
            let names = names.iter().enumerate();
            names.map(|(at, name)| (name.clone(), at)).collect()
        };
        let (contenders, topics) = (numbers(contenders), numbers(topics));
        let mut placed: BTreeMap<_, Vec<&Outcome>> = BTreeMap::new();
        for outcome in outcomes {
            let key = &outcome.key;
            let place = contenders.get(&key.contender).zip(topics.get(&key.topic));
            if let Some((contender, topic)) = place {
                placed
                    .entry((*contender, *topic))
                    .or_default()
                    .push(outcome);
            }
        }
        Self(placed, topics.len())
    }

    fn line(&self, contender: usize, measure: Measure, axis: Axis) -> Line {
        let of_topic = |topic| {
            let outcomes = self.0.get(&(contender, topic))?;
            let curves = outcomes.iter().filter_map(|of| of.curve(measure, axis));
            Some(Curve::mean(curves)).filter(|curve| !curve.at.is_empty())
        };
        let by_topic: Vec<Option<Curve>> = (0..self.1).map(of_topic).collect();
        let mut repeats: BTreeMap<u32, Vec<&Curve>> = BTreeMap::new();
        for outcome in self.of_contender(contender) {
            let curve = outcome.curve(measure, axis);
            repeats.entry(outcome.key.repeat).or_default().extend(curve);
        }
        let known: Vec<&Curve> = by_topic.iter().flatten().collect();
        let mean = Curve::mean(known.iter().copied());
        let error = |at: usize| {
            let values = known
                .iter()
                .filter_map(|curve| curve.values.get(at).copied());
            stats::standard_error(&values.collect::<Vec<_>>())
        };
        Line {
            error: (0..mean.at.len()).map(error).collect(),
            by_repeat: repeats.into_values().map(Curve::mean).collect(),
            mean,
            by_topic,
        }
    }

    fn cost(&self, contender: usize) -> Cost {
        let all: Vec<&Outcome> = self.of_contender(contender).collect();
        let mean = |of: &dyn Fn(&Outcome) -> u32| {
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
            crawls: count(all.len()),
            pages: mean(&|of| of.pages),
            requests: mean(&|of| of.requests),
            examples: mean(&|of| of.examples),
            speed: (seconds > 0.0).then(|| pages / seconds),
            ends,
        }
    }

    fn of_contender(&self, contender: usize) -> impl Iterator<Item = &'a Outcome> {
        let all = self.0.range((contender, 0)..(contender + 1, 0));
        all.flat_map(|(_, outcomes)| outcomes.iter().copied())
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
