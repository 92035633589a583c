//! Writes the figures of a comparison as a table for spreadsheets and statistics programs: a row for each point of each
//! crawl's curves.
//!
//! The table is in long form: the first columns identify the crawl and the measure, so that any program can filter and
//! average. Fields that do not apply to a crawl are empty. Means, tests and errors are in the reports. Source: RFC
//! 4180; Wickham 2014, "Tidy data".

use crate::csv::{cell, table};
use evaluation::compare::{CheckedComparison, TrialOutcome};
use std::collections::BTreeMap;
use types::measures::{Axis, Curve, Measure};

/// Names of the columns.
const COLUMNS: [&str; 8] = ["measure", "axis", "contender", "topic", "group", "repeat", "at", "value"];

/// Returns the curves of all outcomes of a comparison, in order. The overlap of two crawls is listed with the first of
/// them.
pub fn figures(checked: &CheckedComparison, outcomes: &[TrialOutcome]) -> String {
    let head = COLUMNS.map(str::to_owned);
    let pooled = checked.pooled(outcomes);
    let all = outcomes.iter().zip(&pooled);
    let rows = all.flat_map(|(outcome, pooled)| rows(outcome, pooled));
    table(std::iter::once(head).chain(rows))
}

fn rows<'a>(
    outcome: &'a TrialOutcome,
    pooled: &'a BTreeMap<Measure, Curve>,
) -> impl Iterator<Item = [String; COLUMNS.len()]> + 'a {
    let axes = [(Axis::Pages, &outcome.page_curves), (Axis::Pages, pooled), (Axis::Requests, &outcome.request_curves)];
    axes.into_iter().flat_map(move |(axis, curves)| {
        curves.iter().flat_map(move |(measure, curve)| {
            let points = curve.at.iter().zip(&curve.values);
            points.map(move |(at, value)| {
                let key = &outcome.key;
                [
                    measure.id().to_owned(),
                    axis_id(axis).to_owned(),
                    cell(&key.contender),
                    cell(&key.topic),
                    key.group.to_string(),
                    key.repeat.to_string(),
                    at.to_string(),
                    value.to_string(),
                ]
            })
        })
    })
}

/// Returns the name of an axis in files.
pub(super) fn axis_id(axis: Axis) -> &'static str {
    match axis {
        Axis::Pages => "pages",
        Axis::Requests => "requests",
    }
}
