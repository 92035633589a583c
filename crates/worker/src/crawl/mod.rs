//! Runs one crawl: its driver, its messages to the page, and its storage.
//!
//! This layer does not distinguish the person's crawl from a look-ahead or the training of a model; services do.

pub(crate) mod driver;
pub(crate) mod follower;
pub(crate) mod journal_writer;
pub(crate) mod restore;
pub(crate) mod timeline;

use engine::fetch::{FetchRequest, FetchResponse};
use futures_channel::mpsc::{self, UnboundedReceiver, UnboundedSender};
use protocol::Batch;
use types::report::Validators;

/// Observes a crawl, and supplies the responses that it need not fetch.
pub(crate) trait CrawlObserver {
    /// Receives the events since the last batch.
    fn on_batch(&self, batch: Batch);
    /// The response of this URL is parsed next. If the worker crashes until the next one, it is the cause.
    fn on_parsing(&self, _url: &str) {}
    /// The first step of the crawl with this id is saved.
    fn on_saved(&self, _id: String) {}
    /// Receives a fetched response.
    fn on_response(&self, _request: &FetchRequest, _response: &FetchResponse) {}
    /// Returns the response to a request if it is known.
    fn known_response(&self, _request: &FetchRequest) -> Option<FetchResponse> {
        None
    }
    /// Returns the validators of the known version, for a conditional request.
    fn validators(&self, _request: &FetchRequest) -> Validators {
        Validators::default()
    }
}

/// Passes the batches of a crawl to a receiver. If that is gone, they are dropped.
impl CrawlObserver for UnboundedSender<Batch> {
    fn on_batch(&self, batch: Batch) {
        let _ = self.unbounded_send(batch);
    }
}

/// Creates an observer that passes the batches of a crawl to the receiver.
pub(crate) fn batch_channel() -> (UnboundedSender<Batch>, UnboundedReceiver<Batch>) {
    mpsc::unbounded()
}
