//! Generates a small web from a random seed, with enough obstacles to test a crawler.
//!
//! Salticid crawls it by default, in the tab and through the proxy, and so do tests and experiments. Everything follows from the seed,
//! without files, clock or state. So a URL always has the same bytes, unless a later time is requested ([`DemoWeb::fetch_at`]). It has no
//! images, cookies or working scripts.
//!
//! Hosts answer `https` URLs like `http` URLs; no page links to an `https` URL.

mod changes;
mod default_topics;
mod ground_truth;
mod page;
mod plan;
mod response;
mod rng;
mod search;
mod server;
mod spec;
mod text;
mod topics;
mod trails;
mod url;

pub use changes::{Life, WebTime};
pub use default_topics::{DEFAULT_TOPICS, DefaultTopic};
pub use ground_truth::GroundTruth;
pub use response::{ConnectionError, Response, SimulatedResponse};
pub use spec::{DemoWebSpec, DemoWebSpecError, MAX_SIZE};
pub use topics::Topic;
pub use trails::{Trail, TrailPage};

/// The seed of the web that the app and the proxy use.
pub const DEFAULT_SEED: u64 = 2002;

/// A generated web. It holds the plan of its pages and renders their bodies on request.
pub struct DemoWeb {
    topics: Vec<Topic>,
    plan: plan::Plan,
}

/// Returns true when every demo web, whatever its seed, answers for the host name (lower case, no port).
#[must_use]
pub fn is_host(name: &str) -> bool {
    plan::find_host(name).is_some() || name == search::HOST
}

impl DemoWeb {
    /// Plans the web with a seed. Takes some milliseconds and about two megabytes.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::sized(seed.into())
    }

    /// Plans the web with a seed in any size. Time and memory grow with the size.
    #[must_use]
    #[inline(never)] // A crate built for size stays out of callers that are built for speed.
    pub fn sized(spec: DemoWebSpec) -> Self {
        let plan = plan::Plan::generate(spec);
        Self { topics: topics::topics(&plan), plan }
    }

    /// Returns true when this web answers for the host name (lower case, no port).
    pub fn has_host(&self, host: &str) -> bool {
        is_host(host)
    }

    /// Returns the names of all hosts in a fixed order.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        let planned = plan::HOSTS.iter().map(|host| host.name);
        planned.chain(std::iter::once(search::HOST))
    }

    /// Returns the response for an absolute `http` or `https` URL; `None` if its host is not part of this web.
    pub fn fetch(&self, url: &str) -> Option<SimulatedResponse> {
        self.fetch_at(url, WebTime::default())
    }

    /// Returns the response at a time: pages change, vanish and appear.
    #[inline(never)] // As in `new`.
    pub fn fetch_at(&self, url: &str, time: WebTime) -> Option<SimulatedResponse> {
        server::respond(&self.plan, &url::RequestUrl::parse(url)?, time)
    }

    /// Returns the topics. The first six are those of Batsakis's experiments.
    pub fn topics(&self) -> &[Topic] {
        &self.topics
    }

    /// Returns the number of planned pages. Pages of traps do not count.
    pub fn page_count(&self) -> usize {
        self.plan.pages.len()
    }

    fn plan(&self) -> &plan::Plan {
        &self.plan
    }
}
