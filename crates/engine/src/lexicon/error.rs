//! Defines the errors of reading a lexicon.

use super::VERSION;

/// An error of reading a lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LexiconError {
    /// The bytes do not begin with the magic word.
    #[error("this is not a lexicon: give a decompressed file made by `cargo xtask lexicon`")]
    NotOurs,
    /// They are in another format version.
    #[error(
        "this lexicon has format {found}, this version reads format {VERSION}: rebuild it with `cargo xtask lexicon`"
    )]
    Version {
        /// The format found.
        found: u16,
    },
    /// The checksum is wrong: the file is truncated or damaged.
    #[error("the lexicon is damaged: fetch it again, or rebuild it with `cargo xtask lexicon`")]
    Damaged,
    /// A part exceeds its limit.
    #[error("the lexicon has too many {what}: the limit is {most}")]
    TooLarge {
        /// The excessive part.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// The bytes are complete but invalid.
    #[error("the lexicon is inconsistent ({0}): rebuild it with `cargo xtask lexicon`")]
    Content(&'static str),
}

impl LexiconError {}
