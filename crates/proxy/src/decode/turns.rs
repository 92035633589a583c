//! Turns at decoding: a few bodies at a time, away from the threads that serve callers, each for some milliseconds.
//!
//! Whoever waits gets its turn in the order of arrival, so a body that costs much delays the others by its own turns
//! only. Between two turns the fetch can be canceled and its deadline can end it.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::Decoder;
use crate::error::Refusal;

/// Hands out turns.
#[derive(Debug, Clone)]
pub(crate) struct Turns {
    free: Arc<Semaphore>,
}

impl Turns {
    /// Turns for so many bodies at a time, at least one.
    pub(crate) fn new(decoders: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(decoders.max(1))),
        }
    }

    /// Decodes all that was fed. Dropping the future stops the decoding after the turn that runs.
    pub(crate) async fn decode(&self, mut decoder: Decoder) -> Result<Decoder, Refusal> {
        while decoder.is_ready() {
            // The semaphore is never closed.
            let turn = Arc::clone(&self.free).acquire_owned().await;
            let turn = turn.map_err(|_| Refusal::Busy)?;
            let decoding = spawn_blocking(move || {
                let result = decoder.turn();
                drop(turn);
                result.map(|()| decoder)
            });
            // A panic in a decoder is the body's doing.
            decoder = decoding.await.map_err(|_| Refusal::Encoding)??;
        }
        Ok(decoder)
    }
}
