//! Defines the messages about saved crawls: the list, changes, search, export and import.
//!
//! Every change is answered with the list as it is then. Files cross as `Blob`s: the worker writes and parses them, the page only saves and
//! chooses them. [`super::ToWorker::Open`] opens a crawl.

use super::Source;
use serde::{Deserialize, Serialize};
use types::plan::Plan;
use types::report::{Millis, Phase};
use types::url::CanonicalUrl;
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LibraryRequest {
    /// Lists the crawls.
    List,
    /// Renames a crawl.
    Rename {
        /// Its id.
        id: String,
        /// Its new name; one without a letter or digit changes nothing.
        name: String,
    },
    /// Deletes the crawl of this id. It is erased when a worker starts a minute or more later.
    Delete(String),
    /// Restores the deleted crawl of this id.
    Restore(String),
    /// Erases the crawl of this id at once if its card cannot be read. This cannot be undone.
    Erase(String),
    /// Deletes the response bodies of the crawl of this id. Records and state stay.
    DropBodies(String),
    /// Deletes the pages that the reader has saved.
    ForgetReadings,
    /// Searches the pages of all crawls by words. A later search ends an earlier one.
    Search(String),
    /// Make a file of a crawl.
    Export {
        /// Its id.
        id: String,
        /// Of which format.
        format: Format,
    },
    /// Take in a file, whatever it turns out to be. A file that is being read gives way to it.
    Import {
        /// The name.
        name: String,
        /// The file.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
    /// Leave the file that is being read.
    StopImport,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LibraryEvent {
    /// The crawls, or why they cannot be told.
    Contents(Result<LibraryContents, String>),
    /// A change was not made; why, in a sentence.
    Unchanged(String),
    /// The results of a search.
    Found(Found),
    /// The file that was asked for, or why there is none.
    Exported(Result<Made, String>),
    /// The progress of reading a file.
    Reading {
        /// The name of the file.
        name: String,
        /// The part that was read, in 0..=1.
        part: f64,
    },
    /// A file was left before all of it was read: nothing was changed. Its name.
    Left(String),
    /// The content of a file, or why nothing was imported; in that case nothing was changed.
    Imported {
        /// The name of the file.
        name: String,
        /// The result.
        taken: Result<Taken, String>,
    },
}

/// Formats in which a crawl leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// Its pages as a table.
    Csv,
    /// Its pages as lines of JSON.
    Jsonl,
    /// The links between its pages, as GEXF.
    Gexf,
    /// The same, as `GraphML`.
    GraphMl,
    /// The servers' responses for its pages.
    Warc,
    /// Its good pages, for a browser.
    Bookmarks,
    /// The addresses of its pages, one a line.
    Urls,
    /// All of it, to go on elsewhere; for a crawl that cannot be read, its bytes as they are.
    Crawl,
}

/// The crawls that are kept, and the room they take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryContents {
    /// Those that can be read, the latest change first; deleted ones that can be taken back with them.
    pub crawls: Vec<CrawlSummary>,
    /// Ids of those that cannot, with the reason in a sentence.
    pub unreadable: Vec<(String, String)>,
    /// Bytes that this site takes in all, as the browser estimates.
    pub used: Option<f64>,
    /// Bytes that the browser allows.
    pub quota: Option<f64>,
    /// The browser has promised not to clear the site's data by itself.
    pub is_persistent: bool,
    /// Pages that were read in the reader and are kept, and the bytes that they take.
    pub readings: (u32, u64),
}

/// A saved crawl in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrawlSummary {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// When it began.
    pub created: Millis,
    /// When something happened last.
    pub changed: Millis,
    /// Its plan, without the rules of its scope.
    #[serde(with = "super::plan::ToldPlan")]
    pub plan: Plan,
    /// True if the crawl stays on the hosts of its seeds.
    pub stay: bool,
    /// The source of pages.
    pub source: Source,
    /// The phase.
    pub phase: Phase,
    /// Pages crawled.
    pub pages: u32,
    /// Pages of at least the plan's relevance.
    pub good: u32,
    /// Bytes that it takes, before whatever the browser does to them.
    pub bytes: u64,
    /// Bytes of its response bodies.
    pub body_bytes: u64,
    /// True if a worker of any tab has it open.
    pub is_held: bool,
    /// True if it is deleted, which can be undone.
    pub is_deleted: bool,
}

/// The results of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The words of the search, as typed.
    pub words: String,
    /// The best pages, the best first.
    pub hits: Vec<Hit>,
    /// The number of pages with any of the words, those that are not listed included.
    pub all: u32,
    /// Records that were searched.
    pub records: u32,
}

/// A page that a search found, listed once, however many crawls contain it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Its URL.
    pub url: CanonicalUrl,
    /// Its title; empty if there is none.
    pub title: String,
    /// Some words of its text.
    pub snippet: String,
    /// The score, in 0..=1.
    pub score: f64,
    /// By topic, its best relevance and the crawl that found it so; the best first.
    pub topics: Vec<Topic>,
}

/// A topic for which a crawl judged a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Topic {
    /// The query, or the crawl's name if it has none.
    pub query: String,
    /// The page's best relevance to it.
    pub relevance: f64,
    /// The ids of the crawls with this topic that have the page, that with the best relevance first, and their names.
    pub crawls: Vec<(String, String)>,
}

/// An exported file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// The name.
    pub name: String,
    /// The file.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub file: Blob,
    /// The omissions and their reasons, in a sentence.
    pub lacks: Option<String>,
}

/// A summary of a recorded web.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedWeb {
    /// The name of the file.
    pub name: String,
    /// Recorded URLs.
    pub pages: u32,
    /// Their hosts.
    pub hosts: u32,
    /// Suggested seeds: the topmost page of each of the hosts with the most pages.
    pub seeds: Vec<String>,
}

/// The imported content of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Taken {
    /// A crawl, which is now saved.
    Crawl {
        /// Its id here.
        id: String,
        /// The name.
        name: String,
    },
    /// Seeds.
    Seeds {
        /// The addresses.
        urls: Vec<String>,
        /// The omissions and their reasons, one sentence each.
        complaints: Vec<String>,
    },
    /// A recorded web, which replaces the one before.
    Web(RecordedWeb),
}
