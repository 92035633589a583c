//! What the page knows before any crawl: the strategies, the examples, the worker and the proxy.

use crate::protocol::{Example, Hello};
use engine::strategy::Info;

/// What there is to choose from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    /// The engine's list of strategies; empty until the worker said hello.
    pub strategies: Vec<Info>,
    /// Examples for the demo web.
    pub examples: Vec<Example>,
    /// The proxy.
    pub proxy: Proxy,
    /// The worker.
    pub worker: Worker,
    /// Why a crawl that was asked for by its address cannot be opened, in a sentence.
    pub lost: Option<String>,
}

impl Catalog {
    /// A strategy of the list.
    pub fn strategy(&self, id: &str) -> Option<&Info> {
        self.strategies.iter().find(|info| info.id == id)
    }
}

/// Whether this app's proxy is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proxy {
    /// Nobody asked yet.
    #[default]
    Unknown,
    /// Being asked.
    Asked,
    /// It answered.
    There,
    /// This page did not come from it, or it no longer runs.
    Missing,
}

impl Proxy {
    /// True unless it is known to be missing.
    pub fn may_be_there(self) -> bool {
        self != Self::Missing
    }
}

/// How it stands with the worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Worker {
    /// Loading.
    #[default]
    Loading,
    /// It said hello and fits.
    Ready,
    /// It is of another build than this page.
    Stranger(Hello),
    /// It could not be loaded, or broke down; the message says how.
    Broken(String),
}
