//! Decodes a complete body in one call.

use bytes::Bytes;
use hyper::header::{CONTENT_ENCODING, HeaderMap, HeaderValue};

use super::{Decoder, Wanted};
use crate::error::Refusal;
use crate::limits::Limits;
use crate::memory::MemoryBudget;

/// The result of decoding a body.
#[derive(Debug)]
pub struct Decoded {
    /// The decoded body, or the part of it before damage, or the reason that it was refused.
    pub body: Result<Bytes, Refusal>,
    /// The number of blocks read, over all encodings: the cost of decoding.
    pub blocks: usize,
    memory: MemoryBudget,
}

impl Decoded {
    /// Returns the bytes of the memory budget in use; 0 once the body was dropped.
    pub fn memory(&self) -> usize {
        self.memory.held()
    }
}

/// Decodes a body under the limits that a fetch has. It blocks until it is done: some 0.2 s at most.
///
/// `content_encoding` is the header's value, such as `gzip` or `deflate, br`.
///
/// # Examples
/// ```
/// let limits = salticid_proxy::Limits::default();
/// let decoded = salticid_proxy::decode::decode("identity", b"<p>page", &limits);
/// assert_eq!(decoded.body.as_deref(), Ok(&b"<p>page"[..]));
/// ```
pub fn decode(content_encoding: &str, body: &[u8], limits: &Limits) -> Decoded {
    let memory = MemoryBudget::new(limits.memory);
    let mut blocks = 0;
    let body = decode_within(&memory, content_encoding, body, limits, &mut blocks);
    Decoded { body, blocks, memory }
}

fn decode_within(
    memory: &MemoryBudget,
    content_encoding: &str,
    body: &[u8],
    limits: &Limits,
    blocks: &mut usize,
) -> Result<Bytes, Refusal> {
    let value = HeaderValue::from_str(content_encoding).map_err(|_| Refusal::Encoding)?;
    let headers = HeaderMap::from_iter([(CONTENT_ENCODING, value)]);
    let mut decoder = Decoder::new(&headers, limits, Wanted::All, memory.reserve(0)?)?;
    decoder.feed(body)?;
    while decoder.is_ready() {
        let outcome = decoder.decode_slice();
        *blocks = decoder.blocks();
        outcome?;
    }
    decoder.finish().map(|body| body.bytes)
}
