//! gzip by the browser's own streams: they cost no byte of the program and run beside it.

use super::fetch::stream::Pieces;
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ReadableWritablePair;

/// How a gzip file begins (RFC 1952 §2.3.1).
pub(super) const GZIP: &[u8] = &[0x1f, 0x8b];

/// Why bytes could not be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unpacking {
    /// The browser has no such stream.
    TooOld,
    /// The bytes are no gzip, cut, or of more bytes than allowed.
    Damaged,
}

/// Packs bytes; as they are where the browser cannot.
pub(super) async fn gzip(bytes: &[u8]) -> Vec<u8> {
    let Some(pair) = stream("CompressionStream") else {
        return bytes.to_vec();
    };
    let packed = through(&pair, bytes.to_vec(), usize::MAX).await;
    packed.unwrap_or_else(|| bytes.to_vec())
}

/// Unpacks a gzip file, no further than `most` bytes.
pub(super) async fn gunzip(packed: Vec<u8>, most: usize) -> Result<Vec<u8>, Unpacking> {
    let pair = stream("DecompressionStream").ok_or(Unpacking::TooOld)?;
    let plain = through(&pair, packed, most).await;
    plain.ok_or(Unpacking::Damaged)
}

async fn through(pair: &ReadableWritablePair, mut bytes: Vec<u8>, most: usize) -> Option<Vec<u8>> {
    let body = web_sys::Response::new_with_opt_u8_array(Some(&mut bytes));
    let body = body.ok()?.body()?;
    let pieces = Pieces::of(Some(body.pipe_through(pair)));
    let mut all = Vec::new();
    while pieces.append_to(&mut all).await.ok()? {
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// A stream of this class, which web-sys does not offer as stable yet.
fn stream(class: &str) -> Option<ReadableWritablePair> {
    let class = Reflect::get(&js_sys::global(), &class.into()).ok()?;
    let class: Function = class.dyn_into().ok()?;
    let made = Reflect::construct(&class, &Array::of1(&JsValue::from_str("gzip"))).ok()?;
    Some(made.unchecked_into())
}
