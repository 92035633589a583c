//! A stand-in for `fetch`, as long as it is not dropped.

use super::script::run;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// A stand-in for `fetch`, as long as it is not dropped: then the `fetch` before it answers again.
#[must_use = "a stand-in that is dropped at once answers nothing"]
pub(crate) struct FakeFetch {
    before: JsValue,
}

impl FakeFetch {
    /// Runs JavaScript that replaces `self.fetch`.
    pub(crate) fn install(code: &str) -> Self {
        let before = Reflect::get(&js_sys::global(), &"fetch".into()).expect("workers can fetch");
        run(code);
        Self { before }
    }
}

impl Drop for FakeFetch {
    fn drop(&mut self) {
        Reflect::set(&js_sys::global(), &"fetch".into(), &self.before).expect("the global object takes it");
    }
}
