//! Copies texts to the clipboard.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Copies a text; `None` if the browser does not allow it.
pub(crate) async fn copy(text: &str) -> Option<()> {
    let navigator = web_sys::window()?.navigator();
    let board = Reflect::get(&navigator, &"clipboard".into()).ok()?;
    let write = Reflect::get(&board, &"writeText".into()).ok()?;
    let write: Function = write.dyn_into().ok()?;
    let written = write.call1(&board, &text.into()).ok()?;
    JsFuture::from(Promise::from(written)).await.ok()?;
    Some(())
}
