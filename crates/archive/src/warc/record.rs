//! Parses records of a WARC file: version line, named fields, block.
//!
//! Lines may end without a carriage return. Digests are not verified, because recordings are trusted. Segmented records
//! and continued field lines are not supported. Source: ISO 28500:2017 §4 (file and record model), §5 (named fields).

use crate::limits::WARC_HEADER_BYTES as HEADER_BYTES;

/// The start of a record.
pub(super) const START: &[u8] = b"WARC/";

/// A record, borrowed from the bytes from which it was parsed.
#[derive(Debug)]
pub(super) struct Record<'a> {
    fields: Vec<(String, String)>,
    /// Its content block.
    pub(super) block: &'a [u8],
}

/// An error of reading a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordError {
    /// The bytes do not start with a version line.
    NotWarc,
    /// The bytes end inside the record.
    Truncated,
    /// The record has no valid length.
    NoLength,
}

/// Parses the record at the start of some bytes; returns it with its size, including the line ends after it. `None` if
/// only line ends are left.
pub(super) fn read(bytes: &[u8]) -> Result<Option<(Record<'_>, usize)>, RecordError> {
    let lead = line_ends(bytes);
    let rest = &bytes[lead..];
    if rest.is_empty() {
        return Ok(None);
    }
    let (head, at) = split_head(rest)?;
    let fields = fields(head);
    let length = block_length(&fields).and_then(|length| usize::try_from(length).ok());
    let end = at.checked_add(length.ok_or(RecordError::NoLength)?).ok_or(RecordError::NoLength)?;
    let block = rest.get(at..end).ok_or(RecordError::Truncated)?;
    let used = lead + end + line_ends(&rest[end..]);
    Ok(Some((Record { fields, block }, used)))
}

/// Returns the declared length of the record at the start of `bytes`, including its header; the bytes may end earlier.
pub(super) fn length(bytes: &[u8]) -> Option<u64> {
    let lead = line_ends(bytes);
    let (head, at) = split_head(&bytes[lead..]).ok()?;
    let header = (lead + at) as u64;
    block_length(&fields(head))?.checked_add(header)
}

impl Record<'_> {
    /// Returns the value of a named field; `name` is in lower case.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        field(&self.fields, name)
    }

    /// Returns `WARC-Type`: `response`, `resource`, `request`, …
    pub(super) fn kind(&self) -> &str {
        self.field("warc-type").unwrap_or_default()
    }

    /// Returns the recorded URL. Older writers put it in angle brackets.
    pub(super) fn target(&self) -> Option<&str> {
        let target = self.field("warc-target-uri")?;
        Some(target.trim_start_matches('<').trim_end_matches('>'))
    }
}

/// Returns the header of the record at the start of some bytes, and the offset of its block.
fn split_head(bytes: &[u8]) -> Result<(&[u8], usize), RecordError> {
    let end = head_end(bytes, 0)?.ok_or(RecordError::Truncated)?;
    Ok((&bytes[..end], end))
}

/// Returns the end of a record's header, which is the offset of its block; `None` if more bytes are needed. The first
/// `searched` bytes do not contain it.
///
/// # Errors
/// Returns [`RecordError::NotWarc`] if the bytes are not the start of a record, or if its header is over the limit.
pub(super) fn head_end(bytes: &[u8], searched: usize) -> Result<Option<usize>, RecordError> {
    if !bytes.starts_with(&START[..bytes.len().min(START.len())]) {
        return Err(RecordError::NotWarc);
    }
    let window = &bytes[..bytes.len().min(HEADER_BYTES)];
    // An empty line of two bytes may have begun before.
    let from = searched.saturating_sub(2);
    let mut line_ends = memchr::memchr_iter(b'\n', &window[from..]).map(|at| from + at + 1);
    let end = line_ends.find_map(|at| match &window[at..] {
        [b'\n', ..] => Some(at + 1),
        [b'\r', b'\n', ..] => Some(at + 2),
        _ => None,
    });
    match end {
        None if bytes.len() >= HEADER_BYTES => Err(RecordError::NotWarc),
        end => Ok(end),
    }
}

/// Returns the size of the header at the start of some bytes, as far as it is there and within the limit; 0 if they are
/// not the start of a record.
pub(super) fn head_bytes(bytes: &[u8]) -> usize {
    match head_end(bytes, 0) {
        Ok(end) => end.unwrap_or(bytes.len()),
        Err(_) if bytes.starts_with(START) => HEADER_BYTES,
        Err(_) => 0,
    }
}

/// Returns the named fields with names in lower case. The version line has no colon and is ignored.
fn fields(head: &[u8]) -> Vec<(String, String)> {
    let head = String::from_utf8_lossy(head);
    let lines = head.split('\n').skip(1);
    lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        .collect()
}

fn field<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = fields.iter().find(|(given, _)| given == name);
    found.map(|(_, value)| value.as_str())
}

/// Returns `Content-Length`, which must consist of digits because parsers disagree on `+5` and `5 `.
fn block_length(fields: &[(String, String)]) -> Option<u64> {
    let value = field(fields, "content-length")?;
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|_| digits)
}

/// Returns the number of bytes of line ends at the start of some bytes.
pub(super) fn line_ends(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &[u8] =
        b"WARC/1.0\r\nWARC-Type: response\r\nwarc-target-uri: <http://a.test/>\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n";

    #[test]
    fn a_record_has_case_insensitive_fields_and_a_block_of_the_declared_length() {
        let (record, used) = read(ONE).unwrap().unwrap();
        assert_eq!((record.kind(), record.target()), ("response", Some("http://a.test/")));
        assert_eq!((record.block, used), (&b"abc"[..], ONE.len()));
    }

    #[test]
    fn lines_may_end_without_a_carriage_return() {
        let bare = String::from_utf8(ONE.to_vec()).unwrap().replace('\r', "");
        let (record, used) = read(bare.as_bytes()).unwrap().unwrap();
        assert_eq!((record.kind(), record.target(), record.block), ("response", Some("http://a.test/"), &b"abc"[..]));
        assert_eq!(used, bare.len());
        let mixed = b"WARC/1.0\nContent-Length: 7\r\n\n\r\n\r\nabc";
        assert_eq!(read(mixed).unwrap().unwrap().0.block, b"\r\n\r\nabc");
    }

    #[test]
    fn the_end_of_a_header_is_found_from_any_byte_that_was_searched() {
        let end = head_end(ONE, 0).unwrap().unwrap();
        for searched in 0..end {
            assert_eq!(head_end(&ONE[..searched], 0), Ok(None));
            assert_eq!(head_end(ONE, searched), Ok(Some(end)), "{searched}");
        }
        let long = [START, &vec![b'x'; HEADER_BYTES]].concat();
        assert_eq!(head_end(&long, 0), Err(RecordError::NotWarc));
    }

    #[test]
    fn line_ends_alone_are_the_end() {
        assert!(read(b"").unwrap().is_none());
        assert!(read(b"\r\n\r\n").unwrap().is_none());
    }

    #[test]
    fn invalid_records_are_distinguished_from_truncated_ones() {
        for (bytes, flaw) in [
            (&b"<!DOCTYPE html>"[..], RecordError::NotWarc),
            (b"WAR", RecordError::Truncated),
            (b"WARC/1.0\r\nContent-Length: 3\r\n", RecordError::Truncated),
            (b"WARC/1.0\r\nContent-Length: 3\r\n\r\nab", RecordError::Truncated),
            (b"WARC/1.0\r\nWARC-Type: x\r\n\r\nab", RecordError::NoLength),
            (b"WARC/1.0\r\nContent-Length: many\r\n\r\nab", RecordError::NoLength),
            (b"WARC/1.0\r\nContent-Length: 18446744073709551615\r\n\r\nab", RecordError::NoLength),
        ] {
            assert_eq!(read(bytes).map(|found| found.is_some()), Err(flaw), "{bytes:?}");
        }
    }

    #[test]
    fn no_bytes_make_it_panic() {
        for end in 0..ONE.len() {
            let _ = read(&ONE[..end]);
            let _ = read(&ONE[end..]);
        }
    }
}
