//! Reads DOCX, ODT and EPUB files: words, headings, items and links, as HTML.
//!
//! A file is a ZIP package of XML parts. Of a part that is not well-formed, the text before the damage counts. Not
//! covered: pictures, comments, headers and footers, charts, formulas as such; deleted and hidden text is left out.
//!
//! Source: ECMA-376 (Office Open XML), OASIS `OpenDocument` 1.3, EPUB 3.3.

mod docx;
mod epub;
mod markup;
mod odt;
mod package;
mod xml;

use crate::Unreadable;
use markup::Markup;
use package::Package;
use types::document::DocumentFormat;
use types::limits;

/// The content of a document as HTML in UTF-8: `<title>`, headings, paragraphs, items, and links to http(s).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentMarkup {
    /// The HTML, at most [`types::limits::PAGE_BYTES`].
    pub html: String,
    /// True if a limit or damage ended the reading.
    pub is_cut: bool,
}

/// The limits of reading.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum size of a file, in bytes.
    pub bytes: usize,
    /// Maximum size of all parts that are read, unpacked, in bytes.
    pub unpacked: u64,
    /// Maximum size of the HTML, in bytes.
    pub html: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: limits::DOCUMENT_BYTES, unpacked: 64 << 20, html: limits::PAGE_BYTES }
    }
}

/// Letters and digits below which a document has no text.
const FEWEST_LETTERS: usize = 8;
/// The first bytes of a compound file (MS-CFB §2.2), in which Office puts an encrypted package (MS-OFFCRYPTO §2.1).
const COMPOUND_FILE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// Reads a document, which is no PDF file.
///
/// # Errors
///
/// The reason if there is no text to read.
pub fn read(format: DocumentFormat, bytes: &[u8], limits: &Limits) -> Result<DocumentMarkup, Unreadable> {
    if is_encrypted_package(bytes) {
        return Err(Unreadable::Encrypted);
    }
    if bytes.len() > limits.bytes {
        return Err(Unreadable::TooLarge);
    }
    let mut package = Package::new(bytes, limits.unpacked).ok_or(Unreadable::Damaged)?;
    let mut markup = Markup::new(limits.html);
    match format {
        DocumentFormat::Pdf => None,
        DocumentFormat::Docx => docx::read(&mut package, &mut markup),
        DocumentFormat::Odt => odt::read(&mut package, &mut markup)?,
        DocumentFormat::Epub => epub::read(&mut package, &mut markup)?,
    }
    .ok_or(if package.is_exhausted() { Unreadable::TooLarge } else { Unreadable::Damaged })?;
    if markup.letters() < FEWEST_LETTERS {
        return Err(if package.is_exhausted() { Unreadable::TooLarge } else { Unreadable::Scanned });
    }
    Ok(markup.finish(package.is_exhausted()))
}

/// Returns true for a compound file with an encrypted package; others are files of older formats.
fn is_encrypted_package(bytes: &[u8]) -> bool {
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bytes.starts_with(COMPOUND_FILE) && memchr::memmem::find(bytes, &name).is_some()
}

#[cfg(test)]
mod tests;
