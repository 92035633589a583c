//! Defines the errors of reading and writing a saved crawl.

use super::VERSION;
use crate::limits::{BUNDLE_NAME_BYTES, BUNDLE_SECTION_BYTES, BUNDLE_SECTIONS};

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
