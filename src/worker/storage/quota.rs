//! Reads the storage that this site uses and may use, and whether the browser may clear it.
//!
//! Only a page can request persistent storage, so the page does that.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The browser's estimate of the storage; `None` for unknown values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Quota {
    /// Bytes in use.
    pub(crate) used: Option<f64>,
    /// Bytes allowed.
    pub(crate) allowed: Option<f64>,
    /// The browser does not clear the data by itself.
    pub(crate) is_persistent: bool,
}

/// Returns the browser's estimate.
pub(crate) async fn read() -> Quota {
    let estimate = ask("estimate").await.unwrap_or_default();
    let number = |name: &str| {
        let value = Reflect::get(&estimate, &name.into()).ok()?;
        value.as_f64()
    };
    Quota {
        used: number("usage"),
        allowed: number("quota"),
        is_persistent: ask("persisted").await.is_some_and(|answer| answer.is_truthy()),
    }
}

async fn ask(question: &str) -> Option<JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let storage = Reflect::get(&navigator, &"storage".into()).ok()?;
    let ask = Reflect::get(storage.dyn_ref::<Object>()?, &question.into()).ok()?;
    let promise = ask.dyn_into::<Function>().ok()?.call0(&storage).ok()?;
    JsFuture::from(promise.dyn_into::<Promise>().ok()?).await.ok()
}
