//! The end of the way: keeps the decoded bytes, and takes their memory from the common budget first.

use bytes::Bytes;

use super::Wanted;
use crate::error::Refusal;
use crate::limits::Limits;
use crate::memory::Reservation;

/// The decoded bytes so far.
pub(super) struct Body {
    bytes: Vec<u8>,
    /// Bytes of the reservation that cover the answer's head.
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
        Self {
            bytes: Vec::new(),
            head: limits.header_bytes,
            reservation,
            cap,
            wanted,
        }
    }

    /// Returns true if only the first bytes were wanted and all of them came.
    pub(super) fn is_full(&self) -> bool {
        matches!(self.wanted, Wanted::First(_)) && self.bytes.len() == self.cap
    }

    /// Appends a piece, or the wanted part of it.
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

    /// Makes room for more, by doubling and never beyond the cap, after the budget has granted it.
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
