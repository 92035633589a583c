//! Compresses and decompresses gzip by the browser's streams, which add nothing to the download and run beside the
//! program.

use super::byte_stream::ByteStream;
use js_sys::Uint8Array;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ReadableWritablePair, WritableStreamDefaultWriter};

#[wasm_bindgen]
extern "C" {
    /// `CompressionStream`, which web-sys offers only with unstable APIs enabled.
    #[wasm_bindgen(extends = ReadableWritablePair)]
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;

    /// `DecompressionStream`, likewise.
    #[wasm_bindgen(extends = ReadableWritablePair)]
    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}

/// The first bytes of a gzip file (RFC 1952 §2.3.1).
pub(crate) const MAGIC: &[u8] = &[0x1f, 0x8b];

/// Bytes per write into a decompressing stream. The browser buffers all output of a write, and deflate expands at most
/// 1,032-fold, so at most 2 MiB are buffered.
const PACKED_BYTES: usize = 2 * 1024;
/// Bytes per write into a compressing stream, whose output is hardly larger.
const PLAIN_BYTES: usize = 64 * 1024;

/// The error of a decompression.
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
pub(crate) async fn compress(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(pair) = CompressionStream::new("gzip") else {
        return bytes;
    };
    let bytes = Rc::new(bytes);
    match through(&pair, Rc::clone(&bytes), PLAIN_BYTES, usize::MAX).await {
        Some(packed) if !packed.is_cut => packed.bytes,
        _ => Rc::unwrap_or_clone(bytes),
    }
}

/// Decompresses a gzip file to at most `most` bytes.
pub(crate) async fn decompress(packed: Vec<u8>, most: usize) -> Result<Vec<u8>, GzipError> {
    let plain = decompress_head(packed, most).await?;
    if plain.bytes.len() > most {
        return Err(GzipError::TooLong);
    }
    if plain.is_cut {
        return Err(GzipError::Damaged);
    }
    Ok(plain.bytes)
}

/// The beginning of a file.
#[derive(Default)]
pub(crate) struct Head {
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// True if the rest is damaged or missing.
    pub(crate) is_cut: bool,
}

/// Decompresses the head of a gzip file: all of it, a little more than `most` bytes, or what comes before the place
/// where it is damaged or cut off. Fails with [`GzipError::Damaged`] if nothing comes out of it.
pub(crate) async fn decompress_head(packed: Vec<u8>, most: usize) -> Result<Head, GzipError> {
    let pair = DecompressionStream::new("gzip").map_err(|_| GzipError::Unsupported)?;
    match through(&pair, Rc::new(packed), PACKED_BYTES, most).await {
        Some(head) if !head.is_cut || !head.bytes.is_empty() => Ok(head),
        _ => Err(GzipError::Damaged),
    }
}

/// Returns at most a little more than `most` bytes of a file that may be compressed; none if nothing can be
/// decompressed.
pub(crate) async fn head_of(mut file: Vec<u8>, most: usize) -> Vec<u8> {
    if !file.starts_with(MAGIC) {
        file.truncate(most.saturating_add(1));
        return file;
    }
    decompress_head(file, most).await.unwrap_or_default().bytes
}

/// Pipes bytes through a stream, so many per write, until there are more than `most` bytes of output.
async fn through(pair: &ReadableWritablePair, input: Rc<Vec<u8>>, at_once: usize, most: usize) -> Option<Head> {
    let writer = pair.get_writable().get_writer().ok()?;
    let pieces = ByteStream::new(Some(&pair.get_readable()));
    spawn_local(write(writer, input, at_once));
    let mut bytes = Vec::new();
    let is_cut = pieces.read_past(most, &mut bytes).await.is_err();
    Some(Head { bytes, is_cut })
}

/// Writes bytes, each chunk after the stream has accepted the one before. Ends if the stream fails or nobody reads it.
async fn write(writer: WritableStreamDefaultWriter, bytes: Rc<Vec<u8>>, at_once: usize) {
    // A stream that fails drops output that nobody has read. The empty write is accepted once all of it was read, and
    // only then closing may find that the end is missing.
    let longest = bytes.len().min(at_once);
    let buffer = Uint8Array::new_with_length(u32::try_from(longest).unwrap_or(u32::MAX));
    for part in bytes.chunks(at_once).chain([&[][..]]) {
        // The stream has read the part before when its write ends, so that one buffer serves all.
        let written = buffer.subarray(0, u32::try_from(part.len()).unwrap_or(u32::MAX));
        written.copy_from(part);
        if JsFuture::from(writer.write_with_chunk(&written)).await.is_err() {
            return;
        }
    }
    // The reader receives the error of a failed stream.
    let _ = JsFuture::from(writer.close()).await;
}
