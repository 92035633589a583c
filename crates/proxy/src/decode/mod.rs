//! Decodes content under limits: gzip, deflate and brotli, in bounded steps (RFC 9110 §8.4).
//!
//! Each encoding is a layer. A step runs one layer on a few KiB of its input and passes the output to the next layer, so no step takes
//! longer than some milliseconds, whatever the data are. Every layer counts its output, and all layers together count the blocks that they
//! read. An empty block costs time without output, so limits on sizes alone do not bound the work. Zstd is not supported: its library is C,
//! and hosts do not send it unless requested.

mod body;
mod brotli;
mod gzip;
mod inflate;
mod pool;
mod report;
#[cfg(test)]
mod tests;
mod work;

use bytes::Bytes;
use hyper::header::{CONTENT_ENCODING, HeaderMap};

use crate::error::Refusal;
use crate::limits::Limits;
use crate::memory::Reservation;
use body::Body;
use brotli::Brotli;
use gzip::Gzip;
use inflate::Deflate;
use work::Work;

pub(crate) use pool::DecoderPool;
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
}

/// Decodes one encoding.
trait Codec: Send {
    /// Decodes a part of `input`, which may be empty if [`Codec::has_more`] is true. Returns the number of bytes consumed and the output,
    /// both of which are bounded.
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
}

impl Decoder {
    /// Creates a decoder for the encodings in the head. The reservation, which covers the head, grows with the body.
    pub(crate) fn new(
        headers: &HeaderMap,
        limits: &Limits,
        wanted: Wanted,
        reservation: Reservation,
    ) -> Result<Self, Refusal> {
        let encodings = encodings(headers)?;
        if encodings.len() > limits.encodings {
            return Err(Refusal::Encoding);
        }
        let layers = encodings.iter().enumerate().rev();
        let layers = layers.map(|(place, encoding)| {
            // The input of another layer is itself compressed.
            let cap = match place {
                0 => limits.decoded_bytes,
                _ => limits.compressed_bytes,
            };
            layer(encoding, cap, &reservation)
        });
        let layers = layers.collect::<Result<Vec<_>, _>>()?;
        let room = if layers.is_empty() { limits.decoded_bytes } else { limits.compressed_bytes };
        Ok(Self { layers, body: Body::new(limits, wanted, reservation), work: Work::new(limits), room, any: false })
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

    /// Returns true if only the first bytes were requested and all of them have arrived.
    pub(crate) fn is_full(&self) -> bool {
        self.body.is_full()
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
        let (taken, out) = layers[place].step(&mut self.work)?;
        match next.first_mut() {
            Some(_) if out.is_empty() => {}
            Some(next) => next.feed(out),
            None => self.body.write(out)?,
        }
        Ok(taken + out.len())
    }

    /// Returns the decoded body; refuses truncated compressed data. An empty body is empty in every encoding.
    pub(crate) fn finish(self) -> Result<Bytes, Refusal> {
        let is_whole = !self.any || self.layers.iter().all(|layer| layer.codec.is_complete());
        if is_whole || self.is_full() { Ok(self.body.into_bytes()) } else { Err(Refusal::Encoding) }
    }

    /// Returns the number of blocks read so far.
    fn blocks(&self) -> usize {
        self.work.blocks()
    }
}

/// Returns the encodings in the order in which they were applied.
fn encodings(headers: &HeaderMap) -> Result<Vec<String>, Refusal> {
    let mut names = Vec::new();
    for value in headers.get_all(CONTENT_ENCODING) {
        let value = value.to_str().map_err(|_| Refusal::Encoding)?;
        let listed = value.split(',').map(|name| name.trim().to_ascii_lowercase());
        names.extend(listed.filter(|name| !name.is_empty() && name != "identity"));
    }
    Ok(names)
}

fn layer(encoding: &str, cap: usize, reservation: &Reservation) -> Result<Layer, Refusal> {
    let codec: Box<dyn Codec> = match encoding {
        "gzip" | "x-gzip" => Box::new(Gzip::new()),
        "deflate" => Box::new(Deflate::default()),
        "br" => Box::new(Brotli::new(reservation.empty()?)),
        _ => return Err(Refusal::Encoding),
    };
    Ok(Layer { codec, input: Vec::new(), taken: 0, out: 0, cap })
}
