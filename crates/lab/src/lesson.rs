//! What a strategy learned from examples, for people.

use engine::report::{Cell, Lesson};
use std::fmt::Write as _;

/// A line a group, and what could not be read.
pub(crate) fn for_people(lesson: &Lesson) -> String {
    let mut text = format!("{} of {} examples read", lesson.read, lesson.given);
    if let (Some(right), Some(right_side)) = (lesson.right, lesson.right_side) {
        let _ = write!(
            text,
            "; held out, {:.0} % are put where they belong, {:.0} % on the right side",
            right * 100.0,
            right_side * 100.0
        );
    }
    text.push('\n');
    for group in &lesson.groups {
        let mark = if group.good { "*" } else { " " };
        let _ = write!(
            text,
            "{mark} {}: {} of {} read",
            group.name, group.read, group.given
        );
        if let Some(right) = group.right {
            let _ = write!(text, ", {right} told rightly");
        }
        if let Some(other) = &group.taken_for {
            let _ = write!(text, ", the others mostly taken for {other}");
        }
        text.push('\n');
    }
    for (url, reason) in &lesson.unread {
        let _ = writeln!(text, "not read: {url}: {reason}");
    }
    if let Some(trouble) = &lesson.trouble {
        let _ = writeln!(text, "{trouble}");
    }
    text
}

/// What was learned, as Markdown tables.
pub(crate) fn tables(lesson: &Lesson) -> String {
    let mut text = String::new();
    for table in &lesson.tables {
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
