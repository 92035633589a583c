//! Compresses and decompresses gzip by the browser's streams, which add nothing to the download and run beside the program.

use super::byte_stream::ByteStream;
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ReadableWritablePair, WritableStreamDefaultWriter};

/// The first bytes of a gzip file (RFC 1952 §2.3.1).
pub(crate) const MAGIC: &[u8] = &[0x1f, 0x8b];

/// Bytes per write into a decompressing stream. The browser buffers all output of a write, and deflate expands at most
/// 1,032-fold, so at most 2 MiB are buffered.
const PACKED_BYTES: usize = 2 * 1024;
/// Bytes per write into a compressing stream, whose output is hardly larger.
const PLAIN_BYTES: usize = 64 * 1024;

/// Why bytes could not be decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GzipError {
    /// The browser has no such stream.
    Unsupported,
    /// The bytes are not gzip, or are cut off.
    Damaged,
    /// The result is longer than allowed.
    TooLong,
}

/// Compresses bytes. Returns them unchanged if the browser cannot.
pub(crate) async fn compress(bytes: &[u8]) -> Vec<u8> {
    let Some(pair) = stream("CompressionStream") else {
        return bytes.to_vec();
    };
    let packed = through(&pair, bytes.to_vec(), PLAIN_BYTES, usize::MAX).await;
    packed.unwrap_or_else(|| bytes.to_vec())
}

/// Decompresses a gzip file to at most `most` bytes.
pub(crate) async fn decompress(packed: Vec<u8>, most: usize) -> Result<Vec<u8>, GzipError> {
    let plain = decompress_head(packed, most).await?;
    if plain.len() > most {
        return Err(GzipError::TooLong);
    }
    Ok(plain)
}

/// Decompresses the head of a gzip file: all of it, or a little more than `most` bytes.
pub(crate) async fn decompress_head(packed: Vec<u8>, most: usize) -> Result<Vec<u8>, GzipError> {
    let pair = stream("DecompressionStream").ok_or(GzipError::Unsupported)?;
    let plain = through(&pair, packed, PACKED_BYTES, most).await;
    plain.ok_or(GzipError::Damaged)
}

/// Pipes bytes through a stream, so many per write, until there are more than `most` bytes of output.
async fn through(
    pair: &ReadableWritablePair,
    bytes: Vec<u8>,
    at_once: usize,
    most: usize,
) -> Option<Vec<u8>> {
    let writer = pair.get_writable().get_writer().ok()?;
    let pieces = ByteStream::new(Some(pair.get_readable()));
    spawn_local(write(writer, bytes, at_once));
    pieces.read_past(most).await.ok()
}

/// Writes bytes, each chunk after the stream has accepted the one before. Ends if the stream fails or nobody reads it.
async fn write(writer: WritableStreamDefaultWriter, bytes: Vec<u8>, at_once: usize) {
    for part in bytes.chunks(at_once) {
        let part = Uint8Array::from(part);
        if JsFuture::from(writer.write_with_chunk(&part))
            .await
            .is_err()
        {
            return;
        }
    }
    // The reader receives the error of a failed stream.
    let _ = JsFuture::from(writer.close()).await;
}

/// Creates a stream of this class, which web-sys does not offer as stable.
fn stream(class: &str) -> Option<ReadableWritablePair> {
    let class = Reflect::get(&js_sys::global(), &class.into()).ok()?;
    let class: Function = class.dyn_into().ok()?;
    let made = Reflect::construct(&class, &Array::of1(&JsValue::from_str("gzip"))).ok()?;
    Some(made.unchecked_into())
}
