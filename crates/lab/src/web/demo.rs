//! Adapts the demo web: its delays become virtual time, its broken connections become failures.

use super::{RecordedResponse, Response, Web};
use demo_web::{ConnectionError, DemoWeb, DemoWebSpec, GroundTruth};
use types::failure::{Failure, FailureKind};
use types::url::CanonicalUrl;

/// A demo web.
pub struct Demo(DemoWeb);

impl Demo {
    /// Returns a demo web.
    pub fn new(spec: impl Into<DemoWebSpec>) -> Self {
        Self(DemoWeb::sized(spec.into()))
    }
}

impl Web for Demo {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let simulated = self.0.fetch(url)?;
        let outcome = match simulated.result {
            Ok(response) => Ok(Response { status: response.status, headers: response.headers, body: response.body }),
            Err(error) => Err(failure(error)),
        };
        Some(RecordedResponse { delay_ms: simulated.delay_ms, outcome })
    }

    /// Returns the planned pages, without traps, which are endless.
    fn urls(&self) -> Vec<CanonicalUrl> {
        let truth = GroundTruth::new(&self.0);
        let urls = truth.pages();
        urls.filter_map(|url| CanonicalUrl::parse(url).ok()).collect()
    }
}

fn failure(error: ConnectionError) -> Failure {
    Failure { code: error.code().to_owned(), message: error.message().to_owned(), kind: FailureKind::Transient }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(url: &str) -> Option<RecordedResponse> {
        Demo::new(demo_web::DEFAULT_SEED).response(url)
    }

    #[test]
    fn hosts_outside_the_demo_web_are_not_known() {
        assert_eq!(response("http://nowhere.example/"), None);
    }

    #[test]
    fn pages_come_with_status_type_and_body() {
        let web = DemoWeb::new(demo_web::DEFAULT_SEED);
        let response = response(&web.topics()[0].seeds[0]).unwrap().outcome.unwrap();
        assert_eq!(response.status, 200);
        assert!(response.header("content-type").unwrap().starts_with("text/html"));
        assert!(!response.body.is_empty());
    }
}
