//! Texts of tokens: slices of the input, decoded on demand.

use super::references::reference;
use memchr::{memchr2, memchr3};
use std::borrow::Cow;

/// The rules by which a text is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// Character references; the tree construction stage handles NUL.
    Data,
    /// Character references; NUL becomes U+FFFD.
    Rcdata,
    /// No character references; NUL becomes U+FFFD.
    Raw,
    /// No character references; the tree construction stage handles NUL.
    Cdata,
    /// As [`TextKind::Rcdata`], with the rule for references in attributes.
    Value,
}

impl TextKind {
    fn has_references(self) -> bool {
        matches!(self, Self::Data | Self::Rcdata | Self::Value)
    }

    fn keeps_nul(self) -> bool {
        matches!(self, Self::Data | Self::Cdata)
    }
}

/// A text of a token: a slice of the input, decoded on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    raw: &'a str,
    kind: TextKind,
}

impl<'a> Text<'a> {
    pub(super) fn new(raw: &'a str, kind: TextKind) -> Self {
        Self { raw, kind }
    }

    /// Returns the text as it is written.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Returns true for a CDATA section.
    pub fn is_cdata(&self) -> bool {
        self.kind == TextKind::Cdata
    }

    /// Returns at most the first `bytes` of the undecoded text; a character reference at the end may be divided.
    #[must_use]
    pub fn cut(self, bytes: usize) -> Self {
        let raw = &self.raw[..self.raw.floor_char_boundary(bytes)];
        Self { raw, ..self }
    }

    /// Returns the text with the rule for references in attributes: `?a=1&copy=2` in a text that is an address has
    /// none.
    #[must_use]
    pub fn as_value(self) -> Self {
        let kind = if self.kind == TextKind::Data { TextKind::Value } else { self.kind };
        Self { kind, ..self }
    }

    /// Returns the text with line ends, NUL characters and character references resolved.
    pub fn decoded(&self) -> Cow<'a, str> {
        let Some(at) = self.find(self.raw) else {
            return Cow::Borrowed(self.raw);
        };
        let mut decoded = String::with_capacity(self.raw.len());
        self.decode(at, &mut decoded);
        Cow::Owned(decoded)
    }

    /// Returns the same as [`Text::decoded`], and uses `buffer` if the text has to be copied.
    pub fn decoded_in<'b>(&self, buffer: &'b mut String) -> &'b str
    where
        'a: 'b,
    {
        let Some(at) = self.find(self.raw) else {
            return self.raw;
        };
        buffer.clear();
        self.decode(at, buffer);
        buffer
    }

    /// Returns the position of the next character that may have to be replaced.
    #[inline]
    fn find(&self, text: &str) -> Option<usize> {
        if self.kind.has_references() {
            memchr3(b'&', b'\r', 0, text.as_bytes())
        } else {
            memchr2(b'\r', 0, text.as_bytes())
        }
    }

    /// Appends the decoded text; `at` is the first position that may have to be replaced.
    fn decode(&self, mut at: usize, decoded: &mut String) {
        let mut rest = self.raw;
        loop {
            decoded.push_str(&rest[..at]);
            let special = rest.as_bytes()[at];
            rest = &rest[at + 1..];
            rest = match special {
                b'&' => self.reference(rest, decoded),
                b'\r' => {
                    decoded.push('\n');
                    rest.strip_prefix('\n').unwrap_or(rest)
                }
                _ => {
                    decoded.push(if self.kind.keeps_nul() { '\0' } else { char::REPLACEMENT_CHARACTER });
                    rest
                }
            };
            let Some(next) = self.find(rest) else {
                break;
            };
            at = next;
        }
        decoded.push_str(rest);
    }

    /// Appends the characters of the reference after an ampersand; returns the remaining text.
    fn reference<'t>(&self, after: &'t str, decoded: &mut String) -> &'t str {
        let Some((characters, length)) = reference(after, self.kind == TextKind::Value) else {
            decoded.push('&');
            return after;
        };
        decoded.extend(characters);
        &after[length..]
    }
}
