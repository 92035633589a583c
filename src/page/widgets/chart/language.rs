//! Sets the language in which the chart library formats numbers.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Throws if a text is not a language tag.
    #[wasm_bindgen(js_namespace = Intl, js_name = getCanonicalLocales, catch)]
    fn canonical_locales(language: &str) -> Result<Array, JsValue>;
}

/// Sets the page's language to English if the browser's is not a valid tag, as under the system locale `C`. The library fails to load
/// otherwise.
pub(super) fn ensure_language() {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or_default();
    let language = Reflect::get(&navigator, &"language".into()).unwrap_or_default();
    let language = language.as_string().unwrap_or_default();
    if canonical_locales(&language).is_ok() {
        return;
    }
    let english = Object::new();
    // A browser that rejects this shows the message about missing charts.
    let _ = Reflect::set(&english, &"value".into(), &"en".into())
        .and_then(|_| Reflect::define_property(&navigator.into(), &"language".into(), &english));
}
