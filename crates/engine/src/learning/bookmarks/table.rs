//! Reads tables of bookmarks (CSV), such as the exports of Pocket, Raindrop and Instapaper. The first line names the
//! columns; a line before it may name the separator, as Excel writes and reads it (`sep=;`), and comments (`#`) may
//! precede it. Without a known name, the column of addresses is told by the first rows. A cell may contain line ends in
//! quotation marks; a stray quotation mark costs no row.
//!
//! Source: exports of Pocket (`title,url,time_added,cursor,tags,status`) and Raindrop
//! (`id,title,note,excerpt,url,folder,tags,created,…`); RFC 4180.

use super::builder::{Builder, Reading, seconds, title};
use csv::{Reader, ReaderBuilder, StringRecord};
use std::collections::BTreeMap;
use types::url::CanonicalUrl;
use url::Url;

/// The names of the columns with an address, a title, a date and a folder, lower case.
const ADDRESS: [&str; 7] = ["url", "href", "link", "uri", "address", "given_url", "resolved_url"];
const TITLE: [&str; 2] = ["title", "name"];
const ADDED: [&str; 5] = ["time_added", "timestamp", "date_added", "created", "added"];
const FOLDER: [&str; 2] = ["folder", "collection"];

const LINE_ENDS: [char; 2] = ['\n', '\r'];
/// The multiple of a table's length that is read again because of stray quotation marks, each of which may reach to the
/// end. The rest is then read line by line.
const READ_AGAIN: usize = 4;
/// The number of rows by which a column of addresses is recognized, with the header.
const EXAMINED_ROWS: usize = 10;

/// The columns of a table, by their index.
struct Columns {
    count: usize,
    /// The offset of the first row behind the header.
    start: usize,
    address: usize,
    title: Option<usize>,
    added: Option<usize>,
    folder: Option<usize>,
}

impl Columns {
    /// Returns the columns that the first line names; `None` if it names none of addresses.
    fn named(text: &str, delimiter: u8) -> Option<Self> {
        let (names, start) = first_row(text, delimiter)?;
        Some(Self::new(&names, start, column(&names, &ADDRESS)?))
    }

    /// Returns the columns of a table with addresses in one column of most of its first rows. If the first line has one
    /// there, it is no header. Lines that begin with one are rather a list of URLs, which may contain separators, unless
    /// words follow most of them.
    fn guessed(text: &str, delimiter: u8) -> Option<Self> {
        let (names, start) = first_row(text, delimiter)?;
        let rows = reader(text, delimiter).into_records().take(EXAMINED_ROWS);
        let rows: Vec<StringRecord> = rows.map_while(Result::ok).collect();
        let has_address = |row: &StringRecord, column: usize| {
            let cell = row.get(column).filter(|_| row.len() == names.len()).unwrap_or_default().trim();
            !cell.contains(char::is_whitespace) && CanonicalUrl::parse(cell).is_ok()
        };
        let most = |has: &dyn Fn(&StringRecord) -> bool| 2 * rows.iter().filter(|row| has(row)).count() >= rows.len();
        let address = (0..names.len()).find(|column| most(&|row| has_address(row, *column)));
        let address = address.filter(|_| names.len() > 1)?;
        let has_text = |row: &StringRecord, column: usize| {
            row.get(column).is_some_and(|cell| cell.contains(char::is_alphabetic) && Url::parse(cell.trim()).is_err())
        };
        let title = (0..names.len()).find(|column| *column != address && most(&|row| has_text(row, *column)));
        if !has_address(&names, address) {
            let columns = Self::new(&names, start, address);
            return Some(Self { title: columns.title.or(title), ..columns });
        }
        let is_words = |cell: &str| cell.trim().contains(' ') || !cell.is_ascii();
        let has_words = |row: &StringRecord| title.and_then(|column| row.get(column)).is_some_and(is_words);
        let headless = Self { count: names.len(), start: 0, address, title, added: None, folder: None };
        // Between bars and tabs, `from_list_line` finds them.
        (address > 0 || b",;".contains(&delimiter) && most(&has_words)).then_some(headless)
    }

    fn new(names: &StringRecord, start: usize, address: usize) -> Self {
        let [title, added, folder] = [&TITLE[..], &ADDED, &FOLDER].map(|known| column(names, known));
        Self { count: names.len(), start, address, title, added, folder }
    }

    /// Returns true if a row with line ends is rather several rows, the first of which has a stray quotation mark: it
    /// has no address, or one of the `lines` behind the first is a row.
    fn is_several(&self, row: &StringRecord, lines: &str, delimiter: u8) -> bool {
        let is_address = |cell: &str| !cell.contains(LINE_ENDS) && Url::parse(cell).is_ok();
        let has_address = |row: &StringRecord| row.get(self.address).is_some_and(|cell| is_address(cell.trim()));
        let is_row = |line: &str| {
            let row = without_quotes(line, delimiter);
            row.len() == self.count && has_address(&row)
        };
        !has_address(row) || lines.split(LINE_ENDS).any(is_row)
    }
}

/// Returns the first row, and the offset behind it.
fn first_row(text: &str, delimiter: u8) -> Option<(StringRecord, usize)> {
    let (mut reader, mut row) = (reader(text, delimiter), StringRecord::new());
    reader.read_record(&mut row).ok()?;
    Some((row, offset(&reader)))
}

/// Returns the first column with one of these names.
fn column(names: &StringRecord, known: &[&str]) -> Option<usize> {
    names.iter().position(|name| known.contains(&&*name.trim().to_lowercase()))
}

/// Returns the folder tree of a table, its folders in alphabetical order; `None` if it has no column of addresses.
pub(super) fn read(text: &str) -> Option<Reading> {
    // A sign `#` may also be the name of the first column.
    let rest = without_comments(text);
    let named = table(text, Columns::named).or_else(|| table(rest, Columns::named));
    named.or_else(|| table(rest, Columns::guessed))
}

fn table(text: &str, columns: fn(&str, u8) -> Option<Columns>) -> Option<Reading> {
    let (declared, rest) = separator(text).unzip();
    let text = rest.unwrap_or(text);
    let mut delimiters = declared.into_iter().chain(*b",;\t|");
    delimiters.find_map(|delimiter| Some(separated(text, delimiter, &columns(text, delimiter)?)))
}

/// Returns the text behind the lines at its beginning that start with `#`.
fn without_comments(mut text: &str) -> &str {
    while text.starts_with('#') {
        let end = text.find(LINE_ENDS).unwrap_or(text.len());
        text = text[end..].trim_start_matches(LINE_ENDS);
    }
    text
}

/// Returns the separator that the first line names, and the text behind that line.
fn separator(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once(['\n', '\r'])?;
    match line.trim_start_matches('"').as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator @ 0..0x80, ..] => Some((*separator, rest)),
        _ => None,
    }
}

fn separated(text: &str, delimiter: u8, columns: &Columns) -> Reading {
    let mut folders: BTreeMap<Vec<String>, Vec<StringRecord>> = BTreeMap::new();
    for row in rows(&text[columns.start..], delimiter, columns) {
        let path = columns.folder.and_then(|column| row.get(column)).unwrap_or_default();
        let path = path.split('/').map(title).filter(|name| !name.is_empty()).collect();
        folders.entry(path).or_default().push(row);
    }
    let mut builder = Builder::default();
    for (path, rows) in folders {
        let depth = path.len();
        for name in path {
            builder.open(Some(name));
        }
        for row in rows {
            let cell = |column: Option<usize>| column.and_then(|column| row.get(column)).unwrap_or_default();
            builder.bookmark(title(cell(columns.title)), cell(Some(columns.address)), seconds(cell(columns.added)));
        }
        (0..depth).for_each(|_| builder.close());
    }
    builder.finish()
}

fn reader(text: &str, delimiter: u8) -> Reader<&[u8]> {
    ReaderBuilder::new().has_headers(false).delimiter(delimiter).flexible(true).from_reader(text.as_bytes())
}

/// Returns the number of bytes that were read: up to the end of a row, or into its line end.
fn offset(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.position().byte()).unwrap_or(usize::MAX)
}

/// Returns the rows of a table behind its header. A quotation mark without its partner makes one row of all up to the
/// next quotation mark: then only the first line is taken, without quotation marks, and the others are read again.
fn rows(mut text: &str, delimiter: u8, columns: &Columns) -> Vec<StringRecord> {
    let (mut rows, mut row) = (Vec::new(), StringRecord::new());
    let (mut read, mut again) = (reader(text, delimiter), READ_AGAIN * text.len());
    loop {
        let start = offset(&read);
        if !matches!(read.read_record(&mut row), Ok(true)) {
            return rows;
        }
        let end = offset(&read);
        let lines = text[start..end].trim_start_matches(LINE_ENDS);
        let (first, others) = lines.split_once(LINE_ENDS).unwrap_or((lines, ""));
        let has_line_ends = row.iter().any(|cell| cell.contains(LINE_ENDS));
        if !has_line_ends || !columns.is_several(&row, others, delimiter) {
            rows.push(row.clone());
            continue;
        }
        rows.push(without_quotes(first, delimiter));
        text = &text[end - lines.len() + first.len()..];
        let Some(left) = again.checked_sub(lines.len()) else {
            let lines = text.split(LINE_ENDS).filter(|line| !line.is_empty());
            rows.extend(lines.map(|line| without_quotes(line, delimiter)));
            return rows;
        };
        (read, again) = (reader(text, delimiter), left);
    }
}

/// Returns the cells of a line, each without the quotation marks around it.
fn without_quotes(line: &str, delimiter: u8) -> StringRecord {
    line.split(char::from(delimiter)).map(|cell| cell.trim_matches('"')).collect()
}
