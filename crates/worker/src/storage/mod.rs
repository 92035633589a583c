//! Stores the worker's data in this browser: the database, the crawls in it, and the locks for writing them.

pub(crate) mod crawl_store;
pub mod database;
pub(crate) mod lock;

use crate::browser::scope;
use js_sys::Promise;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageEstimate;

/// The browser's estimate of the storage; `None` for unknown values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Quota {
    /// Bytes in use.
    pub(crate) used: Option<f64>,
    /// Bytes allowed.
    pub(crate) allowed: Option<f64>,
    /// The browser does not clear the data by itself. Only a page can request that.
    pub(crate) is_persistent: bool,
}

/// Returns the browser's estimate.
pub(crate) async fn quota() -> Quota {
    let answer = async |asked: Result<Promise, JsValue>| JsFuture::from(asked.ok()?).await.ok();
    // Calls on an undefined storage, as without HTTPS, throw an exception.
    let storage = scope().navigator().storage();
    let estimate = answer(storage.estimate()).await.map(JsCast::unchecked_into::<StorageEstimate>);
    Quota {
        used: estimate.as_ref().and_then(StorageEstimate::get_usage),
        allowed: estimate.as_ref().and_then(StorageEstimate::get_quota),
        is_persistent: answer(storage.persisted()).await.is_some_and(|answer| answer.is_truthy()),
    }
}
