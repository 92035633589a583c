//! Decodes deflate (RFC 1951), raw or in a zlib stream (RFC 1950), block by block.
//!
//! `miniz_oxide` is called directly, because `flate2` does not report the ends of blocks.

use std::ops::Range;

use miniz_oxide::inflate::TINFLStatus as Status;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_HAS_MORE_INPUT, TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_STOP_ON_BLOCK_BOUNDARY,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::{Codec, Work};
use crate::error::Refusal;

/// The largest distance of a back reference, which is the window of the format (RFC 1951 §2).
const WINDOW: usize = 32 * 1024;

/// A stream of deflate blocks.
pub(super) struct Inflate {
    engine: Box<DecompressorOxide>,
    /// The latest output, as a ring.
    window: Box<[u8]>,
    /// The position of the last call's output in the window.
    latest: Range<usize>,
    /// The number of decoded bytes.
    total: u64,
    flags: u32,
    has_more: bool,
    has_ended: bool,
    has_failed: bool,
}

impl Inflate {
    /// Creates a stream, with or without the header and the checksum of zlib.
    pub(super) fn new(is_zlib: bool) -> Self {
        let common = TINFL_FLAG_HAS_MORE_INPUT | TINFL_FLAG_STOP_ON_BLOCK_BOUNDARY;
        let zlib = if is_zlib { TINFL_FLAG_PARSE_ZLIB_HEADER } else { 0 };
        Self {
            engine: Box::default(),
            window: vec![0; WINDOW].into_boxed_slice(),
            latest: 0..0,
            total: 0,
            flags: common | zlib,
            has_more: false,
            has_ended: false,
            has_failed: false,
        }
    }

    /// Starts a new stream in the same memory.
    pub(super) fn restart(&mut self) {
        self.engine.init();
        self.total = 0;
        self.has_more = false;
        self.has_ended = false;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    pub(super) fn has_more(&self) -> bool {
        self.has_more
    }

    /// Decodes up to the end of the block, of the input, or of the window. Returns the number of bytes taken. Damage is
    /// reported by the next call, so that the output before it is used.
    pub(super) fn decode(&mut self, input: &[u8], work: &mut Work) -> Result<usize, Refusal> {
        if self.has_failed {
            return Err(Refusal::Encoding);
        }
        let from = self.latest.end % WINDOW;
        let (status, taken, given) = decompress(&mut self.engine, input, &mut self.window, from, self.flags);
        self.latest = from..from + given;
        self.total += given as u64;
        self.has_more = status == Status::HasMoreOutput;
        self.has_ended = status == Status::Done;
        match status {
            Status::Done | Status::BlockBoundary => work.count(1)?,
            Status::NeedsMoreInput | Status::HasMoreOutput => {}
            _ if given == 0 => return Err(Refusal::Encoding),
            _ => self.has_failed = true,
        }
        Ok(taken)
    }

    /// Returns the output of the last call.
    pub(super) fn latest(&self) -> &[u8] {
        &self.window[self.latest.clone()]
    }

    /// Returns the number of decoded bytes so far.
    pub(super) fn total(&self) -> u64 {
        self.total
    }
}

/// The encoding "deflate": zlib by the standard (RFC 9110 §8.4.1.2) and raw deflate from some hosts, detected by the
/// first byte.
#[derive(Default)]
pub(super) struct Deflate(Option<Inflate>);

impl Codec for Deflate {
    fn decode(&mut self, input: &[u8], work: &mut Work) -> Result<(usize, &[u8]), Refusal> {
        let is_zlib = input.first().is_some_and(|first| first & 0x0f == 8);
        let stream = self.0.get_or_insert_with(|| Inflate::new(is_zlib));
        if stream.has_ended() {
            // Bytes after the end are not part of the body.
            return Ok((input.len(), &[]));
        }
        let taken = stream.decode(input, work)?;
        Ok((taken, stream.latest()))
    }

    fn has_more(&self) -> bool {
        self.0.as_ref().is_some_and(Inflate::has_more)
    }

    fn is_complete(&self) -> bool {
        self.0.as_ref().is_some_and(Inflate::has_ended)
    }
}
