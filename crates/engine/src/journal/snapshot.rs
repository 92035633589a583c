//! Saves a whole crawl in one file.

use super::JournalError;
use super::frame::{Kind, PREFIX, append, frames, header};
use crate::crawl::{Crawl, Saved};
use crate::strategy::Assets;

/// Returns a crawl as bytes. They can be as large as the crawl in memory, so their number is computed first, and they exist once.
pub fn write(crawl: &Crawl) -> Result<Vec<u8>, JournalError> {
    let saved = crawl.saved();
    let mut bytes = header(Kind::Snapshot);
    bytes.reserve_exact(PREFIX + postcard::experimental::serialized_size(&saved)?);
    append(bytes, &saved)
}

/// Returns the saved crawl. Its requests in flight are in [`Crawl::in_flight`].
pub fn open(bytes: &[u8], assets: &Assets) -> Result<Crawl, JournalError> {
    let (records, damage) = frames(bytes, Kind::Snapshot);
    if let Some(error) = damage {
        return Err(error);
    }
    let record = records.first().ok_or(JournalError::Damaged { intact: 0 })?;
    let saved: Saved = postcard::from_bytes(record)?;
    Crawl::restore(saved, assets).map_err(|error| JournalError::Content(error.to_string()))
}
