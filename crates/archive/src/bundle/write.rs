//! Writes a saved crawl, section by section.

use super::{BundleError, END, MAGIC, SECTION, VERSION};
use crate::limits::{BUNDLE_NAME_BYTES, BUNDLE_SECTION_BYTES, BUNDLE_SECTIONS};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::collections::BTreeSet;
use std::io::Write as _;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Writes one file. The caller concatenates the returned pieces.
pub struct Writer {
    names: BTreeSet<String>,
    heads: Xxh3,
}

impl Writer {
    /// Starts a file: returns the writer, and the file's first bytes.
    pub fn begin() -> (Self, Vec<u8>) {
        let writer = Self { names: BTreeSet::new(), heads: Xxh3::new() };
        (writer, [&MAGIC[..], &VERSION.to_le_bytes()].concat())
    }

    /// Returns the bytes of a section. Names are unique, so data in several parts have numbered names.
    pub fn section(&mut self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, BundleError> {
        let length = u8::try_from(name.len()).map_err(|_| BundleError::Name)?;
        if name.is_empty() || name.len() > BUNDLE_NAME_BYTES || self.names.contains(name) {
            return Err(BundleError::Name);
        }
        if bytes.len() as u64 > BUNDLE_SECTION_BYTES {
            return Err(BundleError::TooLarge(name.to_owned()));
        }
        if self.names.len() == BUNDLE_SECTIONS {
            return Err(BundleError::TooMany);
        }
        self.names.insert(name.to_owned());
        let stored = zip(bytes);
        let mut section = vec![SECTION, length];
        section.extend(name.as_bytes());
        section.extend((bytes.len() as u64).to_le_bytes());
        section.extend((stored.len() as u64).to_le_bytes());
        section.extend(xxh3_64(&stored).to_le_bytes());
        self.heads.update(&section);
        section.extend(stored);
        Ok(section)
    }

    /// Returns the file's last bytes. A file without them is truncated.
    pub fn finish(self) -> Vec<u8> {
        let mut end = vec![END];
        end.extend((self.names.len() as u64).to_le_bytes());
        end.extend(self.heads.digest().to_le_bytes());
        end
    }
}

fn zip(bytes: &[u8]) -> Vec<u8> {
    let mut zipped = ZlibEncoder::new(Vec::new(), Compression::default());
    zipped.write_all(bytes).expect("writing to memory does not fail");
    zipped.finish().expect("writing to memory does not fail")
}
