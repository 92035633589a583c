//! Runs JavaScript that stands in for what a worker asks, such as `fetch`.

use js_sys::Function;
use wasm_bindgen::JsValue;

/// Runs the body of a function in the worker of the tests, and returns its result.
#[expect(clippy::disallowed_methods, reason = "the program is the test's own")]
pub(crate) fn run(code: &str) -> JsValue {
    Function::new_no_args(code).call0(&JsValue::NULL).expect("the fake is good JavaScript")
}
