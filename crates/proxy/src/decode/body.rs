//! Collects the decoded bytes, after reserving their memory from the common budget.

use bytes::Bytes;

use super::Wanted;
use crate::error::Refusal;
use crate::limits::Limits;
use crate::memory::Reservation;

/// Holds the decoded bytes so far.
pub(super) struct Body {
    bytes: Vec<u8>,
    /// The bytes of the reservation for the response's head.
    head: usize,
    reservation: Reservation,
    cap: usize,
    wanted: Wanted,
}

impl Body {
    pub(super) fn new(limits: &Limits, wanted: Wanted, reservation: Reservation) -> Self {
        let cap = match wanted {
            Wanted::All => limits.decoded_bytes,
            Wanted::First(bytes) => bytes.min(limits.decoded_bytes),
        };
        Self { bytes: Vec::new(), head: limits.header_bytes, reservation, cap, wanted }
    }

    /// Returns true if only the first bytes were requested and all of them have arrived.
    pub(super) fn is_full(&self) -> bool {
        matches!(self.wanted, Wanted::First(_)) && self.bytes.len() == self.cap
    }

    /// Appends a piece, or its requested part.
    pub(super) fn write(&mut self, piece: &[u8]) -> Result<(), Refusal> {
        let room = self.cap - self.bytes.len();
        let wanted = match self.wanted {
            Wanted::First(_) => &piece[..piece.len().min(room)],
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

    pub(super) fn into_bytes(self) -> Bytes {
        self.reservation.attach(self.bytes)
    }
}
