//! Writes an outline as Markdown. Every sign of the text that Markdown could interpret is escaped.
//!
//! Source: `CommonMark` 0.31; tables: GitHub Flavored Markdown 0.29 §4.10.

use super::{Block, Container, Content, Outline, Span, Target};
use std::fmt::Write as _;
use types::text::clean;

impl Outline {
    /// Returns the outline as Markdown, whose headings are `deeper` levels deeper than those of the page.
    pub fn markdown(&self, deeper: u8) -> String {
        let mut out = String::new();
        let mut previous: Option<&Block> = None;
        for block in &self.blocks {
            if let Some(previous) = previous {
                separate(&mut out, previous, block);
            }
            write_block(&mut out, block, previous, deeper);
            previous = Some(block);
        }
        out
    }
}

/// Ends a block: items of a list follow each other without an empty line.
fn separate(out: &mut String, previous: &Block, block: &Block) {
    let is_item = |block: &Block| {
        matches!(block.content, Content::Paragraph(_)) && matches!(block.within.last(), Some(Container::Item { .. }))
    };
    out.push('\n');
    if is_item(previous) && is_item(block) && previous.within.last() != block.within.last() {
        return;
    }
    let common = previous.within.iter().zip(&block.within).take_while(|(one, other)| one == other);
    let mut line = String::new();
    for (container, _) in common {
        line.push_str(&continued(*container));
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Returns what the lines of a container start with, but for the first line of an item.
fn continued(container: Container) -> String {
    match container {
        Container::Quote(_) => "> ".to_owned(),
        Container::Item { number, .. } => " ".repeat(marker(number).len()),
    }
}

fn marker(number: Option<u32>) -> String {
    number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "))
}

fn write_block(out: &mut String, block: &Block, previous: Option<&Block>, deeper: u8) {
    let (mut first, mut rest) = (String::new(), String::new());
    let mut is_new = false;
    for (depth, container) in block.within.iter().enumerate() {
        is_new |= previous.and_then(|previous| previous.within.get(depth)) != Some(container);
        match container {
            Container::Item { number, .. } if is_new => first.push_str(&marker(*number)),
            _ => first.push_str(&continued(*container)),
        }
        rest.push_str(&continued(*container));
    }
    for (index, line) in content(&block.content, deeper).lines().enumerate() {
        let start = if index == 0 { &first } else { &rest };
        if index > 0 {
            out.push('\n');
        }
        out.push_str(if line.is_empty() { start.trim_end() } else { start });
        out.push_str(line);
    }
}

fn content(content: &Content, deeper: u8) -> String {
    match content {
        Content::Heading(level, spans) => {
            let level = usize::from(level.saturating_add(deeper).min(6));
            format!("{} {}", "#".repeat(level), one_line(spans))
        }
        Content::Paragraph(spans) => {
            let text = inline(spans, false);
            let lines: Vec<String> = text.lines().map(escaped_start).collect();
            lines.join("\\\n")
        }
        Content::Code { language, text } => {
            let fence = "`".repeat(longest_run(text).max(2) + 1);
            format!("{fence}{language}\n{text}\n{fence}")
        }
        Content::Table(rows) => table(rows),
    }
}

fn one_line(spans: &[Span]) -> String {
    let line = inline(spans, false).replace('\n', " ");
    // A closing sequence of `#` would be dropped.
    let text = line.trim_end_matches('#');
    if text.len() < line.len() { format!("{text}{}", "\\#".repeat(line.len() - text.len())) } else { line }
}

fn table(rows: &[Vec<Vec<Span>>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut out = String::new();
    for (index, row) in rows.iter().enumerate() {
        for cell in row {
            let _ = write!(out, "| {} ", inline(cell, true).replace('\n', " "));
        }
        if index == 0 {
            out.push_str(&"|  ".repeat(columns - row.len()));
            out.push_str("|\n");
            out.push_str(&"| --- ".repeat(columns));
        }
        out.push_str("|\n");
    }
    out
}

/// Returns spans on the lines of a paragraph.
fn inline(spans: &[Span], in_table: bool) -> String {
    let mut out = String::new();
    let mut rest = spans;
    while let Some(first) = rest.first() {
        let (same, after) = match &first.target {
            Target::Link(_) => rest.split_at(rest.iter().take_while(|span| span.target == first.target).count()),
            Target::None | Target::Image(_) => rest.split_at(1),
        };
        rest = after;
        match &first.target {
            Target::None => out.push_str(&shown(first, in_table)),
            Target::Link(url) => link(&mut out, same, url, in_table),
            Target::Image(url) => {
                let alt = escaped(&clean(&first.text), in_table);
                let _ = write!(out, "![{alt}]({})", address(url, in_table));
            }
        }
    }
    out
}

/// Writes a link; the white space around its text is outside.
fn link(out: &mut String, spans: &[Span], url: &str, in_table: bool) {
    let mut text = String::new();
    for span in spans {
        text.push_str(&shown(span, in_table));
    }
    let trimmed = text.trim();
    if trimmed.is_empty() {
        out.push_str(&text);
        return;
    }
    if out.ends_with('!') {
        out.insert(out.len() - 1, '\\');
    }
    let start = text.len() - text.trim_start().len();
    out.push_str(&text[..start]);
    let _ = write!(out, "[{}]({})", trimmed.replace('\n', " "), address(url, in_table));
    out.push_str(&text[start + trimmed.len()..]);
}

fn shown(span: &Span, in_table: bool) -> String {
    let text = span.text.trim();
    if !span.is_code || text.is_empty() {
        return escaped(&span.text, in_table);
    }
    let (start, end) = (span.text.len() - span.text.trim_start().len(), span.text.trim_end().len());
    let fence = "`".repeat(longest_run(text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    let code = text.replace('\n', " ");
    let code = if in_table { code.replace('|', "\\|") } else { code };
    format!("{}{fence}{space}{code}{space}{fence}{}", &span.text[..start], &span.text[end..])
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

/// Returns a text with a backslash before each sign that Markdown could interpret anywhere in a line.
fn escaped(text: &str, in_table: bool) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let is_sign = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' => true,
            '_' => !(before.is_alphanumeric() && next.is_alphanumeric()),
            '&' => next.is_ascii_alphanumeric() || next == '#',
            '|' => in_table,
            _ => false,
        };
        if is_sign {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// Returns a line with a backslash before a sign at its start that begins a block.
fn escaped_start(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let at = match line.as_bytes().get(digits) {
        Some(b'.' | b')') if digits > 0 => digits,
        Some(b'#' | b'>' | b'+' | b'-' | b'=' | b':' | b'|') if digits == 0 => 0,
        _ => return line.to_owned(),
    };
    format!("{}\\{}", &line[..at], &line[at..])
}

/// Returns an address as the destination of a link.
fn address(url: &str, in_table: bool) -> String {
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            '(' | ')' | '\\' | '&' => out.extend(['\\', c]),
            '|' if in_table => out.extend(['\\', c]),
            '<' => out.push_str("%3C"),
            ' ' => out.push_str("%20"),
            _ => out.push(c),
        }
    }
    out
}
