//! The journal: the events of a crawl as bytes, snapshots of its state, and the way back; other values in the same kind of frame.
//!
//! State = snapshot + journal. Every record stands in a frame with its length and a checksum, after a header with a magic word
//! and the format's version, so that a cut or damaged file is known for one and what stands before the damage is kept.
//! A crawl that uses a trained model has a snapshot from its first step on, because no event contains what the model has learned.
//! Not covered: where the bytes are stored (the driver's).

mod frame;
mod log;
mod model;
mod seal;
mod snapshot;

pub use frame::JournalError;
pub use log::{read, record};
pub use model::{ModelFile, read_model, write_model};
pub use seal::{seal, seal_text, unseal, unseal_text};
pub use snapshot::{open, write};

use crate::crawl::Crawl;
use crate::event::Event;

/// Replays events over a crawl: the same events in the same order give the same crawl.
pub fn replay(crawl: &mut Crawl, events: impl IntoIterator<Item = Event>) {
    for event in events {
        crawl.handle(event);
    }
}

#[cfg(test)]
mod tests;
