//! Reads the parts of a ZIP package by their names, all within one budget.
//!
//! Only the directory counts (APPNOTE §4.3.12), as in office programs. Names are compared without case, as the names of
//! parts are (ECMA-376-2 §6.2.2.3).

use percent_encoding::percent_decode_str;
use rawzip::{CompressionMethod, ZipArchive};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::ops::Range;

/// Maximum number of entries that are listed.
const ENTRIES: usize = 20_000;

/// An opened package.
pub(super) struct Package<'a> {
    file: &'a [u8],
    /// The data of the entries by their names in lower case; true for compressed ones.
    entries: BTreeMap<String, (Range<usize>, bool)>,
    /// The bytes that may still be unpacked.
    budget: u64,
}

impl<'a> Package<'a> {
    /// Opens a package, of which at most `budget` bytes are unpacked; `None` if it has no directory.
    pub(super) fn new(file: &'a [u8], budget: u64) -> Option<Self> {
        let archive = ZipArchive::from_slice(file).ok()?;
        let mut entries = BTreeMap::new();
        let mut directory = archive.entries();
        while let Ok(Some(entry)) = directory.next_entry() {
            let name = String::from_utf8_lossy(entry.file_path().as_ref()).to_lowercase();
            let method = entry.compression_method();
            let is_readable = matches!(method, CompressionMethod::STORE | CompressionMethod::DEFLATE);
            let data = archive.get_entry(entry.wayfinder()).ok().filter(|_| is_readable);
            if let Some((start, end)) = data.map(|data| data.compressed_data_range()) {
                let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
                entries.entry(name).or_insert((range, method == CompressionMethod::DEFLATE));
            }
            if entries.len() >= ENTRIES {
                break;
            }
        }
        (!entries.is_empty()).then_some(Self { file, entries, budget })
    }

    /// Returns true if nothing more may be unpacked.
    pub(super) fn is_exhausted(&self) -> bool {
        self.budget == 0
    }

    /// Returns the text of an entry, of a damaged one the beginning; `None` if there is none.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        let (range, is_packed) = self.entries.get(&name.to_lowercase())?.clone();
        let data = self.file.get(range)?;
        let mut plain = Vec::new();
        // Of a damaged entry the bytes before the damage are kept.
        let _ = if is_packed {
            flate2::bufread::DeflateDecoder::new(data).take(self.budget).read_to_end(&mut plain)
        } else {
            data.take(self.budget).read_to_end(&mut plain)
        };
        self.budget -= plain.len() as u64;
        Some(decoded(&plain))
    }
}

/// Returns the text of an XML file, which is in UTF-8 or, with a byte order mark, in UTF-16 (XML 1.0 §4.3.3).
fn decoded(bytes: &[u8]) -> String {
    let units = |from: fn([u8; 2]) -> u16| bytes[2..].as_chunks::<2>().0.iter().map(|unit| from(*unit)).collect();
    let units: Vec<u16> = match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        _ => return String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).into_owned(),
    };
    String::from_utf16_lossy(&units)
}

/// Returns the name of the entry at a reference from the entry `base` (ECMA-376-2 §6.2.2, EPUB 3.3 §4.2.5): relative
/// to its folder or, with a slash, to the package. Fragment and query are dropped.
pub(super) fn resolved(base: &str, reference: &str) -> String {
    let path = reference.split(['#', '?']).next().unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8_lossy();
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_relative_to_their_entry_or_to_the_package() {
        for (base, reference, expected) in [
            ("word/document.xml", "media/a.png", "word/media/a.png"),
            ("word/document.xml", "/word/notes.xml", "word/notes.xml"),
            ("", "/word/document.xml", "word/document.xml"),
            ("OEBPS/content.opf", "text/My%20book.xhtml#one", "OEBPS/text/My book.xhtml"),
            ("OEBPS/a/content.opf", "../../../x.xhtml", "x.xhtml"),
            ("content.opf", "./x.xhtml", "x.xhtml"),
        ] {
            assert_eq!(resolved(base, reference), expected, "{base} {reference}");
        }
    }

    #[test]
    fn parts_are_in_utf_8_or_utf_16() {
        let little: Vec<u8> = "\u{feff}<a/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}<a/>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [&b"<a/>"[..], b"\xEF\xBB\xBF<a/>", &little, &big] {
            assert_eq!(decoded(bytes), "<a/>");
        }
        assert_eq!(decoded(b"\xff\xfe<"), "");
    }
}
