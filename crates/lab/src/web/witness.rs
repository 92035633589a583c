//! A web under watch: what was asked of it, so that the crawl can be written down as a recording.
//!
//! Answers are not kept: a web is a function without memory, and is asked again when the recording is written.

use super::{RecordedResponse, Web};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A web and the addresses that it was asked for.
pub(crate) struct Witness<'a> {
    web: &'a dyn Web,
    asked: Mutex<Asked>,
}

#[derive(Default)]
struct Asked {
    order: Vec<String>,
    known: BTreeSet<String>,
}

impl<'a> Witness<'a> {
    pub(crate) fn new(web: &'a dyn Web) -> Self {
        Self {
            web,
            asked: Mutex::default(),
        }
    }

    /// Returns the addresses in the order in which they were first asked for.
    pub(crate) fn into_asked(self) -> Vec<String> {
        let asked = self.asked.into_inner();
        asked.unwrap_or_else(PoisonError::into_inner).order
    }
}

impl Web for Witness<'_> {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.known.insert(url.to_owned()) {
            asked.order.push(url.to_owned());
        }
        self.web.response(url)
    }
}
