//! What page and worker say about the crawls that are kept: the list, changes, search, files out and in.
//!
//! Every change is answered with the list as it is then. Files cross as `Blob`s: the worker makes and reads them, the page only saves and
//! chooses. Left out on purpose: opening a crawl, which is [`super::ToWorker::Open`].

use super::Source;
use engine::event::Millis;
use engine::plan::Plan;
use engine::report::Phase;
use engine::url::CanonicalUrl;
use serde::{Deserialize, Serialize};
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LibraryOrder {
    /// Tell which crawls there are.
    List,
    /// Call a crawl something else.
    Rename {
        /// Its id.
        id: String,
        /// Its new name; one without a letter changes nothing.
        name: String,
    },
    /// Put a crawl among the deleted ones, by its id: it is erased when a worker starts a minute or more later.
    Delete(String),
    /// Take a deleted crawl back, by its id.
    Restore(String),
    /// Erase a crawl whose card cannot be read, by its id, at once: there is nothing that could take it back.
    Erase(String),
    /// Forget what the servers sent for the pages of a crawl, by its id; records and state stay.
    DropBodies(String),
    /// Forget the pages that were read in the reader.
    ForgetReadings,
    /// Find pages of all crawls by words; a later search takes the place of an earlier one.
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
        /// What it is called.
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
pub enum LibraryNews {
    /// The crawls, or why they cannot be told.
    Shelf(Result<Shelf, String>),
    /// A change was not made; why, in a sentence.
    Unchanged(String),
    /// What a search found.
    Found(Found),
    /// The file that was asked for, or why there is none.
    Exported(Result<Made, String>),
    /// How far the reading of a file is.
    Reading {
        /// What the file is called.
        name: String,
        /// The part that was read, in 0..=1.
        part: f64,
    },
    /// A file was left before all of it was read: nothing was changed. Its name.
    Left(String),
    /// What a file held, or why nothing was taken from it; then nothing was changed.
    Imported {
        /// What the file is called.
        name: String,
        /// What came of it.
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
    /// What the servers sent for its pages.
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
pub struct Shelf {
    /// Those that can be read, the latest change first; deleted ones that can be taken back with them.
    pub crawls: Vec<Shelved>,
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

/// A crawl on the shelf.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shelved {
    /// Its id.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// When it began.
    pub created: Millis,
    /// When something happened last.
    pub changed: Millis,
    /// Its plan, without the rules of its scope.
    #[serde(with = "super::plan::ToldPlan")]
    pub plan: Plan,
    /// Nothing but the hosts of the seeds is followed.
    pub stay: bool,
    /// Where its pages come from.
    pub source: Source,
    /// What it was doing.
    pub phase: Phase,
    /// Pages done.
    pub pages: u32,
    /// Pages of at least the plan's relevance.
    pub good: u32,
    /// Bytes that it takes, before whatever the browser does to them.
    pub bytes: u64,
    /// Bytes of those that the servers sent for its pages.
    pub body_bytes: u64,
    /// A worker has it open, of this tab or another.
    pub is_held: bool,
    /// It is deleted, and can be taken back.
    pub is_deleted: bool,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The words that were looked for, as they were given.
    pub words: String,
    /// The best pages, the best first.
    pub hits: Vec<Hit>,
    /// Pages that have a word, those that are not told with them.
    pub all: u32,
    /// Records that were looked at.
    pub records: u32,
}

/// A page that a search found, once, however many crawls have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Its URL.
    pub url: CanonicalUrl,
    /// Its title; empty where there is none.
    pub title: String,
    /// Some words of its text.
    pub snippet: String,
    /// How well it fits, in 0..=1.
    pub score: f64,
    /// By topic, its best relevance and the crawl that found it so; the best first.
    pub topics: Vec<Topic>,
}

/// A topic for which a page was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Topic {
    /// The query; the crawl's name where it had none.
    pub query: String,
    /// The page's best relevance to it.
    pub relevance: f64,
    /// The ids of the crawls with this topic that have the page, that with the best relevance first, and their names.
    pub crawls: Vec<(String, String)>,
}

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// What to call it.
    pub name: String,
    /// The file.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub file: Blob,
    /// What is not in it and why, in a sentence.
    pub lacks: Option<String>,
}

/// A web that was recorded, as far as the page knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedWeb {
    /// What the file is called.
    pub name: String,
    /// Addresses that were recorded.
    pub pages: u32,
    /// Hosts that they are of.
    pub hosts: u32,
    /// Where a crawl of it may start: the topmost page of each of the hosts with the most pages.
    pub seeds: Vec<String>,
}

/// What was taken from a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Taken {
    /// A crawl, which is kept now.
    Crawl {
        /// Its id here.
        id: String,
        /// What it is called.
        name: String,
    },
    /// Addresses to start from.
    Seeds {
        /// The addresses.
        urls: Vec<String>,
        /// What of the file was left out and why, each in a sentence.
        complaints: Vec<String>,
    },
    /// A recorded web, in place of the one before it.
    Web(RecordedWeb),
}
