//! Builds JavaScript objects.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

/// Returns an object with these fields.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // A new object refuses no field.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}
