//! The demo web, generated in this thread: the same bytes as through the proxy, without a network.

use super::{SourceResponse, elapsed_ms, failure, wait};
use crate::worker::browser::clock;
use demo_web::{ConnectionError, DemoWeb, Response};
use engine::fetch::FetchRequest;
use std::rc::Rc;
use types::failure::Failure;

/// Serves the pages of the demo web.
pub struct Demo {
    web: Rc<DemoWeb>,
}

impl Demo {
    /// Creates a source over a demo web.
    pub fn new(web: Rc<DemoWeb>) -> Self {
        Self { web }
    }

    /// Answers as the web's hosts would, with their delays.
    pub(super) async fn fetch(&self, request: &FetchRequest) -> Result<SourceResponse, Failure> {
        let began = clock::precise();
        let Some(response) = self.web.fetch(request.address()) else {
            return Err(failure(
                "not-in-demo-web",
                "This host is not in the demo web. Choose another source to crawl other sites.",
            ));
        };
        if response.delay_ms > 0 {
            wait(response.delay_ms).await;
        }
        match response.result {
            Ok(response) => Ok(reply(response, began)),
            Err(error) => Err(why(error)),
        }
    }
}

fn reply(response: Response, began: f64) -> SourceResponse {
    SourceResponse {
        status: response.status,
        headers: response.headers,
        body: response.body,
        elapsed_ms: elapsed_ms(began),
    }
}

fn why(error: ConnectionError) -> Failure {
    match error {
        ConnectionError::Reset => failure(
            "reset",
            "The host closed the connection without a response. Try again later.",
        ),
        ConnectionError::TimedOut => failure(
            "timed-out",
            "The host did not respond in time. Try again later.",
        ),
    }
}
