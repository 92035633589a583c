//! Defines the messages about saved crawls: the list, changes, search, export and import.
//!
//! Every change is answered with the changed list. Files are sent as `Blob`s: the worker writes and parses them, the
//! page only saves and selects them. [`super::ToWorker::Open`] opens a crawl.

use super::message::attachment;
use super::subjects::{SubjectChange, SubjectPages, SubjectSummary};
use super::trails::SourcedTrail;
use super::{Source, SourceKind};
use serde::{Deserialize, Serialize};
use types::document::LinkedDocument;
use types::export::ExportFormat;
use types::plan::Plan;
use types::report::{Millis, Phase};
use types::trails::TrailPage;
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
    /// Deletes the crawl with this id. It is erased when a worker starts a minute or more later.
    Delete(String),
    /// Restores the deleted crawl with this id.
    Restore(String),
    /// Erases the crawl with this id at once if its card cannot be read. This cannot be undone.
    Erase(String),
    /// Deletes the response bodies of the crawl with this id. Records and state stay.
    DropBodies(String),
    /// Deletes the pages that the reader has saved.
    DeleteReaderPages,
    /// Searches the pages of all crawls by words. A later search ends an earlier one.
    Search(Search),
    /// Exports a crawl.
    Export(ExportRequest),
    /// Requests a text of a page for the clipboard; answered by [`LibraryEvent::Copy`].
    Copy {
        /// The id of the crawl or the topic.
        id: String,
        /// The kind of what has the page.
        scope: ExportScope,
        /// The page.
        url: CanonicalUrl,
        /// The text.
        text: PageCopy,
    },
    /// Requests the documents that the pages of the crawl with this id link to.
    Documents(String),
    /// Requests the files and commands with which the crawl with this id runs on Apache Spark; answered by
    /// [`LibraryEvent::Spark`].
    Spark(String),
    /// Requests a set of good pages with the pages of saved crawls that lead to them and those that were discarded;
    /// answered by [`LibraryEvent::ContextSet`].
    ContextSet {
        /// The ids of the crawls, which are treated as one link graph.
        crawls: Vec<String>,
        /// The good pages.
        pages: Vec<TrailPage>,
    },
    /// Requests the pages of the topic with this id; answered by [`LibraryEvent::Subject`].
    OpenSubject(String),
    /// Changes the topic with this id.
    ChangeSubject(String, SubjectChange),
    /// Begins an update of a topic, or continues one that was interrupted; answered by [`LibraryEvent::Revisits`].
    BeginUpdate {
        /// The id of the topic.
        id: String,
        /// The most pages that the update requests.
        pages: u32,
    },
    /// Requests the crawl of an update, after its revisits; answered by [`LibraryEvent::UpdateCrawl`].
    CrawlOfUpdate {
        /// The id of the topic.
        id: String,
        /// The most pages that the update requests.
        pages: u32,
    },
    /// Imports a file of any supported type. It replaces an import in progress.
    Import {
        /// The name.
        name: String,
        /// The file.
        #[serde(with = "attachment")]
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
    /// The browser had no storage left to keep the judged pages of the crawl that was deleted.
    RecordsGivenUp,
    /// The results of a search.
    SearchResults(SearchResults),
    /// The exported file, or the error.
    Exported(Result<CrawlFile, String>),
    /// The text of a page for the clipboard, or the error.
    Copy(Result<String, String>),
    /// The documents that the pages of a crawl link to, the most relevant first, or the error.
    Documents {
        /// The id of the crawl.
        crawl: String,
        /// The documents.
        documents: Result<Vec<LinkedDocument>, String>,
    },
    /// The files and commands for Apache Spark, or the reason that the crawl cannot run there, as the end of a
    /// sentence.
    Spark {
        /// The id of the crawl.
        crawl: String,
        /// The files and commands.
        files: Result<SparkFiles, String>,
    },
    /// The set of good pages with its context graph; the error as the end of a sentence.
    ContextSet(Result<Box<SourcedTrail>, String>),
    /// The pages of the topic with this id; the error as the end of a sentence.
    Subject(String, Result<Box<SubjectPages>, String>),
    /// The crawls that the update of the topic with this id revisits; the error as the end of a sentence.
    Revisits(String, Result<Vec<UpdateRevisit>, String>),
    /// The crawl of the update of the topic with this id, if pages are left for one; the error as the end of a
    /// sentence.
    UpdateCrawl(String, Result<Option<UpdateCrawl>, String>),
    /// The progress of reading a file.
    Reading {
        /// The name of the file.
        name: String,
        /// The share that was read, in 0..=1.
        part: f64,
    },
    /// The import of the file with this name was canceled; nothing was changed.
    ImportCanceled(String),
    /// The content of a file, or the reason that nothing was imported and changed.
    Imported {
        /// The name of the file.
        name: String,
        /// The result.
        result: Result<ImportResult, String>,
    },
}

/// The revisit of a crawl in an update of a topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateRevisit {
    /// The id of the crawl.
    pub crawl: String,
    /// The number of requests.
    pub requests: u32,
    /// The record numbers of the pages that are due.
    pub due: Vec<u32>,
}

/// The crawl of an update of a topic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum UpdateCrawl {
    /// The unfinished crawl with this id resumes, until it has so many pages.
    Resume(String, u32),
    /// A new crawl starts.
    Start(Box<NewCrawl>),
}

/// A crawl to start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewCrawl {
    /// Its plan, without the rules of its scope.
    #[serde(with = "super::plan")]
    pub plan: Plan,
    /// The source of pages.
    pub source: Source,
    /// True if the crawl stays on the hosts of its seeds.
    pub stay: bool,
    /// The id of its model.
    pub model: Option<String>,
}

/// An export of a crawl or a topic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportRequest {
    /// The id of the crawl, or of the topic.
    pub id: String,
    /// The kind of what is exported: a crawl or a topic.
    pub scope: ExportScope,
    /// The pages; `None` for those that the format lists. Graphs, site maps, documents and whole crawls have no choice
    /// of pages ([`ExportFormat::is_of_pages`]).
    pub pages: Option<Vec<CanonicalUrl>>,
    /// The file format.
    pub format: ExportFormat,
    /// The maximum number of tokens of a text; 0 for no limit.
    pub tokens: u32,
}

impl ExportRequest {
    /// Returns the export of a whole crawl.
    pub fn whole(id: impl Into<String>, format: ExportFormat) -> Self {
        Self { id: id.into(), scope: ExportScope::Crawl, pages: None, format, tokens: 0 }
    }
}

/// The source of the pages or documents of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExportScope {
    /// A crawl.
    Crawl,
    /// All crawls of a topic, with each page or document once.
    Topic,
}

/// A text of a page for the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PageCopy {
    /// Its main text as Markdown.
    Markdown,
    /// Its reference in words.
    Citation,
}

/// The saved crawls, and the storage they use.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryContents {
    /// The topics, the latest changed crawl first, including deleted ones that can be restored.
    pub subjects: Vec<SubjectSummary>,
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
    /// The number of pages saved by the reader, and their bytes.
    pub readings: (u32, u64),
}

/// A saved crawl in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrawlSummary {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The time of its start.
    pub created: Millis,
    /// The time of the last change.
    pub changed: Millis,
    /// Its plan, without the rules of its scope.
    #[serde(with = "super::plan")]
    pub plan: Plan,
    /// True if the crawl stays on the hosts of its seeds.
    pub stay: bool,
    /// The source of pages.
    pub source: Source,
    /// The phase.
    pub phase: Phase,
    /// The number of crawled pages.
    pub pages: u32,
    /// The number of pages with at least the plan's threshold of relevance.
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
    /// Returns true if a recording is impossible: page bodies were deleted or never stored, and cannot be generated
    /// again.
    pub fn lacks_bodies(&self) -> bool {
        self.source.kind() != SourceKind::Demo && self.body_bytes == 0 && self.pages > 0
    }
}

/// A search over the pages of all crawls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// The words, as typed.
    pub words: String,
    /// Similar words are not searched.
    pub is_exact: bool,
}

impl From<&str> for Search {
    fn from(words: &str) -> Self {
        Self { words: words.to_owned(), is_exact: false }
    }
}

/// The results of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchResults {
    /// The search.
    pub search: Search,
    /// The similar words on the found pages, as one of them spells each; or the reason that similar words were not
    /// searched, in a sentence.
    pub similar: Result<Vec<String>, String>,
    /// The best pages, the best first.
    pub hits: Vec<SearchHit>,
    /// The number of pages with any of the words, including those that are not listed.
    pub all: u32,
    /// The number of records that were searched.
    pub records: u32,
}

impl Default for SearchResults {
    fn default() -> Self {
        Self { search: Search::default(), similar: Ok(Vec::new()), hits: Vec::new(), all: 0, records: 0 }
    }
}

/// A page that a search found, listed once, however many crawls contain it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchHit {
    /// Its URL.
    pub url: CanonicalUrl,
    /// Its title, without hidden characters; empty if there is none.
    pub title: String,
    /// The byte ranges of the searched and of similar words in the title, in order.
    pub title_marks: Vec<(u32, u32)>,
    /// Some words of its text, without hidden characters.
    pub snippet: String,
    /// The byte ranges of the searched and of similar words in the snippet, in order.
    pub snippet_marks: Vec<(u32, u32)>,
    /// The score, in 0..=1.
    pub score: f64,
    /// A revisit found that it no longer exists, and no later crawl read it.
    pub is_gone: bool,
    /// For each topic, the page's highest relevance and the crawls; the highest first.
    pub topics: Vec<HitTopic>,
}

/// A topic of crawls that contain a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HitTopic {
    /// The query, or the crawl's name if it has none.
    pub query: String,
    /// The page's highest relevance to it.
    pub relevance: f64,
    /// The ids and names of the crawls with this topic that have the page, the one with the highest relevance first.
    pub crawls: Vec<(String, String)>,
}

/// An exported file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrawlFile {
    /// The name.
    pub name: String,
    /// The file.
    #[serde(with = "attachment")]
    pub file: Blob,
    /// The omissions and their reasons, in a sentence.
    pub lacks: Option<String>,
}

/// The files and commands with which a crawl runs on Apache Spark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SparkFiles {
    /// Its plan.
    pub plan: CrawlFile,
    /// Its model, for a trained strategy.
    pub model: Option<CrawlFile>,
    /// The commands for a shell: the first crawls, the second writes the results as a file for the Library.
    pub commands: [String; 2],
}

/// A summary of a recorded web.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedWeb {
    /// The name of the file.
    pub name: String,
    /// The number of recorded URLs.
    pub pages: u32,
    /// The number of their hosts.
    pub hosts: u32,
    /// Suggested seeds: the page nearest to the root of each of the hosts with the most pages.
    pub seeds: Vec<String>,
    /// The number of records that are not pages: requests, metadata.
    pub others: u32,
    /// The number of further records of a URL, which are not used.
    pub repeated: u32,
    /// The number of damaged places, and of records that cannot be read.
    pub skipped: u32,
    /// The first of these places, with the reasons.
    pub warnings: Vec<String>,
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
    /// Seed addresses.
    Seeds {
        /// The addresses.
        urls: Vec<String>,
        /// The omissions and their reasons, one sentence each.
        warnings: Vec<String>,
    },
    /// A recorded web, which replaces the previous one.
    Web(RecordedWeb),
}
