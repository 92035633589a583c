//! Saves a crawl: the journal of its events, snapshots of its state, and other values in the same frames.
//!
//! State = snapshot + journal. After a header with a magic word and the format version, every record is in a frame with
//! its length and a checksum, so truncated or damaged files are detected and the records before the damage are kept. A
//! crawl that uses a trained model has a snapshot from its first step on, because no event contains what the model has
//! learned. Not covered: storage of the bytes, which is the driver's task.

mod files;
mod frame;
mod pack;
mod seal;

pub use files::{ModelFile, open, read, read_model, record, write, write_model};
pub use frame::JournalError;
pub use pack::{pack, unpack};
pub use seal::{seal, seal_text, unseal, unseal_text};

use crate::crawl::Crawl;
use crate::event::Event;

/// Replays events on a crawl. The same events in the same order give the same crawl.
pub fn replay(crawl: &mut Crawl, events: impl IntoIterator<Item = Event>) {
    for event in events {
        crawl.handle(event);
    }
}

#[cfg(test)]
mod tests;
