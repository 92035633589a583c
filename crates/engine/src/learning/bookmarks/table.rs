//! Reads tables of bookmarks (CSV), such as the exports of Pocket, Raindrop and Instapaper. The first line names the
//! columns; a line before it may name the separator, as Excel writes and reads it (`sep=;`).
//!
//! Source: exports of Pocket (`title,url,time_added,cursor,tags,status`) and Raindrop
//! (`id,title,note,excerpt,url,folder,tags,created,…`); RFC 4180.

use super::builder::{Builder, Reading, seconds, title};
use csv::{ReaderBuilder, StringRecord};
use std::collections::BTreeMap;

/// The names of the columns with an address, a title, a date and a folder, lower case.
const ADDRESS: [&str; 5] = ["url", "href", "link", "uri", "address"];
const TITLE: [&str; 2] = ["title", "name"];
const ADDED: [&str; 5] = ["time_added", "timestamp", "date_added", "created", "added"];
const FOLDER: [&str; 2] = ["folder", "collection"];

/// The columns of a table, by their index.
struct Columns {
    address: usize,
    title: Option<usize>,
    added: Option<usize>,
    folder: Option<usize>,
}

impl Columns {
    /// Returns the columns by the first line; `None` if none has addresses.
    fn new(names: &StringRecord) -> Option<Self> {
        let column = |known: &[&str]| names.iter().position(|name| known.contains(&&*name.trim().to_lowercase()));
        let (title, added, folder) = (column(&TITLE), column(&ADDED), column(&FOLDER));
        Some(Self { address: column(&ADDRESS)?, title, added, folder })
    }
}

/// Returns the folder tree of a table, its folders in alphabetical order; `None` if its first line names no column of
/// addresses.
pub(super) fn read(text: &str) -> Option<Reading> {
    let (declared, rest) = separator(text).unzip();
    let text = rest.unwrap_or(text);
    declared.into_iter().chain(*b",;\t|").find_map(|delimiter| separated(text, delimiter))
}

/// Returns the separator that the first line names, and the text behind that line.
fn separator(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once(['\n', '\r'])?;
    match line.trim_start_matches('"').as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator @ 0..0x80, ..] => Some((*separator, rest)),
        _ => None,
    }
}

fn separated(text: &str, delimiter: u8) -> Option<Reading> {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let columns = Columns::new(reader.headers().ok()?)?;
    let mut folders: BTreeMap<Vec<String>, Vec<StringRecord>> = BTreeMap::new();
    for row in reader.records().filter_map(Result::ok) {
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
    Some(builder.finish())
}
