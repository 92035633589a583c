//! Reads and writes the log of events: one record per event, appended as it happens.

use super::JournalError;
use super::frame::{Kind, append, frames, header};
use crate::event::Event;

/// Returns the bytes to append for an event. The `first` record of a log contains the header.
pub fn record(event: &Event, first: bool) -> Result<Vec<u8>, JournalError> {
    let head = if first { header(Kind::Journal) } else { Vec::new() };
    append(head, event)
}

/// Returns the events of a log, and the error that ended the reading, if any. The events before the damage are valid.
pub fn read(bytes: &[u8]) -> (Vec<Event>, Option<JournalError>) {
    let (records, mut damage) = frames(bytes, Kind::Journal);
    let mut events = Vec::new();
    for record in records {
        match postcard::from_bytes(record) {
            Ok(event) => events.push(event),
            Err(error) => {
                damage = Some(error.into());
                break;
            }
        }
    }
    (events, damage)
}
