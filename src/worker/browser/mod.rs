//! Wraps what the worker needs of the browser: time, compression, character encodings, streams, files.
//!
//! This is the lowest layer: it knows nothing of crawls.

pub(crate) mod blob;
pub(crate) mod byte_stream;
pub(crate) mod clock;
pub(crate) mod decoder;
pub(crate) mod gzip;

use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

/// Returns the global object of a dedicated worker, which is the only place where this code runs.
pub(crate) fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
