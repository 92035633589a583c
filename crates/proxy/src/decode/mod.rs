//! Decodes content under limits: gzip, deflate and brotli, in bounded steps (RFC 9110 §8.4).
//!
//! Each encoding is a layer. A step runs one layer on a few KiB of its input and passes the output to the next layer,
//! so no step takes longer than some milliseconds, whatever the data are. Every layer counts its output, and all layers
//! together count the blocks that they read. An empty block costs time without output, so limits on sizes alone do not
//! bound the work. Unknown codings are left alone, as in browsers (WHATWG Fetch §2.2.6). Of a body that breaks off, the
//! decoded part is returned and marked. Zstd is not supported: its library is C, and hosts do not send it unless
//! requested.

mod brotli;
mod gzip;
mod inflate;
mod report;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use bytes::Bytes;
use hyper::header::{CONTENT_ENCODING, HeaderMap};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::error::Refusal;
use crate::limits::Limits;
use crate::memory::Reservation;
use brotli::Brotli;
use gzip::Gzip;
use inflate::Deflate;

pub use report::{Decoded, decode};

/// The bytes of a layer's input in one step.
const STEP_BYTES: usize = 4 * 1024;
/// The bytes in and out of all layers after which a slice ends.
const SLICE_BYTES: usize = 128 * 1024;
/// The blocks after which a slice ends, which take one or two milliseconds at most.
const SLICE_BLOCKS: usize = 256;

/// The requested part of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The whole body; it is refused if it exceeds the limit.
    All,
    /// The first bytes, at most this many; the rest is not read.
    First(usize),
    /// The first bytes of a document, at most [`Limits::document_bytes`]. Those that arrive may be as many, because
    /// documents are compressed already.
    Document,
}

/// A decoded body.
#[derive(Debug)]
pub(crate) struct DecodedBody {
    pub(crate) bytes: Bytes,
    /// True if the encoded data is damaged or breaks off, so that bytes are missing at the end.
    pub(crate) is_truncated: bool,
}

/// Decodes one encoding.
trait Codec: Send {
    /// Decodes a part of `input`, which may be empty if [`Codec::has_more`] is true. Returns the number of bytes
    /// consumed and the output, both of which are bounded.
    fn decode(&mut self, input: &[u8], work: &mut Work) -> Result<(usize, &[u8]), Refusal>;

    /// Returns true if there is output without further input.
    fn has_more(&self) -> bool;

    /// Returns true if the data may end here.
    fn is_complete(&self) -> bool;
}

/// An encoding with its unconsumed input.
struct Layer {
    codec: Box<dyn Codec>,
    input: Vec<u8>,
    taken: usize,
    out: usize,
    /// The most bytes of output.
    cap: usize,
}

impl Layer {
    fn is_ready(&self) -> bool {
        self.taken < self.input.len() || self.codec.has_more()
    }

    /// Sets the input; the previous input must be consumed.
    fn feed(&mut self, piece: &[u8]) {
        self.input.clear();
        self.input.extend_from_slice(piece);
        self.taken = 0;
    }

    /// Decodes a piece of the input.
    fn step(&mut self, work: &mut Work) -> Result<(usize, &[u8]), Refusal> {
        let end = self.input.len().min(self.taken + STEP_BYTES);
        let input = &self.input[self.taken..end];
        let had_more = self.codec.has_more();
        let (taken, out) = self.codec.decode(input, work)?;
        if taken == 0 && out.is_empty() && !had_more {
            return Err(Refusal::Encoding);
        }
        self.taken += taken;
        self.out += out.len();
        if self.out > self.cap {
            return Err(Refusal::TooLarge);
        }
        Ok((taken, out))
    }
}

/// Decodes a body: pieces are added, steps decode them, and the result is returned at the end.
pub(crate) struct Decoder {
    /// The layers in decoding order.
    layers: Vec<Layer>,
    body: Body,
    work: Work,
    /// The number of bytes that may still arrive.
    room: usize,
    any: bool,
    /// The encoded data is damaged, or the body breaks off; what was decoded before is kept.
    is_damaged: bool,
}

impl Decoder {
    /// Creates a decoder for the encodings in the head. The reservation, which covers the head, grows with the body.
    pub(crate) fn new(
        headers: &HeaderMap,
        limits: &Limits,
        wanted: Wanted,
        reservation: Reservation,
    ) -> Result<Self, Refusal> {
        let encodings = encodings(headers);
        if encodings.len() > limits.encodings {
            return Err(Refusal::Encoding);
        }
        let is_document = wanted == Wanted::Document;
        let layers = encodings.iter().enumerate().rev();
        let layers = layers.map(|(place, encoding)| {
            // The input of another layer is itself compressed.
            let cap = match place {
                0 if is_document => limits.document_bytes + limits.decoded_bytes,
                0 => limits.decoded_bytes,
                _ => limits.compressed_bytes,
            };
            let codec = encoding.codec(&reservation)?;
            Ok(Layer { codec, input: Vec::new(), taken: 0, out: 0, cap })
        });
        let layers = layers.collect::<Result<Vec<_>, Refusal>>()?;
        let room = match layers.len() {
            _ if is_document => limits.document_bytes,
            0 => limits.decoded_bytes,
            _ => limits.compressed_bytes,
        };
        Ok(Self {
            layers,
            body: Body::new(limits, wanted, reservation),
            work: Work::new(limits),
            room,
            any: false,
            is_damaged: false,
        })
    }

    /// Adds the next piece as it arrived. The previous one must be consumed ([`Decoder::is_ready`]).
    pub(crate) fn feed(&mut self, piece: &[u8]) -> Result<(), Refusal> {
        let room = self.room.checked_sub(piece.len());
        self.room = room.unwrap_or_default();
        self.any |= !piece.is_empty();
        self.work.grant(piece.len());
        match self.layers.first_mut() {
            Some(_) if room.is_none() => Err(Refusal::TooLarge),
            Some(first) => {
                first.feed(piece);
                Ok(())
            }
            None => self.body.write(piece),
        }
    }

    /// Returns true if there is input to decode.
    pub(crate) fn is_ready(&self) -> bool {
        !self.is_full() && self.layers.iter().any(Layer::is_ready)
    }

    /// Returns true if no further bytes are needed: only the first ones were requested and have arrived, or the encoded
    /// data is damaged or broke off.
    pub(crate) fn is_full(&self) -> bool {
        self.is_damaged || self.body.is_full()
    }

    /// Returns whether bytes were decoded.
    pub(crate) fn has_output(&self) -> bool {
        !self.body.bytes.is_empty()
    }

    /// Ends the body where it breaks off.
    pub(crate) fn break_off(&mut self) {
        self.is_damaged = true;
    }

    /// Decodes for a few milliseconds at most.
    pub(crate) fn decode_slice(&mut self) -> Result<(), Refusal> {
        let (mut bytes, begun) = (0, self.work.blocks());
        while bytes < SLICE_BYTES && self.work.blocks() - begun < SLICE_BLOCKS && self.is_ready() {
            bytes += self.step()?;
        }
        Ok(())
    }

    /// Runs the last layer that has input. Returns the number of bytes in and out.
    fn step(&mut self) -> Result<usize, Refusal> {
        let Some(place) = self.layers.iter().rposition(Layer::is_ready) else {
            return Ok(0);
        };
        let (layers, next) = self.layers.split_at_mut(place + 1);
        let (taken, out) = match layers[place].step(&mut self.work) {
            Err(Refusal::Encoding) if !self.body.bytes.is_empty() => {
                self.is_damaged = true;
                return Ok(0);
            }
            step => step?,
        };
        match next.first_mut() {
            Some(_) if out.is_empty() => {}
            Some(next) => next.feed(out),
            None => self.body.write(out)?,
        }
        Ok(taken + out.len())
    }

    /// Returns the decoded body; refuses encoded data of which nothing can be decoded. An empty body is empty in every
    /// encoding.
    pub(crate) fn finish(self) -> Result<DecodedBody, Refusal> {
        let is_whole = !self.any || self.layers.iter().all(|layer| layer.codec.is_complete());
        let is_truncated = !self.body.is_full() && (self.is_damaged || !is_whole);
        if is_truncated && self.body.bytes.is_empty() {
            return Err(Refusal::Encoding);
        }
        Ok(DecodedBody { bytes: self.body.into_bytes(), is_truncated })
    }

    /// Returns the number of blocks read so far.
    fn blocks(&self) -> usize {
        self.work.blocks()
    }
}

/// An encoding that can be decoded.
#[derive(Clone, Copy)]
enum Encoding {
    Gzip,
    Deflate,
    Brotli,
}

impl Encoding {
    /// Returns the encoding with this name; `None` for an unknown one.
    fn named(name: &[u8]) -> Option<Self> {
        match name.trim_ascii().to_ascii_lowercase().as_slice() {
            b"gzip" | b"x-gzip" => Some(Self::Gzip),
            b"deflate" => Some(Self::Deflate),
            b"br" => Some(Self::Brotli),
            _ => None,
        }
    }

    fn codec(self, reservation: &Reservation) -> Result<Box<dyn Codec>, Refusal> {
        Ok(match self {
            Self::Gzip => Box::new(Gzip::new()),
            Self::Deflate => Box::new(Deflate::default()),
            Self::Brotli => Box::new(Brotli::new(reservation.empty()?)),
        })
    }
}

/// Returns the known encodings in the order in which they were applied.
fn encodings(headers: &HeaderMap) -> Vec<Encoding> {
    let values = headers.get_all(CONTENT_ENCODING).iter();
    let names = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    names.filter_map(Encoding::named).collect()
}

/// Holds the decoded bytes so far, whose memory was reserved from the common budget.
struct Body {
    bytes: Vec<u8>,
    /// The bytes of the reservation for the response's head.
    head: usize,
    reservation: Reservation,
    cap: usize,
    wanted: Wanted,
}

impl Body {
    fn new(limits: &Limits, wanted: Wanted, reservation: Reservation) -> Self {
        let cap = match wanted {
            Wanted::All => limits.decoded_bytes,
            Wanted::First(bytes) => bytes.min(limits.decoded_bytes),
            Wanted::Document => limits.document_bytes,
        };
        Self { bytes: Vec::new(), head: limits.header_bytes, reservation, cap, wanted }
    }

    /// Returns true if only the first bytes were requested and all of them have arrived.
    fn is_full(&self) -> bool {
        self.wanted != Wanted::All && self.bytes.len() == self.cap
    }

    /// Appends a piece, or its requested part.
    fn write(&mut self, piece: &[u8]) -> Result<(), Refusal> {
        let room = self.cap - self.bytes.len();
        let wanted = match self.wanted {
            Wanted::First(_) | Wanted::Document => &piece[..piece.len().min(room)],
            Wanted::All if piece.len() > room => return Err(Refusal::TooLarge),
            Wanted::All => piece,
        };
        self.make_room(self.bytes.len() + wanted.len())?;
        self.bytes.extend_from_slice(wanted);
        Ok(())
    }

    /// Grows the buffer by doubling, up to the cap, after the budget has granted it.
    fn make_room(&mut self, needed: usize) -> Result<(), Refusal> {
        if needed > self.bytes.capacity() {
            let room = needed.max(2 * self.bytes.capacity()).min(self.cap);
            self.reservation.grow_to(self.head + room)?;
            self.bytes.reserve_exact(room - self.bytes.len());
        }
        Ok(())
    }

    fn into_bytes(self) -> Bytes {
        self.reservation.attach(self.bytes)
    }
}

/// Tracks the work that a body has used of its grant, over all of its layers, in blocks and gzip members.
///
/// A block of compressed data costs the decoder some microseconds for its tables, whatever its output, and takes two
/// bytes. So blocks are granted by the bytes that arrived. The count only depends on those bytes.
pub(super) struct Work {
    blocks: usize,
    members: usize,
    wire: usize,
    limits: Limits,
}

impl Work {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { blocks: 0, members: 0, wire: 0, limits: limits.clone() }
    }

    /// Grants the blocks for this many more received bytes.
    pub(super) fn grant(&mut self, wire: usize) {
        self.wire += wire;
    }

    /// Returns the number of blocks counted so far.
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Counts blocks; [`Refusal::DecodingWork`] beyond the grant.
    pub(super) fn count(&mut self, blocks: usize) -> Result<(), Refusal> {
        self.blocks = self.blocks.saturating_add(blocks);
        let granted = self.limits.blocks + self.wire / self.limits.bytes_per_block;
        if self.blocks > granted {
            return Err(Refusal::DecodingWork);
        }
        Ok(())
    }

    /// Counts a gzip member; [`Refusal::DecodingWork`] beyond the limit.
    pub(super) fn count_member(&mut self) -> Result<(), Refusal> {
        self.members += 1;
        if self.members > self.limits.members {
            return Err(Refusal::DecodingWork);
        }
        Ok(())
    }
}

/// Decodes a few bodies at a time, apart from the threads that serve callers, in slices of some milliseconds.
///
/// Bodies get slices in the order of arrival, so an expensive body delays the others only by its own slices. Between
/// two slices the fetch can be canceled, and its deadline can end it.
#[derive(Debug, Clone)]
pub(crate) struct DecoderPool {
    free: Arc<Semaphore>,
}

impl DecoderPool {
    /// Creates a pool that decodes this many bodies at a time, at least one.
    pub(crate) fn new(decoders: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(decoders.max(1))) }
    }

    /// Decodes all input. Dropping the future stops the decoding after the current slice.
    pub(crate) async fn decode(&self, mut decoder: Decoder) -> Result<Decoder, Refusal> {
        while decoder.is_ready() {
            // The semaphore is never closed.
            let permit = Arc::clone(&self.free).acquire_owned().await;
            let permit = permit.map_err(|_| Refusal::Busy)?;
            let decoding = spawn_blocking(move || {
                let result = decoder.decode_slice();
                drop(permit);
                result.map(|()| decoder)
            });
            // A panic in a decoder is caused by the body.
            decoder = decoding.await.map_err(|_| Refusal::Encoding)??;
        }
        Ok(decoder)
    }
}
