//! Runs JavaScript in the page or the worker of the tests.

use js_sys::Function;
use wasm_bindgen::JsValue;

/// Runs the body of a function in the page or the worker of the tests, and returns its result.
#[expect(clippy::disallowed_methods, reason = "the program is the test's own")]
pub(crate) fn run(code: &str) -> JsValue {
    Function::new_no_args(code).call0(&JsValue::NULL).expect("the fake is good JavaScript")
}
