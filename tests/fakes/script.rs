//! Runs JavaScript that stands in for what a worker asks, such as `fetch`.

use js_sys::{Function, Reflect};
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

/// Runs the body of a function in the worker of the tests, and returns its result.
#[expect(clippy::disallowed_methods, reason = "the program is the test's own")]
pub(crate) fn run(code: &str) -> JsValue {
    Function::new_no_args(code).call0(&JsValue::NULL).expect("the fake is good JavaScript")
}
