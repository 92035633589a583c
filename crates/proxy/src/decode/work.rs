//! The work that one body may ask for, counted in blocks and gzip members.
//!
//! A block of compressed data costs the decoder some microseconds for its tables, whatever comes out of it, and takes
//! two bytes. So blocks are granted by the bytes that came over the wire. The count depends on nothing but those bytes.

use crate::error::Refusal;
use crate::limits::Limits;

/// The work that one body has used of its grant, over all of its layers.
pub(super) struct Work {
    blocks: usize,
    members: usize,
    wire: usize,
    limits: Limits,
}

impl Work {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            blocks: 0,
            members: 0,
            wire: 0,
            limits: limits.clone(),
        }
    }

    /// Grants the blocks for this many more bytes from the wire.
    pub(super) fn grant(&mut self, wire: usize) {
        self.wire += wire;
    }

    /// Blocks that were counted so far.
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

    /// Counts a gzip member that begins; [`Refusal::DecodingWork`] beyond the limit.
    pub(super) fn count_member(&mut self) -> Result<(), Refusal> {
        self.members += 1;
        if self.members > self.limits.members {
            return Err(Refusal::DecodingWork);
        }
        Ok(())
    }
}
