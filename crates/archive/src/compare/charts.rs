//! Builds the charts of a comparison: one for each measure and axis, with a line for each strategy and the best
//! possible result.

use super::block::Figure;
use super::csv::axis_id;
use super::svg::{Chart, Line, svg};
use evaluation::compare::Summary;
use types::measures::{Axis, Measure};

/// Returns the chart of a measure over an axis.
pub fn figure(summary: &Summary, measure: Measure, axis: Axis) -> Figure {
    let lines = summary.lines(measure, axis).iter().zip(&summary.contenders);
    let lines = lines.map(|(line, name)| Line {
        name,
        at: &line.mean.at,
        values: &line.mean.values,
        errors: &line.error,
        is_bound: false,
    });
    let measured = summary.measures.iter().find(|of| of.measure == measure);
    let ceiling = measured.and_then(|of| of.ceiling.as_ref()).filter(|_| axis == Axis::Pages);
    let bound = ceiling.map(|ceiling| Line {
        name: "ideal crawl",
        at: &ceiling.greedy.at,
        values: &ceiling.greedy.values,
        errors: &[],
        is_bound: true,
    });
    let across = match (measure.is_over_percents(), axis) {
        (true, _) => "percent of known relevant pages found",
        (_, Axis::Pages) => "pages crawled",
        (_, Axis::Requests) => "requests made",
    };
    let title = match axis {
        Axis::Pages => measure.title().to_owned(),
        Axis::Requests => format!("{} over requests", measure.title()),
    };
    let up = match summary.topics.len() {
        1 => measure.title().to_owned(),
        n => format!("{}, mean of {n} topics", measure.title()),
    };
    let chart = Chart { title: &title, across, up: &up, lines: lines.chain(bound).collect() };
    Figure { file: format!("{}-{}.svg", measure.id(), axis_id(axis)), svg: svg(&chart), title }
}
