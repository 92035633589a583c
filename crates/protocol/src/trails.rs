//! Defines the messages about trails: recorded paths on which models are trained.
//!
//! The page edits trails; the worker saves every change, and reads and writes files. One tab at a time may change them:
//! the worker holds a lock from [`TrailsRequest::Open`] to [`TrailsRequest::Leave`]. The pages of a trail are requested
//! through [`super::reader`].

use super::message::attachment;
use super::{FileKind, Source};
use serde::{Deserialize, Serialize};
use types::trails::{Trail, TrailKind};
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TrailsRequest {
    /// Requests the saved trails and the lock for this tab. If another tab has the lock, the trails are sent read-only,
    /// and again when that tab releases it.
    Open,
    /// Releases the lock.
    Leave,
    /// Saves changes atomically; answered by [`TrailsEvent::Saved`].
    Save {
        /// The number of the latest change.
        edit: u32,
        /// New and changed trails.
        put: Vec<SavedTrail>,
        /// The ids of deleted trails.
        gone: Vec<u32>,
        /// The ids of all trails, in order.
        order: Vec<u32>,
        /// The addresses of all pages that a person rated.
        rated: Vec<String>,
    },
    /// Parses a file of trails: JSON, or bookmarks with one trail per folder. If the kinds of the folders are
    /// ambiguous, the answer is [`TrailsEvent::Folders`].
    ReadFile {
        /// The name.
        name: String,
        /// The kind of each folder with bookmarks, in the order of the file, once the person has chosen them.
        kinds: Option<Vec<TrailKind>>,
        /// The file, of at most [`types::limits::TRAILS_BYTES`].
        #[serde(with = "attachment")]
        file: Blob,
    },
    /// Parses typed URLs, one per line.
    ReadList {
        /// The text.
        text: String,
        /// The trail to append to; `None` for new trails.
        into: Option<u32>,
    },
    /// Exports trails.
    Write {
        /// The trails.
        trails: Vec<SourcedTrail>,
        /// The file format.
        kind: FileKind,
    },
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TrailsEvent {
    /// The saved trails, or the error in a sentence.
    Trails(Result<SavedTrails, String>),
    /// The result of saving a change; the error in a sentence.
    Saved {
        /// Its number.
        edit: u32,
        /// The result.
        saved: Result<(), String>,
    },
    /// The folders of a bookmark file whose import waits for the person to choose their kinds.
    Folders(BookmarkFolders),
    /// The content of a file or list; the error as the end of a sentence.
    Read {
        /// The name of the file; empty for a list.
        name: String,
        /// The trail to append to.
        into: Option<u32>,
        /// The content.
        read: Result<ImportedTrails, String>,
    },
    /// The exported file.
    Written {
        /// The file format.
        kind: FileKind,
        /// Its text.
        text: String,
    },
}

/// The saved trails.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedTrails {
    /// The trails, in order.
    pub trails: Vec<SavedTrail>,
    /// The ids of unreadable trails, with the reason in a sentence. They are not changed.
    pub unreadable: Vec<(u32, String)>,
    /// The addresses of the pages that a person rated as relevant or not; the label of such a page in the trails is its
    /// rating.
    pub rated: Vec<String>,
    /// Another tab has the lock, and they are read-only here.
    pub elsewhere: bool,
}

/// A trail with its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTrail {
    /// Its unique id.
    pub id: u32,
    /// The recorded or imported trail; its URLs are [`types::url::CanonicalUrl`]s.
    pub trail: Trail,
    /// The source of its pages, if known.
    pub source: Option<Source>,
}

/// A trail with the source of its pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcedTrail {
    /// The trail.
    pub trail: Trail,
    /// The source, if known.
    pub source: Option<Source>,
}

impl From<Trail> for SourcedTrail {
    fn from(trail: Trail) -> Self {
        let source = None;
        Self { trail, source }
    }
}

impl From<&SavedTrail> for SourcedTrail {
    fn from(saved: &SavedTrail) -> Self {
        Self { trail: saved.trail.clone(), source: saved.source.clone() }
    }
}

/// A bookmark file whose folders can be paths or sets of good pages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BookmarkFolders {
    /// The name of the file.
    pub name: String,
    /// The file.
    #[serde(with = "attachment")]
    pub file: Blob,
    /// Its folders with bookmarks, in order.
    pub folders: Vec<BookmarkFolder>,
}

/// A folder of a bookmark file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookmarkFolder {
    /// The name; may be empty.
    pub name: String,
    /// The number of its own bookmarks.
    pub pages: usize,
    /// The kind suggested by its hosts and times.
    pub suggested: TrailKind,
}

/// Trails from a file or a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedTrails {
    /// The trails.
    pub trails: Vec<SourcedTrail>,
    /// The omissions and their reasons, one sentence each.
    pub warnings: Vec<String>,
}
