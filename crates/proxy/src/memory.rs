//! The memory that answers may take, all together: counted before it is taken, given back when the last byte is gone.
//!
//! A limit for each body is not enough: 64 fetches, 128 tickets and hundreds of callers that do not read could each hold
//! a body of the largest size. So every answer holds a share of one budget, from its fetch through its ticket to the
//! caller's socket, whichever of them it waits in. Not covered: waiting for a share. Answers that are half there
//! could wait for each other for ever; who finds no room is told that the proxy is busy.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Refusal;

/// Bytes that are counted as one.
const GRAIN: usize = 4 * 1024;

/// The budget.
#[derive(Debug, Clone)]
pub(crate) struct MemoryBudget {
    free: Arc<Semaphore>,
    grains: usize,
}

/// A part of the budget, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    memory: MemoryBudget,
    held: OwnedSemaphorePermit,
}

impl MemoryBudget {
    /// Returns a budget of so many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let grains = (bytes / GRAIN).min(Semaphore::MAX_PERMITS);
        Self {
            free: Arc::new(Semaphore::new(grains)),
            grains,
        }
    }

    /// Returns bytes that are taken now.
    pub(crate) fn held(&self) -> usize {
        (self.grains - self.free.available_permits()) * GRAIN
    }

    /// Takes so many bytes of it; [`Refusal::Busy`] where they are not there.
    pub(crate) fn share(&self, bytes: usize) -> Result<Share, Refusal> {
        Ok(Share {
            held: self.take(grains(bytes)?)?,
            memory: self.clone(),
        })
    }

    fn take(&self, grains: u32) -> Result<OwnedSemaphorePermit, Refusal> {
        Arc::clone(&self.free)
            .try_acquire_many_owned(grains)
            .map_err(|_| Refusal::Busy)
    }
}

impl Share {
    /// Takes as much more as makes the share so large; one that is larger already stays as it is.
    pub(crate) fn raise(&mut self, bytes: usize) -> Result<(), Refusal> {
        let more = usize::try_from(grains(bytes)?)
            .unwrap_or(usize::MAX)
            .saturating_sub(self.held.num_permits());
        if more > 0 {
            self.held.merge(
                self.memory
                    .take(more.try_into().map_err(|_| Refusal::Busy)?)?,
            );
        }
        Ok(())
    }

    /// Gives back what the share has beyond so many bytes.
    pub(crate) fn lower(&mut self, bytes: usize) {
        let beyond = self
            .held
            .num_permits()
            .saturating_sub(bytes.div_ceil(GRAIN));
        drop(self.held.split(beyond));
    }

    /// Returns a share of nothing, from the same budget.
    pub(crate) fn beside(&self) -> Result<Self, Refusal> {
        self.memory.share(0)
    }

    /// Ties the share to bytes: it is given back when the last copy of them is dropped.
    pub(crate) fn hold(self, bytes: Vec<u8>) -> Bytes {
        Bytes::from_owner(Held {
            bytes,
            _share: self,
        })
    }
}

fn grains(bytes: usize) -> Result<u32, Refusal> {
    u32::try_from(bytes.div_ceil(GRAIN)).map_err(|_| Refusal::Busy)
}

/// Bytes with the share that they take.
struct Held {
    bytes: Vec<u8>,
    _share: Share,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_exceed_the_budget_and_come_back_when_dropped() {
        let memory = MemoryBudget::new(10 * GRAIN);
        let mut first = memory.share(4 * GRAIN).expect("room");
        let second = memory.share(4 * GRAIN + 1).expect("room");
        assert_eq!(memory.share(2 * GRAIN).err(), Some(Refusal::Busy));
        assert_eq!(first.raise(6 * GRAIN).err(), Some(Refusal::Busy));
        assert_eq!(first.raise(5 * GRAIN), Ok(()));
        drop(second);
        assert_eq!(first.raise(10 * GRAIN), Ok(()));
        assert_eq!(first.raise(GRAIN), Ok(()), "never less than it had");
        assert!(memory.share(1).is_err());
        first.lower(GRAIN);
        assert!(memory.share(9 * GRAIN).is_ok());
    }

    #[test]
    fn bytes_hold_their_share_until_the_last_copy_is_gone() {
        let memory = MemoryBudget::new(GRAIN);
        for bytes in [vec![7; 100], Vec::new()] {
            let held = memory.share(GRAIN).expect("room").hold(bytes.clone());
            let copy = held.clone();
            assert_eq!(held, bytes);
            drop(held);
            assert!(memory.share(1).is_err());
            drop(copy);
            assert!(memory.share(1).is_ok());
        }
    }

    #[test]
    fn a_share_of_more_than_anybody_has_is_refused_without_a_panic() {
        let memory = MemoryBudget::new(usize::MAX);
        assert_eq!(memory.share(usize::MAX).err(), Some(Refusal::Busy));
    }
}
