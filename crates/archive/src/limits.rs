//! Defines every limit for reading files, with its reason.
//!
//! Written files have no limit: they are as large as the crawl.

/// Limits for reading a WARC file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WarcLimits {
    /// The most decompressed bytes that are kept, if the file is not compressed record by record.
    pub loose_bytes: u64,
    /// The most bytes of a record that is kept; larger ones (usually films) are skipped.
    pub record_bytes: u64,
    /// The most bytes to which the whole file may decompress.
    pub inflated_bytes: u64,
    /// The most records.
    pub records: u32,
    /// The most bytes of all URLs together, because the index is held in memory.
    pub url_bytes: u64,
}

impl WarcLimits {
    /// The limits on a machine with some gigabytes of free memory.
    pub const NATIVE: Self = Self {
        loose_bytes: 4 << 30,
        record_bytes: 256 << 20,
        inflated_bytes: 1 << 40,
        records: 20_000_000,
        url_bytes: 4 << 30,
    };
    /// The limits in a tab, which has 4 GiB of memory in total and whose user does not wait for an hour.
    pub const TAB: Self = Self {
        loose_bytes: 512 << 20,
        record_bytes: 64 << 20,
        inflated_bytes: 16 << 30,
        records: 1_000_000,
        url_bytes: 128 << 20,
    };
}

/// The bytes that may be decompressed from any file, however small: 64 MiB, which every device has.
pub const FREE_BYTES: u64 = 64 << 20;
/// The further bytes that may be decompressed for each byte of the file. Text compresses to about a tenth; deflate can
/// reach a thousandth.
pub const INFLATION: u64 = 50;

/// Returns the maximum number of decompressed bytes for this many compressed ones.
pub fn inflated(packed: usize) -> u64 {
    FREE_BYTES.max(INFLATION.saturating_mul(packed as u64))
}

/// The most bytes of the last records of a stream that are kept for revisit records, which mostly refer to a record
/// shortly before them: the stream itself takes some MiB.
pub const STREAM_PAYLOAD_BYTES: usize = 32 << 20;
/// Maximum length of a WARC record's header, in bytes.
pub const WARC_HEADER_BYTES: usize = 256 * 1024;
/// Maximum length of the status line and the headers of a recorded HTTP message, in bytes: as much as Chromium accepts.
pub const HTTP_HEADER_BYTES: usize = 256 * 1024;
/// Maximum size of a decompressed body, in bytes: a little more than the limit of the engine for documents.
pub const BODY_BYTES: u64 = types::limits::DOCUMENT_BYTES as u64 + (1 << 20);
/// The most content codings that are decoded in sequence; honest servers use one.
pub const BODY_CODINGS: usize = 4;

/// The most bytes of a list of URLs, as for bookmark files.
pub const LIST_BYTES: usize = types::limits::BOOKMARK_BYTES;
/// The most URLs of a list, as for bookmark files.
pub const LIST_URLS: usize = types::limits::BOOKMARKS;

/// The most sections of a saved crawl: a few names, and bodies in numbered parts.
pub const BUNDLE_SECTIONS: usize = 65_536;
/// The most bytes of a section's name.
pub const BUNDLE_NAME_BYTES: usize = 255;
/// The most decompressed bytes of a section; larger data are written in parts.
pub const BUNDLE_SECTION_BYTES: u64 = 1 << 30;
