//! Normalizes a written form to the lexicon's spelling, in a buffer of fixed size, so that a look-up allocates nothing.

use types::limits::LEMMA_BYTES;

/// A short text on the stack.
#[derive(Clone, Copy)]
pub(super) struct Spelling {
    bytes: [u8; LEMMA_BYTES],
    len: usize,
}

impl Spelling {
    pub(super) const EMPTY: Self = Self { bytes: [0; LEMMA_BYTES], len: 0 };

    /// Converts to lower case, collapses spaces and underscores, and trims. Returns `None` if the result is longer than
    /// any lemma.
    pub(super) fn new(written: &str) -> Option<Self> {
        let mut new = Self::EMPTY;
        let parts = written.split(|c: char| c == '_' || c.is_whitespace());
        for part in parts.filter(|part| !part.is_empty()) {
            if new.len > 0 {
                new.push(" ")?;
            }
            let start = new.len;
            new.push(part)?;
            new.bytes[start..new.len].make_ascii_lowercase();
        }
        Some(new)
    }

    /// Appends a text; returns `None` if it does not fit.
    pub(super) fn push(&mut self, text: &str) -> Option<()> {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Some(())
    }

    /// Returns the first `keep` bytes of a text with another ending.
    pub(super) fn with_ending(text: &str, keep: usize, ending: &str) -> Option<Self> {
        let mut new = Self::EMPTY;
        new.push(text.get(..keep)?)?;
        new.push(ending)?;
        Some(new)
    }

    /// Returns the same text with the ASCII character `from` replaced by `to`.
    pub(super) fn replaced(mut self, from: u8, to: u8) -> Self {
        for byte in &mut self.bytes[..self.len] {
            if *byte == from {
                *byte = to;
            }
        }
        self
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_form_is_normalized() {
        for (written, spelled) in [
            ("Dengue_fever", Some("dengue fever")),
            ("  text \n editor ", Some("text editor")),
            ("x-ray", Some("x-ray")),
            ("Müller", Some("müller")),
            ("", Some("")),
            (&"a".repeat(LEMMA_BYTES), Some(&*"a".repeat(LEMMA_BYTES))),
            (&"a".repeat(LEMMA_BYTES + 1), None),
        ] {
            let found = Spelling::new(written);
            assert_eq!(found.as_ref().map(Spelling::as_str), spelled, "{written}");
        }
    }
}
