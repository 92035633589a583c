//! Reads values of HTTP response headers as browsers do: media types, and URLs in any bytes.
//!
//! Source: WHATWG Fetch §2.2.2 ("get, decode, and split") and §2.2.3 ("extract a MIME type"); WHATWG MIME Sniffing §4.4
//! ("parse a MIME type") and §7.1 ("rules for identifying an unknown MIME type").

use crate::document::DocumentFormat;
use std::fmt::Write as _;

/// The header that says that a body is incomplete, with the reason as in `WARC-Truncated` (ISO 28500:2017 §5.13). The
/// proxy and the reader of recordings set it; a host's own header of this name is dropped.
pub const TRUNCATED: &str = "x-upstream-truncated";

/// The header that says that a body is the document of the page after its scripts have run. Renderers set it; sources
/// of live pages drop a host's own header of this name.
pub const RENDERED: &str = "x-salticid-rendered";

/// The number of bytes in which binary data is looked for (MIME Sniffing §5.2, the resource header).
const RESOURCE_HEADER: usize = 1_445;

/// The first bytes of formats that are no text, and may have no byte that tells so (MIME Sniffing §6, §7.1).
const PRINTABLE_SIGNATURES: [&[u8]; 2] = [b"%PDF-", b"%!PS-Adobe-"];

/// The byte order marks of UTF-8, UTF-16BE and UTF-16LE, behind which every byte may be text.
const BYTE_ORDER_MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];

/// Returns the headers of a page whose body is now its rendered HTML in UTF-8; names are in lower case.
pub fn of_rendered(headers: Vec<(String, String)>) -> Vec<(String, String)> {
    let kept = headers.into_iter().filter(|(name, _)| name != "content-type");
    kept.chain([("content-type", "text/html; charset=utf-8"), (RENDERED, "1")].map(|(n, v)| (n.into(), v.into())))
        .collect()
}

/// A media type: the essence, and the charset if there is one. Other parameters are dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaType {
    /// Type and subtype in lower case: `text/html`.
    pub essence: String,
    /// The parameter `charset`, as it is written.
    pub charset: Option<String>,
}

impl MediaType {
    /// Extracts the media type of a response from its `Content-Type` headers, which may be joined with commas: the last
    /// valid one, with the charset of an earlier one of the same essence. `None` if there is none, and for the types
    /// that say that it is unknown (MIME Sniffing §7): `unknown/unknown`, `application/unknown`, `*/*`.
    pub fn extract<'a>(values: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut found: Option<Self> = None;
        for value in values.into_iter().flat_map(|value| split(value, ',')) {
            let Some(mut next) = Self::parse(value).filter(|next| next.essence != "*/*") else {
                continue;
            };
            if let Some(earlier) = found.filter(|earlier| earlier.essence == next.essence) {
                next.charset = next.charset.or(earlier.charset);
            }
            found = Some(next);
        }
        found.filter(|found| !matches!(found.essence.as_str(), "unknown/unknown" | "application/unknown"))
    }

    /// Parses one media type; `None` if it is invalid.
    fn parse(value: &str) -> Option<Self> {
        let mut parts = split(value, ';');
        let essence = parts.next()?.trim_matches(is_white_space).to_ascii_lowercase();
        let (kind, subtype) = essence.split_once('/')?;
        if !is_token(kind) || !is_token(subtype) {
            return None;
        }
        let charset = parts.find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            let value = unquoted(value);
            (name.trim_matches(is_white_space).eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
        });
        Some(Self { essence, charset })
    }

    /// Returns the format of documents that it names.
    pub fn document_format(&self) -> Option<DocumentFormat> {
        DocumentFormat::of_media_type(&self.essence)
    }

    /// Returns whether it is a type of XML (MIME Sniffing §4.6).
    pub fn is_xml(&self) -> bool {
        self.essence.ends_with("+xml") || matches!(self.essence.as_str(), "text/xml" | "application/xml")
    }

    /// Returns whether it is plain text or Markdown (RFC 7763).
    pub fn is_text(&self) -> bool {
        matches!(self.essence.as_str(), "text/plain" | "text/markdown" | "text/x-markdown")
    }

    /// Returns whether it is a type of HTML.
    pub fn is_html(&self) -> bool {
        matches!(self.essence.as_str(), "text/html" | "application/xhtml+xml")
    }
}

impl std::fmt::Display for MediaType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.charset {
            None => f.write_str(&self.essence),
            Some(charset) if is_token(charset) => write!(f, "{};charset={charset}", self.essence),
            Some(charset) => write!(f, "{};charset=\"{}\"", self.essence, charset.replace(['"', '\\'], "")),
        }
    }
}

/// Returns whether a body without a known media type is no text: it begins like a document of another format, or its
/// first 1,445 bytes contain a control character that text does not have.
pub fn is_binary(body: &[u8]) -> bool {
    let starts_with = |marks: &[&[u8]]| marks.iter().any(|mark| body.starts_with(mark));
    let is_data = |byte: &u8| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    let head = &body[..body.len().min(RESOURCE_HEADER)];
    starts_with(&PRINTABLE_SIGNATURES) || !starts_with(&BYTE_ORDER_MARKS) && head.iter().any(is_data)
}

/// Returns the media type of a body that is compressed, whatever its headers say; `None` for any other, which may be
/// text: gzip (RFC 1952 §2.3.1), zstd (RFC 8878 §3.1.1), compress, bzip2, xz.
pub fn compressed_type(body: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 5] = [
        (b"\x1f\x8b\x08", "application/gzip"),
        (b"\x28\xb5\x2f\xfd", "application/zstd"),
        (b"\x1f\x9d", "application/x-compress"),
        (b"BZh91AY&SY", "application/x-bzip2"),
        (b"\xfd7zXZ\0", "application/x-xz"),
    ];
    SIGNATURES.into_iter().find(|(start, _)| body.starts_with(start)).map(|(_, kind)| kind)
}

/// Returns the value of a header that contains a URL, in ASCII: other bytes are percent-encoded one by one, so that a
/// path in Latin-1 or UTF-8 keeps its bytes. Browsers do the same with `Location`.
pub fn url_value(value: &[u8]) -> String {
    let mut text = String::with_capacity(value.len());
    for byte in value {
        match byte {
            0..=0x7f => text.push(char::from(*byte)),
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

/// Splits a value at a character, except inside quotes.
fn split(value: &str, at: char) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    value.split(move |c: char| {
        let is_end = c == at && !is_quoted;
        is_quoted ^= c == '"' && !is_escaped;
        is_escaped = is_quoted && c == '\\' && !is_escaped;
        is_end
    })
}

/// Returns a parameter's value without white space, quotes and escapes. Single quotes are removed as well, which some
/// servers write.
fn unquoted(value: &str) -> String {
    let value = value.trim_matches(is_white_space);
    match value.strip_prefix('"') {
        Some(quoted) => quoted.strip_suffix('"').unwrap_or(quoted).replace('\\', "").trim().to_owned(),
        None => value.trim_matches('\'').trim().to_owned(),
    }
}

fn is_white_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Returns true for a token (RFC 9110 §5.6.2).
pub fn is_token(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extract(values: &[&str]) -> Option<String> {
        MediaType::extract(values.iter().copied()).map(|found| found.to_string())
    }

    /// The examples of Fetch §2.2.3, and neighbors.
    #[test]
    fn the_last_valid_of_several_types_counts_with_the_charset_of_its_essence() {
        for (values, expected) in [
            (&["text/plain;charset=gbk, text/html"][..], Some("text/html")),
            (&["text/html;charset=gbk;a=b, text/html;x=y"], Some("text/html;charset=gbk")),
            (&["text/html;charset=gbk", "x/x", "text/html;x=y"], Some("text/html")),
            (&["text/html", "cannot-parse"], Some("text/html")),
            (&["text/html", "*/*"], Some("text/html")),
            (&["text/html", ""], Some("text/html")),
            (&["text/html, text/html; charset=utf-8"], Some("text/html;charset=utf-8")),
            (&["text/plain, text/html"], Some("text/html")),
            (&["text/html", "text/plain"], Some("text/plain")),
            (&["text/html;charset=\"a,b\", text/html"], Some("text/html;charset=\"a,b\"")),
        ] {
            assert_eq!(extract(values).as_deref(), expected, "{values:?}");
        }
    }

    #[test]
    fn unknown_and_invalid_types_are_none() {
        for value in
            ["unknown/unknown", "application/unknown", "*/*", "html", "text/html charset=utf-8", "", ";;", "/x", "a/"]
        {
            assert_eq!(extract(&[value]), None, "{value}");
        }
        assert_eq!(extract(&[]), None);
    }

    #[test]
    fn a_charset_is_read_in_every_spelling() {
        for (value, expected) in [
            ("text/html;;charset=UTF-8", "text/html;charset=UTF-8"),
            ("Text/HTML ; Charset = \"gbk\"", "text/html;charset=gbk"),
            ("text/html;charset='gbk'", "text/html;charset=gbk"),
            ("text/html;charset=\"gbk", "text/html;charset=gbk"),
            ("text/html;charset=;charset=gbk", "text/html;charset=gbk"),
            ("text/html;charset", "text/html"),
        ] {
            assert_eq!(extract(&[value]).as_deref(), Some(expected), "{value}");
        }
    }

    #[test]
    fn bodies_of_other_formats_are_binary_and_text_is_not() {
        for body in [&b"%PDF-1.7"[..], b"%!PS-Adobe-3.0", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", b"a\0b"] {
            assert!(is_binary(body), "{body:?}");
        }
        for body in [&b"<p>x"[..], b"", b"caf\xe9\t\r\n\x0c\x1b", b"\xff\xfe<\0p\0>\0", b"\xef\xbb\xbf<p>"] {
            assert!(!is_binary(body), "{body:?}");
        }
    }

    #[test]
    fn a_location_keeps_its_bytes() {
        assert_eq!(url_value(b"/caf\xe9?a=b"), "/caf%E9?a=b");
        assert_eq!(url_value("/café".as_bytes()), "/caf%C3%A9");
        assert_eq!(url_value(b"/caf%e9 x"), "/caf%e9 x");
    }
}
