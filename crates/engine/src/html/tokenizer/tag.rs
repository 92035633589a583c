//! Reads tags: name, attributes, self-closing flag.
//!
//! Source: WHATWG HTML §13.2.5.8 "tag name state", §13.2.5.32 to 40 (attributes, self-closing start tag state).

use super::attributes::{Attribute, Attributes};
use memchr::memchr;

/// The state in which the tokenizer reads characters, named as in the standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Markup and character references.
    #[default]
    Data,
    /// Text with character references, up to the end tag: `title` and `textarea`.
    Rcdata,
    /// Text up to the end tag: `style`, `xmp`, `iframe`, `noembed`, `noframes`, `noscript`.
    RawText,
    /// Text of a `script` up to its end tag, except those of a `<script>` nested in `<!--`.
    ScriptData,
    /// Text up to the end of the input.
    PlainText,
    /// Text up to `]]>`.
    CdataSection,
}

/// The name of a tag and whether it ends with `/>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name as it is written: in any case, and with any NUL characters.
    pub name: &'a str,
    /// True if the tag ends with `/>`.
    pub self_closing: bool,
}

impl Tag<'_> {
    /// Returns true if the tag has this lower-case name.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns the state for the content of an HTML element after this start tag, with scripting.
    pub fn content(&self) -> State {
        let mut raw = CONTENT.iter().filter(|(name, _)| self.is(name));
        raw.next().map_or(State::Data, |(_, state)| *state)
    }
}

/// The elements whose content is not markup (WHATWG HTML §13.2.6.4).
const CONTENT: [(&str, State); 10] = [
    ("script", State::ScriptData),
    ("style", State::RawText),
    ("title", State::Rcdata),
    ("textarea", State::Rcdata),
    ("noscript", State::RawText),
    ("iframe", State::RawText),
    ("noembed", State::RawText),
    ("noframes", State::RawText),
    ("xmp", State::RawText),
    ("plaintext", State::PlainText),
];

/// Parses the tag whose name begins at `start`; returns it and its end, or `None` if the input ends in the tag.
pub(super) fn scan<'a>(input: &'a str, start: usize, attributes: &mut Attributes<'a>) -> Option<(Tag<'a>, usize)> {
    let bytes = input.as_bytes();
    attributes.clear();
    let mut at = find(bytes, start, |b| is_space(b) || matches!(b, b'/' | b'>'))?;
    let name = &input[start..at];
    let tag = |self_closing| Tag { name, self_closing };
    loop {
        match *bytes.get(at..)? {
            [b'>', ..] => return Some((tag(false), at + 1)),
            [b'/', b'>', ..] => return Some((tag(true), at + 2)),
            [b'/', ..] => at += 1,
            [b, ..] if is_space(b) => at += 1,
            [_, ..] => at = attribute(input, at, attributes)?,
            [] => return None,
        }
    }
}

/// Parses the attribute at `start`; returns its end, or `None` if the input ends in it.
fn attribute<'a>(input: &'a str, start: usize, attributes: &mut Attributes<'a>) -> Option<usize> {
    let bytes = input.as_bytes();
    // The first character belongs to the name, even if it is `=`.
    let end = find(bytes, start + 1, |b| is_space(b) || matches!(b, b'/' | b'>' | b'='))?;
    let after = find(bytes, end, |b| !is_space(b))?;
    let (value, at) = if bytes[after] == b'=' { value(input, after + 1)? } else { ("", after) };
    attributes.add(Attribute::new(&input[start..end], value));
    Some(at)
}

/// Returns the value after `=`, and its end including the quote.
fn value(input: &str, after: usize) -> Option<(&str, usize)> {
    let bytes = input.as_bytes();
    let start = find(bytes, after, |b| !is_space(b))?;
    let quote = bytes[start];
    if matches!(quote, b'"' | b'\'') {
        let value = &input[start + 1..];
        let length = memchr(quote, value.as_bytes())?;
        return Some((&value[..length], start + length + 2));
    }
    let end = find(bytes, start, |b| is_space(b) || b == b'>')?;
    Some((&input[start..end], end))
}

/// Returns the first position from `start` whose byte matches.
#[inline]
fn find(bytes: &[u8], start: usize, fits: impl Fn(u8) -> bool) -> Option<usize> {
    let found = bytes.get(start..)?.iter().position(|&b| fits(b))?;
    Some(start + found)
}

/// Returns true for HTML white space; a carriage return stands for a line feed.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r')
}
