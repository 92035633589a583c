//! Defines the errors of reading a lexicon.

/// An error of reading a lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LexiconError {
    /// The bytes do not begin with the magic word.
    #[error(
        "this file is of another kind: give a decompressed file made by `cargo xtask lexicon`, or by \
        `tools/word-vectors` for word vectors"
    )]
    NotOurs,
    /// The bytes have another format version.
    #[error("the file has format {found}, this version reads format {expected}: make it again")]
    Version {
        /// The format version of the bytes.
        found: u16,
        /// The format version that this program reads.
        expected: u16,
    },
    /// The checksum is wrong: the file is truncated or damaged.
    #[error("the file is damaged: download it or make it again")]
    Damaged,
    /// A part is larger than its limit.
    #[error("the file has too many {what}: the limit is {most}")]
    TooLarge {
        /// The name of the part.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// The bytes are complete but invalid.
    #[error("the file is inconsistent ({0}): make it again")]
    Content(&'static str),
}
