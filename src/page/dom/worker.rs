//! Finds the addresses of the page's workers.

use wasm_bindgen::{JsCast, JsValue};

/// Returns where a worker's loader is: the build writes it into the page's head, under the worker's name.
pub(crate) fn worker_address(name: &str) -> Result<String, String> {
    let document = web_sys::window().and_then(|window| window.document());
    let selector = format!("meta[name={name}]");
    let meta = document.and_then(|document| document.query_selector(&selector).ok().flatten());
    meta.and_then(|meta| meta.get_attribute("content"))
        .ok_or_else(|| {
            format!("This build of the page is incomplete: the address of its {name} is missing.")
        })
}

/// Returns the message of an exception.
pub(crate) fn error_message(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(
        || format!("{error:?}"),
        |error| String::from(error.message()),
    )
}
