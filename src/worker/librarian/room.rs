//! The room that the browser gives: what is used, what is allowed, and whether it may clear it by itself.
//!
//! Left out on purpose: asking the browser to keep the site's data, which only a page can.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// What the browser says of the room; what it does not say is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Room {
    /// Bytes in use.
    pub(super) used: Option<f64>,
    /// Bytes allowed.
    pub(super) quota: Option<f64>,
    /// The browser does not clear the data by itself.
    pub(super) is_persistent: bool,
}

/// Asks the browser.
pub(super) async fn room() -> Room {
    let estimate = ask("estimate").await.unwrap_or_default();
    let number = |name: &str| {
        let value = Reflect::get(&estimate, &name.into()).ok()?;
        value.as_f64()
    };
    Room {
        used: number("usage"),
        quota: number("quota"),
        is_persistent: ask("persisted")
            .await
            .is_some_and(|answer| answer.is_truthy()),
    }
}

async fn ask(question: &str) -> Option<JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let storage = Reflect::get(&navigator, &"storage".into()).ok()?;
    let ask = Reflect::get(storage.dyn_ref::<Object>()?, &question.into()).ok()?;
    let promise = ask.dyn_into::<Function>().ok()?.call0(&storage).ok()?;
    JsFuture::from(promise.dyn_into::<Promise>().ok()?)
        .await
        .ok()
}
