//! Renders a report as one self-contained HTML page: its charts are inline, and it has no script and no external
//! resource.
//!
//! Every text is escaped, and a content security policy forbids scripts and external resources. Light and dark follow
//! the reader's setting; wide tables scroll on narrow screens.

use super::block::{Block, Cell, Figure, Table};
use crate::xml::escaped;
use std::fmt::Write as _;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#222;--back:#fff;--rule:#ccc;--soft:#f3f4f6}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--back:#16181b;--rule:#44484d;--soft:#22262b}}\
body{margin:0 auto;padding:1.5rem;max-width:60rem;\
font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--back)}\
h1,h2,h3{line-height:1.25;margin:1.6em 0 .5em}h1{margin-top:0}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{border-bottom:1px solid var(--rule);padding:.3rem .7rem;text-align:left;vertical-align:top;white-space:nowrap}\
thead th{border-bottom-width:2px;white-space:normal}\
tbody th{font-weight:400;position:sticky;left:0;background:var(--back)}tbody th.long{position:static}\
.long{min-width:14rem;white-space:normal}pre{background:var(--soft);padding:1rem;overflow-x:auto}\
figure{margin:1rem 0;overflow-x:auto}figure .chart{min-width:36rem}.wide,figure,pre{scrollbar-width:thin}";
/// The number of characters from which a cell may wrap.
const LONG: usize = 32;

/// Renders a report with this title.
pub fn html(title: &str, blocks: &[Block]) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n",
        escaped(title)
    );
    for block in blocks {
        out += &part(block);
    }
    out + "</main>\n</body>\n</html>\n"
}

fn part(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => {
            let level = (*level).clamp(1, 6);
            format!("<h{level}>{}</h{level}>\n", escaped(text))
        }
        Block::Text(text) => format!("<p>{}</p>\n", escaped(text)),
        Block::List(lines) => {
            let mut out = String::from("<ul>\n");
            for line in lines {
                let _ = writeln!(out, "<li>{}</li>", escaped(line));
            }
            out + "</ul>\n"
        }
        Block::Table(table) => of_table(table),
        // Our own renderer has escaped the texts of the drawing.
        Block::Chart(Figure { svg, .. }) => {
            format!("<figure tabindex=\"0\">\n{svg}</figure>\n")
        }
        Block::Code(_, text) => {
            format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", escaped_lines(text))
        }
    }
}

fn of_table(table: &Table) -> String {
    let mut out = String::from("<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead>\n<tr>");
    for text in &table.head {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escaped(text));
    }
    out += "</tr>\n</thead>\n<tbody>\n";
    for row in &table.rows {
        out += "<tr>";
        for (at, Cell { text, strong }) in row.iter().enumerate() {
            let long = if text.chars().count() < LONG { "" } else { " class=\"long\"" };
            let text = if *strong { format!("<strong>{}</strong>", escaped(text)) } else { escaped(text) };
            let _ = match at {
                0 => write!(out, "<th scope=\"row\"{long}>{text}</th>"),
                _ => write!(out, "<td{long}>{text}</td>"),
            };
        }
        out += "</tr>\n";
    }
    out + "</tbody>\n</table>\n</div>\n"
}

/// Returns an escaped text that keeps its line breaks.
fn escaped_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_plan_never_become_markup() {
        let bad = "<img src=x onerror=alert(1)> & \"'";
        let page = html(
            bad,
            &[
                Block::Heading(2, bad.to_owned()),
                Block::Text(bad.to_owned()),
                Block::List(vec![bad.to_owned()]),
                Block::Table(Table { head: vec![bad.to_owned()], rows: vec![vec![Cell::plain(bad)]] }),
                Block::Code("toml", format!("{bad}\n{bad}")),
            ],
        );
        assert!(!page.contains("<img") && !page.contains("<script"), "{page}");
        assert_eq!(page.matches("&lt;img").count(), 8);
        assert!(page.contains("default-src 'none'"));
    }

    #[test]
    fn code_keeps_its_lines() {
        let page = part(&Block::Code("toml", "a = 1\nb = \"x\"\n".to_owned()));
        assert!(page.contains("a = 1\nb = &quot;x&quot;</code>"), "{page}");
    }
}
