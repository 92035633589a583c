//! Registers the service worker of a build for static hosts, which copies the app's files for visits without a
//! connection.
//!
//! `www/service_worker.js` is the script. The page's head names it only in builds that have one, and browsers admit it
//! only over HTTPS and from this device. The app works the same without it, so failures are ignored.

use super::head;
use gloo_timers::future::TimeoutFuture;
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// The milliseconds after which the files are copied, so that a first crawl starts before.
const PAUSE_MS: u32 = 5_000;

/// Registers the service worker after a pause, unless the person asks browsers to save data.
pub(crate) async fn register() {
    let Some(script) = head::content("offline") else {
        return;
    };
    TimeoutFuture::new(PAUSE_MS).await;
    let Some(navigator) = web_sys::window().map(|window| window.navigator()) else {
        return;
    };
    // Absent where a page is not secure, and in some private windows.
    let is_available = get(&navigator, "serviceWorker").is_object();
    let saves_data = get(&get(&navigator, "connection"), "saveData").is_truthy();
    if is_available && !saves_data {
        let registration = navigator.service_worker().register(&script);
        let _ = JsFuture::from(registration).await;
    }
}

/// Returns a property, or `undefined`.
fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}
