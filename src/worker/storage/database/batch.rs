//! Holds the values of a transaction and packs them, so that a crawl writes a few values for dozens of pages.
//!
//! A pack is stored under the number of its last value. So the values from a number on are those from the first pack at or after it, and the
//! events up to a snapshot are a range of keys. Bodies of a pack are compressed together. A value that is not a pack is a single value, as
//! earlier versions wrote them.

use crate::worker::browser::gzip;
use engine::journal;
use std::rc::Rc;

/// The most bytes of a pack before compression, unless a single value is longer. A reader of one page unpacks all of it.
const PACK_BYTES: usize = 512 * 1024;
/// The most values of a pack.
const PACK_VALUES: usize = 200;

/// A value with its number within the crawl.
#[derive(Clone)]
pub struct Sequenced {
    /// Its number.
    pub number: u64,
    /// The value.
    pub bytes: Vec<u8>,
}

impl Sequenced {
    /// Returns the bytes of all values.
    pub fn total_bytes<'a>(values: impl IntoIterator<Item = &'a Self>) -> u64 {
        let sizes = values.into_iter().map(|value| value.bytes.len() as u64);
        sizes.sum()
    }
}

/// Holds all values of one transaction, packed or single.
#[derive(Default)]
pub struct Batch {
    /// The events, each a separate log.
    pub events: Vec<Sequenced>,
    /// Records of pages.
    pub pages: Vec<Sequenced>,
    /// Their response bodies.
    pub bodies: Vec<Sequenced>,
    /// The history of revisited pages.
    pub visits: Vec<Sequenced>,
    /// The moments of its replay.
    pub moments: Vec<Sequenced>,
    /// The crawl's state after the last event. Earlier events are deleted.
    pub snapshot: Option<Rc<Vec<u8>>>,
}

impl Batch {
    /// Packs the values of each object store, except for the history of revisited pages, which is changed page by page.
    pub fn pack(&mut self) {
        for values in [&mut self.events, &mut self.pages, &mut self.bodies, &mut self.moments] {
            *values = packed(std::mem::take(values));
        }
    }

    /// Compresses the packs of bodies. Those that the browser cannot compress stay as they are.
    pub async fn compress(&mut self) {
        for pack in &mut self.bodies {
            pack.bytes = gzip::compress(&pack.bytes).await;
        }
    }
}

/// Packs values. Of several with the same number, which a file can have, the first one counts.
fn packed(mut values: Vec<Sequenced>) -> Vec<Sequenced> {
    values.sort_by_key(|value| value.number);
    values.dedup_by_key(|value| value.number);
    let mut packs = Vec::new();
    while let Some(last) = fitting(&values).checked_sub(1) {
        let some: Vec<Sequenced> = values.drain(..=last).collect();
        let numbered = some.iter().map(|value| (value.number, &value.bytes[..]));
        packs.push(Sequenced { number: some[last].number, bytes: journal::pack(numbered) });
    }
    packs
}

/// Returns the number of values that fit into the next pack: at least one, if there is any.
fn fitting(values: &[Sequenced]) -> usize {
    let mut bytes = 0;
    let fits = values.iter().take(PACK_VALUES).take_while(|value| {
        bytes += value.bytes.len();
        bytes <= PACK_BYTES
    });
    fits.count().max(1).min(values.len())
}

/// Returns the values of packs. A pack that cannot be read is a value that cannot be read, with the number of its last value.
pub(super) async fn unpacked(stored: Vec<Sequenced>) -> Vec<Sequenced> {
    let mut values = Vec::new();
    for one in stored {
        let plain = decompressed(&one.bytes).await;
        match journal::unpack(plain.as_deref().unwrap_or(&one.bytes)) {
            Some(pack) => {
                values.extend(pack.into_iter().map(|(number, bytes)| Sequenced { number, bytes: bytes.to_vec() }));
            }
            None => values.push(one),
        }
    }
    values
}

/// Decompresses a pack, or what comes before its damage; `None` if it is not compressed or nothing comes out of it.
async fn decompressed(pack: &[u8]) -> Option<Vec<u8>> {
    if !pack.starts_with(gzip::MAGIC) {
        return None;
    }
    let head = gzip::decompress_head(pack.to_vec(), usize::MAX).await;
    Some(head.ok()?.bytes)
}
