//! Loads the starter topics when they are first needed, and keeps them for the worker's lifetime.
//!
//! They are a file of topics like saved ones. A failed load leaves no state, so the next one starts again. The file's name contains a
//! digest of its content, so a new build never reads old topics from a cache.

use super::asset_address;
use super::cancellation::Cancellation;
use gloo_net::http::Request;
use std::cell::RefCell;
use std::sync::Arc;
use types::taxonomy::Taxonomy;

/// The most milliseconds of the load: 31 KB, uncompressed, at one kilobyte per second.
const LOAD_MS: u32 = 32_000;

/// Loads and holds the starter topics.
#[derive(Default)]
pub(crate) struct StarterTopics {
    loaded: RefCell<Option<Arc<Taxonomy>>>,
}

impl StarterTopics {
    /// Returns the topics if they are loaded.
    pub(crate) fn topics(&self) -> Option<Arc<Taxonomy>> {
        self.loaded.borrow().clone()
    }

    /// Loads the topics, or returns the loaded ones.
    ///
    /// # Errors
    /// The error and its remedy, in a sentence.
    pub(crate) async fn load(&self) -> Result<Arc<Taxonomy>, String> {
        if let Some(topics) = self.topics() {
            return Ok(topics);
        }
        let read = read()
            .await
            .map_err(|why| format!("Could not load the starter topics: {why}. Try again, or add folders of your own."));
        let topics = Arc::new(read?);
        self.loaded.replace(Some(Arc::clone(&topics)));
        Ok(topics)
    }
}

async fn read() -> Result<Taxonomy, &'static str> {
    let address = asset_address("salticidTopics").ok_or("this build of the app does not include them")?;
    let cancellation = Cancellation::new();
    let signal = cancellation.signal(LOAD_MS);
    let response = Request::get(&address).abort_signal(Some(&signal)).send();
    let response = response.await.ok().filter(gloo_net::http::Response::ok);
    let response = response.ok_or("their server did not respond, or the connection was lost")?;
    let text = response.text().await;
    let text = text.map_err(|_| "the connection was lost")?;
    serde_json::from_str(&text).map_err(|_| "the download was damaged")
}
