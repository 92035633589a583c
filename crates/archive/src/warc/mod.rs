//! Reads and writes WARC, the format of web archives (ISO 28500:2017): the reader finds pages by their URLs.
//!
//! The reader accepts the output of all common recorders: plain or compressed, record by record or as one stream. The file stays unchanged
//! in memory, and a page is decompressed on request; [`PageStream`] reads files of any size from front to back. The writer produces
//! `warcinfo`, `response` and `metadata` records, optionally each as a gzip member. Segmented records are not supported, nor are revisits,
//! which refer to other files. Digests are not verified, because recordings are trusted.

mod coding;
mod digest;
mod error;
mod file;
mod http;
mod input;
mod message;
mod record;
mod recording;
mod response;
mod stream;
mod walk;
mod write;

pub use error::WarcError;
pub use recording::{Recording, RecordingReader};
pub use response::Response;
pub use stream::{Damage, PageStream, StreamedPage};
pub use write::{Exchange, Form, Origin, Writer};
