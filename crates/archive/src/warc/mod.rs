//! Reads and writes WARC, the format of web archives (ISO 28500:2017): the reader finds pages by their URLs.
//!
//! The reader accepts the output of all common recorders: plain or compressed with gzip or zstd, record by record or as
//! one stream, some of each, several files in a WACZ file, and ARC, the format before WARC. The file stays unchanged in memory, and a
//! page is decompressed on request; [`PageStream`] reads files of any size from front to back. A damaged record costs
//! that record; what is left out is counted and listed ([`SkippedRecords`]). The writer produces `warcinfo`, `response`
//! and `metadata` records, optionally each as a gzip member, or packed as WACZ. Of a segmented record the first segment
//! is read. Digests are not verified, because recordings are trusted.

mod coding;
mod http;
mod index;
mod input;
mod location;
mod package;
mod packing;
mod reader;
mod record;
mod recording;
mod records;
mod references;
mod skipped;
mod stream;
mod wacz;
mod write;

pub use http::Response;
pub use reader::RecordingReader;
pub use recording::Recording;
pub use skipped::{Damage, OtherRecords, SkippedRecords};
pub use stream::{PageStream, StreamedPage};
pub use write::{Exchange, Form, Origin, PackageTooLarge, Writer};

/// An error of reading a recorded web as a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WarcError {
    /// It contains no page that can be read; the first damaged place.
    #[error("it has no page that can be read (at {0}); give a WACZ, WARC or ARC file, compressed or not")]
    Damaged(Damage),
    /// It could not be read.
    #[error("it cannot be read ({0}): record or download it again")]
    Unreadable(String),
    /// Too much of it must be kept decompressed.
    #[error("it has more than {} MiB not compressed record by record: split it", .0 >> 20)]
    TooLarge(u64),
    /// It decompresses to more than the limit.
    #[error("it decompresses to more than {} GiB: split it", .0 >> 30)]
    Bomb(u64),
    /// It has too many records or too long URLs for an index.
    #[error("it has more than {0} records, or more bytes of URLs than fit in memory: split it")]
    TooMany(u32),
    /// It contains no page.
    #[error("it has no responses: record pages with their responses")]
    Empty,
}

/// The ends of the names of recordings that are no ZIP files.
const NAMES: [&str; 5] = [".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"];
/// The end of the name of a WACZ file.
const WACZ_NAME: &str = ".wacz";

/// Returns whether a file is a recording, by its first bytes or the end of its name: a damaged one has other first
/// bytes.
pub fn is_recording(name: &str, file: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    let has_name = NAMES.iter().chain([&WACZ_NAME]).any(|end| name.ends_with(end));
    has_name || starts_recording(file) || wacz::is_package(file)
}

/// Returns whether the first bytes of a file behind padding are those of a recording that is no ZIP file.
fn starts_recording(file: &[u8]) -> bool {
    let file = &file[record::padding(file)..];
    let starts = [record::START, record::ARC_START, &packing::GZIP[..2], packing::ZSTD];
    let is_known = starts.iter().any(|start| file.starts_with(start)) || packing::is_skippable(file);
    is_known || record::Format::Arc.starts(file)
}
