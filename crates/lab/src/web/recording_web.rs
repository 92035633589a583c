//! Records the addresses that a crawl requests from a web, so that the crawl can be written as a recording.
//!
//! Responses are not stored: a web always gives the same response, and is asked again when the recording is written.

use super::{RecordedResponse, Web};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A web and the addresses requested from it.
pub(crate) struct RecordingWeb<'a> {
    web: &'a dyn Web,
    asked: Mutex<Asked>,
}

#[derive(Default)]
struct Asked {
    order: Vec<String>,
    known: BTreeSet<String>,
}

impl<'a> RecordingWeb<'a> {
    pub(crate) fn new(web: &'a dyn Web) -> Self {
        Self { web, asked: Mutex::default() }
    }

    /// Returns the addresses in the order of their first request.
    pub(crate) fn into_requested(self) -> Vec<String> {
        let asked = self.asked.into_inner();
        asked.unwrap_or_else(PoisonError::into_inner).order
    }
}

impl Web for RecordingWeb<'_> {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.known.insert(url.to_owned()) {
            asked.order.push(url.to_owned());
        }
        self.web.response(url)
    }
}
