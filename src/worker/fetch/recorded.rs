//! A recorded web: the pages of a WARC file, at once and without any network. What was not recorded is a 404, robots.txt as well.

use super::Reply;
use archive::warc::Recording;
use engine::fetch::{Failure, Order};
use std::rc::Rc;

/// A file of recorded pages; none where it is needed no longer, since the crawl is over.
pub struct Recorded {
    recording: Option<Rc<Recording>>,
}

impl Recorded {
    /// A source over this recording.
    pub fn new(recording: Option<Rc<Recording>>) -> Self {
        Self { recording }
    }

    /// Answers as it was recorded.
    pub(super) fn fetch(&self, order: &Order) -> Result<Reply, Failure> {
        let recording = self.recording.as_ref();
        let answer = recording.and_then(|recording| recording.answer(order.address()));
        let Some(answer) = answer else {
            return Ok(Reply {
                status: 404,
                ..Reply::default()
            });
        };
        let response = answer?;
        Ok(Reply {
            status: response.status,
            headers: response.headers,
            body: response.body,
            elapsed_ms: 0,
        })
    }
}
