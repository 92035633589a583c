//! Loads third-party libraries from `www/vendor` when they are first needed.
//!
//! Each library's folder is named after its version, so that no cache can serve an old version, and contains its
//! license. Nothing is loaded from another origin, which the content security policy forbids.

use super::document::document;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

/// Runs the script at a path below `vendor/`, such as `uplot-1.6.32/uPlot.iife.min.js`, once, and returns the global
/// function or class that it defines; `None` if it cannot be loaded.
pub(crate) async fn load(path: &str, global: &str) -> Option<Function> {
    let defined = || Reflect::get(&js_sys::global(), &global.into()).ok()?.dyn_into().ok();
    if let Some(defined) = defined() {
        return Some(defined);
    }
    let document = document()?;
    let script: HtmlElement = document.create_element("script").ok()?.unchecked_into();
    script.set_attribute("src", &format!("vendor/{path}")).ok()?;
    let ended = Promise::new(&mut |resolve, _| {
        script.set_onload(Some(&resolve));
        script.set_onerror(Some(&resolve));
    });
    document.head()?.append_child(&script).ok()?;
    JsFuture::from(ended).await.ok()?;
    defined()
}
