//! Why a saved crawl cannot be read or written.

use super::VERSION;
use crate::limits::{BUNDLE_NAME_BYTES, BUNDLE_SECTION_BYTES, BUNDLE_SECTIONS};

/// Why a file is no saved crawl, or a section cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// It does not begin as a saved crawl does.
    #[error("this is not a saved crawl: choose a .salticid file")]
    NotOurs,
    /// It was written by a version with another format.
    #[error(
        "this crawl was saved in format {0}, and this version reads format {VERSION}: keep the file and open it with the version that wrote it"
    )]
    Version(u16),
    /// It ends too early.
    #[error("the file is cut short: save the crawl or copy the file again")]
    Cut,
    /// Its heads do not fit their checksum, or more follows than belongs to it.
    #[error("the file is damaged: save the crawl or copy the file again")]
    Damaged,
    /// A section does not fit its checksum.
    #[error(
        "“{0}” in the file is damaged: its other parts can still be read; save the crawl or copy the file again"
    )]
    Section(String),
    /// A section's name is empty, too long, no text, or there twice.
    #[error("a part of the file has no name of its own of at most {BUNDLE_NAME_BYTES} bytes")]
    Name,
    /// A section is larger than is read or written.
    #[error("“{0}” is larger than {limit} MiB: write it in parts", limit = BUNDLE_SECTION_BYTES >> 20)]
    TooLarge(String),
    /// There are more sections than are read or written.
    #[error("the file has more than {BUNDLE_SECTIONS} parts")]
    TooMany,
}

impl BundleError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotOurs => "bundle-not-ours",
            Self::Version(_) => "bundle-version",
            Self::Cut => "bundle-cut",
            Self::Damaged => "bundle-damaged",
            Self::Section(_) => "bundle-section",
            Self::Name => "bundle-name",
            Self::TooLarge(_) => "bundle-too-large",
            Self::TooMany => "bundle-too-many",
        }
    }
}
