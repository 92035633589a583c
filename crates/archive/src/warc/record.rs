//! Parses records of a WARC file (version line, named fields, block), and of an ARC file (one line, block).
//!
//! Lines may end without a carriage return, and a field may continue on lines that begin with a blank. Digests are not
//! verified, because recordings are trusted. Segmented records are not joined. The line of an ARC record is read as the
//! fields that WARC has for it. Bytes of a URL that are not UTF-8 are percent-encoded, as in a recorded `Location`.
//!
//! Source: ISO 28500:2017 §4 (file and record model), §5 (named fields); the ARC file format 1.0 and 2.0 of the
//! Internet Archive ("URL-record", 1996).

use crate::limits::WARC_HEADER_BYTES as HEADER_BYTES;
use memchr::{memchr, memmem};
use std::borrow::Cow;
use types::header::url_value;
use types::text::cut;
use types::url::CanonicalUrl;

/// The most characters of a URL in a reason.
pub(super) const URL_CHARS: usize = 200;
/// The schemes of records that recorders add about pages: lookups of names and owners (Heritrix), texts and screenshots
/// (Browsertrix), logs (Wget).
const OF_RECORDERS: [&str; 4] = ["dns:", "whois:", "urn:", "metadata:"];
/// The named fields that are the URL of a page.
const URL_FIELDS: [&str; 2] = ["warc-target-uri", "warc-refers-to-target-uri"];
/// The start of a WARC record.
pub(super) const START: &[u8] = b"WARC/";
/// The start of the first record of an ARC file.
pub(super) const ARC_START: &[u8] = b"filedesc:";

/// A record, borrowed from the bytes from which it was parsed.
#[derive(Debug)]
pub(super) struct Record<'a> {
    fields: Vec<(String, String)>,
    /// Its content block.
    pub(super) block: &'a [u8],
}

/// The format of a file of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Warc,
    Arc,
}

/// The bytes are not the start of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoRecord;

/// The size of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// The bytes of the header.
    pub(super) head: usize,
    /// The bytes of header and block, as declared.
    pub(super) total: u64,
}

impl Format {
    /// Returns the format of a file from its first bytes. A part of an ARC file begins with the record of a page.
    pub(super) fn detect(bytes: &[u8]) -> Self {
        if bytes.starts_with(ARC_START) || Self::Arc.starts(bytes) { Self::Arc } else { Self::Warc }
    }

    /// Returns the end of a record's header, which is the offset of its block; `None` if more bytes are needed. The
    /// first `searched` bytes do not contain it.
    ///
    /// # Errors
    /// Returns [`NoRecord`] if the bytes are not the start of a record, or if its header is over the limit.
    pub(super) fn head_end(self, bytes: &[u8], searched: usize) -> Result<Option<usize>, NoRecord> {
        let window = &bytes[..bytes.len().min(HEADER_BYTES)];
        let end = match self {
            Self::Warc => {
                let length = bytes.len().min(START.len());
                if !bytes[..length].eq_ignore_ascii_case(&START[..length]) {
                    return Err(NoRecord);
                }
                // An empty line of two bytes may have begun before.
                let from = searched.saturating_sub(2);
                let mut line_ends = memchr::memchr_iter(b'\n', &window[from..]).map(|at| from + at + 1);
                line_ends.find_map(|at| match &window[at..] {
                    [b'\n', ..] => Some(at + 1),
                    [b'\r', b'\n', ..] => Some(at + 2),
                    _ => None,
                })
            }
            Self::Arc => memchr(b'\n', &window[searched.min(window.len())..]).map(|at| searched + at + 1),
        };
        match end {
            None if bytes.len() >= HEADER_BYTES => Err(NoRecord),
            Some(end) if self == Self::Arc && arc_fields(&bytes[..end]).is_none() => Err(NoRecord),
            end => Ok(end),
        }
    }

    /// Returns the size of the record with this header; `None` if it has no valid length.
    pub(super) fn size(self, head: &[u8]) -> Option<Size> {
        let total = block_length(&self.fields(head))?.checked_add(head.len() as u64)?;
        Some(Size { head: head.len(), total })
    }

    /// Parses a record with its block.
    pub(super) fn record(self, bytes: &[u8]) -> Option<Record<'_>> {
        let end = self.head_end(bytes, 0).ok().flatten()?;
        Some(Record { fields: self.fields(&bytes[..end]), block: &bytes[end..] })
    }

    /// Returns whether a record starts here.
    pub(super) fn starts(self, bytes: &[u8]) -> bool {
        match self {
            Self::Warc => bytes.get(..START.len()).is_some_and(|start| start.eq_ignore_ascii_case(START)),
            Self::Arc => self.head_end(bytes, 0).is_ok_and(|end| end.is_some()),
        }
    }

    /// Returns whether more bytes are needed to know whether a record starts here.
    pub(super) fn may_start(self, bytes: &[u8]) -> bool {
        match self {
            Self::Warc => bytes.len() < START.len(),
            Self::Arc => memchr(b'\n', bytes).is_none(),
        }
    }

    /// Returns the most bytes in which [`Format::find`] recognizes a start.
    pub(super) fn start_bytes(self) -> usize {
        match self {
            Self::Warc => START.len(),
            Self::Arc => ARC_LINE_BYTES,
        }
    }

    /// Returns the offset of the next start of a record.
    pub(super) fn find(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Warc => memmem::find(bytes, START),
            // A record starts on a line of its own, with the scheme of its address.
            Self::Arc => {
                let lines = memmem::find_iter(bytes, b"\nhttp").map(|at| at + 1);
                lines.into_iter().find(|at| {
                    let line = &bytes[*at..bytes.len().min(at + ARC_LINE_BYTES)];
                    memchr(b'\n', line).is_some_and(|end| arc_fields(&line[..=end]).is_some())
                })
            }
        }
    }

    /// Returns the named fields of a header, with names in lower case.
    fn fields(self, head: &[u8]) -> Vec<(String, String)> {
        match self {
            Self::Warc => fields(head),
            Self::Arc => arc_fields(head).unwrap_or_default(),
        }
    }
}

impl Record<'_> {
    /// Returns the value of a named field; `name` is in lower case.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        field(&self.fields, name)
    }

    /// Returns `WARC-Type` in lower case: `response`, `resource`, `request`, …
    pub(super) fn kind(&self) -> &str {
        self.field("warc-type").unwrap_or_default()
    }

    /// Returns the recorded URL. Older writers put it in angle brackets.
    pub(super) fn target(&self) -> Option<&str> {
        let target = self.url_field("warc-target-uri")?;
        (!target.is_empty()).then_some(target)
    }

    /// Returns the URL of the recorded page with all its parameters; `None` if the record is of no page, such as a
    /// request or one of [`OF_RECORDERS`].
    ///
    /// # Errors
    /// Returns the reason, in a sentence without its period, if its URL is missing or is not of a page.
    pub(super) fn page_url(&self) -> Result<Option<CanonicalUrl>, String> {
        let kind = self.kind();
        if !matches!(kind, "response" | "resource" | "revisit") {
            return Ok(None);
        }
        let target = self.target().ok_or_else(|| format!("a record of type {kind} has no WARC-Target-URI"))?;
        match CanonicalUrl::whole(target) {
            Ok(url) => Ok(Some(url)),
            Err(_) if OF_RECORDERS.iter().any(|scheme| target.starts_with(scheme)) => Ok(None),
            Err(error) => Err(format!("a record of {} has no URL of a page: {error}", cut(target, URL_CHARS))),
        }
    }

    /// Returns the value of a field that is a URL or an id, without angle brackets; `name` is in lower case.
    pub(super) fn url_field(&self, name: &str) -> Option<&str> {
        let value = self.field(name)?;
        Some(value.trim_start_matches('<').trim_end_matches('>'))
    }

    /// Returns the reason that the block is incomplete, if the record says so: `WARC-Truncated` (ISO 28500 §5.13), or
    /// that it continues in other records (§5.17).
    pub(super) fn truncated(&self) -> Option<&str> {
        let is_segment = self.field("warc-segment-number").is_some();
        self.field("warc-truncated").or(is_segment.then_some("length"))
    }
}

/// The fields that a record has once (ISO 28500:2017 §5.2 to §5.5, §5.12).
const SINGLE_FIELDS: [&str; 5] = ["warc-record-id", "content-length", "warc-date", "warc-type", "warc-target-uri"];

/// Returns the offset of the next record in the header of one that breaks off there; `None` if the header is whole. The
/// next record begins with a version line, either where no value of a field can stand, or before fields that occurred
/// already. An address may also end like a version line.
pub(super) fn next_within(head: &[u8]) -> Option<usize> {
    let is_version = |at: &usize| {
        let line = head[at + START.len()..].split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
        !line.is_empty() && line.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
    };
    let at = memmem::rfind_iter(head, START).find(is_version).filter(|at| *at > 0)?;
    let (before, after) = head.split_at(at);
    let line = &before[memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)..];
    let has_name = line.contains(&b':') || line.starts_with(b" ") || line.starts_with(b"\t");
    let (before, after) = (fields(before), fields(after));
    let is_repeated = |name: &&str| field(&before, name).is_some() && field(&after, name).is_some();
    (!has_name || SINGLE_FIELDS.iter().any(is_repeated)).then_some(at)
}

/// Returns the size of the header at the start of some bytes, as far as it is there and within the limit; 0 if they are
/// not the start of a WARC record.
pub(super) fn head_bytes(bytes: &[u8]) -> usize {
    match Format::Warc.head_end(bytes, 0) {
        Ok(end) => end.unwrap_or(bytes.len()),
        Err(_) if Format::Warc.starts(bytes) => HEADER_BYTES,
        Err(_) => 0,
    }
}

/// Returns the named fields with names in lower case. The version line has no colon and is ignored.
fn fields(head: &[u8]) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in head.split(|byte| *byte == b'\n').skip(1) {
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            if let Some((name, value)) = fields.last_mut() {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(text(name, line).trim());
            }
        } else if let Some(colon) = memchr(b':', line) {
            let name = String::from_utf8_lossy(&line[..colon]).trim().to_ascii_lowercase();
            let value = text(&name, &line[colon + 1..]).trim().to_owned();
            fields.push((name, value));
        }
    }
    for (_, kind) in fields.iter_mut().filter(|(name, _)| name == "warc-type") {
        kind.make_ascii_lowercase();
    }
    fields
}

/// Returns a value, or a part of it, of the field with this name.
fn text<'a>(name: &str, value: &'a [u8]) -> Cow<'a, str> {
    if URL_FIELDS.contains(&name) { url_text(value) } else { String::from_utf8_lossy(value) }
}

/// Returns a text with a URL, whose bytes are kept if they are not UTF-8.
fn url_text(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| Cow::Owned(url_value(bytes)), Cow::Borrowed)
}

/// The most bytes of an ARC record's line that are searched for after damage.
const ARC_LINE_BYTES: usize = 8 * 1024;

/// Returns the line of an ARC record as fields of WARC: `URL IP-address date type … length`, five words in version 1.0
/// and ten in 2.0. `None` if it is none. A URL may contain blanks, so the words are counted from the end. Some writers
/// leave the seconds of the date out.
fn arc_fields(line: &[u8]) -> Option<Vec<(String, String)>> {
    let line = url_text(line);
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let (length, before) = words.split_last()?;
    let is_date = |word: &&str| matches!(word.len(), 12 | 14) && word.bytes().all(|byte| byte.is_ascii_digit());
    let date_at = before.iter().rposition(is_date)?;
    let [.., date] = &before[..=date_at] else { return None };
    let url = before[..date_at.checked_sub(1)?].join(" ");
    let media_type = before.get(date_at + 1)?;
    let (scheme, _) = url.split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte));
    if !is_scheme || !length.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let is_page = url.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"));
    let part = |range: std::ops::Range<usize>| date.get(range).unwrap_or("00");
    let at = format!("{}-{}-{}T{}:{}:{}Z", part(0..4), part(4..6), part(6..8), part(8..10), part(10..12), part(12..14));
    let kind = if is_page {
        "response"
    } else if url.starts_with("filedesc:") {
        "warcinfo"
    } else {
        "other"
    };
    let fields = [
        ("warc-type", kind),
        ("warc-target-uri", &url),
        ("warc-date", &at),
        ("content-type", media_type),
        ("content-length", length),
    ];
    Some(fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into())
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

/// Returns the number of bytes of padding at the start of some bytes: line ends, blanks and zeros.
pub(super) fn padding(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_padding(**byte)).count()
}

/// Returns whether a byte may stand between records: a line end, a blank or zero.
pub(super) fn is_padding(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n' | b' ' | 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &[u8] =
        b"WARC/1.0\r\nWARC-Type: response\r\nwarc-target-uri: <http://a.test/>\r\nContent-Length: 3\r\n\r\nabc";

    fn size(bytes: &[u8]) -> Option<u64> {
        let end = Format::Warc.head_end(bytes, 0).ok()??;
        Format::Warc.size(&bytes[..end]).map(|size| size.total)
    }

    #[test]
    fn a_record_has_case_insensitive_fields_and_a_block_of_the_declared_length() {
        for bytes in [ONE.to_vec(), String::from_utf8_lossy(ONE).replace('\r', "").into_bytes()] {
            let record = Format::Warc.record(&bytes).unwrap();
            assert_eq!((record.kind(), record.target()), ("response", Some("http://a.test/")));
            assert_eq!((record.block, size(&bytes)), (&b"abc"[..], Some(bytes.len() as u64)));
        }
    }

    /// ISO 28500:2017 §4 (a field value may be folded onto lines that begin with a blank).
    #[test]
    fn a_field_may_continue_on_further_lines() {
        let bytes = b"WARC/1.0\r\nWARC-Target-URI:\r\n http://a.test/\r\nContent-Length:\r\n\t0\r\n\r\n";
        let record = Format::Warc.record(bytes).unwrap();
        assert_eq!((record.target(), size(bytes)), (Some("http://a.test/"), Some(bytes.len() as u64)));
    }

    #[test]
    fn the_bytes_of_a_url_are_kept() {
        for (url, expected) in [
            (&b"http://a.test/caf\xe9"[..], "http://a.test/caf%E9"),
            (b"<http://a.test/caf\xe9>", "http://a.test/caf%E9"),
            (b"http://a.test/\r\n caf\xe9", "http://a.test/ caf%E9"),
            ("http://a.test/caf\u{e9}".as_bytes(), "http://a.test/caf\u{e9}"),
        ] {
            let fields = [
                &b"WARC/1.0\r\nWARC-Target-URI: "[..],
                url,
                b"\r\nWARC-Refers-To-Target-URI: ",
                url,
                b"\r\nX: \xe9\r\n\r\n",
            ];
            let head = fields.concat();
            let record = Format::Warc.record(&head).unwrap();
            assert_eq!(record.target(), Some(expected));
            assert_eq!(record.url_field("warc-refers-to-target-uri"), Some(expected));
            assert_eq!(record.field("x"), Some("\u{fffd}"));
        }
        let line = b"http://a.test/caf\xe9 192.0.2.1 19961104142103 text/html 202\n";
        let record = Format::Arc.record(line).unwrap();
        assert_eq!(record.target(), Some("http://a.test/caf%E9"));
    }

    #[test]
    fn the_end_of_a_header_is_found_from_any_byte_that_was_searched() {
        let end = Format::Warc.head_end(ONE, 0).unwrap().unwrap();
        for searched in 0..end {
            assert_eq!(Format::Warc.head_end(&ONE[..searched], 0), Ok(None));
            assert_eq!(Format::Warc.head_end(ONE, searched), Ok(Some(end)), "{searched}");
        }
        let long = [START, &vec![b'x'; HEADER_BYTES]].concat();
        assert_eq!(Format::Warc.head_end(&long, 0), Err(NoRecord));
        assert_eq!(Format::Warc.head_end(b"<!DOCTYPE html>", 0), Err(NoRecord));
    }

    #[test]
    fn only_digits_are_a_length() {
        for (length, expected) in [
            ("3", Some(3)),
            (" 3 ", Some(3)),
            ("18446744073709551615", None),
            ("99999999999999999999999", None),
            ("-1", None),
            ("+5", None),
            ("0x10", None),
            ("", None),
        ] {
            let head = format!("WARC/1.1\r\nContent-Length: {length}\r\n\r\n");
            let size = size(head.as_bytes()).map(|size| size - head.len() as u64);
            assert_eq!(size, expected, "{length}");
        }
        assert_eq!(size(b"WARC/1.1\r\nWARC-Type: x\r\n\r\n"), None);
    }

    /// The examples of the format's description, in version 1.0 and 2.0, and a URL with a blank.
    #[test]
    fn the_line_of_an_arc_record_has_the_fields_of_a_warc_record() {
        for line in [
            "http://a.test/x 192.0.2.1 19961104142103 text/html 202\n",
            "http://a.test/x 192.0.2.1 19961104142103 text/html 200 fac069150613fe55599cc7fa88aa089d - 209 \
            IA-001102.arc 202\r\n",
        ] {
            let record = Format::Arc.record(line.as_bytes()).unwrap();
            assert_eq!((record.kind(), record.target()), ("response", Some("http://a.test/x")));
            assert_eq!(record.field("warc-date"), Some("1996-11-04T14:21:03Z"));
            assert_eq!(record.field("content-type"), Some("text/html"));
            assert_eq!(Format::Arc.size(line.as_bytes()).map(|size| size.total), Some(202 + line.len() as u64));
        }
        let record = Format::Arc.record(b"http://a.test/a b 0.0.0.0 20000101000000 text/html 0\n").unwrap();
        assert_eq!(record.target(), Some("http://a.test/a b"));
        for line in [
            "<p>text on a line\n",
            "http://a.test/ 0.0.0.0 2000 text/html 0\n",
            "http://a.test/ 0.0.0.0 20000101000000 text/html many\n",
            "://a.test/ 0.0.0.0 20000101000000 text/html 0\n",
            "<p>at 10:30 from 0.0.0.0 20000101000000 text/html 0\n",
        ] {
            assert!(Format::Arc.record(line.as_bytes()).is_none(), "{line}");
        }
    }

    #[test]
    fn a_further_version_line_ends_a_header_that_breaks_off() {
        let whole =
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/WARC/1.0\r\nContent-Length: 3\r\n\r\n";
        assert_eq!(next_within(whole.as_bytes()), None, "an address");
        let folded = whole.replace(": http", ":\r\n WARC/1.0\r\n http");
        assert_eq!(next_within(folded.as_bytes()), None, "a value on a line of its own");
        let next = whole.replace("/WARC/1.0", "");
        for end in START.len()..whole.len() {
            let head = format!("{}{next}", &whole[..end]);
            assert_eq!(next_within(head.as_bytes()), Some(end), "{head}");
        }
    }

    #[test]
    fn no_bytes_make_it_panic() {
        for end in 0..ONE.len() {
            for format in [Format::Warc, Format::Arc] {
                let _ = format.record(&ONE[..end]);
                let _ = format.record(&ONE[end..]);
                let _ = format.find(&ONE[end..]);
            }
        }
    }
}
