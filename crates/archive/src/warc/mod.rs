//! WARC, the format of web archives (ISO 28500:2017): a reader that finds pages by their URLs, and a writer.
//!
//! Read is whatever recorders leave: plain or compressed, record by record or as one stream. A file stays as it is in memory, and a
//! page is decompressed when it is asked for. Written are `warcinfo`, `response` and `metadata` records, one gzip member each
//! where compression is asked for.
//! Not covered: files that do not fit in memory; segmented records; revisits, which point to what another file may hold;
//! verifying digests (a recording is trusted to be what it says).

mod coding;
mod digest;
mod error;
mod file;
mod http;
mod message;
mod record;
mod recording;
mod response;
mod walk;
mod write;

pub use error::WarcError;
pub use recording::{Recording, RecordingReader};
pub use response::Response;
pub use write::{Exchange, Form, Origin, Writer};
