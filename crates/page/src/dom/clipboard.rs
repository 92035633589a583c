//! Copies texts to the clipboard.

use wasm_bindgen_futures::JsFuture;

/// Copies a text; `None` if the browser does not allow it.
pub(crate) async fn copy(text: &str) -> Option<()> {
    let clipboard = web_sys::window()?.navigator().clipboard();
    // It is absent where a page is not secure.
    if clipboard.is_undefined() {
        return None;
    }
    JsFuture::from(clipboard.write_text(text)).await.ok().map(|_| ())
}
