//! Cancels the requests of one fetcher.

use wasm_bindgen::JsValue;
use web_sys::{AbortController, AbortSignal};

/// Cancels requests: all at once, or each after its time limit.
pub(crate) struct Cancellation {
    controller: AbortController,
}

impl Cancellation {
    /// Creates a cancellation that nothing has triggered.
    pub(crate) fn new() -> Self {
        Self { controller: AbortController::new().expect("AbortController has no arguments that could be wrong") }
    }

    /// Returns the signal for a request: it fires after `ms` milliseconds, or when all are canceled.
    pub(crate) fn signal(&self, ms: u32) -> AbortSignal {
        let signals = js_sys::Array::of2(&self.controller.signal(), &AbortSignal::timeout_with_u32(ms));
        AbortSignal::any(&JsValue::from(signals))
    }

    /// Cancels all requests.
    pub(crate) fn cancel(&self) {
        self.controller.abort();
    }

    /// Returns whether all requests are canceled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.controller.signal().aborted()
    }
}
