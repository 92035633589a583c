//! Pages as a table for spreadsheets (CSV).
//!
//! Fields with a comma, a quote or a line end stand in quotes; lines end with CR and LF; the first line names the columns. A text
//! that a spreadsheet would take for a formula gets a `'` before it: such cells come from the web, and must not act. Numbers and
//! dates are our own and stay as they are, negative ones as well.
//! Left out on purpose: a byte-order mark, which some programs take for part of the first column's name; parts of scores.
//! Source: RFC 4180; OWASP "CSV Injection".

use crate::date;
use crate::page::PageLine;
use engine::report::PageRecord;

/// Names of the columns.
const COLUMNS: [&str; 15] = [
    "n",
    "url",
    "title",
    "score",
    "relevance",
    "parent",
    "depth",
    "at",
    "ms",
    "status",
    "outcome",
    "language",
    "host",
    "anchor",
    "near_copy_of",
];

/// All pages of a crawl as a table: a line with the names of the columns, then a line a page.
pub fn pages(pages: &[PageRecord]) -> String {
    let lines = pages.iter().map(|page| line(&PageLine::of(page, pages)));
    let head = COLUMNS.join(",") + "\r\n";
    std::iter::once(head).chain(lines).collect()
}

fn line(page: &PageLine<'_>) -> String {
    let cells: [String; COLUMNS.len()] = [
        page.n.to_string(),
        cell(page.url.as_str()),
        cell(page.title),
        page.priority.to_string(),
        page.relevance.to_string(),
        cell(page.parent.map_or("", |url| url.as_str())),
        page.depth.to_string(),
        date::to_millis(page.at),
        page.ms.to_string(),
        page.status.to_string(),
        cell(&page.outcome),
        cell(page.language.unwrap_or_default()),
        cell(page.host),
        cell(page.anchor),
        cell(page.repeats.map_or("", |url| url.as_str())),
    ];
    cells.join(",") + "\r\n"
}

/// A text as a cell.
fn cell(text: &str) -> String {
    let mark = if acts(text) { "'" } else { "" };
    if text.contains([',', '"', '\r', '\n']) {
        format!("\"{mark}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{mark}{text}")
    }
}

/// True for what a spreadsheet would take for a formula; East Asian ones know the wide signs as well.
fn acts(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|c| "=+-@\t\r\n＝＋－＠".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{crawl, golden};

    #[test]
    fn pages_are_a_table_to_the_byte() {
        golden("pages.csv", &pages(&crawl()));
    }

    #[test]
    fn csv_cells_that_start_with_a_sign_of_a_formula_or_a_tab_are_quoted() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("\rx", "\"'\rx\""),
            ("\nx", "\"'\nx\""),
            ("＝1", "'＝1"),
            ("=1,2", "\"'=1,2\""),
            ("=\"a\"", "\"'=\"\"a\"\"\""),
            ("a=1", "a=1"),
            ("'=1", "'=1"),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }

    #[test]
    fn fields_with_commas_quotes_and_line_ends_stand_in_quotes() {
        for (text, expected) in [
            ("a,b", "\"a,b\""),
            ("a\"b", "\"a\"\"b\""),
            ("a\nb", "\"a\nb\""),
            ("plain text", "plain text"),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }
}
