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
    if !matches!(page.status, 429 | 503) {
        return None;
    }
    let raw = RawResponse {
        body: &[],
        ..page.raw(0)
    };
    let response = FetchResponse::read(request, raw, clock::now(), &BrowserDecoder);
    let wish = response.retry_after_ms.unwrap_or(limits::RETRY_MS);
    Some(wish.min(limits::RETRY_AFTER_MAX_MS))
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
    let CompressedResponse {
        status,
        headers,
        body,
    } = kept.outcome?;
    let body = if body.starts_with(gzip::MAGIC) {
        gzip::decompress_head(body, BODY_BYTES)
            .await
            .unwrap_or_default()
            .bytes
    } else {
        body
    };
    Ok(Response {
        status,
        headers,
        body,
    })
}
