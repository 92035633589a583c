//! The summary of a comparison as Markdown: the mean of a measure over the topics, with its standard error.
//!
//! Source: Pant §4.2 (averages over topics, error bars of one standard error).

use archive::compare::markdown::table;
use evaluation::compare::{Line, Summary};
use std::iter;
use types::measures::{Axis, Curve, Measure};

/// Describes the numbers of a table in a sentence.
pub fn caption(measure: Measure, summary: &Summary, repeats: u32) -> String {
    let what = match measure {
        Measure::Harvest => "Share of relevant pages among the first ones",
        Measure::TargetRecall => "Share of the targets that are among the first pages",
        other => other.sentence().trim_end_matches('.'),
    };
    let n = summary.topics.len();
    let seeds = if repeats > 1 {
        format!(" over topics; in parentheses that over {repeats} random seeds")
    } else {
        String::new()
    };
    format!("{what}, mean of {n} topics ± one standard error{seeds}:\n\n")
}

/// Returns the table of means: a row a strategy, a column a mark.
pub fn means(measure: Measure, marks: &[u32], summary: &Summary) -> String {
    let cell = |line: &Line, mark: u32| {
        let figure = line.figure(mark).unwrap_or_default();
        let repeats = line.repeat_error(mark);
        let repeats = repeats.map_or(String::new(), |error| format!(" ({error:.3})"));
        format!("{:.3} ± {:.3}{repeats}", figure.mean, figure.error)
    };
    let head = marks.iter().map(|mark| head(measure, *mark));
    let head: Vec<String> = iter::once("strategy".to_owned()).chain(head).collect();
    let row = |line: &Line| marks.iter().map(|mark| cell(line, *mark)).collect();
    table(&head, rows(measure, summary, row))
}

/// Returns the table of topics: a row a strategy, a column a topic, at one mark.
pub fn by_topic(measure: Measure, mark: u32, summary: &Summary) -> String {
    let topics = summary.topics.iter().cloned();
    let head: Vec<String> = iter::once(head(measure, mark)).chain(topics).collect();
    let cell = |curve: &Option<Curve>| {
        let value = curve.as_ref().and_then(|curve| curve.value(mark));
        format!("{:.3}", value.unwrap_or_default())
    };
    let row = |line: &Line| line.by_topic.iter().map(cell).collect();
    table(&head, rows(measure, summary, row))
}

/// Returns a row for each strategy: its name, then the cells of its line.
fn rows(
    measure: Measure,
    summary: &Summary,
    cells: impl Fn(&Line) -> Vec<String>,
) -> impl Iterator<Item = Vec<String>> {
    let lines = summary.lines(measure, Axis::Pages);
    let pairs = summary.contenders.iter().zip(lines);
    pairs.map(move |(strategy, line)| {
        let mut row = vec![format!("`{strategy}`")];
        row.extend(cells(line));
        row
    })
}

fn head(measure: Measure, mark: u32) -> String {
    if measure.is_over_percents() {
        format!("{mark} %")
    } else {
        format!("first {mark}")
    }
}
