//! Defines the messages about a bookmark file: why it cannot be read at all, and what was left out.

use serde::{Deserialize, Serialize};
use types::limits;
use types::url::UrlProblem;

/// An error of reading a bookmark file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum BookmarksError {
    /// Nothing in it looks like bookmarks.
    #[error(
        "this is not a bookmark file: export your bookmarks from the browser as HTML, and choose that file"
    )]
    NotBookmarks,
}

impl BookmarksError {
    /// Returns a stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotBookmarks => "bookmarks-not-a-file",
        }
    }
}

/// Something in a bookmark file that was not taken as it stands; all else was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Complaint {
    /// A bookmark that cannot be crawled was left out.
    #[error("“{title}”{place} was left out: {problem}", place = inside(folder))]
    Skipped {
        /// The folders that it stood in, joined with a slash, the file's heading left out.
        folder: String,
        /// Its title.
        title: String,
        /// The problem of its URL.
        problem: UrlProblem,
    },
    /// So many more bookmarks that cannot be crawled were left out ([`limits::BOOKMARK_COMPLAINTS`] are named one by one).
    #[error("{0} more bookmarks were left out: they are not web pages")]
    MoreSkipped(usize),
    /// Folders below [`limits::BOOKMARK_DEPTH`] were emptied into the one above them.
    #[error("folders nested more than {limit} levels deep were merged into their parents", limit = limits::BOOKMARK_DEPTH)]
    TooDeep,
    /// There are more bookmarks and folders than [`limits::BOOKMARKS`].
    #[error("the file has more than {limit} bookmarks and folders: the rest was left out, export fewer", limit = limits::BOOKMARKS)]
    TooMany,
    /// The file has more bytes than [`limits::BOOKMARK_BYTES`].
    #[error("the file has {0} bytes: only the first {limit} were read, export fewer bookmarks or export without icons", limit = limits::BOOKMARK_BYTES)]
    TooLong(usize),
    /// A tag with more attributes than can be read ended the reading.
    #[error("the file has an unclosed tag: only the part before it was read")]
    Endless,
    /// The file ends inside a folder.
    #[error("the file ends inside a folder: export it again if bookmarks are missing")]
    Unclosed,
}

impl Complaint {
    /// Returns a stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Skipped { .. } => "bookmark-skipped",
            Self::MoreSkipped(_) => "bookmarks-more-skipped",
            Self::TooDeep => "bookmarks-too-deep",
            Self::TooMany => "bookmarks-too-many",
            Self::TooLong(_) => "bookmarks-too-long",
            Self::Endless => "bookmarks-endless",
            Self::Unclosed => "bookmarks-unclosed",
        }
    }
}

/// Returns the folder of a bookmark, for a sentence.
fn inside(folder: &str) -> String {
    if folder.is_empty() {
        String::new()
    } else {
        format!(" in {folder}")
    }
}
