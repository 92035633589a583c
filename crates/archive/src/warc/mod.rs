//! Reads and writes WARC, the format of web archives (ISO 28500:2017): the reader finds pages by their URLs.
//!
//! The reader accepts the output of all common recorders: plain or compressed, record by record or as one stream. The
//! file stays unchanged in memory, and a page is decompressed on request; [`PageStream`] reads files of any size from
//! front to back. The writer produces `warcinfo`, `response` and `metadata` records, optionally each as a gzip member.
//! Segmented records are not supported, nor are revisits, which refer to other files. Digests are not verified, because
//! recordings are trusted.

mod coding;
mod http;
mod input;
mod reader;
mod record;
mod recording;
mod stream;
mod write;

pub use http::Response;
pub use reader::RecordingReader;
pub use recording::Recording;
pub use stream::{Damage, PageStream, StreamedPage};
pub use write::{Exchange, Form, Origin, Writer};

/// An error of reading a recorded web.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WarcError {
    /// It does not start with a WARC record, or contains other data after one.
    #[error("there is no WARC record at byte {0}{of}; give a .warc or .warc.gz file (ISO 28500)", of = decompressed(*.1))]
    NotWarc(usize, bool),
    /// It ends inside a record.
    #[error("it ends inside the record at byte {0}{of}: the file is truncated, record or download it again", of = decompressed(*.1))]
    Truncated(usize, bool),
    /// A record has no valid length.
    #[error("the record at byte {0}{of} has no valid Content-Length", of = decompressed(*.1))]
    NoLength(usize, bool),
    /// Its compression is damaged.
    #[error("the gzip member at byte {0} is damaged or truncated ({1}): record or download the file again")]
    Gzip(usize, String),
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

/// Returns a note if an offset refers to the decompressed bytes.
fn decompressed(yes: bool) -> &'static str {
    if yes { " of the decompressed part" } else { "" }
}
