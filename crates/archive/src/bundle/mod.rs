//! A whole crawl as one file (`.salticid`): named sections of bytes, compressed, each with its checksum.
//!
//! ```text
//! file     = "SALTICID" version:u16 section* end
//! section  = tag:u8 = 1  name-length:u8 name  length:u64  stored:u64  checksum:u64  bytes[stored]
//! end      = tag:u8 = 0  sections:u64  checksum:u64
//! ```
//!
//! Numbers are little-endian. `bytes` is a zlib stream that unpacks to `length` bytes; its XXH3 is the section's `checksum`. The end's is the XXH3 of
//! all sections' heads (tag to checksum), one after the other, so that a file that lost a section, or has one twice, is known for it.
//! The writer defines the content of the sections: a plan, a snapshot, a journal, pages, bodies. A file is written piece by
//! piece; it is read from memory, its heads at once, a section when it is asked for.
//! Not covered: encryption and signatures; the checksum is for accidents, and what a section holds is judged by whoever reads it.
//! Source: RFC 1950 (zlib).

mod card;
mod error;
mod read;
mod values;
mod write;

pub use card::CardHead;
pub use error::BundleError;
pub use read::Bundle;
pub use values::{put_value, values};
pub use write::Writer;

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"SALTICID";
/// The format's version: it changes with every change of what is written around the sections.
const VERSION: u16 = 1;
const SECTION: u8 = 1;
const END: u8 = 0;

#[cfg(test)]
mod tests;
