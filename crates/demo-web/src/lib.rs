//! Generates a small web from a random seed, with enough obstacles to test a crawler.
//!
//! Salticid crawls it by default, in the tab and through the proxy, and so do tests and experiments. Its words and
//! hosts are files in `data/`; everything else follows from the seed, without clock or state. So a URL always has the
//! same bytes, unless a later time is requested ([`DemoWeb::fetch_at`]). It has no images, cookies or working scripts.
//!
//! Hosts answer `https` URLs like `http` URLs; no page links to an `https` URL.

mod changes;
mod data;
mod ground_truth;
mod http;
mod page;
mod plan;
mod rng;
mod search;
mod server;
mod text;
mod topics;
mod trails;

pub use changes::{Life, WebTime};
pub use ground_truth::GroundTruth;
pub use http::{ConnectionError, Response, SimulatedResponse};
pub use topics::{Topic, default_topics};

use std::str::FromStr;

/// The seed of the web that the app and the proxy use.
pub const DEFAULT_SEED: u64 = 2002;

/// Largest size: a web of some 220,000 pages.
pub const MAX_SIZE: u32 = 40;

/// Identifies a demo web: `7` for the seed 7, `7x4` for that web with four times as many articles on every site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DemoWebSpec {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Factor of the number of articles, in 1..=[`MAX_SIZE`].
    pub size: u32,
}

impl Default for DemoWebSpec {
    fn default() -> Self {
        Self::from(DEFAULT_SEED)
    }
}

impl From<u64> for DemoWebSpec {
    fn from(seed: u64) -> Self {
        Self { seed, size: 1 }
    }
}

/// The error for a text that does not name a demo web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give a whole number, as in demo:7, and a size up to {MAX_SIZE} after it, as in demo:7x4")]
pub struct DemoWebSpecError;

impl FromStr for DemoWebSpec {
    type Err = DemoWebSpecError;

    fn from_str(text: &str) -> Result<Self, DemoWebSpecError> {
        let (seed, size) = text.split_once('x').unwrap_or((text, "1"));
        let seed = seed.parse().map_err(|_| DemoWebSpecError)?;
        let size = size.parse().map_err(|_| DemoWebSpecError)?;
        (1..=MAX_SIZE).contains(&size).then_some(Self { seed, size }).ok_or(DemoWebSpecError)
    }
}

/// A generated web. It holds the plan of its pages and renders their bodies on request.
pub struct DemoWeb {
    topics: Vec<Topic>,
    plan: plan::Plan,
}

/// Returns the names of the hosts of every demo web, whatever its seed, in a fixed order (lower case, no port).
pub fn hosts() -> impl Iterator<Item = &'static str> {
    plan::HOSTS.iter().map(|host| host.name).chain([search::HOST])
}

/// Returns true when every demo web answers for the host name.
#[must_use]
pub fn is_host(name: &str) -> bool {
    hosts().any(|host| host == name)
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

    /// Returns the response for an absolute `http` or `https` URL; `None` if its host is not part of this web.
    pub fn fetch(&self, url: &str) -> Option<SimulatedResponse> {
        self.fetch_at(url, WebTime::default())
    }

    /// Returns the response at a time: pages change, vanish and appear.
    #[inline(never)] // As in `new`.
    pub fn fetch_at(&self, url: &str, time: WebTime) -> Option<SimulatedResponse> {
        server::respond(&self.plan, &http::RequestUrl::parse(url)?, time)
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
