//! Defines the errors of reading a lexicon.

use super::VERSION;

/// An error of reading a lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LexiconError {
    /// The bytes do not begin as a lexicon does.
    #[error("this is not a lexicon: give a decompressed file made by `cargo xtask lexicon`")]
    NotOurs,
    /// They were written in another format.
    #[error(
        "this lexicon has format {found}, this version reads format {VERSION}: rebuild it with `cargo xtask lexicon`"
    )]
    Version {
        /// The format found.
        found: u16,
    },
    /// The checksum is wrong: the file was cut or changed on its way.
    #[error("the lexicon is damaged: fetch it again, or rebuild it with `cargo xtask lexicon`")]
    Damaged,
    /// There is more of something than a lexicon may hold.
    #[error("the lexicon has too many {what}: the limit is {most}")]
    TooLarge {
        /// The excessive part.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// The bytes are whole but make no sense.
    #[error("the lexicon is inconsistent ({0}): rebuild it with `cargo xtask lexicon`")]
    Content(&'static str),
}

impl LexiconError {}
