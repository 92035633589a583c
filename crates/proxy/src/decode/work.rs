//! Counts the work of decoding a body, in blocks and gzip members.
//!
//! A block of compressed data costs the decoder some microseconds for its tables, whatever its output, and takes two bytes. So blocks are
//! granted by the bytes that arrived. The count only depends on those bytes.

use crate::error::Refusal;
use crate::limits::Limits;

/// Tracks the work that a body has used of its grant, over all of its layers.
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
