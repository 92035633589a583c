//! What is said about a bookmark file: why it cannot be read at all, and what of it was left out.

use crate::limits;
use crate::url::UrlProblem;
use serde::{Deserialize, Serialize};

/// Why there is nothing to read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum BookmarksError {
    /// Nothing in it looks like bookmarks.
    #[error(
        "this is not a bookmark file: export your bookmarks from the browser as HTML, and choose that file"
    )]
    NotBookmarks,
}

impl BookmarksError {
    /// A stable code.
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
        /// What is wrong with its address.
        problem: UrlProblem,
    },
    /// So many more bookmarks that cannot be crawled were left out ([`limits::BOOKMARK_COMPLAINTS`] are named one by one).
    #[error("{0} more bookmarks were left out, since they are not pages of the web")]
    MoreSkipped(usize),
    /// Folders below [`limits::BOOKMARK_DEPTH`] were emptied into the one above them.
    #[error("folders nested more than {limit} deep were merged into the one above them", limit = limits::BOOKMARK_DEPTH)]
    TooDeep,
    /// There are more bookmarks and folders than [`limits::BOOKMARKS`].
    #[error("the file holds more than {limit} bookmarks and folders: the rest was left out, export fewer", limit = limits::BOOKMARKS)]
    TooMany,
    /// The file has more bytes than [`limits::BOOKMARK_BYTES`].
    #[error("the file has {0} bytes: what follows the first {limit} was left out, export fewer bookmarks or export without icons", limit = limits::BOOKMARK_BYTES)]
    TooLong(usize),
    /// A tag with more attributes than can be read ended the reading.
    #[error(
        "the file could not be read to its end, since one of its tags never stops: what came before was taken"
    )]
    Endless,
    /// The file ends inside a folder.
    #[error(
        "the file ends in the middle of a folder: it may be cut short, export it again if something is missing"
    )]
    Unclosed,
}

impl Complaint {
    /// A stable code.
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

/// Where a bookmark stood, for a sentence.
fn inside(folder: &str) -> String {
    if folder.is_empty() {
        String::new()
    } else {
        format!(" in {folder}")
    }
}
