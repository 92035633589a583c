//! Renders the training report of a strategy.

use archive::compare::block::{self, Block, Table};
use archive::compare::markdown::markdown;
use std::fmt::Write as _;
use types::report::{Cell, TrainingReport};

/// Returns one line per group, and the unreadable examples.
pub(crate) fn for_people(report: &TrainingReport) -> String {
    let mut text = format!("{} of {} examples read", report.read, report.given);
    if let (Some(accuracy), Some(binary_accuracy)) = (report.accuracy, report.binary_accuracy) {
        let _ = write!(
            text,
            "; cross-validation accuracy {:.0} % by class, {:.0} % relevant or not",
            accuracy * 100.0,
            binary_accuracy * 100.0
        );
    }
    if let Some(area) = report.link_ranking {
        let _ =
            write!(text, "; links to relevant pages scored higher than others in {:.0} % of the pairs", area * 100.0);
    }
    text.push('\n');
    for group in &report.groups {
        let mark = if group.good { "*" } else { " " };
        let _ = write!(text, "{mark} {}: {} of {} read", group.name, group.read, group.given);
        if let Some(correct) = group.correct {
            let _ = write!(text, ", {correct} recognized");
        }
        if let Some(other) = &group.most_confused_with {
            let _ = write!(text, ", most often confused with {other}");
        }
        text.push('\n');
    }
    for (url, reason) in &report.unread {
        let _ = writeln!(text, "not read: {url}: {reason}");
    }
    if let Some(trouble) = &report.trouble {
        let _ = writeln!(text, "{trouble}");
    }
    text
}

/// Renders the training report as Markdown tables.
pub(crate) fn tables(report: &TrainingReport) -> String {
    let row = |row: &Vec<Cell>| row.iter().map(|of| block::Cell::plain(cell(of))).collect();
    let blocks = report.tables.iter().flat_map(|table| {
        [
            Block::Heading(2, table.title.clone()),
            Block::Text(table.help.clone()),
            Block::Table(Table { head: table.columns.clone(), rows: table.rows.iter().map(row).collect() }),
        ]
    });
    markdown(&blocks.collect::<Vec<_>>(), "")
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) => format!("{number:.3}"),
        Cell::Page(url, title) => title.clone().unwrap_or_else(|| url.to_string()),
    }
}
