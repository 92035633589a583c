//! Defines the messages about trails: recorded paths to learn from.
//!
//! The page edits them, since undo and drawing are there; the worker keeps them, at every change, and reads and writes their files. One tab
//! at a time may change them: the worker holds a lock from [`TrailsRequest::Open`] to [`TrailsRequest::Leave`]. Left out on purpose: reading the
//! pages of a trail ([`super::reader`]), and learning from them.

use super::{FileKind, packed};
use serde::{Deserialize, Serialize};
use types::trails::Trail;
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TrailsRequest {
    /// Tell the trails that are kept, and take them for this tab. Where another tab has them they are told as they are, and once more when
    /// that one leaves them.
    Open,
    /// Let other tabs have the trails.
    Leave,
    /// Keep what was changed, all of it or nothing; answered by [`TrailsEvent::Saved`].
    Keep {
        /// Number of the latest change.
        edit: u32,
        /// Trails that are new or not as they were.
        #[serde(with = "packed")]
        put: Vec<KeptTrail>,
        /// Ids of those that are gone.
        gone: Vec<u32>,
        /// The ids of all trails, in their order.
        order: Vec<u32>,
    },
    /// Read a file of trails: JSON, or bookmarks of which each folder is a trail.
    ReadFile {
        /// The name.
        name: String,
        /// The file; it is at most [`types::limits::TRAILS_BYTES`] long.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
    /// Read addresses that were typed or pasted, one a line.
    ReadList {
        /// The text.
        text: String,
        /// The trail at whose end they are added; a new one where there is none.
        into: Option<u32>,
    },
    /// Make a file of trails.
    Write {
        /// The trails.
        #[serde(with = "packed")]
        trails: Vec<Trail>,
        /// Of which kind.
        kind: FileKind,
    },
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TrailsEvent {
    /// The trails that are kept, or why they cannot be told or kept, in a sentence.
    Trails(Result<Kept, String>),
    /// The result of a change: saved, or why not, in a sentence.
    Saved {
        /// Its number.
        edit: u32,
        /// The result.
        saved: Result<(), String>,
    },
    /// The content of a file or list, or why nothing was imported, as the end of a sentence.
    Read {
        /// The name of the file; empty for a list.
        name: String,
        /// The trail at whose end it is added.
        into: Option<u32>,
        /// The content.
        read: Result<TrailsRead, String>,
    },
    /// The file that was asked for.
    Written {
        /// Of which kind it is.
        kind: FileKind,
        /// Its text.
        text: String,
    },
}

/// The trails that are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The trails, in their order.
    #[serde(with = "packed")]
    pub trails: Vec<KeptTrail>,
    /// Those that cannot be read, by their ids, with the reason in a sentence. They stay as they are.
    pub unreadable: Vec<(u32, String)>,
    /// Another tab has them: here they can be seen, and not changed.
    pub elsewhere: bool,
}

/// A trail with the number under which it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptTrail {
    /// Its number, which no other trail has.
    pub id: u32,
    /// The recorded or imported trail; its URLs are [`types::url::CanonicalUrl`]s.
    pub trail: Trail,
}

/// Trails that were read from a file or a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrailsRead {
    /// The trails.
    #[serde(with = "packed")]
    pub trails: Vec<Trail>,
    /// The omissions and their reasons, one sentence each.
    pub complaints: Vec<String>,
}
