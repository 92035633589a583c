//! Finds the recordings inside a WACZ file, which is a ZIP file with them, an index and a list of pages.
//!
//! The entries are usually stored without compression, so that they are read where they are; compressed ones are
//! decompressed, up to a limit. Sizes in the directory are not trusted: an entry is what its bytes are, and no byte
//! belongs to two entries. Other bytes may stand before the ZIP file. The index and the list of pages are not used, because the recordings are indexed anyway. If
//! the directory is missing, as in a file that was cut off, the recordings are searched in the whole file.
//!
//! Source: WACZ 1.1.1 (Webrecorder), §4 (directory layout); PKWARE APPNOTE 6.3.10.

use super::location::FileSlice;
use super::{Damage, packing, record};
use memchr::memmem;
use rawzip::{CompressionMethod, ZipArchive};
use std::io::Read as _;
use std::ops::Range;
use std::sync::Arc;

/// The first bytes of a ZIP file.
pub(super) const START: &[u8] = b"PK\x03\x04";
/// The most entries that are looked at.
const ENTRIES: usize = 100_000;

/// Returns whether a file is a ZIP file, or has one with recordings behind other bytes.
pub(super) fn is_package(file: &[u8]) -> bool {
    file.starts_with(START) || !super::starts_recording(file) && has_recording(file).unwrap_or(false)
}

fn has_recording(file: &[u8]) -> Result<bool, rawzip::Error> {
    let archive = ZipArchive::from_slice(file)?;
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry()? {
        if is_recording(&String::from_utf8_lossy(entry.file_path().as_ref())) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether an entry is a recording, by its name.
fn is_recording(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    super::NAMES.iter().any(|end| name.ends_with(end))
}

/// The recordings of a WACZ file, and the places that were skipped.
#[derive(Default)]
pub(super) struct Content {
    pub(super) slices: Vec<FileSlice>,
    pub(super) skipped: Vec<Damage>,
}

/// Returns the recordings of a file. Compressed ones may have `most` bytes decompressed, all together.
pub(super) fn content(file: Vec<u8>, most: u64) -> Content {
    let bytes = Arc::new(file);
    let mut content = Content::default();
    if let Err(reason) = content.read(&bytes, most) {
        content
            .skip(0, format!("the directory of the ZIP file is damaged ({reason}), so that recordings are searched"));
        if content.slices.is_empty() {
            content.search(&bytes);
        }
    }
    content
}

impl Content {
    fn skip(&mut self, offset: u64, reason: impl Into<String>) {
        self.skipped.push(Damage { offset, reason: reason.into() });
    }

    fn read(&mut self, bytes: &Arc<Vec<u8>>, most: u64) -> Result<(), rawzip::Error> {
        let archive = ZipArchive::from_slice(&bytes[..])?;
        let mut entries = archive.entries();
        let (mut left, mut ranges) = (most, Vec::<Range<usize>>::new());
        for _ in 0..ENTRIES {
            let Some(entry) = entries.next_entry()? else {
                return Ok(());
            };
            let name = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
            let offset = entry.local_header_offset();
            if name.to_ascii_lowercase().ends_with(super::WACZ_NAME) {
                self.skip(offset, format!("{name}: open this WACZ file by itself"));
            }
            if !is_recording(&name) {
                continue;
            }
            let method = entry.compression_method();
            let (start, end) = match archive.get_entry(entry.wayfinder()) {
                Ok(data) => data.compressed_data_range(),
                Err(error) => {
                    self.skip(offset, format!("{name}: {error}"));
                    continue;
                }
            };
            let range = to_usize(start)..to_usize(end);
            if ranges.iter().any(|other| other.start < range.end && range.start < other.end) {
                self.skip(offset, format!("{name}: another entry has the same bytes"));
                continue;
            }
            ranges.push(range.clone());
            if method == CompressionMethod::STORE {
                self.slices.push(FileSlice { name: Some(name), bytes: Arc::clone(bytes), range });
            } else if method == CompressionMethod::DEFLATE {
                let mut plain = Vec::new();
                let data = bytes.get(range).unwrap_or_default();
                let read = flate2::bufread::DeflateDecoder::new(data).take(left).read_to_end(&mut plain);
                left -= plain.len() as u64;
                if let Err(error) = read {
                    self.skip(offset, format!("{name}: {error}"));
                } else if left == 0 {
                    self.skip(offset, format!("{name}: it decompresses to more than the limit"));
                }
                let range = 0..plain.len();
                self.slices.push(FileSlice { name: Some(name), bytes: Arc::new(plain), range });
            } else {
                self.skip(offset, format!("{name}: its compression method is not supported"));
            }
        }
        self.skip(0, "the file has more entries than are read");
        Ok(())
    }

    /// Adds the file from the first start of a recording on.
    fn search(&mut self, bytes: &Arc<Vec<u8>>) {
        let starts = [packing::GZIP, packing::ZSTD, record::START];
        let first = starts.into_iter().filter_map(|start| memmem::find(bytes, start)).min();
        if let Some(at) = first {
            self.slices.push(FileSlice { name: None, bytes: Arc::clone(bytes), range: at..bytes.len() });
        }
    }
}

fn to_usize(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

#[cfg(test)]
#[path = "wacz_tests.rs"]
mod tests;
