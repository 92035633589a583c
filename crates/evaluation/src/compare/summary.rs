//! Summarizes the outcomes of a comparison: means over topics with errors, ranking, and statistical ties.
//!
//! It can be computed from any part of the outcomes, so that a running comparison can be displayed. A topic counts
//! once, however many crawls it has: its figure is the mean of its crawls. The errors are over topics; the variation
//! over random numbers is reported separately.
//!
//! Source: Pant §4.2 and Fig. 6.

use super::outcome_table::{Cost, Line, OutcomeTable};
use super::{CheckedComparison, TrialOutcome, fingerprint};
use crate::limits;
use crate::measures::Ceiling;
use crate::stats::{self, Figure, PairedTest};
use engine::count;
use serde::{Deserialize, Serialize};
use types::measures::{Axis, Better, Curve, Measure};

/// The relative difference below which means count as equal: the order of summation can change them
/// by that much.
const LEVEL: f64 = 1e-12;

/// The summary of some outcomes of a comparison. Strategies and topics are indices into its lists.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The name of the web in the comparison.
    pub web: String,
    /// The strategies in the comparison's notation.
    pub contenders: Vec<String>,
    /// The names of the topics.
    pub topics: Vec<String>,
    /// Numbers of pages at which figures are given.
    pub marks: Vec<u32>,
    /// The number of pages of each crawl.
    pub budget: u32,
    /// The number of crawls of each kind.
    pub repeats: u32,
    /// The total number of crawls.
    pub trials: u32,
    /// The number of crawls with a known outcome.
    pub done: u32,
    /// The measures, in the order of the comparison; a measure that some crawls lack has no lines.
    pub measures: Vec<MeasureSummary>,
    /// The costs of each strategy.
    pub costs: Vec<Cost>,
    /// The fingerprint of all crawls, once all are done ([`super::fingerprint`]).
    pub fingerprint: Option<String>,
    /// The fingerprint of an earlier run, if the comparison has one.
    pub before: Option<String>,
}

/// A measure of all strategies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasureSummary {
    /// The measure.
    pub measure: Measure,
    /// The marks of the tables: numbers of pages or requests; percents for the search length.
    pub marks: Vec<u32>,
    /// Over pages, one line per strategy.
    pub over_pages: Vec<Line>,
    /// Over requests, one line per strategy; without points for the measures that need several crawls: retrieval rank
    /// and robustness.
    pub over_requests: Vec<Line>,
    /// The mean ceiling over topics, if the web and the relevant pages are known.
    pub ceiling: Option<Ceiling>,
}

/// The figure of a curve by which strategies are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveFigure {
    /// The value after so many pages or requests; percents for the search length.
    At(u32),
    /// The area under the curve as a mean height.
    Area,
}

impl CurveFigure {
    /// Returns the figure of a curve; `None` before its first position.
    pub fn value(self, curve: &Curve) -> Option<f64> {
        match self {
            Self::At(at) => curve.value(at),
            Self::Area => curve.last().map(|_| curve.area()),
        }
    }
}

/// Two strategies compared, the one with the better mean first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairwiseTest {
    /// The one with the better mean.
    pub better: usize,
    /// The other.
    pub worse: usize,
    /// The absolute difference of the means over the topics that both have.
    pub difference: f64,
    /// Topics that both have.
    pub pairs: u32,
    /// The one-tailed paired t-test over these topics, in the direction of the means; `None` if there are too few
    /// topics, or no difference.
    pub test: Option<PairedTest>,
    /// The two-tailed p-value: twice that of the one-tailed test, because no direction was predicted. It is corrected
    /// for the number of pairs if it is one of many ([`Summary::versus`]).
    pub chance: Option<f64>,
}

/// The best strategy and its statistical ties.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ranking {
    /// The strategy with the best mean, the first of equals; `None` if nothing is known.
    pub best: Option<usize>,
    /// The strategies with the same mean; they are among the tied.
    pub level: Vec<usize>,
    /// The strategies that are close to the best ([`limits::TIE`]) and not significantly behind it.
    pub tied: Vec<usize>,
    /// The other strategies that are not significantly behind the best: more topics would decide.
    pub undecided: Vec<usize>,
    /// Those with too few topics for a test ([`limits::MIN_PAIRS`]): neither tied nor behind.
    pub not_judged: Vec<usize>,
    /// The strategies that are behind.
    pub behind: Vec<usize>,
}

impl Summary {
    /// Summarizes outcomes; those of other comparisons are ignored.
    pub fn new(checked: &CheckedComparison, outcomes: &[TrialOutcome]) -> Self {
        let contenders: Vec<String> = checked.contenders.iter().map(|of| of.name.clone()).collect();
        let topics: Vec<String> = checked.topics.iter().map(|of| of.name.clone()).collect();
        let pooled = checked.pooled(outcomes);
        let outcome_table = OutcomeTable::new(&contenders, &topics, outcomes, &pooled);
        let measured = |measure: &Measure| {
            let lines = |axis| {
                let all = 0..contenders.len();
                all.map(|contender| outcome_table.line(contender, *measure, axis)).collect()
            };
            MeasureSummary {
                measure: *measure,
                marks: checked.marks_of(*measure).to_vec(),
                over_pages: lines(Axis::Pages),
                over_requests: lines(Axis::Requests),
                ceiling: outcome_table.ceiling(*measure),
            }
        };
        Self {
            measures: checked.comparison.measures.iter().map(measured).collect(),
            costs: (0..contenders.len()).map(|of| outcome_table.cost(of)).collect(),
            web: checked.comparison.web.clone(),
            repeats: checked.comparison.repeats,
            marks: checked.marks.clone(),
            budget: checked.comparison.pages,
            trials: count(checked.len()),
            done: count(outcome_table.len()),
            fingerprint: (!checked.is_empty() && outcome_table.len() >= checked.len())
                .then(|| fingerprint(outcome_table.outcomes())),
            before: checked.comparison.fingerprint.clone(),
            contenders,
            topics,
        }
    }

    /// Returns the lines of a measure, one per strategy; empty if it is not measured.
    pub fn lines(&self, measure: Measure, axis: Axis) -> &[Line] {
        let found = self.measures.iter().find(|of| of.measure == measure);
        found.map_or(&[], |of| of.lines(axis))
    }

    /// Returns every pair of strategies by a figure, the better one of each first, with the correction for multiple
    /// unplanned tests ([`stats::holm`]).
    pub fn versus(&self, measure: Measure, axis: Axis, by: CurveFigure) -> Vec<PairwiseTest> {
        let n = self.lines(measure, axis).len();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let mut pairs: Vec<PairwiseTest> = pairs.filter_map(|(a, b)| self.pair(measure, axis, by, a, b)).collect();
        let tested = || pairs.iter().filter_map(|pair| pair.chance);
        let corrected = stats::holm(&tested().collect::<Vec<_>>());
        let tested = pairs.iter_mut().filter_map(|pair| pair.chance.as_mut());
        for (chance, corrected) in tested.zip(corrected) {
            *chance = corrected;
        }
        pairs
    }

    /// Compares two strategies, the better one first; `None` if no topic has both.
    pub fn pair(&self, measure: Measure, axis: Axis, by: CurveFigure, a: usize, b: usize) -> Option<PairwiseTest> {
        let lines = self.lines(measure, axis);
        let both = lines.get(a)?.by_topic.iter().zip(&lines.get(b)?.by_topic);
        let values: Vec<(f64, f64)> =
            both.filter_map(|(a, b)| Some((by.value(a.as_ref()?)?, by.value(b.as_ref()?)?))).collect();
        if values.is_empty() {
            return None;
        }
        let differences: Vec<f64> = values.iter().map(|(a, b)| a - b).collect();
        let difference = stats::mean(&differences);
        let is_ahead = match measure.better() {
            Better::Higher | Better::Neither => difference >= 0.0,
            Better::Lower => difference <= 0.0,
        };
        // The test asks whether the first of each pair is larger.
        let larger_first = difference >= 0.0;
        let ordered = values.iter().map(|(a, b)| if larger_first { (*a, *b) } else { (*b, *a) });
        let pairs = count(values.len());
        let test = stats::paired_t_test(&ordered.collect::<Vec<_>>());
        let test = test.filter(|_| pairs >= limits::MIN_PAIRS);
        let (better, worse) = if is_ahead { (a, b) } else { (b, a) };
        Some(PairwiseTest {
            better,
            worse,
            difference: difference.abs(),
            pairs,
            test,
            chance: test.map(|test| f64::min(2.0 * test.p, 1.0)),
        })
    }

    /// Returns the best strategy after `at` pages or requests, and its statistical ties; `None` for a measure that does
    /// not rank.
    pub fn ranking_at(&self, measure: Measure, axis: Axis, at: u32) -> Ranking {
        let means: Vec<(usize, f64)> = self
            .lines(measure, axis)
            .iter()
            .enumerate()
            .filter_map(|(contender, line)| Some((contender, line.mean.value(at)?)))
            .collect();
        let values = means.iter().map(|(_, mean)| *mean);
        let Some(most) = (match measure.better() {
            Better::Higher => values.max_by(f64::total_cmp),
            Better::Lower => values.min_by(f64::total_cmp),
            Better::Neither => None,
        }) else {
            return Ranking::default();
        };
        let is_level = |mean: f64| (mean - most).abs() <= LEVEL * most.abs();
        let leaders = means.iter().filter(|(_, mean)| is_level(*mean));
        let mut leaders = leaders.map(|(contender, _)| *contender);
        let best = leaders.next();
        let level: Vec<usize> = leaders.collect();
        let tests = self.versus(measure, axis, CurveFigure::At(at));
        let test_of = |other: usize| {
            let both = |pair: &&PairwiseTest| {
                [(pair.better, pair.worse), (pair.worse, pair.better)]
                    .iter()
                    .any(|(one, two)| Some(*one) == best && *two == other)
            };
            tests.iter().find(both)
        };
        let is_behind =
            |other: &usize| test_of(*other).is_some_and(|pair| pair.worse == *other && pair.is_significant());
        let is_judged = |other: &usize| {
            let pairs = test_of(*other).map_or(0, |pair| pair.pairs);
            level.contains(other) || pairs >= limits::MIN_PAIRS
        };
        let all = means.iter().map(|(contender, _)| *contender);
        let (judged, not_judged) = all.filter(|of| Some(*of) != best).partition::<Vec<_>, _>(is_judged);
        let (behind, others) = judged.into_iter().partition::<Vec<_>, _>(is_behind);
        let is_close = |mean: f64| (mean - most).abs() <= limits::TIE * mean.abs().max(most.abs());
        let close: Vec<usize> =
            means.iter().filter(|(_, mean)| is_close(*mean)).map(|(contender, _)| *contender).collect();
        let (tied, undecided) = others.into_iter().partition(|of| close.contains(of));
        Ranking { best, level, tied, undecided, not_judged, behind }
    }
}

impl MeasureSummary {
    /// Returns the lines over an axis, one per strategy.
    pub fn lines(&self, axis: Axis) -> &[Line] {
        match axis {
            Axis::Pages => &self.over_pages,
            Axis::Requests => &self.over_requests,
        }
    }
}

impl Line {
    /// Returns mean and error over topics after so many pages or requests; `None` if nothing is known.
    pub fn figure(&self, at: u32) -> Option<Figure> {
        let known = self.by_topic.iter().flatten();
        let values: Vec<f64> = known.filter_map(|curve| curve.value(at)).collect();
        (!values.is_empty()).then(|| Figure::new(&values))
    }

    /// Returns the area under the curve as a mean height: mean and error over topics.
    pub fn area(&self) -> Option<Figure> {
        let known = self.by_topic.iter().flatten();
        let areas: Vec<f64> = known.map(Curve::area).collect();
        (!areas.is_empty()).then(|| Figure::new(&areas))
    }

    /// Returns the standard error over the random numbers; `None` if all crawls have the same seed
    /// number.
    pub fn repeat_error(&self, at: u32) -> Option<f64> {
        let values = self.by_repeat.iter().filter_map(|curve| curve.value(at));
        let values: Vec<f64> = values.collect();
        (values.len() > 1).then(|| stats::standard_error(&values))
    }
}

impl PairwiseTest {
    /// Returns true if the difference is significant: at least [`limits::MIN_PAIRS`] pairs, and a probability below
    /// [`limits::SIGNIFICANCE`]. Otherwise the two are tied, or the comparison is undecided.
    pub fn is_significant(&self) -> bool {
        self.chance.is_some_and(|chance| chance < limits::SIGNIFICANCE)
    }
}

#[cfg(test)]
pub(super) mod tests;
