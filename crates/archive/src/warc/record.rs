//! Parses records of a WARC file: version line, named fields, block.
//!
//! Digests are not verified, because recordings are trusted. Segmented records and continued field lines are not supported. Source: ISO
//! 28500:2017 §4 (file and record model), §5 (named fields).

use crate::limits::WARC_HEADER_BYTES as HEADER_BYTES;

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

/// Parses the record at the start of some bytes; returns it with its size, including the line ends after it. `None` if only line ends are
/// left.
pub(super) fn read(bytes: &[u8]) -> Result<Option<(Record<'_>, usize)>, RecordError> {
    let lead = line_ends(bytes);
    let rest = &bytes[lead..];
    if rest.is_empty() {
        return Ok(None);
    }
    if !rest.starts_with(&b"WARC/"[..rest.len().min(5)]) {
        return Err(RecordError::NotWarc);
    }
    let (head, at) = split_head(rest)?;
    let fields = fields(head);
    let length = block_length(&fields).and_then(|length| usize::try_from(length).ok());
    let end = at
        .checked_add(length.ok_or(RecordError::NoLength)?)
        .ok_or(RecordError::NoLength)?;
    let block = rest.get(at..end).ok_or(RecordError::Truncated)?;
    let used = lead + end + line_ends(&rest[end..]);
    Ok(Some((Record { fields, block }, used)))
}

/// Returns the declared length of the record at the start of `bytes`, including its header; the bytes may end earlier.
pub(super) fn length(bytes: &[u8]) -> Option<u64> {
    let lead = line_ends(bytes);
    let (head, at) = split_head(&bytes[lead..]).ok()?;
    let header = (lead + at) as u64;
    if !head.starts_with(b"WARC/") {
        return None;
    }
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

/// Returns the header of a record and the offset of its block.
fn split_head(bytes: &[u8]) -> Result<(&[u8], usize), RecordError> {
    let window = &bytes[..bytes.len().min(HEADER_BYTES)];
    match window.windows(4).position(|four| four == b"\r\n\r\n") {
        Some(end) => Ok((&bytes[..end], end + 4)),
        None if bytes.len() < HEADER_BYTES => Err(RecordError::Truncated),
        None => Err(RecordError::NotWarc),
    }
}

/// Returns the named fields with names in lower case. The version line has no colon and is ignored.
fn fields(head: &[u8]) -> Vec<(String, String)> {
    let head = String::from_utf8_lossy(head);
    let lines = head.split("\r\n").skip(1);
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

fn line_ends(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| matches!(byte, b'\r' | b'\n'))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &[u8] = b"WARC/1.0\r\nWARC-Type: response\r\nwarc-target-uri: <http://a.test/>\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n";

    #[test]
    fn a_record_has_case_insensitive_fields_and_a_block_of_the_declared_length() {
        let (record, used) = read(ONE).unwrap().unwrap();
        assert_eq!(
            (record.kind(), record.target()),
            ("response", Some("http://a.test/"))
        );
        assert_eq!((record.block, used), (&b"abc"[..], ONE.len()));
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
            (
                b"WARC/1.0\r\nContent-Length: 3\r\n\r\nab",
                RecordError::Truncated,
            ),
            (b"WARC/1.0\r\nWARC-Type: x\r\n\r\nab", RecordError::NoLength),
            (
                b"WARC/1.0\r\nContent-Length: many\r\n\r\nab",
                RecordError::NoLength,
            ),
            (
                b"WARC/1.0\r\nContent-Length: 18446744073709551615\r\n\r\nab",
                RecordError::NoLength,
            ),
        ] {
            assert_eq!(
                read(bytes).map(|found| found.is_some()),
                Err(flaw),
                "{bytes:?}"
            );
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
