//! Every limit of what is read from files, with its reason.
//!
//! Not covered: limits of what is written, which is as large as the crawl that it tells of.

/// Limits for reading a WARC file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WarcLimits {
    /// Most bytes that are kept decompressed, because the file is not compressed record by record.
    pub loose_bytes: u64,
    /// Largest record that is kept, in bytes; larger ones (films, as a rule) are passed over.
    pub record_bytes: u64,
    /// Most bytes that the whole file may decompress to.
    pub inflated_bytes: u64,
    /// Most records.
    pub records: u32,
    /// Most bytes of all URLs together: the index is held in memory.
    pub url_bytes: u64,
}

impl WarcLimits {
    /// For a machine with some gigabytes to spare.
    pub const NATIVE: Self = Self {
        loose_bytes: 4 << 30,
        record_bytes: 256 << 20,
        inflated_bytes: 1 << 40,
        records: 20_000_000,
        url_bytes: 4 << 30,
    };
    /// For a tab, whose memory is limited to 4 GiB in total, and whose user does not wait for an hour.
    pub const TAB: Self = Self {
        loose_bytes: 512 << 20,
        record_bytes: 64 << 20,
        inflated_bytes: 16 << 30,
        records: 1_000_000,
        url_bytes: 128 << 20,
    };
}

/// Bytes that may be decompressed into memory from any file, however small: 64 MiB, which every device has.
pub const FREE_BYTES: u64 = 64 << 20;
/// Bytes that may be decompressed into memory beyond [`FREE_BYTES`] for each byte of the file: text packs to a tenth, deflate could to a thousandth.
pub const INFLATION: u64 = 50;

/// Returns the maximum number of decompressed bytes for this many compressed ones.
pub fn inflated(packed: usize) -> u64 {
    FREE_BYTES.max(INFLATION.saturating_mul(packed as u64))
}

/// Maximum length of a WARC record's header, in bytes.
pub const WARC_HEADER_BYTES: usize = 256 * 1024;
/// Most header lines of a recorded HTTP message.
pub const HTTP_HEADERS: usize = 256;
/// Maximum size of a decompressed body, in bytes: four times the limit of the engine.
pub const BODY_BYTES: u64 = 4 * types::limits::PAGE_BYTES as u64;
/// Most content codings that are undone one after the other: honest servers use one.
pub const BODY_CODINGS: usize = 4;

/// Most bytes of a list of URLs that are read: as for bookmark files.
pub const LIST_BYTES: usize = types::limits::BOOKMARK_BYTES;
/// Most URLs taken from a list: as for bookmark files.
pub const LIST_URLS: usize = types::limits::BOOKMARKS;

/// Most sections of a saved crawl: a handful of names, and bodies in numbered parts.
pub const BUNDLE_SECTIONS: usize = 65_536;
/// Longest name of a section, in bytes.
pub const BUNDLE_NAME_BYTES: usize = 255;
/// Largest section, in bytes decompressed: larger things are written in parts.
pub const BUNDLE_SECTION_BYTES: u64 = 1 << 30;
