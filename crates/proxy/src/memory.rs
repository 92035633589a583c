//! Bounds the memory of all responses together: it is reserved before use, and released with the last byte.
//!
//! A limit for each body is not enough: 64 fetches, 128 tickets and hundreds of callers that do not read could each hold a body of the
//! largest size. So every response holds a reservation of one budget, from its fetch through its ticket to the caller's socket. A request
//! never waits for memory, because incomplete responses could wait for each other forever. Without free memory, the request is refused as
//! busy.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Refusal;

/// The bytes of a unit in which memory is counted.
const UNIT: usize = 4 * 1024;

/// The budget.
#[derive(Debug, Clone)]
pub(crate) struct MemoryBudget {
    free: Arc<Semaphore>,
    units: usize,
}

/// A reserved part of the budget, released when it is dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    memory: MemoryBudget,
    held: OwnedSemaphorePermit,
}

impl MemoryBudget {
    /// Creates a budget of this many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let units = (bytes / UNIT).min(Semaphore::MAX_PERMITS);
        Self {
            free: Arc::new(Semaphore::new(units)),
            units,
        }
    }

    /// Returns the number of reserved bytes.
    pub(crate) fn held(&self) -> usize {
        (self.units - self.free.available_permits()) * UNIT
    }

    /// Reserves this many bytes; [`Refusal::Busy`] if they are not free.
    pub(crate) fn reserve(&self, bytes: usize) -> Result<Reservation, Refusal> {
        Ok(Reservation {
            held: self.take(units(bytes)?)?,
            memory: self.clone(),
        })
    }

    fn take(&self, units: u32) -> Result<OwnedSemaphorePermit, Refusal> {
        Arc::clone(&self.free)
            .try_acquire_many_owned(units)
            .map_err(|_| Refusal::Busy)
    }
}

impl Reservation {
    /// Grows the reservation to this many bytes; a larger one is unchanged.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Refusal> {
        let more = usize::try_from(units(bytes)?)
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

    /// Shrinks the reservation to this many bytes.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        let beyond = self.held.num_permits().saturating_sub(bytes.div_ceil(UNIT));
        drop(self.held.split(beyond));
    }

    /// Returns an empty reservation of the same budget.
    pub(crate) fn empty(&self) -> Result<Self, Refusal> {
        self.memory.reserve(0)
    }

    /// Attaches the reservation to bytes: it is released when the last copy of them is dropped.
    pub(crate) fn attach(self, bytes: Vec<u8>) -> Bytes {
        Bytes::from_owner(Held {
            bytes,
            _reservation: self,
        })
    }
}

fn units(bytes: usize) -> Result<u32, Refusal> {
    u32::try_from(bytes.div_ceil(UNIT)).map_err(|_| Refusal::Busy)
}

/// Bytes with their reservation.
struct Held {
    bytes: Vec<u8>,
    _reservation: Reservation,
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
    fn reservations_never_exceed_the_budget_and_are_released_when_dropped() {
        let memory = MemoryBudget::new(10 * UNIT);
        let mut first = memory.reserve(4 * UNIT).expect("room");
        let second = memory.reserve(4 * UNIT + 1).expect("room");
        assert_eq!(memory.reserve(2 * UNIT).err(), Some(Refusal::Busy));
        assert_eq!(first.grow_to(6 * UNIT).err(), Some(Refusal::Busy));
        assert_eq!(first.grow_to(5 * UNIT), Ok(()));
        drop(second);
        assert_eq!(first.grow_to(10 * UNIT), Ok(()));
        assert_eq!(first.grow_to(UNIT), Ok(()), "never less than it had");
        assert!(memory.reserve(1).is_err());
        first.shrink_to(UNIT);
        assert!(memory.reserve(9 * UNIT).is_ok());
    }

    #[test]
    fn bytes_hold_their_reservation_until_the_last_copy_is_gone() {
        let memory = MemoryBudget::new(UNIT);
        for bytes in [vec![7; 100], Vec::new()] {
            let held = memory.reserve(UNIT).expect("room").attach(bytes.clone());
            let copy = held.clone();
            assert_eq!(held, bytes);
            drop(held);
            assert!(memory.reserve(1).is_err());
            drop(copy);
            assert!(memory.reserve(1).is_ok());
        }
    }

    #[test]
    fn a_reservation_beyond_the_budget_is_refused_without_a_panic() {
        let memory = MemoryBudget::new(usize::MAX);
        assert_eq!(memory.reserve(usize::MAX).err(), Some(Refusal::Busy));
    }
}
