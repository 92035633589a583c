//! Reads the primitives of the format: the header, LEB128 varints and front-coded texts. Every read is bounded by the
//! remaining bytes.

use super::LexiconError;
use super::words::Words;
use types::limits::{LEMMA_BYTES, LEXICON_BYTES};
use xxhash_rust::xxh3::xxh3_64;

/// The unread bytes.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

const TRUNCATED: LexiconError = LexiconError::Content("it ends too early");

impl<'a> Bytes<'a> {
    /// Returns the bytes after a valid header: a magic word, the version, the checksum of the bytes after it.
    pub(crate) fn after_header(bytes: &'a [u8], magic: [u8; 4], expected: u16) -> Result<Self, LexiconError> {
        if bytes.len() > LEXICON_BYTES {
            return Err(LexiconError::TooLarge { what: "bytes", most: LEXICON_BYTES });
        }
        let rest = bytes.strip_prefix(&magic).ok_or(LexiconError::NotOurs)?;
        let (version, rest) = rest.split_first_chunk().ok_or(LexiconError::Damaged)?;
        let found = u16::from_le_bytes(*version);
        if found != expected {
            return Err(LexiconError::Version { found, expected });
        }
        let (checksum, body) = rest.split_first_chunk().ok_or(LexiconError::Damaged)?;
        if xxh3_64(body) != u64::from_le_bytes(*checksum) {
            return Err(LexiconError::Damaged);
        }
        Ok(Self(body))
    }

    /// Returns the next number.
    pub(crate) fn read_varint(&mut self) -> Result<usize, LexiconError> {
        let mut value = 0_u32;
        for shift in [0, 7, 14, 21, 28] {
            let (&byte, rest) = self.0.split_first().ok_or(TRUNCATED)?;
            self.0 = rest;
            value |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value as usize);
            }
        }
        Err(LexiconError::Content("a number is too large"))
    }

    /// Returns the next number as a count, which may not exceed `most` or the number of bytes left.
    pub(crate) fn count(&mut self, what: &'static str, most: usize) -> Result<usize, LexiconError> {
        let count = self.read_varint()?;
        if count > most {
            return Err(LexiconError::TooLarge { what, most });
        }
        if count > self.0.len() {
            return Err(TRUNCATED);
        }
        Ok(count)
    }

    /// Reads `n` numbers; returns them with their cumulative sums.
    pub(crate) fn counts(
        &mut self,
        n: usize,
        what: &'static str,
        most: usize,
    ) -> Result<(Vec<usize>, usize), LexiconError> {
        let mut sum = 0_usize;
        let mut counts = Vec::with_capacity(n.min(self.0.len()));
        for _ in 0..n {
            let count = self.read_varint()?;
            sum = sum.saturating_add(count);
            if sum > most {
                return Err(LexiconError::TooLarge { what, most });
            }
            counts.push(count);
        }
        Ok((counts, sum))
    }

    /// Returns the next `n` bytes.
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], LexiconError> {
        let (head, rest) = self.0.split_at_checked(n).ok_or(TRUNCATED)?;
        self.0 = rest;
        Ok(head)
    }

    /// Returns the text after its length.
    pub(crate) fn text(&mut self) -> Result<&'a str, LexiconError> {
        let length = self.count("letters", LEMMA_BYTES)?;
        std::str::from_utf8(self.take(length)?).map_err(|_| LexiconError::Content("no text"))
    }

    /// Returns a front-coded table: the number of letters that each line shares with the previous line, then the
    /// remaining letters.
    pub(crate) fn words(&mut self, most: usize) -> Result<Words, LexiconError> {
        let n = self.count("words", most)?;
        let shared = self.counts(n, "letters", n.saturating_mul(LEMMA_BYTES))?.0;
        let length = self.read_varint()?;
        let mut lines = self.take(length)?.split(|&byte| byte == b'\n');
        let mut words = Words::with_capacity(n, length);
        let mut word = Vec::with_capacity(LEMMA_BYTES);
        for shared in shared {
            let rest = lines.next().ok_or(TRUNCATED)?;
            if shared > word.len() || shared + rest.len() > LEMMA_BYTES {
                return Err(LexiconError::Content("a word is too long"));
            }
            word.truncate(shared);
            word.extend_from_slice(rest);
            let text = std::str::from_utf8(&word).map_err(|_| LexiconError::Content("no text"))?;
            words.push(text)?;
        }
        Ok(words.indexed())
    }
}
