//! Writes an outline as plain text: blocks between empty lines, items with their markers, cells separated by tabs.

use super::{Block, Container, Content, Outline, Span, Target};

impl Outline {
    /// Returns the outline as plain text. Addresses and images are omitted.
    pub fn plain_text(&self) -> String {
        let mut out = String::new();
        let mut previous: Option<&Block> = None;
        for block in &self.blocks {
            let text = text(&block.content);
            if text.trim().is_empty() {
                continue;
            }
            let is_item = block.within.iter().rev().any(|container| matches!(container, Container::Item { .. }));
            if let Some(previous) = previous {
                let is_list = is_item && !previous.within.is_empty() && previous.within != block.within;
                out.push_str(if is_list { "\n" } else { "\n\n" });
            }
            out.push_str(&marker(block, previous));
            out.push_str(&text);
            previous = Some(block);
        }
        out
    }
}

/// Returns the indentation and the marker of a block.
fn marker(block: &Block, previous: Option<&Block>) -> String {
    let items = block.within.iter().filter(|container| matches!(container, Container::Item { .. })).count();
    let indent = "  ".repeat(items.saturating_sub(1));
    let Some(Container::Item { number, .. }) = block.within.last() else {
        return indent;
    };
    let is_new = previous.and_then(|previous| previous.within.get(block.within.len() - 1)) != block.within.last();
    match number {
        _ if !is_new => indent + "  ",
        Some(number) => format!("{indent}{number}. "),
        None => indent + "- ",
    }
}

fn text(content: &Content) -> String {
    match content {
        Content::Heading(_, spans) | Content::Paragraph(spans) => joined(spans),
        Content::Code { text, .. } => text.clone(),
        Content::Table(rows) => {
            let mut lines = Vec::with_capacity(rows.len());
            for row in rows {
                let cells: Vec<String> = row.iter().map(|cell| joined(cell).replace('\n', " ")).collect();
                lines.push(cells.join("\t").trim_end().to_owned());
            }
            lines.join("\n")
        }
    }
}

fn joined(spans: &[Span]) -> String {
    let mut text = String::new();
    for span in spans.iter().filter(|span| !matches!(span.target, Target::Image(_))) {
        text.push_str(&span.text);
    }
    text.trim().to_owned()
}
