//! Reads and writes a whole crawl as one file (`.salticid`): named sections of bytes, compressed, each with its
//! checksum.
//!
//! ```text
//! file     = "SALTICID" version:u16 section* end
//! section  = tag:u8 = 1  name-length:u8 name  length:u64  stored:u64  checksum:u64  bytes[stored]
//! end      = tag:u8 = 0  sections:u64  checksum:u64
//! ```
//!
//! Numbers are little-endian. `bytes` is a zlib stream that decompresses to `length` bytes, and the section's
//! `checksum` is their XXH3. The checksum at the end is the XXH3 of all section headers (tag to checksum), one after
//! the other, so that a lost or repeated section is detected. The writer defines the content of the sections: a plan, a
//! snapshot, a journal, pages, bodies. A file is written piece by piece. It is read from memory: its headers at once, a
//! section on request. There is no encryption and no signature. The checksum only detects accidents, so the reader of a
//! section must validate its content. Source: RFC 1950 (zlib).

mod crawl;
mod read;
mod write;

use crate::limits::{BUNDLE_NAME_BYTES, BUNDLE_SECTION_BYTES, BUNDLE_SECTIONS};
pub use crawl::{CardSource, CrawlMetadata, WriteError, of_crawl};
pub use read::Bundle;
pub use write::Writer;

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"SALTICID";
/// The version of the format, which changes with every change of the framing around the sections.
const VERSION: u16 = 1;
const SECTION: u8 = 1;
const END: u8 = 0;

/// An error of reading a saved crawl or one of its sections.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// It does not start with the magic bytes of a saved crawl.
    #[error("this is not a saved crawl: choose a .salticid file")]
    NotOurs,
    /// It has the format of another version.
    #[error("this crawl has format {0}, this version reads format {VERSION}: open it with the version that wrote it")]
    Version(u16),
    /// It is truncated.
    #[error("the file is truncated: export the crawl or copy the file again")]
    Cut,
    /// Its section headers do not match their checksum, or it has trailing data.
    #[error("the file is damaged: export the crawl or copy the file again")]
    Damaged,
    /// A section does not match its checksum.
    #[error("“{0}” in the file is damaged, other parts are readable: export the crawl or copy the file again")]
    Section(String),
    /// A section's name is empty, too long, not valid text, or repeated.
    #[error("a section of the file has no unique name of at most {BUNDLE_NAME_BYTES} bytes")]
    Name,
    /// A section exceeds the size limit.
    #[error("“{0}” is larger than {limit} MiB: split it", limit = BUNDLE_SECTION_BYTES >> 20)]
    TooLarge(String),
    /// The declared size of a section is far larger than its compressed size allows for text.
    #[error("“{0}” would decompress to far more than a crawl has: the file was not written by Salticid")]
    Bomb(String),
    /// It has too many sections.
    #[error("the file has more than {BUNDLE_SECTIONS} sections")]
    TooMany,
}

/// Appends a numbered value to a section: `number:u64  length:u32  bytes[length]`, little-endian.
///
/// # Panics
/// If the value has 4 GiB or more.
pub fn put_value(section: &mut Vec<u8>, number: u64, value: &[u8]) {
    let length = u32::try_from(value.len()).expect("no value has 4 GiB");
    section.extend(number.to_le_bytes());
    section.extend(length.to_le_bytes());
    section.extend(value);
}

/// Parses the values of a section with their numbers; `None` if the last one is truncated.
pub fn values(mut section: &[u8]) -> Option<Vec<(u64, &[u8])>> {
    let mut values = Vec::new();
    while !section.is_empty() {
        let (number, rest) = section.split_first_chunk::<8>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (value, rest) = rest.split_at_checked(length)?;
        values.push((u64::from_le_bytes(*number), value));
        section = rest;
    }
    Some(values)
}

#[cfg(test)]
mod tests;
