//! Loads third-party libraries from `www/vendor` when they are first needed.
//!
//! Each library's folder is named after its version, so that no cache can serve an old version, and contains its
//! license. Nothing is loaded from another origin, which the content security policy forbids.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Url;

#[wasm_bindgen(inline_js = "export function fetch_module(address) { return import(address); }")]
extern "C" {
    /// Returns the module at an absolute address; a browser fetches it only once.
    fn fetch_module(address: &str) -> Promise;
}

/// A module of a vendored library.
#[derive(Clone, Debug)]
pub(crate) struct Module(Object);

impl Module {
    /// Returns the module at a path below `vendor/`, such as `uplot-1.6.32/uPlot.esm.js`; `None` if it cannot be
    /// loaded.
    pub(crate) async fn load(path: &str) -> Option<Self> {
        let base = web_sys::window()?.document()?.base_uri().ok()??;
        let address = Url::new_with_base(&format!("vendor/{path}"), &base).ok()?;
        let module = JsFuture::from(fetch_module(&address.href())).await.ok()?;
        Some(Self(module.unchecked_into()))
    }

    /// Returns the export with this name if it is a function or class; `default` is the main export.
    pub(crate) fn function(&self, name: &str) -> Option<Function> {
        Reflect::get(&self.0, &name.into()).ok()?.dyn_into().ok()
    }
}
