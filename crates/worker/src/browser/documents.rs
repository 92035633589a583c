//! Reads documents, such as PDF files, by code that the first of them loads.
//!
//! Responses are parsed at once: whoever parses one first waits here for the code that it needs.

use engine::fetch::{FetchRequest, RawResponse, document_format};
use engine::html::{DocumentText, Unreadable};
use protocol::chunk;
use protocol::chunk::ChunkError;
use std::cell::Cell;
use types::document::DocumentFormat;

/// Reads a document.
pub(super) type Reader = fn(DocumentFormat, &[u8]) -> Result<DocumentText, Unreadable>;

chunk!(documents: fn reader_code() -> Reader {
    let read: Reader = documents::read;
    read
});

thread_local! {
    static READER: Cell<Option<Reader>> = const { Cell::new(None) };
}

/// Returns the reader of documents once it is loaded.
pub(super) fn reader() -> Option<Reader> {
    READER.get()
}

/// Returns whether a response is a document, and the reader is not loaded.
pub(crate) fn lacks_reader(request: &FetchRequest, raw: RawResponse<'_>) -> bool {
    reader().is_none() && document_format(request, raw).is_some()
}

/// Loads the reader of documents unless it is loaded.
pub(crate) async fn load() -> Result<(), ChunkError> {
    if reader().is_none() {
        READER.set(Some(reader_code().await?));
    }
    Ok(())
}

/// Loads the reader of documents if a response is one.
pub(crate) async fn load_for(request: &FetchRequest, raw: RawResponse<'_>) -> Result<(), ChunkError> {
    if lacks_reader(request, raw) { load().await } else { Ok(()) }
}
