//! Defines the errors of reading and writing a saved crawl.

use super::VERSION;
use crate::limits::{BUNDLE_NAME_BYTES, BUNDLE_SECTION_BYTES, BUNDLE_SECTIONS};

/// An error of reading a saved crawl or one of its sections.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// It does not begin as a saved crawl does.
    #[error("this is not a saved crawl: choose a .salticid file")]
    NotOurs,
    /// It was written by a version with another format.
    #[error(
        "this crawl has format {0}, this version reads format {VERSION}: open it with the version that wrote it"
    )]
    Version(u16),
    /// It ends too early.
    #[error("the file is truncated: export the crawl or copy the file again")]
    Cut,
    /// Its heads do not fit their checksum, or more follows than belongs to it.
    #[error("the file is damaged: export the crawl or copy the file again")]
    Damaged,
    /// A section does not fit its checksum.
    #[error(
        "“{0}” in the file is damaged, other parts are readable: export the crawl or copy the file again"
    )]
    Section(String),
    /// A section's name is empty, too long, no text, or there twice.
    #[error("a section of the file has no unique name of at most {BUNDLE_NAME_BYTES} bytes")]
    Name,
    /// A section is larger than is read or written.
    #[error("“{0}” is larger than {limit} MiB: split it", limit = BUNDLE_SECTION_BYTES >> 20)]
    TooLarge(String),
    /// A section claims to decompress to far more than text of its compressed size can.
    #[error(
        "“{0}” would decompress to far more than a crawl has: the file was not written by Salticid"
    )]
    Bomb(String),
    /// There are more sections than are read or written.
    #[error("the file has more than {BUNDLE_SECTIONS} sections")]
    TooMany,
}
