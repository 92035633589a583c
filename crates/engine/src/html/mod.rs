//! Converts a page's bytes to text and links with anchor and context, within limits.
//!
//! For exports, it also reads the structure of the main text and the data about the page ([`read_content`]).
//!
//! Not covered: scripts, except the addresses in their data if a page has no text; styles, images. Frames are links.

mod around;
pub(crate) mod charset;
mod compose;
mod detect;
mod document;
mod element;
mod extract;
pub(crate) mod file;
mod flow;
mod language;
mod link;
pub(crate) mod listing;
mod main_text;
mod metadata;
pub(crate) mod name;
mod outline;
mod page_class;
pub(crate) mod prescan;
mod query_encoding;
mod read;
mod reader;
mod refresh;
mod script_data;
mod text_format;
pub mod tokenizer;

#[cfg(feature = "encoding_rs")]
pub use charset::EncodingRs;
pub use charset::{Decoder, Utf8Only, text};
pub use document::Document;
pub use documents::{DocumentText, Unreadable};
pub(crate) use language::detect_in_query as query_language;
pub(crate) use language::nearest as nearest_language;
pub use link::{Link, LinkKind, LinkPlace};
pub use main_text::BlockKind;
pub use metadata::PageMetadata;
pub use outline::{Block, Container, Content, Outline, Span, Target};
pub(crate) use page_class::is_data_file;
pub use read::{PageContent, read, read_content, read_whole_text, work};
pub(crate) use read::{PageHeaders, read_response, text_of_piece};

#[cfg(test)]
mod bomb_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod read_tests;
