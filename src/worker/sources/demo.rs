//! The demo web, generated in this thread: the same bytes as through the proxy, without a network.

use super::{SourceResponse, elapsed_ms, failure, http_date, wait};
use crate::worker::browser::clock;
use demo_web::{ConnectionError, DemoWeb, Moment, Response};
use engine::fetch::FetchRequest;
use std::rc::Rc;
use types::failure::Failure;
use types::report::Validators;

/// Serves the pages of the demo web.
pub struct Demo {
    web: Rc<DemoWeb>,
    moment: Moment,
}

impl Demo {
    /// Creates a source over a demo web.
    pub fn new(web: Rc<DemoWeb>) -> Self {
        Self::at(web, Moment::default())
    }

    /// Creates a source over a demo web at a time.
    pub fn at(web: Rc<DemoWeb>, moment: Moment) -> Self {
        Self { web, moment }
    }

    /// Answers as the web's hosts would, with their delays.
    pub(super) async fn fetch(
        &self,
        request: &FetchRequest,
        known: &Validators,
    ) -> Result<SourceResponse, Failure> {
        let began = clock::precise();
        let response = self.web.fetch_at(request.address(), self.moment);
        let Some(response) = response else {
            return Err(failure(
                "not-in-demo-web",
                "This host is not in the demo web. Choose another source to crawl other sites.",
            ));
        };
        if response.delay_ms > 0 {
            wait(response.delay_ms).await;
        }
        match response.result {
            Ok(response) => Ok(reply(unless_known(response, known), began)),
            Err(error) => Err(why(error)),
        }
    }
}

/// Returns a 304 for a page that was not modified since the known version.
fn unless_known(response: Response, known: &Validators) -> Response {
    let known = known.last_modified.map(http_date);
    let is_date = |(name, _): &&(String, String)| name == "last-modified";
    let date = response.headers.iter().find(is_date).map(|(_, date)| date);
    if response.status == 200 && date.is_some() && date == known.as_ref() {
        return Response {
            status: 304,
            body: Vec::new(),
            ..response
        };
    }
    response
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
