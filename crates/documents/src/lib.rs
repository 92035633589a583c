//! Readers of documents that are no HTML.
//!
//! They are pure functions of bytes, without clock and threads, and end within a number of operations: a tab has no
//! cheap clock, and the same file has the same text everywhere.

pub mod office;
pub mod pdf;

use office::DocumentMarkup;
use pdf::PdfText;
use types::document::DocumentFormat;
use types::limits;

/// The limits of reading a PDF file.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum size of a file, in bytes.
    pub bytes: usize,
    /// Maximum number of pages that are read; further ones are counted.
    pub pages: usize,
    /// Maximum number of operations, about one for each byte of the pages' contents; the pages before are kept.
    pub operations: u64,
    /// Maximum number of links.
    pub links: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: limits::DOCUMENT_BYTES, pages: 300, operations: 200_000_000, links: limits::PAGE_LINKS }
    }
}

/// The reason why a file has no text to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It needs a password, or its encryption is unknown.
    Encrypted,
    /// Its pages have next to no text: they are pictures.
    Scanned,
    /// It is no file of its format, or too damaged to find its text.
    Damaged,
    /// It is larger than the limits, or unpacks to more than can be read.
    TooLarge,
}

/// The content of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum DocumentText {
    /// The pages of a PDF file.
    Pdf(PdfText),
    /// The text and the links of a file in another format.
    Markup(DocumentMarkup),
}

/// Reads a document.
///
/// # Errors
///
/// The reason if there is no text to read.
pub fn read(format: DocumentFormat, bytes: &[u8]) -> Result<DocumentText, Unreadable> {
    match format {
        DocumentFormat::Pdf => pdf::read(bytes, &Limits::default()).map(DocumentText::Pdf),
        format => office::read(format, bytes, &office::Limits::default()).map(DocumentText::Markup),
    }
}
