//! Provides transactions with a selectable durability, whose failures have a reason.
//!
//! The `idb` crate's future does not distinguish a full disk from other failures, and its `transaction` takes no durability.

use super::{StorageError, value};
use futures_channel::oneshot;
use idb::{Database, Transaction, TransactionMode};
use js_sys::{Array, Function, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{IdbDatabase, IdbTransaction};

/// The browser's name of the error for a full disk.
const FULL: &str = "QuotaExceededError";

/// Holds the database in two forms: that of the `idb` crate, and the browser's own object.
pub(super) struct Connection {
    database: Database,
    raw: JsValue,
}

impl Connection {
    pub(super) fn new(database: Database) -> Self {
        let raw = IdbDatabase::from(database);
        let mut database = Database::from(raw.clone());
        // A newer version of the app in another tab is about to change the layout, so this tab closes its connection.
        let own = raw.clone();
        database.on_version_change(move |_| own.close());
        Self { raw: raw.into(), database }
    }

    /// Starts a read transaction.
    pub(super) fn read(&self, stores: &[&str]) -> Result<Transaction, StorageError> {
        let mode = TransactionMode::ReadOnly;
        Ok(self.database.transaction(stores, mode)?)
    }

    /// Starts a write transaction. A `strict` one is on the disk when it completes. Another one is with the operating system, which
    /// survives a crash of the browser but not a power failure.
    pub(super) fn write(&self, stores: &[&str], strict: bool) -> Result<Transaction, StorageError> {
        if strict && let Some(transaction) = self.strict(stores) {
            return Ok(transaction);
        }
        Ok(self.database.transaction(stores, TransactionMode::ReadWrite)?)
    }

    /// Starts a strict transaction; `None` if the browser does not support durability.
    fn strict(&self, stores: &[&str]) -> Option<Transaction> {
        let open: Function = Reflect::get(&self.raw, &"transaction".into()).ok()?.dyn_into().ok()?;
        let names: Array = stores.iter().map(|name| JsValue::from(*name)).collect();
        let options = Object::new();
        Reflect::set(&options, &"durability".into(), &"strict".into()).ok()?;
        let opened = open.call3(&self.raw, &names, &"readwrite".into(), &options);
        Transaction::try_from(opened.ok()?).ok()
    }
}

/// Puts a value under its key.
pub(super) fn put(transaction: &Transaction, store: &str, key: &JsValue, bytes: &[u8]) -> Result<(), StorageError> {
    transaction.object_store(store)?.put(&value(bytes), Some(key))?;
    Ok(())
}

/// Waits for the end of a transaction.
pub(super) async fn committed(mut transaction: Transaction) -> Result<(), StorageError> {
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
    ended.await.unwrap_or_else(|_| Err(StorageError::Unavailable("the database was closed".to_owned())))
}
