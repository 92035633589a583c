//! Bounds the memory of all responses together: it is reserved before use, and released with the last byte.
//!
//! A limit for each body is not enough: 64 fetches, 128 tickets and hundreds of callers that do not read could each
//! hold a body of the largest size. So every response holds a reservation of one budget, from its fetch through its
//! ticket to the caller's socket. A request never waits for memory, because incomplete responses could wait for each
//! other forever. Without free memory, the request is refused as busy. A caller that takes its response too slowly is
//! disconnected.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::error::Refusal;
use crate::limits::Limits;

/// The bytes of a unit in which memory is counted.
const UNIT: usize = 4 * 1024;

/// The bytes of a slice of a body.
const SLICE: usize = 64 * 1024;

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
        Self { free: Arc::new(Semaphore::new(units)), units }
    }

    /// Returns the number of reserved bytes.
    pub(crate) fn held(&self) -> usize {
        (self.units - self.free.available_permits()) * UNIT
    }

    /// Reserves this many bytes; [`Refusal::Busy`] if they are not free.
    pub(crate) fn reserve(&self, bytes: usize) -> Result<Reservation, Refusal> {
        Ok(Reservation { held: self.take(units(bytes)?)?, memory: self.clone() })
    }

    fn take(&self, units: u32) -> Result<OwnedSemaphorePermit, Refusal> {
        Arc::clone(&self.free).try_acquire_many_owned(units).map_err(|_| Refusal::Busy)
    }
}

impl Reservation {
    /// Grows the reservation to this many bytes; a larger one is unchanged.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Refusal> {
        let more = usize::try_from(units(bytes)?).unwrap_or(usize::MAX).saturating_sub(self.held.num_permits());
        if more > 0 {
            self.held.merge(self.memory.take(more.try_into().map_err(|_| Refusal::Busy)?)?);
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
        Bytes::from_owner(Held { bytes, _reservation: self })
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

/// A body that is sent in slices and fails if the caller takes them too slowly. The connection itself cuts off callers
/// that take nothing.
#[derive(Debug)]
pub(crate) struct Slices {
    rest: Bytes,
    reader: Duration,
    slice: Duration,
    /// The time by which the caller must have taken the slices so far; set with the first one.
    deadline: Option<Instant>,
}

impl Slices {
    pub(crate) fn new(body: Bytes, limits: &Limits) -> Self {
        Self { rest: body, reader: limits.reader, slice: limits.slice, deadline: None }
    }
}

impl Body for Slices {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        let now = Instant::now();
        let deadline = self.deadline.unwrap_or(now + self.reader);
        if now > deadline {
            return Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())));
        }
        self.deadline = Some(deadline + self.slice);
        let end = self.rest.len().min(SLICE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(end)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(u64::try_from(self.rest.len()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    /// Returns the bytes that a caller gets who takes a slice in each period.
    async fn taken_in(period: Duration, bytes: usize) -> io::Result<usize> {
        let mut body = Slices::new(Bytes::from(vec![7; bytes]), &Limits::default());
        assert_eq!(body.size_hint().exact(), u64::try_from(bytes).ok());
        let mut taken = 0;
        while let Some(frame) = body.frame().await {
            let slice = frame?.into_data().expect("no trailers");
            assert!(slice.len() <= SLICE);
            taken += slice.len();
            tokio::time::sleep(period).await;
        }
        Ok(taken)
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_is_cut_if_its_slices_are_taken_too_slowly() {
        let eight = 8 << 20;
        let taken = taken_in(Duration::from_secs(4), eight).await;
        assert_eq!(taken.expect("in time"), eight);
        let cut = taken_in(Duration::from_secs(5), eight).await;
        assert_eq!(cut.expect_err("too slow").kind(), io::ErrorKind::TimedOut);
        for small in [0, 1, SLICE + 1] {
            let taken = taken_in(Duration::from_secs(29), small).await;
            assert_eq!(taken.expect("within the first time"), small);
        }
    }

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
