//! Stores the app's data in this browser's IndexedDB, so that results survive the closing of the tab.
//!
//! Crawls are in seven object stores: `crawls` (one card each), `snapshots` (one each), `journal` (the events since the
//! snapshot), `pages` (records), `bodies` (responses; may be deleted), `moments` (spiders and frontier for a replay),
//! `visits` (the history of revisited pages, by crawl and number of the record). Journal, pages, bodies and moments are
//! packed: the values of a transaction are one value or a few, by crawl and number of the last one. A crawl's state is
//! its snapshot and the events after it. Training uses `trails`, `readings` (pages that were read in the reader) and
//! `models`, the last two with a card for each. Comparisons use `comparisons`, `outcomes` and `answers`. The topics of
//! the Library are in `subjects`, and the judgments of their pages in `judgments`.
//!
//! Values that must be consistent are written in one transaction ([`Batch`]), which only waits for the database. Every
//! value carries format, version and checksum ([`engine::journal`]). Settings of the app are not stored here but in the
//! address.

mod card;
mod compare;
mod crawl;
mod subjects;
mod training;
mod visits;

pub use card::{CrawlCard, SteeringSummary, StorageSize};
pub use compare::CompareCard;
pub use crawl::{Batch, Body, SavedCrawl, SavedPart, SavedState, Sequenced};
pub(crate) use crawl::{PACK_BYTES, PACK_VALUES, pack_of_bodies};
pub use subjects::{Destination, Judgments};
pub(crate) use subjects::{discarded, kept_record};
pub use training::{READING_BYTES_MOST, READINGS_MOST, ReaderStorageSize, SavedReaderPage};
pub use visits::{PageHistory, PageTexts, VisitedText};

use engine::journal::{self, JournalError};
use futures_channel::oneshot;
use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use idb::{DatabaseEvent as _, Factory, KeyRange, ObjectStoreParams, Query, Transaction, TransactionMode};
use js_sys::{Array, Uint8Array};
use protocol::object::object;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use types::report::Millis;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{IdbDatabase, IdbTransaction};

const CRAWLS: &str = "crawls";
const SNAPSHOTS: &str = "snapshots";
const JOURNAL: &str = "journal";
const PAGES: &str = "pages";
const BODIES: &str = "bodies";
const VISITS: &str = "visits";
const MOMENTS: &str = "moments";
/// The difference between the number of a page's texts among the visits and that of its history.
pub const TEXTS: u64 = 1 << 32;
/// The object stores of a crawl.
const ALL: [&str; 7] = [CRAWLS, SNAPSHOTS, JOURNAL, PAGES, BODIES, VISITS, MOMENTS];
const TRAILS: &str = "trails";
const READINGS: &str = "readings";
const READING_CARDS: &str = "reading_cards";
const MODELS: &str = "models";
const MODEL_CARDS: &str = "model_cards";
const COMPARISONS: &str = "comparisons";
const OUTCOMES: &str = "outcomes";
const ANSWERS: &str = "answers";
const SUBJECTS: &str = "subjects";
const JUDGMENTS: &str = "judgments";
/// The other object stores.
const OTHERS: [&str; 10] =
    [TRAILS, READINGS, READING_CARDS, MODELS, MODEL_CARDS, COMPARISONS, OUTCOMES, ANSWERS, SUBJECTS, JUDGMENTS];
/// The browser's name of the error for a database with a later layout.
const NEWER: &str = "VersionError";
/// The browser's name of the error for a full disk.
const FULL: &str = "QuotaExceededError";
/// The version of the layout. The values have separate versions.
const LAYOUT: u32 = 7;
/// The milliseconds for which another tab may block a change of the layout.
const BLOCKED_MS: u32 = 5_000;

/// The milliseconds after which a write is retried when the database was full.
const RETRY_MS: u32 = 5_000;

/// An error of the database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// The storage quota is exceeded.
    #[error(
        "the browser has no storage left for this site: delete crawls or page bodies in the Library, or free disk space"
    )]
    Full,
    /// A newer version of the app has changed the layout.
    #[error("a newer version of this app saved the crawls: reload the page, or start that version")]
    Newer,
    /// Another tab has the older layout open, and does not close it.
    #[error("another tab has an older version of this app open: close or reload that tab, then retry")]
    Blocked,
    /// The connection was closed: by the browser, when the person clears the site's data, or for a newer version of the
    /// app.
    #[error("the browser or a newer version of this app closed the storage: reload the page")]
    Closed,
    /// There is no IndexedDB, as in some private windows.
    #[error("this browser does not store data for this page ({0}): the crawl is lost when the tab closes")]
    Unavailable(String),
    /// A saved value cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Another worker has the lock.
    #[error("this crawl is open in another tab: use that tab, or close it first")]
    Elsewhere,
    /// A revisit of this worker has the lock.
    #[error("this crawl is being revisited: wait for the revisit to end, or stop it")]
    Revisiting,
    /// The crawl does not exist.
    #[error("this crawl does not exist: it was deleted or saved in another browser")]
    NoSuchCrawl,
    /// The comparison does not exist.
    #[error("this comparison does not exist: it was deleted or saved in another browser")]
    NoSuchComparison,
    /// The model does not exist.
    #[error("this model does not exist: it was deleted or saved in another browser")]
    NoSuchModel,
    /// The topic does not exist.
    #[error("this topic does not exist: it was deleted, merged or saved in another browser")]
    NoSuchSubject,
}

impl From<idb::Error> for StorageError {
    fn from(error: idb::Error) -> Self {
        match error {
            idb::Error::TransactionOpenFailed(_) => Self::Closed,
            idb::Error::DomException(error) if error.name() == NEWER => Self::Newer,
            error => Self::Unavailable(error.to_string()),
        }
    }
}

impl From<JournalError> for StorageError {
    fn from(error: JournalError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<StorageError> for String {
    fn from(error: StorageError) -> Self {
        error.to_string()
    }
}

#[wasm_bindgen]
extern "C" {
    /// `IDBDatabase`, whose durability web-sys offers only with unstable APIs enabled.
    type DurableDatabase;

    #[wasm_bindgen(method, catch)]
    fn transaction(
        this: &DurableDatabase,
        stores: &Array,
        mode: &str,
        options: &JsValue,
    ) -> Result<IdbTransaction, JsValue>;
}

/// The open database in two forms: that of the `idb` crate, and the browser's own object, which takes a durability.
pub struct Database {
    database: idb::Database,
    raw: DurableDatabase,
}

impl Database {
    /// Opens the database with this name. Creates it if it does not exist.
    pub async fn open(name: &str) -> Result<Self, StorageError> {
        let mut request = Factory::new()?.open(name, Some(LAYOUT))?;
        let (send, opened) = oneshot::channel();
        let send = Rc::new(RefCell::new(Some(send)));
        let waiting = Rc::clone(&send);
        request.on_blocked(move |_| {
            // Other tabs of this app close their connection by themselves, so this one gives them time.
            let give_up = move || {
                if let Some(send) = waiting.take() {
                    let _ = send.send(Err(StorageError::Blocked));
                }
            };
            Timeout::new(BLOCKED_MS, give_up).forget();
        });
        request.on_upgrade_needed(|event| {
            // An object store that cannot be created fails at its first use, which is reported then.
            if let Ok(database) = event.database() {
                for name in ALL.into_iter().chain(OTHERS) {
                    let _ = database.create_object_store(name, ObjectStoreParams::new());
                }
            }
        });
        spawn_local(async move {
            let database = request.await;
            match (send.take(), database) {
                (Some(send), database) => {
                    let _ = send.send(database.map_err(StorageError::from));
                }
                // Nobody waits any longer. The connection must not block another tab.
                (None, Ok(database)) => database.close(),
                (None, Err(_)) => {}
            }
        });
        let raw = IdbDatabase::from(opened.await.unwrap_or(Err(StorageError::Closed))?);
        let mut database = idb::Database::from(raw.clone());
        let connection = raw.clone();
        // A newer version of the app in another tab is about to change the layout, so this tab closes its connection.
        database.on_version_change(move |_| connection.close());
        Ok(Self { database, raw: raw.unchecked_into() })
    }

    /// Starts a read transaction.
    fn begin_read(&self, stores: &[&str]) -> Result<Transaction, StorageError> {
        Ok(self.database.transaction(stores, TransactionMode::ReadOnly)?)
    }

    /// Starts a write transaction. A `strict` one is on the disk when it completes. Another one is with the operating
    /// system, which survives a crash of the browser but not a power failure.
    fn begin_write(&self, stores: &[&str], strict: bool) -> Result<Transaction, StorageError> {
        let names: Array = stores.iter().map(|name| JsValue::from(*name)).collect();
        let durability = if strict { "strict" } else { "default" };
        let options = object([("durability", durability.into())]);
        self.raw.transaction(&names, "readwrite", &options).map(Transaction::from).map_err(|_| StorageError::Closed)
    }

    /// Returns one value; `None` if there is none.
    async fn get(&self, store: &str, key: &JsValue) -> Result<Option<Vec<u8>>, StorageError> {
        let transaction = self.begin_read(&[store])?;
        let found = transaction.object_store(store)?.get(Query::Key(key.clone()))?.await?;
        Ok(found.map(|value| bytes(&value)))
    }
}

/// Puts a value under its key.
fn put(transaction: &Transaction, store: &str, key: &JsValue, bytes: &[u8]) -> Result<(), StorageError> {
    transaction.object_store(store)?.put(&Uint8Array::from(bytes), Some(key))?;
    Ok(())
}

/// Deletes the values under a key or in a range of keys.
fn delete(transaction: &Transaction, stores: &[&str], which: &Query) -> Result<(), StorageError> {
    for store in stores {
        transaction.object_store(store)?.delete(which.clone())?;
    }
    Ok(())
}

/// Waits for the end of a transaction. The `idb` crate's future does not distinguish a full disk from other failures.
async fn committed(mut transaction: Transaction) -> Result<(), StorageError> {
    let (send, ended) = oneshot::channel();
    let send = Rc::new(RefCell::new(Some(send)));
    let aborted = Rc::clone(&send);
    transaction.on_abort(move |event| {
        let transaction = event.target().and_then(|target| target.dyn_into::<IdbTransaction>().ok());
        let error = transaction.and_then(|transaction| transaction.error());
        let reason = match error {
            Some(error) if error.name() == FULL => StorageError::Full,
            Some(error) => StorageError::Unavailable(error.message()),
            None => StorageError::Unavailable("a write was interrupted".to_owned()),
        };
        if let Some(send) = aborted.take() {
            let _ = send.send(Err(reason));
        }
    });
    transaction.on_complete(move |_| {
        if let Some(send) = send.take() {
            let _ = send.send(Ok(()));
        }
    });
    // The browser calls them although a later request may have replaced the task that waits here.
    transaction.forget_callbacks();
    ended.await.unwrap_or_else(|_| Err(StorageError::Unavailable("the database was closed".to_owned())))
}

/// Repeats a write until it succeeds. Each error is reported, and after a pause the database may have space. An error
/// of `write` beyond that of the database, or of `report`, ends this.
pub(crate) async fn repeat_until_saved<T, E>(
    mut write: impl AsyncFnMut() -> Result<Result<T, StorageError>, E>,
    mut report: impl FnMut(StorageError) -> Result<(), E>,
) -> Result<T, E> {
    loop {
        match write().await? {
            Ok(saved) => return Ok(saved),
            Err(error) => report(error)?,
        }
        TimeoutFuture::new(RETRY_MS).await;
    }
}

/// Returns all keys of a store, or of a range in it, with their values, ordered by key.
async fn entries(
    transaction: &Transaction,
    store: &str,
    range: Option<Query>,
) -> Result<impl Iterator<Item = (JsValue, Vec<u8>)> + use<>, StorageError> {
    let store = transaction.object_store(store)?;
    let (keys, values) = (store.get_all_keys(range.clone(), None)?, store.get_all(range, None)?);
    let (keys, values) = (keys.await?, values.await?);
    Ok(keys.into_iter().zip(values).map(|(key, value)| (key, bytes(&value))))
}

/// Returns the range of all keys that are arrays beginning with this id.
fn all_of(id: &str) -> Result<Query, StorageError> {
    let (from, to) = (Array::of1(&id.into()), Array::of2(&id.into(), &Array::new()));
    Ok(Query::KeyRange(KeyRange::bound(&from, &to, Some(false), Some(false))?))
}

/// The kinds of items that a person deletes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedItem {
    /// A crawl.
    Crawl,
    /// A model.
    Model,
    /// A comparison.
    Comparison,
    /// A topic of the Library, with its judgments.
    Subject,
}

impl SavedItem {
    /// The stores with a value under the id of an item, the card first, and those with a range of values.
    fn stores(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::Crawl => (&[CRAWLS, SNAPSHOTS], &[JOURNAL, PAGES, BODIES, VISITS, MOMENTS]),
            Self::Model => (&[MODEL_CARDS, MODELS], &[]),
            Self::Comparison => (&[COMPARISONS], &[OUTCOMES, ANSWERS]),
            Self::Subject => (&[SUBJECTS], &[JUDGMENTS]),
        }
    }

    /// Returns the time of the deletion in a card.
    fn deleted(self, card: &[u8]) -> Option<Millis> {
        /// The time in the card of a model, a comparison or a topic.
        #[derive(Deserialize)]
        struct DeletionTime {
            deleted: Option<Millis>,
        }
        match self {
            Self::Crawl => journal::unseal::<CrawlCard>(card).ok()?.deleted,
            Self::Model | Self::Comparison | Self::Subject => unsealed_json::<DeletionTime>(card).ok()?.deleted,
        }
    }
}

impl Database {
    /// Returns the ids of the items that were marked as deleted at a time or before.
    pub async fn deleted_until(&self, item: SavedItem, time: Millis) -> Result<Vec<String>, StorageError> {
        let store = item.stores().0[0];
        let cards = entries(&self.begin_read(&[store])?, store, None).await?;
        let is_over = |card: &[u8]| item.deleted(card).is_some_and(|deleted| deleted <= time);
        Ok(cards.filter(|(_, card)| is_over(card)).filter_map(|(id, _)| id.as_string()).collect())
    }

    /// Erases an item and everything that belongs to it.
    pub async fn erase(&self, item: SavedItem, id: &str) -> Result<(), StorageError> {
        let (single, ranges) = item.stores();
        let transaction = self.begin_write(&[single, ranges].concat(), false)?;
        delete(&transaction, single, &Query::Key(id.into()))?;
        delete(&transaction, ranges, &all_of(id)?)?;
        committed(transaction).await
    }
}

/// Returns a value as JSON, which later versions read.
fn sealed_json<T: Serialize>(what: &T) -> Result<Vec<u8>, StorageError> {
    let text = serde_json::to_string(what).map_err(|error| StorageError::Unreadable(error.to_string()))?;
    Ok(journal::seal_text(&text))
}

/// Returns a value that [`sealed_json`] wrote.
fn unsealed_json<T: DeserializeOwned>(sealed: &[u8]) -> Result<T, StorageError> {
    let text = journal::unseal_text(sealed)?;
    serde_json::from_str(&text).map_err(|error| StorageError::Unreadable(error.to_string()))
}

fn bytes(value: &JsValue) -> Vec<u8> {
    value.dyn_ref::<Uint8Array>().map_or_else(Vec::new, Uint8Array::to_vec)
}
