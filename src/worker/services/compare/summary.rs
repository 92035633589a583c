//! Summarizes the outcomes of a comparison, and fills in the defaults of its view.

use super::run::ComparisonRun;
use crate::protocol::compare::ComparisonView;
use evaluation::compare::{Summary, TrialKey, TrialOutcome};
use std::collections::BTreeSet;
use types::measures::{Axis, Measure};

/// Summarizes the outcomes that can be compared.
///
/// While crawls are missing, only topics on which all strategies have run are counted, because means over different topics are not
/// comparable. Before any topic is complete, all outcomes belong to the first one.
pub(super) fn summary(run: &ComparisonRun) -> Summary {
    let outcomes = run.outcomes.borrow();
    let done: BTreeSet<&TrialKey> = outcomes.iter().map(|outcome| &outcome.key).collect();
    let missing = run.keys().filter(|key| !done.contains(key));
    let missing: BTreeSet<&str> = missing.map(|key| &*key.topic).collect();
    let is_whole = |outcome: &&TrialOutcome| !missing.contains(&*outcome.key.topic);
    let whole: Vec<TrialOutcome> =
        if missing.is_empty() { Vec::new() } else { outcomes.iter().filter(is_whole).cloned().collect() };
    if whole.is_empty() {
        return Summary::of(&run.checked, &outcomes);
    }
    Summary { done: engine::count(outcomes.len()), ..Summary::of(&run.checked, &whole) }
}

/// Fills in defaults for the person's choices: the first measure and the last mark.
pub(super) fn whole(look: ComparisonView, summary: &Summary) -> ComparisonView {
    let there = |measure: &Measure| summary.measures.iter().any(|of| of.measure == *measure);
    let first = || summary.measures.first().map(|of| of.measure);
    let measure = look.measure.filter(there).or_else(first);
    let marks = measure.map(|measure| marks(summary, measure)).unwrap_or_default();
    let mark = look.mark.filter(|mark| marks.contains(mark));
    ComparisonView {
        axis: measure.map_or(look.axis, |measure| axis_of(look, measure)),
        measure,
        mark: mark.or_else(|| marks.last().copied()),
        ..look
    }
}

/// Returns the axis of a measure: the selected one, unless the measure is only defined over pages.
pub(super) fn axis_of(look: ComparisonView, measure: Measure) -> Axis {
    if measure.has_only_page_axis() { Axis::Pages } else { look.axis }
}

/// Returns the marks at which a table can be evaluated, including the end.
pub(super) fn marks(summary: &Summary, measure: Measure) -> Vec<u32> {
    let own = summary.measures.iter().find(|of| of.measure == measure);
    let mut marks = own.map(|of| of.marks.clone()).unwrap_or_default();
    if !measure.is_over_percents() && marks.last() != Some(&summary.budget) {
        marks.push(summary.budget);
    }
    marks
}
