//! Decodes a few bodies at a time, apart from the threads that serve callers, in slices of some milliseconds.
//!
//! Bodies get slices in the order of arrival, so an expensive body delays the others only by its own slices. Between two slices the fetch
//! can be canceled, and its deadline can end it.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::Decoder;
use crate::error::Refusal;

/// Runs the slices of all decoders.
#[derive(Debug, Clone)]
pub(crate) struct DecoderPool {
    free: Arc<Semaphore>,
}

impl DecoderPool {
    /// Creates a pool that decodes this many bodies at a time, at least one.
    pub(crate) fn new(decoders: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(decoders.max(1))) }
    }

    /// Decodes all input. Dropping the future stops the decoding after the current slice.
    pub(crate) async fn decode(&self, mut decoder: Decoder) -> Result<Decoder, Refusal> {
        while decoder.is_ready() {
            // The semaphore is never closed.
            let permit = Arc::clone(&self.free).acquire_owned().await;
            let permit = permit.map_err(|_| Refusal::Busy)?;
            let decoding = spawn_blocking(move || {
                let result = decoder.decode_slice();
                drop(permit);
                result.map(|()| decoder)
            });
            // A panic in a decoder is caused by the body.
            decoder = decoding.await.map_err(|_| Refusal::Encoding)??;
        }
        Ok(decoder)
    }
}
