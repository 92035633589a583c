//! Transactions: begun with a wish for durability, ended with the reason where they fail.
//!
//! Own code in place of the `idb` crate's future, which does not tell a full disk from other ends, and its `transaction`, which takes no
//! durability.

use super::StoreError;
use futures_channel::oneshot;
use idb::{Database, Transaction, TransactionMode};
use js_sys::{Array, Function, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{IdbDatabase, IdbTransaction};

/// How a browser calls a full disk.
const FULL: &str = "QuotaExceededError";

/// The database, twice: as the crate wants it, and as the browser's own object.
pub(super) struct Connection {
    database: Database,
    raw: JsValue,
}

impl Connection {
    pub(super) fn new(database: Database) -> Self {
        let raw = IdbDatabase::from(database);
        let mut database = Database::from(raw.clone());
        // A newer version of the app in another tab wants to change the layout: this tab lets go.
        let own = raw.clone();
        database.on_version_change(move |_| own.close());
        Self {
            raw: raw.into(),
            database,
        }
    }

    /// A transaction that reads.
    pub(super) fn read(&self, stores: &[&str]) -> Result<Transaction, StoreError> {
        let mode = TransactionMode::ReadOnly;
        Ok(self.database.transaction(stores, mode)?)
    }

    /// A transaction that writes. A strict one is on the disk when it is complete, another one is with the system, which outlives the
    /// browser but not a loss of power.
    pub(super) fn write(&self, stores: &[&str], strict: bool) -> Result<Transaction, StoreError> {
        if strict && let Some(transaction) = self.strict(stores) {
            return Ok(transaction);
        }
        Ok(self
            .database
            .transaction(stores, TransactionMode::ReadWrite)?)
    }

    /// `None` where the browser knows no durability.
    fn strict(&self, stores: &[&str]) -> Option<Transaction> {
        let open: Function = Reflect::get(&self.raw, &"transaction".into())
            .ok()?
            .dyn_into()
            .ok()?;
        let names: Array = stores.iter().map(|name| JsValue::from(*name)).collect();
        let options = Object::new();
        Reflect::set(&options, &"durability".into(), &"strict".into()).ok()?;
        let opened = open.call3(&self.raw, &names, &"readwrite".into(), &options);
        Transaction::try_from(opened.ok()?).ok()
    }
}

/// Waits for the end of a transaction.
pub(super) async fn committed(mut transaction: Transaction) -> Result<(), StoreError> {
    let (send, ended) = oneshot::channel();
    let send = Rc::new(RefCell::new(Some(send)));
    let aborted = Rc::clone(&send);
    transaction.on_abort(move |event| {
        let transaction = event
            .target()
            .and_then(|target| target.dyn_into::<IdbTransaction>().ok());
        let error = transaction.and_then(|transaction| transaction.error());
        let reason = match error {
            Some(error) if error.name() == FULL => StoreError::Full,
            Some(error) => StoreError::Unavailable(error.message()),
            None => StoreError::Unavailable("a write was broken off".to_owned()),
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
    ended.await.unwrap_or_else(|_| {
        Err(StoreError::Unavailable(
            "the database was closed".to_owned(),
        ))
    })
}
