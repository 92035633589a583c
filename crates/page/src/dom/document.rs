//! Finds elements of the document, and the size of the window.

use web_sys::{Document, Element};

/// Returns the document; `None` outside a window.
pub(crate) fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// Returns the first element that matches a selector.
pub(crate) fn element(selector: &str) -> Option<Element> {
    document()?.query_selector(selector).ok()?
}

/// Returns the width and the height of the window, in CSS pixels.
pub(crate) fn window_size() -> Option<(f64, f64)> {
    let window = web_sys::window()?;
    Some((window.inner_width().ok()?.as_f64()?, window.inner_height().ok()?.as_f64()?))
}
