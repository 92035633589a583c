//! What the tab keeps: crawls in IndexedDB, so that nothing that was shown is lost with the tab.
//!
//! Five object stores have the crawls: `crawls` (a card each), `snapshots` (one a crawl), `journal` (the events since the snapshot, by crawl and number),
//! `pages` (the records, by crawl and number), `bodies` (what the pages' servers sent, by crawl and number; droppable). A crawl's state is
//! its snapshot and the events after it. The others are for learning: `trails`, `readings` (pages that were read in the reader) and `models`, the last
//! two with a card for each. Three more are those of comparisons: `comparisons`, `outcomes`, `answers`. Whatever belongs together is written in one transaction ([`Batch`]), in which nothing but the
//! database is waited for. Every value carries format, version and checksum ([`engine::journal`]).
//! Left out on purpose: settings of the app, which are in the address.

mod card;
mod commit;
mod compare;
mod crawl;
mod models;
mod reading;
mod trails;

pub use card::{Card, Steered, Weight};
pub use compare::CompareCard;
pub use crawl::{Batch, Body, Kept, Numbered, Part, Raw};
pub use reading::{KeptReading, READING_BYTES_MOST, READINGS_MOST, ReadingsWeight};

use commit::Connection;
use idb::{DatabaseEvent as _, Factory, ObjectStoreParams, Query};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};

const CRAWLS: &str = "crawls";
const SNAPSHOTS: &str = "snapshots";
const JOURNAL: &str = "journal";
const PAGES: &str = "pages";
const BODIES: &str = "bodies";
/// All that a crawl is written to.
const ALL: [&str; 5] = [CRAWLS, SNAPSHOTS, JOURNAL, PAGES, BODIES];
const TRAILS: &str = "trails";
const READINGS: &str = "readings";
const READING_CARDS: &str = "reading_cards";
const MODELS: &str = "models";
const MODEL_CARDS: &str = "model_cards";
const COMPARISONS: &str = "comparisons";
const OUTCOMES: &str = "outcomes";
const ANSWERS: &str = "answers";
/// What there is besides crawls.
const OTHERS: [&str; 8] = [
    TRAILS,
    READINGS,
    READING_CARDS,
    MODELS,
    MODEL_CARDS,
    COMPARISONS,
    OUTCOMES,
    ANSWERS,
];
/// How a browser calls a database of a later layout than the one that was asked for.
const NEWER: &str = "VersionError";
/// Version of the database's layout, 1 being that without trails and readings, 2 that without comparisons; what stands in the values has its own.
const LAYOUT: u32 = 3;

/// Why the store did not do as it was told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The browser gives no room.
    #[error(
        "the browser has no room left for this site: delete crawls or page bodies in the Library, or free disk space"
    )]
    Full,
    /// A newer version of the app has changed the database's layout.
    #[error(
        "a newer version of this app keeps its crawls here, which this one cannot read: reload the page"
    )]
    Newer,
    /// The open database was closed: by the browser, when the person clears the site's data, or for a newer version of the app.
    #[error(
        "the browser or a newer version of this app has closed what this page keeps: reload the page"
    )]
    Closed,
    /// There is no database, as in some private windows.
    #[error(
        "this browser keeps nothing for this page ({0}): the crawl is lost when the tab is closed"
    )]
    Unavailable(String),
    /// What was kept cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Another worker writes it.
    #[error("another tab is at this crawl: do it there, or close that tab first")]
    Elsewhere,
    /// There is no such crawl.
    #[error("there is no such crawl: it was deleted, or kept in another browser")]
    NoSuchCrawl,
    /// There is no such comparison.
    #[error("there is no such comparison: it was deleted, or kept in another browser")]
    NoSuchComparison,
    /// There is no such model.
    #[error("there is no such model: it was deleted, or kept in another browser")]
    NoSuchModel,
}

impl StoreError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Full => "store-full",
            Self::Newer => "store-newer",
            Self::Closed => "store-closed",
            Self::Unavailable(_) => "store-unavailable",
            Self::Unreadable(_) => "store-unreadable",
            Self::Elsewhere => "store-elsewhere",
            Self::NoSuchCrawl => "no-such-crawl",
            Self::NoSuchComparison => "no-such-comparison",
            Self::NoSuchModel => "no-such-model",
        }
    }
}

impl From<idb::Error> for StoreError {
    fn from(error: idb::Error) -> Self {
        match error {
            idb::Error::TransactionOpenFailed(_) => Self::Closed,
            idb::Error::DomException(error) if error.name() == NEWER => Self::Newer,
            error => Self::Unavailable(error.to_string()),
        }
    }
}

/// The open database.
pub struct Store {
    connection: Connection,
}

impl Store {
    /// Opens the database of this name, made where there is none; one of an older layout gets what it lacks, and keeps what it has.
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        let mut request = Factory::new()?.open(name, Some(LAYOUT))?;
        request.on_upgrade_needed(|event| {
            // A store that cannot be made shows when it is first used, as an error that is told.
            if let Ok(database) = event.database() {
                let there = database.store_names();
                let lacking = |name: &&str| !there.iter().any(|one| one == name);
                for name in ALL.into_iter().chain(OTHERS).filter(lacking) {
                    let _ = database.create_object_store(name, ObjectStoreParams::new());
                }
            }
        });
        Ok(Self {
            connection: Connection::new(request.await?),
        })
    }

    /// One value; `None` where there is none.
    async fn get(&self, store: &str, key: &JsValue) -> Result<Option<Vec<u8>>, StoreError> {
        let transaction = self.connection.read(&[store])?;
        let found = transaction
            .object_store(store)?
            .get(Query::Key(key.clone()))?
            .await?;
        Ok(found.map(|value| bytes(&value)))
    }

    /// All values in a range of keys, in the order of their keys.
    async fn get_all(&self, store: &str, range: Query) -> Result<Vec<Vec<u8>>, StoreError> {
        let transaction = self.connection.read(&[store])?;
        let found = transaction
            .object_store(store)?
            .get_all(Some(range), None)?
            .await?;
        Ok(found.iter().map(bytes).collect())
    }
}

fn bytes(value: &JsValue) -> Vec<u8> {
    value
        .dyn_ref::<Uint8Array>()
        .map_or_else(Vec::new, Uint8Array::to_vec)
}

fn value(bytes: &[u8]) -> JsValue {
    Uint8Array::from(bytes).into()
}
