//! Wraps what the worker needs of the browser: time, compression, character encodings, streams, files.
//!
//! This is the lowest layer: it knows nothing of crawls.

pub(crate) mod blob;
pub(crate) mod byte_stream;
pub(crate) mod clock;
pub(crate) mod documents;
pub(crate) mod gzip;

use engine::html::{Decoder, DocumentText, Unreadable};
use types::document::DocumentFormat;
use wasm_bindgen::JsCast;
use web_sys::{DedicatedWorkerGlobalScope, TextDecoder, TextDecoderOptions};

/// Returns the global object of a dedicated worker, which is the only place where this code runs.
pub(crate) fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Labels of encodings that the standard rejects as unsafe: such a page decodes to one replacement character.
/// `TextDecoder` refuses them.
const REPLACED: [&str; 6] =
    ["csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "replacement"];

/// Decodes by `TextDecoder`, and reads documents once their reader is loaded (`documents`).
#[derive(Clone, Copy, Debug, Default)]
pub struct BrowserDecoder;

impl Decoder for BrowserDecoder {
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<String> {
        let label = label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
        if REPLACED.iter().any(|name| name.eq_ignore_ascii_case(label)) {
            return Some(if bytes.is_empty() { "" } else { "\u{FFFD}" }.to_owned());
        }
        let options = TextDecoderOptions::new();
        // The engine has handled the byte order mark before, so it is kept, as in native builds.
        js_sys::Reflect::set(&options, &"ignoreBOM".into(), &true.into()).ok()?;
        TextDecoder::new_with_label_and_options(label, &options).ok()?.decode_with_u8_array(bytes).ok()
    }

    fn read_document(&self, format: DocumentFormat, bytes: &[u8]) -> Option<Result<DocumentText, Unreadable>> {
        documents::reader().map(|read| read(format, bytes))
    }
}
