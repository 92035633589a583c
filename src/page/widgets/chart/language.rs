//! The browser's language, in which the chart library formats numbers.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Throws where a text is no language tag.
    #[wasm_bindgen(js_namespace = Intl, js_name = getCanonicalLocales, catch)]
    fn canonical_locales(language: &str) -> Result<Array, JsValue>;
}

/// Gives the page English where the browser's language is none that has a tag, as under the system locale `C`: the library cannot load then.
pub(super) fn ensure_language() {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or_default();
    let language = Reflect::get(&navigator, &"language".into()).unwrap_or_default();
    let language = language.as_string().unwrap_or_default();
    if canonical_locales(&language).is_ok() {
        return;
    }
    let english = Object::new();
    // A browser that refuses gets the message about missing charts.
    let _ = Reflect::set(&english, &"value".into(), &"en".into())
        .and_then(|_| Reflect::define_property(&navigator.into(), &"language".into(), &english));
}
