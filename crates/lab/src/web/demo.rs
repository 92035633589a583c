//! The made-up demo web in the place of a recording: its delays become virtual time, its broken connections failures.

use super::{Reply, Response, Web};
use demo_web::{DemoWeb, Outcome};
use engine::fetch::Failure;
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
    fn answer(&self, url: &CanonicalUrl) -> Reply {
        let Some(answer) = self.0.answer(url.as_str()) else {
            return Reply::at_once(Response::missing());
        };
        let outcome = match answer.outcome {
            Outcome::Response(response) => Ok(Response {
                status: response.status,
                headers: owned(response.headers),
                body: response.body,
            }),
            Outcome::Failure(failure) => Err(broken(failure)),
        };
        Reply {
            delay_ms: answer.delay_ms,
            outcome,
        }
    }
}

fn owned(headers: Vec<(&'static str, String)>) -> Vec<(String, String)> {
    headers
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn broken(failure: demo_web::Failure) -> Failure {
    let (code, message) = match failure {
        demo_web::Failure::Reset => ("reset", "the host closed the connection without an answer"),
        demo_web::Failure::TimedOut => ("timed-out", "the host did not answer in time"),
    };
    Failure {
        code: code.to_owned(),
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(url: &str) -> Reply {
        Demo::new(demo_web::DEFAULT_SEED).answer(&CanonicalUrl::parse(url).unwrap())
    }

    #[test]
    fn hosts_outside_the_demo_web_are_missing() {
        assert_eq!(
            answer("http://nowhere.example/"),
            Reply::at_once(Response::missing())
        );
    }

    #[test]
    fn pages_come_with_status_type_and_body() {
        let web = DemoWeb::new(demo_web::DEFAULT_SEED);
        let response = answer(&web.topics()[0].seeds[0]).outcome.unwrap();
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
