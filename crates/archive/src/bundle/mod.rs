//! Reads and writes a whole crawl as one file (`.salticid`): named sections of bytes, compressed, each with its checksum.
//!
//! ```text
//! file     = "SALTICID" version:u16 section* end
//! section  = tag:u8 = 1  name-length:u8 name  length:u64  stored:u64  checksum:u64  bytes[stored]
//! end      = tag:u8 = 0  sections:u64  checksum:u64
//! ```
//!
//! Numbers are little-endian. `bytes` is a zlib stream that decompresses to `length` bytes, and the section's `checksum` is their XXH3. The
//! checksum at the end is the XXH3 of all section headers (tag to checksum), one after the other, so that a lost or repeated section is
//! detected. The writer defines the content of the sections: a plan, a snapshot, a journal, pages, bodies. A file is written piece by
//! piece. It is read from memory: its headers at once, a section on request. There is no encryption and no signature. The checksum only
//! detects accidents, so the reader of a section must validate its content. Source: RFC 1950 (zlib).

mod card;
mod crawl;
mod error;
mod read;
mod values;
mod write;

pub use card::{CardSource, CrawlMetadata};
pub use crawl::{WriteError, of_crawl};
pub use error::BundleError;
pub use read::Bundle;
pub use values::{put_value, values};
pub use write::Writer;

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"SALTICID";
/// The version of the format, which changes with every change of the framing around the sections.
const VERSION: u16 = 1;
const SECTION: u8 = 1;
const END: u8 = 0;

#[cfg(test)]
mod tests;
