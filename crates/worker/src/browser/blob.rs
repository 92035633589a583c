//! Files as `Blob`s: read into memory, and built piece by piece.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// Reads a file. The error is the exception of the browser, such as for a file that was changed since the person chose
/// it.
pub(crate) async fn read(file: &Blob) -> Result<Vec<u8>, JsValue> {
    let buffer = JsFuture::from(file.array_buffer()).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// Reads a file of at most `most` bytes. The error is the end of a sentence: `too_large`, or that the browser could not
/// read it.
pub(crate) async fn read_short(file: &Blob, most: usize, too_large: impl Into<String>) -> Result<Vec<u8>, String> {
    if file.size() > most as f64 {
        return Err(too_large.into());
    }
    read(file).await.map_err(|_| "the browser could not read the file: choose it again".to_owned())
}

/// A file as it grows.
#[derive(Default)]
pub(crate) struct BlobBuilder(Array);

impl BlobBuilder {
    /// Adds bytes at the end.
    pub(crate) fn add(&self, bytes: &[u8]) {
        self.0.push(&Uint8Array::from(bytes));
    }

    /// Returns the file. The error is the exception of the browser, which may be out of memory.
    pub(crate) fn build(&self) -> Result<Blob, JsValue> {
        Blob::new_with_u8_array_sequence(&self.0)
    }
}

/// Creates a file of these bytes. Fails as [`BlobBuilder::build`].
pub(crate) fn write(bytes: &[u8]) -> Result<Blob, JsValue> {
    let builder = BlobBuilder::default();
    builder.add(bytes);
    builder.build()
}
