//! Writes the structures of ZIP files. Contents are stored as they are, so that the same crawl gives the same bytes.
//!
//! Source: PKWARE APPNOTE 6.3.10 §4.3.

use flate2::Crc;

/// Names are UTF-8 (bit 11).
pub(crate) const UTF8: u16 = 1 << 11;
/// Sizes and checksum stand behind the data (bit 3).
pub(crate) const DESCRIPTOR: u16 = 1 << 3;

/// An entry of a ZIP file.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) path: String,
    /// The offset of its header.
    pub(crate) at: u64,
    pub(crate) bytes: u64,
    pub(crate) crc: u32,
    pub(crate) flags: u16,
}

impl Entry {
    /// Returns the local header (APPNOTE §4.3.7). Sizes and checksum are zero in front of a data descriptor.
    pub(crate) fn head(&self) -> Vec<u8> {
        let (bytes, crc) = if self.flags & DESCRIPTOR == 0 { (self.bytes, self.crc) } else { (0, 0) };
        [&b"PK\x03\x04"[..], &20_u16.to_le_bytes(), &self.fields(bytes, crc), self.path.as_bytes()].concat()
    }

    /// Returns the fields that both headers have: flags, method 0 (stored), time, checksum, sizes, and the lengths of
    /// name and extra field. The time is the earliest one, so that the same crawl gives the same bytes.
    fn fields(&self, bytes: u64, crc: u32) -> Vec<u8> {
        let size = short(bytes);
        let name = u16::try_from(self.path.len()).unwrap_or_default();
        let mut fields = [self.flags, 0, 0, 0x21].map(u16::to_le_bytes).concat();
        fields.extend([crc, size, size].map(u32::to_le_bytes).concat());
        fields.extend([name, 0].map(u16::to_le_bytes).concat());
        fields
    }
}

/// Returns the directory, which begins at the offset `at` (APPNOTE §4.3.12, §4.3.16).
pub(crate) fn directory<'e>(entries: impl Iterator<Item = &'e Entry>, at: u64) -> Vec<u8> {
    let (mut out, mut count) = (Vec::new(), 0_u16);
    for entry in entries {
        count = count.saturating_add(1);
        out.extend_from_slice(b"PK\x01\x02");
        out.extend([20, 20].map(u16::to_le_bytes).concat());
        out.extend(entry.fields(entry.bytes, entry.crc));
        out.extend([0; 10]);
        out.extend(short(entry.at).to_le_bytes());
        out.extend_from_slice(entry.path.as_bytes());
    }
    let length = out.len();
    out.extend_from_slice(b"PK\x05\x06");
    out.extend([0; 4]);
    out.extend([count, count].map(u16::to_le_bytes).concat());
    out.extend([short(length as u64), short(at)].map(u32::to_le_bytes).concat());
    out.extend([0; 2]);
    out
}

/// Returns a size or an offset of a ZIP file without the 64-bit extension; a file over 4 GiB is refused at its end.
pub(crate) fn short(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns a ZIP file with these paths and contents.
pub(crate) fn file(files: &[(String, String)]) -> Vec<u8> {
    let (mut out, mut entries) = (Vec::new(), Vec::new());
    for (path, content) in files {
        let mut crc = Crc::new();
        crc.update(content.as_bytes());
        let (at, bytes) = (out.len() as u64, content.len() as u64);
        let entry = Entry { path: path.clone(), at, bytes, crc: crc.sum(), flags: UTF8 };
        out.extend(entry.head());
        out.extend_from_slice(content.as_bytes());
        entries.push(entry);
    }
    let at = out.len() as u64;
    out.extend(directory(entries.iter(), at));
    out
}
