//! Webs to crawl: recordings and the made-up demo web behind one trait.
//!
//! A web is a function from URLs to replies, without memory. Left out on purpose: anything that goes out to the network.

mod archive;
mod coding;
mod demo;
mod http;
mod info;
mod recording;
mod warc;

pub use archive::WebError;
pub use demo::Demo;
pub use info::WebInfo;
pub use recording::Recording;

use crate::LabError;
use engine::fetch::{Answer, Failure, FetchId, Order, Purpose, RawAnswer};
use engine::html::EncodingRs;
use engine::url::CanonicalUrl;
use std::path::Path;

/// A web that answers.
pub trait Web: Send + Sync {
    /// What the web says to a GET of this absolute URL; `None` where it knows nothing of it, which counts as [`Reply::missing`].
    fn answer(&self, url: &str) -> Option<Reply>;
}

/// What comes back for a URL.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Milliseconds that pass before it is there.
    pub delay_ms: u32,
    /// An HTTP response, or the reason why none came.
    pub outcome: Result<Response, Failure>,
}

/// An HTTP response, transfer and content codings undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// HTTP status, 100..=599.
    pub status: u16,
    /// Header names in lower case with their values; those that speak of codings, length and connection are left out.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The response as a crawl would see it that asked for a page at this URL.
    pub fn as_page(&self, url: &CanonicalUrl) -> Answer {
        let (id, url) = (FetchId(0), url.clone());
        let order = Order {
            id,
            url,
            exact: None,
            purpose: Purpose::Page,
        };
        let raw = RawAnswer {
            status: self.status,
            headers: &self.headers,
            body: &self.body,
            elapsed_ms: 0,
        };
        Answer::read(&order, raw, 0, &EncodingRs)
    }
}

impl Reply {
    /// The answer to a URL that a web does not know.
    pub fn missing() -> Self {
        let response = Response {
            status: 404,
            ..Response::default()
        };
        Self {
            delay_ms: 0,
            outcome: Ok(response),
        }
    }
}

/// Opens what `--web` names: `demo`, `demo:SEED`, or a WARC file.
pub fn open(name: &str) -> Result<Box<dyn Web>, LabError> {
    match demo_seed(name)? {
        Some(seed) => Ok(Box::new(Demo::new(seed))),
        None => Ok(Box::new(Recording::open(Path::new(name))?)),
    }
}

/// The seed of the demo web that a name asks for; `None` where the name is a file's.
pub fn demo_seed(name: &str) -> Result<Option<u64>, LabError> {
    match name.split_once(':') {
        None if name == "demo" => Ok(Some(demo_web::DEFAULT_SEED)),
        Some(("demo", seed)) => seed.parse().map(Some).map_err(|_| LabError::Flag {
            flag: "web",
            problem: format!(
                "“{seed}” is no seed for the demo web: give a whole number, as in demo:7"
            ),
        }),
        _ => Ok(None),
    }
}
