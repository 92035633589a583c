//! Defines the messages about saved crawls: the list, changes, search, export and import.
//!
//! Every change is answered with the list as it is then. Files cross as `Blob`s: the worker writes and parses them, the page only saves and
//! chooses them. [`super::ToWorker::Open`] opens a crawl.

use super::{Source, SourceKind, packed};
use serde::{Deserialize, Serialize};
use types::plan::Plan;
use types::report::{Millis, Phase};
use types::site_map::Arrangement;
use types::trails::{Trail, TrailPage};
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
    DeleteReaderPages,
    /// Searches the pages of all crawls by words. A later search ends an earlier one.
    Search(String),
    /// Exports a crawl.
    Export {
        /// Its id.
        id: String,
        /// The file format.
        format: CrawlFormat,
    },
    /// Requests a set of good pages with the pages of saved crawls that lead to them; answered by [`LibraryEvent::ContextSet`].
    ContextSet {
        /// The ids of the crawls; together they are one link graph.
        crawls: Vec<String>,
        /// The good pages.
        #[serde(with = "packed")]
        pages: Vec<TrailPage>,
    },
    /// Imports a file of any supported type. It replaces an import under way.
    Import {
        /// The name.
        name: String,
        /// The file.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
    /// Cancels the import.
    CancelImport,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LibraryEvent {
    /// The crawls, or the error.
    Contents(Result<LibraryContents, String>),
    /// A change failed; the error, in a sentence.
    Unchanged(String),
    /// The results of a search.
    SearchResults(SearchResults),
    /// The exported file, or the error.
    Exported(Result<CrawlFile, String>),
    /// The set of good pages with its context graph; the error as the end of a sentence.
    ContextSet(#[serde(with = "packed")] Result<Box<Trail>, String>),
    /// The progress of reading a file.
    Reading {
        /// The name of the file.
        name: String,
        /// The part that was read, in 0..=1.
        part: f64,
    },
    /// The import of the file of this name was canceled; nothing was changed.
    ImportCanceled(String),
    /// The content of a file, or why nothing was imported; in that case nothing was changed.
    Imported {
        /// The name of the file.
        name: String,
        /// The result.
        result: Result<ImportResult, String>,
    },
}

/// Export formats of a crawl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CrawlFormat {
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
    /// Its site map, as an HTML page with both trees.
    SiteMapHtml,
    /// One tree of its site map, as a drawing.
    SiteMapSvg(Arrangement),
    /// Its site map, as `GraphML`.
    SiteMapGraphMl,
    /// All of it, to go on elsewhere; for a crawl that cannot be read, its bytes as they are.
    Crawl,
}

/// The saved crawls, and the storage they use.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryContents {
    /// Readable crawls, the latest change first, including deleted ones that can be restored.
    pub crawls: Vec<CrawlSummary>,
    /// Ids of unreadable crawls, with the reason in a sentence.
    pub unreadable: Vec<(String, String)>,
    /// Bytes used by this site, as estimated by the browser.
    pub used: Option<f64>,
    /// Bytes that the browser allows.
    pub quota: Option<f64>,
    /// True if the browser has granted persistent storage.
    pub is_persistent: bool,
    /// Number of pages saved by the reader, and their bytes.
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
    /// The time of the last change.
    pub changed: Millis,
    /// Its plan, without the rules of its scope.
    #[serde(with = "super::plan::PagePlan")]
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
    /// Its size in bytes, before the browser's compression.
    pub bytes: u64,
    /// Bytes of its response bodies.
    pub body_bytes: u64,
    /// True if a worker of any tab has it open.
    pub is_held: bool,
    /// True if it is deleted, which can be undone.
    pub is_deleted: bool,
}

impl CrawlSummary {
    /// Returns true if a recording is impossible: page bodies were deleted or never stored, and cannot be generated again.
    pub fn lacks_bodies(&self) -> bool {
        self.source.kind() != SourceKind::Demo && self.body_bytes == 0 && self.pages > 0
    }
}

/// The results of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchResults {
    /// The words of the search, as typed.
    pub words: String,
    /// The best pages, the best first.
    pub hits: Vec<SearchHit>,
    /// The number of pages with any of the words, those that are not listed included.
    pub all: u32,
    /// Records that were searched.
    pub records: u32,
}

/// A page that a search found, listed once, however many crawls contain it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchHit {
    /// Its URL.
    pub url: CanonicalUrl,
    /// Its title; empty if there is none.
    pub title: String,
    /// Some words of its text.
    pub snippet: String,
    /// The score, in 0..=1.
    pub score: f64,
    /// By topic, its best relevance and the crawl that found it so; the best first.
    pub topics: Vec<HitTopic>,
}

/// A topic for which a crawl judged a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HitTopic {
    /// The query, or the crawl's name if it has none.
    pub query: String,
    /// The page's best relevance to it.
    pub relevance: f64,
    /// The ids of the crawls with this topic that have the page, that with the best relevance first, and their names.
    pub crawls: Vec<(String, String)>,
}

/// An exported file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrawlFile {
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
pub enum ImportResult {
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
        warnings: Vec<String>,
    },
    /// A recorded web, which replaces the one before.
    Web(RecordedWeb),
}
