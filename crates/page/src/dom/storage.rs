//! Accesses the browser's storage, if it is available: texts by key, and its persistence.
//!
//! Without storage only convenience is lost, so failures are not reported.

use wasm_bindgen_futures::JsFuture;
use web_sys::Storage;

/// Returns the storage that outlives the tab (local storage).
pub(crate) fn local() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// Returns the storage of this tab (session storage).
pub(crate) fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// Returns the text of a key in local storage.
pub(crate) fn read(key: &str) -> Option<String> {
    local()?.get_item(key).ok().flatten()
}

/// Stores a text under a key in local storage, or removes the key.
pub(crate) fn write(key: &str, text: Option<&str>) {
    if let Some(storage) = local() {
        let _ = match text {
            Some(text) => storage.set_item(key, text),
            None => storage.remove_item(key),
        };
    }
}

/// Requests persistent storage. Returns whether the browser grants it; `None` if the browser does not support the
/// query.
pub(crate) async fn request_persistence() -> Option<bool> {
    let promise = web_sys::window()?.navigator().storage().persist().ok()?;
    Some(JsFuture::from(promise).await.ok()?.is_truthy())
}
