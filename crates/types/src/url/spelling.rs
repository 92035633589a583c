//! Normalizes path and query: escapes, session ids, tracking parameters, default documents.
//!
//! Decisions, since Pant §2.4 leaves them to heuristics:
//! - Escapes: unreserved characters (RFC 3986 §2.3) are decoded, `%7E` is `~`; other escapes are kept in upper case
//!   (§6.2.2.1). `^` in a path is escaped (URL Standard, "path percent-encode set"); the crate `url` leaves it.
//! - A default document (`index.html`) is removed only if no query follows it: `index.php?id=3` is a program.
//! - A parameter is removed only if its name is known to carry no content ([`super::noise`]), or if it is empty.
//!
//! Not covered: session ids in folders (`/(S(…))/`), since such servers redirect the bare URL back to one with an id.

use super::noise;
use percent_encoding::percent_decode_str;
use url::Url;

/// Names of default documents of folders (Pant §2.4, Evolving table 3.1), compared case-insensitively.
const DEFAULT_DOCUMENTS: [&str; 12] = [
    "index.html",
    "index.htm",
    "index.shtml",
    "index.xhtml",
    "index.php",
    "index.asp",
    "index.aspx",
    "index.jsp",
    "default.html",
    "default.htm",
    "default.asp",
    "default.aspx",
];

/// Returns true if [`respell`] would change only the fragment, by a quick check that covers most links.
pub(super) fn is_plain(url: &Url) -> bool {
    let path = url.path();
    url.query().is_none()
        && !path.bytes().any(|byte| matches!(byte, b'%' | b';' | b'^'))
        && !ends_in_default_document(path)
}

/// A URL with canonical path and query, without fragment.
pub(super) struct Respelled {
    pub(super) text: String,
    /// The default document that was removed.
    pub(super) document: Option<Box<str>>,
    /// True if it has, or had, parameters that carry no content.
    pub(super) has_noise: bool,
}

/// Returns the canonical spelling of a URL, without the parameters that carry no content unless `keeps_noise`.
pub(super) fn respell(url: &Url, keeps_noise: bool) -> Respelled {
    let mut out = String::with_capacity(url.as_str().len());
    out.push_str(&url[..url::Position::BeforePath]);
    let mut has_noise = false;
    for (n, segment) in url.path().split('/').enumerate() {
        if n > 0 {
            out.push('/');
        }
        has_noise |= push_segment(&mut out, segment, keeps_noise);
    }
    let path_end = out.len();
    for parameter in url.query().unwrap_or_default().split('&') {
        has_noise |= push_parameter(&mut out, path_end, parameter, keeps_noise);
    }
    let mut document = None;
    if out.len() == path_end && ends_in_default_document(&out) {
        let start = out.rfind('/').map_or(out.len(), |slash| slash + 1);
        document = Some(out.split_off(start).into_boxed_str());
    }
    Respelled { text: out, document, has_noise }
}

fn ends_in_default_document(path: &str) -> bool {
    is_default_document(path.rsplit('/').next().unwrap_or_default())
}

/// Returns true for the name of a default document.
pub fn is_default_document(name: &str) -> bool {
    name.contains('.') && DEFAULT_DOCUMENTS.iter().any(|document| document.eq_ignore_ascii_case(name))
}

/// Appends a path segment without its session ids (`page;jsessionid=1` is `page`), unless they are kept; returns true
/// if it had any.
fn push_segment(out: &mut String, segment: &str, keeps_noise: bool) -> bool {
    let start = out.len();
    for (n, piece) in segment.split('^').enumerate() {
        if n > 0 {
            out.push_str("%5E");
        }
        push_escapes(out, piece);
    }
    if !out[start..].contains(';') {
        return false;
    }
    let whole = out.split_off(start);
    for (n, part) in whole.split(';').enumerate() {
        if n > 0 && noise::is_noise(part) {
            continue;
        }
        if n > 0 {
            out.push(';');
        }
        out.push_str(part);
    }
    // `..;jsessionid=1` is kept: without its parameter it would become a dot segment, which names another page.
    if matches!(&out[start..], "." | "..") {
        out.truncate(start);
        out.push_str(&whole);
    }
    let has_noise = out.len() - start < whole.len();
    if has_noise && keeps_noise {
        out.truncate(start);
        out.push_str(&whole);
    }
    has_noise
}

/// Appends a query parameter, unless it is empty, or carries no content and such are not kept; returns true for one
/// that is not empty and carries none.
fn push_parameter(out: &mut String, path_end: usize, parameter: &str, keeps_noise: bool) -> bool {
    let start = out.len();
    out.push(if start == path_end { '?' } else { '&' });
    push_escapes(out, parameter);
    let written = &out[start + 1..];
    let is_noise = noise::is_noise(written);
    if written.is_empty() || (is_noise && !keeps_noise) {
        out.truncate(start);
    }
    is_noise
}

/// Appends `text` with canonical escapes. Broken escapes are kept.
fn push_escapes(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(byte) = escaped_byte(rest.as_bytes()) else {
            out.push('%');
            rest = &rest[1..];
            continue;
        };
        if is_unreserved(byte) && !ends_in_open_escape(out) {
            out.push(char::from(byte));
        } else {
            let escape = rest[..3].chars();
            out.extend(escape.map(|digit| digit.to_ascii_uppercase()));
        }
        rest = &rest[3..];
    }
    out.push_str(rest);
}

/// Returns the byte of an escape (`%7E`) at the start of `text`, if there is one.
pub fn escaped_byte(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else {
        return None;
    };
    let (high, low) = (char::from(*high).to_digit(16)?, char::from(*low).to_digit(16)?);
    u8::try_from(high * 16 + low).ok()
}

/// Returns true for the unreserved characters of RFC 3986 §2.3, for which an escape means the same.
pub fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Returns true if a decoded character would complete a broken escape: `%%37E` must not become `%7E`, which is another
/// URL.
fn ends_in_open_escape(out: &str) -> bool {
    match out.as_bytes() {
        [.., b'%'] => true,
        [.., b'%', digit] => digit.is_ascii_hexdigit(),
        _ => false,
    }
}

/// Returns the words of a part of a URL that contains escapes.
pub(super) fn decoded_words(piece: &str) -> Vec<String> {
    let decoded = percent_decode_str(piece).decode_utf8_lossy();
    let words = decoded.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
