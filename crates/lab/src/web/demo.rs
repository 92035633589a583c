//! The made-up demo web in the place of a recording: its delays become virtual time, its broken connections failures.

use super::{Reply, Response, Web};
use demo_web::truth::Truth;
use demo_web::{DemoWeb, Outcome};
use engine::fetch::{Failure, FailureKind};
use engine::url::CanonicalUrl;

/// A demo web.
pub struct Demo(DemoWeb);

impl Demo {
    /// The demo web of this seed.
    pub fn new(seed: u64) -> Self {
        Self(DemoWeb::new(seed))
    }
}

impl Web for Demo {
    fn answer(&self, url: &str) -> Option<Reply> {
        let answer = self.0.answer(url)?;
        let outcome = match answer.outcome {
            Outcome::Response(response) => Ok(Response {
                status: response.status,
                headers: response.headers,
                body: response.body,
            }),
            Outcome::Failure(failure) => Err(broken(failure)),
        };
        Some(Reply {
            delay_ms: answer.delay_ms,
            outcome,
        })
    }

    /// The planned pages: its traps have no end.
    fn urls(&self) -> Vec<CanonicalUrl> {
        let truth = Truth::of(&self.0);
        let urls = truth.pages();
        urls.filter_map(|url| CanonicalUrl::parse(url).ok())
            .collect()
    }
}

fn broken(failure: demo_web::Failure) -> Failure {
    Failure {
        code: failure.code().to_owned(),
        message: failure.message().to_owned(),
        kind: FailureKind::Passing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(url: &str) -> Option<Reply> {
        Demo::new(demo_web::DEFAULT_SEED).answer(url)
    }

    #[test]
    fn hosts_outside_the_demo_web_are_not_known() {
        assert_eq!(answer("http://nowhere.example/"), None);
    }

    #[test]
    fn pages_come_with_status_type_and_body() {
        let web = DemoWeb::new(demo_web::DEFAULT_SEED);
        let response = answer(&web.topics()[0].seeds[0]).unwrap().outcome.unwrap();
        assert_eq!(response.status, 200);
        assert!(
            response
                .header("content-type")
                .unwrap()
                .starts_with("text/html")
        );
        assert!(!response.body.is_empty());
    }
}
