//! Opens the database when it is first needed, and locks crawls in it: only one worker at a time may write a crawl.

use super::database::{CrawlCard, Database, SavedCrawl, StorageError};
use super::lock::{self, Lock};
use crate::browser::clock;
use protocol::Source;
use std::cell::RefCell;
use std::rc::Rc;
use types::plan::Plan;

/// The name of the database.
const NAME: &str = "salticid";

/// The crawls of this browser. The database is opened once.
#[derive(Default)]
pub(crate) struct CrawlStore {
    open: RefCell<Option<Rc<Database>>>,
}

/// The lock that allows writing one crawl, as long as this value lives.
pub(crate) struct WriteLock {
    pub(crate) store: Rc<Database>,
    pub(crate) card: CrawlCard,
    pub(crate) lock: Lock,
}

/// A saved crawl, with the lock that allows writing it.
pub(crate) struct LockedCrawl {
    pub(crate) kept: SavedCrawl,
    pub(crate) store: Rc<Database>,
    lock: Lock,
}

impl LockedCrawl {
    /// Returns the lock without the saved data.
    pub(crate) fn into_lock(self) -> WriteLock {
        WriteLock { store: self.store, card: self.kept.card, lock: self.lock }
    }
}

impl CrawlStore {
    /// Returns the database. If it could not be opened before, retries.
    pub(crate) async fn store(&self) -> Result<Rc<Database>, StorageError> {
        let open = self.open.borrow().clone();
        if let Some(store) = open {
            return Ok(store);
        }
        let store = Rc::new(Database::open(NAME).await?);
        *self.open.borrow_mut() = Some(Rc::clone(&store));
        Ok(store)
    }

    /// Locks a new crawl. Nothing is written before its first step.
    pub(crate) async fn create(&self, plan: Plan, source: Source) -> Result<WriteLock, StorageError> {
        self.create_as(random_id(), plan, source).await
    }

    /// Locks a new crawl with this id.
    pub(crate) async fn create_as(&self, id: String, plan: Plan, source: Source) -> Result<WriteLock, StorageError> {
        let store = self.store().await?;
        let lock = lock::take(&id, true).await.ok_or(StorageError::NoSuchCrawl)?;
        let card = CrawlCard::new(id, plan, source, clock::now());
        Ok(WriteLock { store, card, lock })
    }

    /// Locks a saved crawl; `None` if another worker has it and `wait` is false.
    pub(crate) async fn lock_crawl(&self, id: &str, wait: bool) -> Result<Option<LockedCrawl>, StorageError> {
        let store = self.store().await?;
        // A lock on a missing crawl would serve no purpose.
        store.card(id).await?;
        let Some(lock) = lock::take(id, wait).await else {
            return Ok(None);
        };
        let kept = store.read(id).await?;
        Ok(Some(LockedCrawl { kept, store, lock }))
    }
}

/// Returns sixteen random hexadecimal digits, which distinguish crawls but are not secret.
pub(crate) fn random_id() -> String {
    let part = || types::to_u32(js_sys::Math::random() * 4_294_967_296.0);
    format!("{:08x}{:08x}", part(), part())
}
