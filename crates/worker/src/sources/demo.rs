//! Serves the demo web, generated in this thread from a chunk of code: the same bytes as through the proxy.

use super::{SourceResponse, elapsed_ms, failure, http_date};
use crate::browser::clock;
use demo_web::{ConnectionError, DEFAULT_SEED, DemoWeb, GroundTruth, Response, SimulatedResponse, WebTime};
use engine::fetch::FetchRequest;
use evaluation::compare::Topic;
use gloo_timers::future::TimeoutFuture;
use protocol::chunk;
use protocol::chunk::ChunkError;
use std::cell::OnceCell;
use std::rc::Rc;
use types::failure::Failure;
use types::report::Validators;
use types::url::CanonicalUrl;

/// The demo web, generated when its first page is requested.
#[derive(Clone, Default)]
pub struct LazyDemoWeb(Rc<OnceCell<DemoWeb>>);

impl LazyDemoWeb {
    /// Returns the web, in the chunks that have its code.
    pub(crate) fn web(&self) -> &DemoWeb {
        self.0.get_or_init(|| DemoWeb::new(DEFAULT_SEED))
    }
}

chunk!(demo: fn respond(web: LazyDemoWeb, address: String, time: WebTime) -> Option<SimulatedResponse> {
    web.web().fetch_at(&address, time)
});

chunk!(demo: fn load() -> () {});

/// Serves the pages of the demo web.
pub struct Demo {
    web: LazyDemoWeb,
    time: WebTime,
}

impl Demo {
    /// Creates a source over a demo web.
    pub fn new(web: LazyDemoWeb) -> Self {
        Self::at(web, WebTime::default())
    }

    /// Creates a source over a demo web at a time.
    pub fn at(web: LazyDemoWeb, time: WebTime) -> Self {
        Self { web, time }
    }

    /// Loads the web's code. The error is the reason as a sentence if it could not be loaded.
    pub(super) async fn check(&self) -> Result<(), String> {
        load().await.map_err(ChunkError::sentence)
    }

    /// Returns the response of the web's host, after its delay.
    pub(super) async fn fetch(&self, request: &FetchRequest, known: &Validators) -> Result<SourceResponse, Failure> {
        let response = respond(self.web.clone(), request.address().to_owned(), self.time);
        let response = match response.await {
            Ok(Some(response)) => response,
            Ok(None) => {
                return Err(failure(
                    "not-in-demo-web",
                    "This host is not in the demo web. Choose another source to crawl other sites.",
                ));
            }
            Err(error) => return Err(failure("not-loaded", &error.sentence())),
        };
        let began = clock::precise();
        if response.delay_ms > 0 {
            TimeoutFuture::new(response.delay_ms).await;
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
        return Response { status: 304, body: Vec::new(), ..response };
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
        ConnectionError::Reset => {
            failure("reset", "The host closed the connection without a response. Try again later.")
        }
        ConnectionError::TimedOut => failure("timed-out", "The host did not respond in time. Try again later."),
    }
}

/// Returns the topics of a demo web for comparisons, with its ground truth. The targets are the relevant pages on sites
/// whose home page does not mention the topic.
pub(crate) fn topics(web: &DemoWeb) -> Vec<Topic> {
    let truth = GroundTruth::new(web);
    let canonical = |urls: &[String]| urls.iter().filter_map(|url| CanonicalUrl::parse(url).ok()).collect();
    let topic = |topic: &demo_web::Topic| Topic {
        name: topic.id.to_string(),
        query: topic.query.to_string(),
        seeds: topic.seeds.clone(),
        relevant: canonical(&truth.relevant_urls(topic.id)),
        targets: canonical(&truth.hidden_relevant_urls(topic.id)),
        examples: topic.examples.clone(),
        trails: web.trails(topic.id),
    };
    web.topics().iter().map(topic).collect()
}
