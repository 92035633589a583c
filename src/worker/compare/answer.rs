//! What a live site answered, as it came and as it is kept for all crawls of a comparison.

use crate::worker::charset::BrowserDecoder;
use crate::worker::{clock, pack};
use engine::fetch::{Answer, Failure, Order, RawAnswer};
use engine::limits;
use serde::{Deserialize, Serialize};

/// Largest body that is unpacked: a little over what the engine reads.
const BODY_BYTES: usize = 2 * limits::PAGE_BYTES;

/// What a site answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// The same as it is kept.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) outcome: Result<Packed, Failure>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Packed {
    status: u16,
    headers: Vec<(String, String)>,
    /// gzip.
    body: Vec<u8>,
}

/// After how many milliseconds a host wishes to be asked again; none where its answer stands.
pub(super) fn later(order: &Order, page: &Page) -> Option<u64> {
    if !matches!(page.status, 429 | 503) {
        return None;
    }
    let raw = RawAnswer {
        status: page.status,
        headers: &page.headers,
        body: &[],
        elapsed_ms: 0,
    };
    let answer = Answer::read(order, raw, clock::now(), &BrowserDecoder);
    let wish = answer.retry_after_ms.unwrap_or(limits::RETRY_MS);
    Some(wish.min(limits::RETRY_AFTER_MAX_MS))
}

/// An answer as it is to be kept.
pub(super) async fn packed(page: &Result<Page, Failure>) -> Kept {
    let outcome = match page {
        Ok(page) => Ok(Packed {
            status: page.status,
            headers: page.headers.clone(),
            body: pack::gzip(&page.body).await,
        }),
        Err(failure) => Err(failure.clone()),
    };
    Kept { outcome }
}

/// An answer that was kept.
pub(super) async fn unpacked(kept: Kept) -> Result<Page, Failure> {
    let Packed {
        status,
        headers,
        body,
    } = kept.outcome?;
    let body = if body.starts_with(pack::GZIP) {
        pack::gunzip(body, BODY_BYTES).await.unwrap_or_default()
    } else {
        body
    };
    Ok(Page {
        status,
        headers,
        body,
    })
}
