//! Renders the training report of a strategy.

use std::fmt::Write as _;
use types::report::{Cell, TrainingReport};

/// Returns a line a group, and what could not be read.
pub(crate) fn for_people(report: &TrainingReport) -> String {
    let mut text = format!("{} of {} examples read", report.read, report.given);
    if let (Some(right), Some(right_side)) = (report.right, report.right_side) {
        let _ = write!(
            text,
            "; cross-validation accuracy {:.0} % by class, {:.0} % relevant or not",
            right * 100.0,
            right_side * 100.0
        );
    }
    text.push('\n');
    for group in &report.groups {
        let mark = if group.good { "*" } else { " " };
        let _ = write!(
            text,
            "{mark} {}: {} of {} read",
            group.name, group.read, group.given
        );
        if let Some(right) = group.right {
            let _ = write!(text, ", {right} recognized");
        }
        if let Some(other) = &group.taken_for {
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
    let mut text = String::new();
    for table in &report.tables {
        let _ = write!(text, "## {}\n\n{}\n\n", table.title, table.help);
        let _ = writeln!(text, "| {} |", table.columns.join(" | "));
        let _ = writeln!(text, "|{}", " --- |".repeat(table.columns.len()));
        for row in &table.rows {
            let cells: Vec<String> = row.iter().map(cell).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text.push('\n');
    }
    text
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.replace('|', "\\|"),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) => format!("{number:.3}"),
        Cell::Page(url, title) => title
            .as_ref()
            .map_or_else(|| url.to_string(), |title| title.replace('|', "\\|")),
    }
}
