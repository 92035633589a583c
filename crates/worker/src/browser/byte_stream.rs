//! Reads a `ReadableStream` chunk by chunk, and cancels it when it is dropped.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, ReadableStreamReadResult};

/// The body of a response. Dropping it cancels the download.
pub(crate) struct ByteStream {
    reader: Option<ReadableStreamDefaultReader>,
}

impl ByteStream {
    /// Reads a body; a response without one is empty.
    pub(crate) fn new(body: Option<ReadableStream>) -> Self {
        Self { reader: body.map(|body| body.get_reader().unchecked_into()) }
    }

    /// Appends the next chunk. Returns false at the end of the body.
    pub(crate) async fn append_to(&self, bytes: &mut Vec<u8>) -> Result<bool, JsValue> {
        let Some(reader) = &self.reader else {
            return Ok(false);
        };
        let read: ReadableStreamReadResult = JsFuture::from(reader.read()).await?.unchecked_into();
        if read.get_done().unwrap_or(true) {
            return Ok(false);
        }
        let piece: Uint8Array = read.get_value().unchecked_into();
        let at = bytes.len();
        bytes.resize(at + piece.length() as usize, 0);
        piece.copy_to(&mut bytes[at..]);
        Ok(true)
    }

    /// Reads into `bytes` until there are more than `most`, or to the end. The rest is not downloaded. After an error of the stream, `bytes`
    /// has what came before it.
    pub(crate) async fn read_past(self, most: usize, bytes: &mut Vec<u8>) -> Result<(), JsValue> {
        while bytes.len() <= most && self.append_to(bytes).await? {}
        Ok(())
    }
}

impl Drop for ByteStream {
    fn drop(&mut self) {
        if let Some(reader) = &self.reader {
            // Cancelling a failed stream rejects, which can be ignored.
            let ignored = JsFuture::from(reader.cancel());
            wasm_bindgen_futures::spawn_local(async move {
                let _ = ignored.await;
            });
        }
    }
}
