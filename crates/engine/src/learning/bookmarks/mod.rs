//! Bookmark files: the Netscape format that every browser exports and imports, and what other programs write.
//!
//! A file becomes a tree of folders with bookmarks, in the order of the file. Bookmarks that cannot be crawled, and
//! entries without an address, are omitted with a warning. The content decides about the format, whatever the name of
//! the file is. Not covered: separators, descriptions, icons, tags and keywords; compressed and binary files, which are
//! refused with their kind.
//!
//! Source: Microsoft, "Netscape Bookmark File Format"; files written by current Firefox, Chrome, Edge and Safari; the
//! formats of Pocket, Raindrop, Instapaper and Pinboard; OPML 2.0; XBEL 1.0.

mod builder;
mod html;
mod json;
mod table;
mod write;
mod xml;

use crate::html::{Decoder, charset};
use crate::import_warning::ImportWarning;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use types::limits::BOOKMARK_BYTES;
use types::url::CanonicalUrl;
pub use write::write;

/// An error of reading a bookmark file: the kind of the file, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookmarksError {
    /// The file has no bytes but white space.
    #[error("this file is empty: export your bookmarks again")]
    Empty,
    /// A compressed archive.
    #[error("this is a compressed archive: unpack it, and choose a file in it")]
    Archive,
    /// An automatic backup of Firefox, which is compressed.
    #[error(
        "this is a compressed backup of Firefox (.jsonlz4): choose “Backup…” in its bookmark manager, which writes a \
        JSON file"
    )]
    FirefoxBackup,
    /// A binary property list.
    #[error(
        "this is a binary property list: export the bookmarks in Safari as HTML, or convert the file with “plutil \
        -convert xml1”"
    )]
    BinaryPropertyList,
    /// A database of a browser.
    #[error("this is a database of a browser: export your bookmarks from the browser as HTML, and choose that file")]
    Database,
    /// JSON that cannot be parsed, and has no bookmark before its damage; with the parser's message.
    #[error("this JSON file is damaged ({0}): export it again")]
    DamagedJson(String),
    /// JSON that is longer than the limit, and has no bookmark before it.
    #[error("this JSON file is larger than {} MB: export your bookmarks as HTML", BOOKMARK_BYTES / 1024 / 1024)]
    LongJson,
    /// JSON without bookmarks.
    #[error("this JSON file contains no bookmarks: choose a backup of Firefox, or export your bookmarks as HTML")]
    NoBookmarksInJson,
    /// HTML or XML without bookmarks.
    #[error("this is not a bookmark file: export your bookmarks from the browser as HTML, and choose that file")]
    NoBookmarksInMarkup,
    /// A text without a table of bookmarks.
    #[error("this is not a bookmark file: choose HTML, JSON, OPML, or CSV whose first line names a column “url”")]
    Text,
}

/// The first bytes of files that are not text, with their error.
static SIGNATURES: [(&[u8], BookmarksError); 5] = [
    (b"PK\x03\x04", BookmarksError::Archive),
    (b"\x1F\x8B", BookmarksError::Archive),
    (b"mozLz40\0", BookmarksError::FirefoxBackup),
    (b"bplist", BookmarksError::BinaryPropertyList),
    (b"SQLite format 3\0", BookmarksError::Database),
];

/// Returns the folder tree of a bookmark file, and warnings about the skipped parts.
///
/// # Errors
/// The file contains no bookmarks.
pub fn read(bytes: &[u8], decoder: &dyn Decoder) -> Result<(Folder, Vec<ImportWarning>), BookmarksError> {
    if let Some((_, error)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return Err(error.clone());
    }
    let text = decoded(&bytes[..bytes.len().min(BOOKMARK_BYTES)], decoder);
    let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
    let (folder, mut warnings) = match text.as_bytes().first() {
        None => return Err(BookmarksError::Empty),
        Some(b'<') => markup(text).ok_or(BookmarksError::NoBookmarksInMarkup)?,
        Some(b'{' | b'[') => match json::read(text) {
            Ok(reading) => reading.ok_or(BookmarksError::NoBookmarksInJson)?,
            Err(_) if is_bracketed_text(text) => table::read(text).ok_or(BookmarksError::Text)?,
            Err(_) if bytes.len() > BOOKMARK_BYTES => return Err(BookmarksError::LongJson),
            Err(error) => return Err(BookmarksError::DamagedJson(error.to_string())),
        },
        Some(_) => table::read(text).ok_or(BookmarksError::Text)?,
    };
    if bytes.len() > BOOKMARK_BYTES && !warnings.iter().any(|warning| matches!(warning, ImportWarning::TooMany(_))) {
        warnings.retain(|warning| !matches!(warning, ImportWarning::UnclosedFolder | ImportWarning::Damaged(_)));
        warnings.push(ImportWarning::TooLong { bytes: bytes.len(), limit: BOOKMARK_BYTES });
    }
    Ok((folder, warnings))
}

/// Returns true for a text that begins with a bracket but is no damaged JSON: `[InternetShortcut]`, `[A](http://…)`,
/// `[1] http://…`.
fn is_bracketed_text(text: &str) -> bool {
    let content = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    match content.as_bytes().first() {
        None => false,
        Some(b'{' | b'"' | b']' | b'-' | b'0'..=b'9') => !text.contains(['{', '"']),
        Some(_) => true,
    }
}

fn markup(text: &str) -> Option<builder::Reading> {
    let head = text.as_bytes()[..text.len().min(HEAD_BYTES)].to_ascii_lowercase();
    let root = |name: &str| memchr::memmem::find(&head, name.as_bytes()).is_some();
    match () {
        () if root("<opml") => Some(xml::opml(text)),
        () if root("<xbel") => Some(xml::xbel(text)),
        () if root("<posts") => Some(xml::posts(text)),
        () if root("<plist") => xml::property_list(text),
        () => html::read(text),
    }
}

/// Number of bytes in which the outermost element of an XML file begins.
const HEAD_BYTES: usize = 1_024;

/// Returns the text of a list of URLs, decoded as [`read()`] decodes a bookmark file; `None` for a binary file.
pub fn list_text<'a>(bytes: &'a [u8], decoder: &dyn Decoder) -> Option<Cow<'a, str>> {
    Some(decoded(bytes, decoder)).filter(|text| !text.contains('\0'))
}

/// Decodes a file by its byte order mark, a zero byte beside its first sign as UTF-16, its declaration, or else as
/// pages are.
fn decoded<'a>(bytes: &'a [u8], decoder: &dyn Decoder) -> Cow<'a, str> {
    let label = match bytes {
        [1..0x80, 0, ..] => Some("utf-16le"),
        [0, 1..0x80, ..] => Some("utf-16be"),
        _ => None,
    };
    let utf16 = label.and_then(|label| decoder.decode(label, bytes));
    utf16.map_or_else(|| charset::text(bytes, None, decoder), Cow::Owned)
}

/// A folder: its bookmarks in order, then its folders in order. The order between bookmarks and folders is not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folder {
    /// The name; for the whole file, its heading ("Bookmarks"). It may be empty or repeated.
    pub name: String,
    /// The bookmarks directly in it.
    pub bookmarks: Vec<Bookmark>,
    /// The folders directly in it.
    pub folders: Vec<Folder>,
}

/// A bookmark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The title; may be empty.
    pub title: String,
    /// The URL.
    pub url: CanonicalUrl,
    /// The time at which it was bookmarked, in seconds since 1970.
    pub added: Option<u64>,
}

#[cfg(test)]
mod tests;
