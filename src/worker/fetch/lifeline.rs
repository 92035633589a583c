//! The line that a crawl's requests hang on: cut it, and all of them end.

use wasm_bindgen::JsValue;
use web_sys::{AbortController, AbortSignal};

/// Ends requests, all at once or each after its time.
pub(in crate::worker) struct Lifeline {
    controller: AbortController,
}

impl Lifeline {
    pub(in crate::worker) fn new() -> Self {
        Self {
            controller: AbortController::new()
                .expect("making an AbortController takes nothing that could be wrong"),
        }
    }

    /// A signal for one request: it comes after so many milliseconds, or when the line is cut.
    pub(in crate::worker) fn signal(&self, ms: u32) -> AbortSignal {
        let signals = js_sys::Array::of2(
            &self.controller.signal(),
            &AbortSignal::timeout_with_u32(ms),
        );
        AbortSignal::any(&JsValue::from(signals))
    }

    pub(in crate::worker) fn cut(&self) {
        self.controller.abort();
    }

    pub(in crate::worker) fn is_cut(&self) -> bool {
        self.controller.signal().aborted()
    }
}
