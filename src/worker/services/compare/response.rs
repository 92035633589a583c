//! Holds the responses of live sites, as received and as saved for all crawls of a comparison.

use crate::worker::browser::decoder::BrowserDecoder;
use crate::worker::browser::{clock, gzip};
use archive::warc::Response;
use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use serde::{Deserialize, Serialize};
use types::failure::Failure;
use types::limits;

/// The most bytes of a decompressed body: twice the limit of the engine.
const BODY_BYTES: usize = 2 * limits::PAGE_BYTES;

/// A result as it is saved.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedResponse {
    pub(super) outcome: Result<CompressedResponse, Failure>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct CompressedResponse {
    status: u16,
    headers: Vec<(String, String)>,
    /// Compressed with gzip.
    body: Vec<u8>,
}

/// Returns the milliseconds after which a page is retried; `None` if its response is final.
pub(super) fn retry_delay(request: &FetchRequest, page: &Response) -> Option<u64> {
    let raw = RawResponse { body: &[], ..page.raw(0) };
    FetchResponse::read(request, raw, clock::now(), &BrowserDecoder).retry_delay()
}

/// Compresses a result for the database.
pub(super) async fn compress(page: &Result<Response, Failure>) -> SavedResponse {
    let outcome = match page {
        Ok(page) => Ok(CompressedResponse {
            status: page.status,
            headers: page.headers.clone(),
            body: gzip::compress(&page.body).await,
        }),
        Err(failure) => Err(failure.clone()),
    };
    SavedResponse { outcome }
}

/// Decompresses a saved result.
pub(super) async fn decompress(kept: SavedResponse) -> Result<Response, Failure> {
    let CompressedResponse { status, headers, body } = kept.outcome?;
    Ok(Response { status, headers, body: gzip::head_of(body, BODY_BYTES).await })
}
