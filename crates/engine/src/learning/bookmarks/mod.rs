//! Bookmark files: the Netscape format that every browser exports and imports.
//!
//! A file becomes a tree of folders with bookmarks, in the order of the file. Bookmarks that cannot be crawled are omitted with
//! a warning. Not covered: separators, descriptions, icons, tags and keywords; the browsers' internal stores.
//!
//! Source: Microsoft, "Netscape Bookmark File Format"; files written by current Firefox, Chrome, Edge and Safari.

mod read;
mod write;

pub use read::read;
use serde::{Deserialize, Serialize};
use types::url::CanonicalUrl;
pub use write::write;

/// An error of reading a bookmark file: it contains no markup of bookmarks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a bookmark file: export your bookmarks from the browser as HTML, and choose that file")]
pub struct NotBookmarks;

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
