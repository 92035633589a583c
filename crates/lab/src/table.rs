//! The summary of a comparison as Markdown: the mean of a measure over the topics, with its standard error.
//!
//! Source: Pant §4.2 (averages over topics, error bars of one standard error).

use evaluation::compare::{Line, Summary};
use evaluation::measures::{Axis, Curve, Measure};
use std::fmt::Write as _;

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
    let mut text = "| strategy |".to_owned();
    for mark in marks {
        let _ = write!(text, " {} |", head(measure, *mark));
    }
    let _ = writeln!(text, "\n| --- |{}", " --- |".repeat(marks.len()));
    for (strategy, line) in rows(measure, summary) {
        let _ = write!(text, "| `{strategy}` |");
        for mark in marks {
            let figure = line.figure(*mark).unwrap_or_default();
            let _ = write!(text, " {:.3} ± {:.3}", figure.mean, figure.error);
            if let Some(error) = line.repeat_error(*mark) {
                let _ = write!(text, " ({error:.3})");
            }
            text.push_str(" |");
        }
        text.push('\n');
    }
    text
}

/// Returns the table of topics: a row a strategy, a column a topic, at one mark.
pub fn by_topic(measure: Measure, mark: u32, summary: &Summary) -> String {
    let topics = &summary.topics;
    let mut text = format!("| {} | {} |\n", head(measure, mark), topics.join(" | "));
    let _ = writeln!(text, "| --- |{}", " --- |".repeat(topics.len()));
    for (strategy, line) in rows(measure, summary) {
        let _ = write!(text, "| `{strategy}` |");
        for curve in &line.by_topic {
            let value = curve.as_ref().and_then(|curve: &Curve| curve.value(mark));
            let _ = write!(text, " {:.3} |", value.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

fn rows(measure: Measure, summary: &Summary) -> impl Iterator<Item = (&String, &Line)> {
    let lines = summary.lines(measure, Axis::Pages);
    summary.contenders.iter().zip(lines)
}

fn head(measure: Measure, mark: u32) -> String {
    if measure.is_over_percents() {
        format!("{mark} %")
    } else {
        format!("first {mark}")
    }
}
