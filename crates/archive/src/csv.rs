//! Writes pages as a table for spreadsheets (CSV).
//!
//! Fields with a comma, a quote or a line end are quoted; lines end with CR and LF; the first line names the columns. A
//! text that a spreadsheet would interpret as a formula gets a `'` prefix, because such cells come from the web and
//! must not be executed. The same holds for the part of a text after a separator: in many countries spreadsheets split
//! lines at `;`, and then the quotes of a field do not protect what is inside. Numbers and dates are our own and stay
//! unchanged, including negative ones. There is no byte-order mark, because some programs read it as part of the first
//! column's name. Parts of scores are omitted. Source: RFC 4180; OWASP "CSV Injection".

use crate::date;
use crate::page::PageLine;

/// Names of the columns.
const COLUMNS: [&str; 20] = [
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
    "probability",
    "last_modified",
    "etag",
    "rendered",
    "document",
];

/// Returns pages as a table: a line with the names of the columns, then a line per page.
pub fn pages<'a>(lines: impl Iterator<Item = PageLine<'a>>) -> String {
    let head = COLUMNS.map(str::to_owned);
    table(std::iter::once(head).chain(lines.map(|page| cells(&page))))
}

fn cells(page: &PageLine<'_>) -> [String; COLUMNS.len()] {
    [
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
        page.probability.map_or_else(String::new, |share| share.to_string()),
        page.last_modified.map_or_else(String::new, date::to_millis),
        cell(page.etag.unwrap_or_default()),
        if page.rendered { "true" } else { "" }.to_owned(),
        page.document.clone().unwrap_or_default(),
    ]
}

/// Returns a table that Excel opens: with a byte-order mark, without which Excel reads the system's encoding.
pub(crate) fn excel<const COLUMNS: usize>(
    head: [&str; COLUMNS],
    lines: impl Iterator<Item = [String; COLUMNS]>,
) -> String {
    format!("\u{feff}{}", table(std::iter::once(head.map(str::to_owned)).chain(lines)))
}

pub(crate) fn table<const COLUMNS: usize>(lines: impl Iterator<Item = [String; COLUMNS]>) -> String {
    const MEMORY: &str = "writing to memory does not fail, and all lines have as many cells";
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for line in lines {
        writer.write_record(&line).expect(MEMORY);
    }
    let bytes = writer.into_inner().expect(MEMORY);
    String::from_utf8(bytes).expect("cells are UTF-8, and so is what stands between them")
}

/// Characters at which some spreadsheet splits a line, or a cell that the person splits.
const SEPARATORS: [char; 5] = [';', ',', '\t', '\r', '\n'];
/// Signs that begin a formula; East Asian spreadsheets also accept full-width ones.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Returns a text from the web as a cell. Each part that a spreadsheet would interpret as a formula gets a `'` prefix.
pub(crate) fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    if text.starts_with(['\t', '\r', '\n']) {
        cell.push('\'');
    }
    for part in text.split_inclusive(SEPARATORS) {
        // Spreadsheets drop quotes at the start of a cell.
        if part.trim_start_matches('"').starts_with(SIGNS) {
            cell.push('\'');
        }
        cell.push_str(part);
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{crawl, golden};
    use crate::page::lines;

    #[test]
    fn pages_are_a_table_to_the_byte() {
        golden("pages.csv", &pages(lines(&crawl())));
    }

    #[test]
    fn csv_cells_that_start_with_a_sign_of_a_formula_or_a_tab_are_quoted() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("\rx", "'\rx"),
            ("\nx", "'\nx"),
            ("＝1", "'＝1"),
            ("a=1", "a=1"),
            ("'=1", "'=1"),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }

    #[test]
    fn parts_of_a_cell_that_would_be_formulas_of_their_own_are_quoted() {
        for (text, expected) in [
            ("a;=1+1", "a;'=1+1"),
            ("a;\"=1+1", "a;'\"=1+1"),
            ("a\t@SUM(A1)", "a\t'@SUM(A1)"),
            ("a\n-1\r\n+2", "a\n'-1\r\n'+2"),
            ("a,=1;;＝2", "a,'=1;;'＝2"),
            ("http://a.test/;=1", "http://a.test/;'=1"),
            ("a; b, c-d\te=f", "a; b, c-d\te=f"),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }

    #[test]
    fn fields_with_commas_quotes_and_line_ends_are_quoted() {
        for (text, expected) in [
            ("a,b", "\"a,b\""),
            ("a\"b", "\"a\"\"b\""),
            ("a\nb", "\"a\nb\""),
            ("=\"a\",1", "\"'=\"\"a\"\",1\""),
            ("plain text", "plain text"),
        ] {
            let line = [cell(text), "x".to_owned()];
            assert_eq!(table(std::iter::once(line)), format!("{expected},x\r\n"));
        }
    }

    /// Returns the cells of a file by the grammar of RFC 4180 §2; `None` if it is invalid.
    fn read(text: &str) -> Option<Vec<Vec<String>>> {
        let mut rows = vec![vec![String::new()]];
        let (mut quoted, mut rest) = (false, text.chars().peekable());
        while let Some(c) = rest.next() {
            let row = rows.last_mut()?;
            match (quoted, c) {
                (true, '"') if rest.peek() == Some(&'"') => row.last_mut()?.extend(rest.next()),
                (true, '"') => quoted = false,
                (false, '"') if row.last()?.is_empty() => quoted = true,
                (false, ',') => row.push(String::new()),
                (false, '\r') if rest.next() == Some('\n') => rows.push(vec![String::new()]),
                (false, '"' | '\r' | '\n') => return None,
                (_, c) => row.last_mut()?.push(c),
            }
        }
        (rows.pop()? == [""] && !quoted).then_some(rows)
    }

    #[cfg(not(target_arch = "wasm32"))]
    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config {
            failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(4180),
            ..proptest::test_runner::Config::default()
        })]

        #[test]
        fn any_text_is_one_cell_and_no_formula(title in "[=+@a-z ,;\"'\t\r\n\\-ä＝]{0,12}", anchor in ".{0,8}") {
            let mut known = crawl();
            known[1].text.title = title.clone();
            known[1].discovery.anchor = anchor;
            let written = pages(lines(&known));
            let rows = read(&written).expect("the grammar is kept");
            assert!(rows.len() == 5 && rows.iter().all(|row| row.len() == COLUMNS.len()));
            let bare = |text: &str| text.replace('\'', "");
            assert_eq!(bare(&rows[2][2]), bare(&title), "nothing else is added");
            let is_formula = |part: &str| part.starts_with(SIGNS) && part.parse::<f64>().is_err();
            let mut parts = written.split(SEPARATORS).map(|part| part.trim_start_matches('"'));
            assert!(!parts.any(is_formula), "{written}");
        }
    }
}
