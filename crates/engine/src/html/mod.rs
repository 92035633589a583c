//! Pages: bytes to text, links with anchor and context, fed in pieces and capped.
//!
//! Left out on purpose: scripts, styles, images, frames.

mod around;
pub(crate) mod charset;
mod compose;
mod document;
mod element;
mod extract;
pub(crate) mod feed;
mod flow;
mod language;
pub(crate) mod parse;
mod prescan;
mod read;

#[cfg(feature = "encoding_rs")]
pub use charset::EncodingRs;
pub use charset::{Decoder, Utf8Only};
pub use document::{Document, Link, MetaRobots};
pub use read::read;

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod read_tests;
