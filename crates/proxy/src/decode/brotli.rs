//! Decodes brotli (RFC 7932), counts its tables as work, and takes its memory from the budget.
//!
//! The decoder does not report the number of meta-blocks, but it frees and allocates the tables of each one with the
//! given allocators.

use brotli_decompressor::{Allocator, BrotliDecompressStream, BrotliResult, BrotliState, SliceWrapper, StandardAlloc};

use super::{Codec, Work};
use crate::error::Refusal;
use crate::memory::Reservation;

/// The bytes of output in one call.
const BUFFER: usize = 16 * 1024;
/// The largest window (RFC 7932 §9.1).
const WINDOW_BITS: u32 = 24;
/// The first seven bits of a stream with a window of up to a gigabyte, which the decoder would allocate at once. They
/// are invalid in "br" (RFC 7932 §9.1).
const LARGE_WINDOW: u8 = 0b001_0001;
/// The number of byte cells that are freed at the head of each meta-block, even of an empty one.
const FREED_PER_BLOCK: usize = 3;
/// The bytes of tables that are filled in about the time of one block.
const TABLE_BYTES: usize = 4 * 1024;
/// The bytes of the largest byte table. The window is larger, but its memory is not used before it is written.
const LARGEST_MAP: usize = 64 * 1024;

/// A brotli stream.
pub(super) struct Brotli {
    state: Box<BrotliState<Meter, Meter, Meter>>,
    out: Box<[u8]>,
    reservation: Reservation,
    counted: usize,
    has_begun: bool,
    has_more: bool,
    has_ended: bool,
}

impl Brotli {
    /// Returns a stream whose memory is taken from `reservation`.
    pub(super) fn new(reservation: Reservation) -> Self {
        let state = BrotliState::new(Meter::default(), Meter::default(), Meter::default());
        Self {
            state: Box::new(state),
            out: vec![0; BUFFER].into_boxed_slice(),
            reservation,
            counted: 0,
            has_begun: false,
            has_more: false,
            has_ended: false,
        }
    }

    /// Returns the input of this call: single bytes until the size of the window is known, then all of it.
    fn input<'a>(&mut self, input: &'a [u8]) -> Result<&'a [u8], Refusal> {
        let Some(first) = input.first() else {
            return Ok(input);
        };
        let is_large = !self.has_begun && first & 0x7f == LARGE_WINDOW;
        self.has_begun = true;
        match self.window() {
            _ if is_large || self.has_ended => Err(Refusal::Encoding),
            0 => Ok(&input[..1]),
            _ => Ok(input),
        }
    }

    /// Returns the bytes of the window that one call can fill; 0 before its size is known.
    fn window(&self) -> usize {
        match self.state.window_bits {
            0 => 0,
            bits => 1 << bits.min(WINDOW_BITS),
        }
    }

    /// Returns the bytes in use: the written part of the window, and the tables.
    fn held(&self) -> usize {
        let written = match self.state.rb_roundtrips {
            0 => usize::try_from(self.state.pos).unwrap_or_default(),
            _ => self.window(),
        };
        written + self.tables()
    }

    /// Returns the bytes of tables in use.
    fn tables(&self) -> usize {
        self.meters().map(|meter| meter.held).sum()
    }

    /// Returns the number of blocks since the start of the stream, including the equivalent of the tables.
    fn blocks(&self) -> usize {
        let tables: usize = self.meters().map(|meter| meter.allocated).sum();
        self.state.alloc_u8.freed / FREED_PER_BLOCK + tables / TABLE_BYTES
    }

    fn meters(&self) -> impl Iterator<Item = &Meter> {
        let state = &self.state;
        [&state.alloc_u8, &state.alloc_u32, &state.alloc_hc].into_iter()
    }

    fn count(&mut self, work: &mut Work) -> Result<(), Refusal> {
        let blocks = self.blocks();
        let more = blocks - self.counted;
        self.counted = blocks;
        work.count(more)
    }
}

impl Codec for Brotli {
    fn decode(&mut self, input: &[u8], work: &mut Work) -> Result<(usize, &[u8]), Refusal> {
        let input = self.input(input)?;
        self.reservation.grow_to(self.tables() + self.window())?;
        let (mut left, mut taken, mut room, mut given) = (input.len(), 0, BUFFER, 0);
        let result = BrotliDecompressStream(
            &mut left,
            &mut taken,
            input,
            &mut room,
            &mut given,
            &mut self.out,
            &mut 0,
            &mut self.state,
        );
        if matches!(result, BrotliResult::ResultFailure) {
            return Err(Refusal::Encoding);
        }
        self.has_more = matches!(result, BrotliResult::NeedsMoreOutput);
        self.has_ended = matches!(result, BrotliResult::ResultSuccess);
        self.reservation.shrink_to(self.held());
        self.count(work)?;
        Ok((taken, &self.out[..given]))
    }

    fn has_more(&self) -> bool {
        self.has_more
    }

    fn is_complete(&self) -> bool {
        self.has_ended
    }
}

/// Counts the allocations of the decoder.
#[derive(Default)]
struct Meter {
    /// The total bytes of all tables so far.
    allocated: usize,
    /// The bytes of tables that are not freed.
    held: usize,
    /// The number of freed cells.
    freed: usize,
}

/// Returns the bytes that count as tables.
fn table_bytes<T>(items: usize) -> usize {
    let is_bytes = size_of::<T>() == 1;
    match items * size_of::<T>() {
        bytes if is_bytes && bytes > LARGEST_MAP => LARGEST_MAP,
        bytes => bytes,
    }
}

impl<T: Clone + Default> Allocator<T> for Meter {
    type AllocatedMemory = <StandardAlloc as Allocator<T>>::AllocatedMemory;

    fn alloc_cell(&mut self, items: usize) -> Self::AllocatedMemory {
        self.allocated += table_bytes::<T>(items);
        self.held += table_bytes::<T>(items);
        StandardAlloc::default().alloc_cell(items)
    }

    fn free_cell(&mut self, cell: Self::AllocatedMemory) {
        self.freed += 1;
        self.held = self.held.saturating_sub(table_bytes::<T>(cell.len()));
    }
}
