//! Pages: bytes to text, links with anchor and context, fed in pieces and capped.
//!
//! Not covered: scripts, styles, images, frames.

mod around;
mod attributes;
pub(crate) mod charset;
mod compose;
mod document;
mod element;
mod extract;
pub(crate) mod feed;
mod flow;
mod language;
mod link;
pub(crate) mod parse;
mod prescan;
mod read;
mod work;

#[cfg(feature = "encoding_rs")]
pub use charset::EncodingRs;
pub use charset::{Decoder, Utf8Only};
pub use document::Document;
pub(crate) use language::of_query as query_language;
pub use link::Link;
pub use parse::parse_work;
pub use read::read;

#[cfg(test)]
mod bomb_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod read_tests;
