//! Defines the errors of reading a recorded web.
//!
//! Not covered: single pages that cannot be had; those are failures of a crawl.

/// An error of reading a recorded web.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WarcError {
    /// It does not begin like a WARC file, or stops being one.
    #[error("there is no WARC record at byte {0}{of}; give a .warc or .warc.gz file (ISO 28500)", of = decompressed(*.1))]
    NotWarc(usize, bool),
    /// It ends in the middle of a record.
    #[error("it ends inside the record at byte {0}{of}: the file is truncated, record or download it again", of = decompressed(*.1))]
    Truncated(usize, bool),
    /// A record does not say how long it is.
    #[error("the record at byte {0}{of} has no valid Content-Length", of = decompressed(*.1))]
    NoLength(usize, bool),
    /// Its compression is broken.
    #[error(
        "the gzip member at byte {0} is damaged or truncated ({1}): record or download the file again"
    )]
    Gzip(usize, String),
    /// Too much of it has to be kept decompressed.
    #[error("it has more than {} MiB not compressed record by record: split it", .0 >> 20)]
    TooLarge(u64),
    /// It decompresses to more than is looked through.
    #[error("it decompresses to more than {} GiB: split it", .0 >> 30)]
    Bomb(u64),
    /// It holds more records or longer URLs than an index is made of.
    #[error("it has more than {0} records, or more bytes of URLs than fit in memory: split it")]
    TooMany(u32),
    /// It holds no page.
    #[error("it has no responses: record pages with their responses")]
    Empty,
}

/// Says of which bytes an offset counts, where it is not the file's own.
fn decompressed(yes: bool) -> &'static str {
    if yes { " of the decompressed part" } else { "" }
}
