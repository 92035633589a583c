//! Libraries of others that the page fetches when it first needs them, from `www/vendor`, which the build copies as it is.
//!
//! Each lies in a folder that carries its version, with its license, so that no cache can give an old one for a new one. Left out on
//! purpose: anything from another origin, which the content security policy forbids.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Url;

#[wasm_bindgen(inline_js = "export function fetch_module(address) { return import(address); }")]
extern "C" {
    /// The module at an absolute address; a browser fetches it once, however often it is asked for.
    fn fetch_module(address: &str) -> Promise;
}

/// A module of a vendored library.
#[derive(Clone, Debug)]
pub(crate) struct Module(Object);

impl Module {
    /// The module of this path below `vendor/`: `uplot-1.6.32/uPlot.esm.js`. None where it cannot be had.
    pub(crate) async fn load(path: &str) -> Option<Self> {
        let base = web_sys::window()?.document()?.base_uri().ok()??;
        let address = Url::new_with_base(&format!("vendor/{path}"), &base).ok()?;
        let module = JsFuture::from(fetch_module(&address.href())).await.ok()?;
        Some(Self(module.unchecked_into()))
    }

    /// What it exports under a name, where that can be called or constructed; `default` is its main export.
    pub(crate) fn function(&self, name: &str) -> Option<Function> {
        let export = Reflect::get(&self.0, &name.into()).ok()?;
        export.dyn_into().ok()
    }
}
