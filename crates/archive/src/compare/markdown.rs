//! Renders a report as GitHub Flavored Markdown, with its charts as separate files.
//!
//! Texts from plans and topics are escaped, so that they never become markup. Raw HTML is not used. Source: GitHub
//! Flavored Markdown §2.4 (backslash escapes), §4.10 (tables).

use super::block::{Block, Cell, Figure, Table};
use std::borrow::Borrow;
use types::text::is_hidden;

/// Renders a report. `folder` is the path of the charts with a final slash; empty for the report's own folder.
pub fn markdown(blocks: &[Block], folder: &str) -> String {
    let parts: Vec<String> = blocks.iter().map(|block| part(block, folder)).collect();
    parts.join("\n")
}

fn part(block: &Block, folder: &str) -> String {
    match block {
        Block::Heading(level, text) => {
            format!("{} {}\n", "#".repeat(usize::from(*level)), escaped(text))
        }
        Block::Text(text) => format!("{}\n", escaped(text)),
        Block::List(lines) => {
            let lines = lines.iter().map(|line| format!("- {}\n", escaped(line)));
            lines.collect()
        }
        Block::Table(table) => of_table(table),
        Block::Chart(Figure { file, title, .. }) => {
            format!("![{}]({folder}{file})\n", escaped(title))
        }
        Block::Code(language, text) => code(language, text),
    }
}

fn of_table(of: &Table) -> String {
    let head: Vec<String> = of.head.iter().map(|text| escaped(text)).collect();
    table(&head, of.rows.iter().map(|row| row.iter().map(cell).collect()))
}

/// Returns a table of cells that are already Markdown.
pub fn table<S: Borrow<str>>(head: &[S], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: String| format!("| {cells} |\n");
    let rule = format!("|{}\n", " --- |".repeat(head.len()));
    let rows: String = rows.into_iter().map(|row| line(row.join(" | "))).collect();
    line(head.join(" | ")) + &rule + &rows
}

fn cell(Cell { text, strong }: &Cell) -> String {
    if *strong && !text.is_empty() { format!("**{}**", escaped(text)) } else { escaped(text) }
}

/// Returns a code block whose fence is longer than any in the text.
fn code(language: &str, text: &str) -> String {
    let text: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// Returns a text on one line, with all markup escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_hidden(*c)) {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '&' | '$' => {
                out.extend(['\\', c]);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts() {
        for (text, expected) in [
            ("a | b", "a \\| b"),
            ("<script>", "\\<script\\>"),
            ("[x](javascript:1)", "\\[x\\](javascript:1)"),
            ("*a* `b` _c_", "\\*a\\* \\`b\\` \\_c\\_"),
            ("# no heading\nno line", "\\# no heading no line"),
            ("a\u{1b}[31mb\0\u{202e}c", "a\\[31mbc"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn a_table_has_a_rule_and_its_strong_cells() {
        let strong = Cell { text: "0.5".to_owned(), strong: true };
        let table = Table {
            head: vec!["strategy".to_owned(), "first 100".to_owned()],
            rows: vec![vec![Cell::plain("best-first"), strong]],
        };
        let text = "| strategy | first 100 |\n| --- | --- |\n| best-first | **0.5** |\n";
        assert_eq!(markdown(&[Block::Table(table)], ""), text);
    }

    #[test]
    fn a_fence_is_longer_than_those_in_the_code() {
        assert_eq!(code("toml", "a = 1\n"), "```toml\na = 1\n```\n");
        assert!(code("toml", "'''x\n````\n").starts_with("`````toml"));
    }
}
