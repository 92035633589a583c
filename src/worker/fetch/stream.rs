//! Bodies as they arrive: pieces of a `ReadableStream`, which ends early when nobody wants more.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, ReadableStreamReadResult};

/// The body of a response. Dropped, it tells the browser to stop loading.
pub(in crate::worker) struct Pieces {
    reader: Option<ReadableStreamDefaultReader>,
}

impl Pieces {
    /// The pieces of a body; a response without one has none.
    pub(in crate::worker) fn of(body: Option<ReadableStream>) -> Self {
        Self {
            reader: body.map(|body| body.get_reader().unchecked_into()),
        }
    }

    /// Appends the next piece. False where the body is over.
    pub(in crate::worker) async fn append_to(&self, bytes: &mut Vec<u8>) -> Result<bool, JsValue> {
        let Some(reader) = &self.reader else {
            return Ok(false);
        };
        let read = JsFuture::from(reader.read()).await?;
        let read: ReadableStreamReadResult = read.unchecked_into();
        if read.get_done().unwrap_or(true) {
            return Ok(false);
        }
        let piece: Uint8Array = read.get_value().unchecked_into();
        let at = bytes.len();
        bytes.resize(at + piece.length() as usize, 0);
        piece.copy_to(&mut bytes[at..]);
        Ok(true)
    }
}

impl Drop for Pieces {
    fn drop(&mut self) {
        if let Some(reader) = &self.reader {
            // A canceled stream that failed already rejects: there is nobody left to whom that matters.
            let ignored = JsFuture::from(reader.cancel());
            wasm_bindgen_futures::spawn_local(async move {
                let _ = ignored.await;
            });
        }
    }
}
