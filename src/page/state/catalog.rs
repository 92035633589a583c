//! The strategies, seed providers and examples to choose from, and the status of worker and proxy.

use crate::protocol::{Example, Hello, Source, SourceKind};
use std::collections::BTreeMap;
use types::strategy::StrategyInfo;

/// The choices, and the status of worker and proxy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    /// The engine's list of strategies; empty until the worker said hello.
    pub strategies: Vec<StrategyInfo>,
    /// The engine's list of ways to find seeds; empty until the worker said hello.
    pub providers: Vec<types::seeds::ProviderInfo>,
    /// The person's choices by provider id: whether a start asks it. The default counts for the others.
    pub choices: BTreeMap<String, bool>,
    /// Examples for the demo web.
    pub examples: Vec<Example>,
    /// The proxy.
    pub proxy: Proxy,
    /// The access to sites.
    pub access: SiteAccess,
    /// The worker.
    pub worker: Worker,
    /// The reason that the crawl of the address cannot be opened, in a sentence.
    pub lost: Option<String>,
}

impl Catalog {
    /// Returns a strategy of the list.
    pub fn strategy(&self, id: &str) -> Option<&StrategyInfo> {
        self.strategies.iter().find(|info| info.id == id)
    }

    /// Returns whether the person has yet to grant access to the pages of a source.
    pub fn lacks_access(&self, source: &Source) -> bool {
        source.kind() == SourceKind::Direct && self.access == SiteAccess::Missing
    }
}

/// The access of the page to sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SiteAccess {
    /// A web page reads the sites that allow it, and nobody can grant it more.
    #[default]
    OfAWebPage,
    /// The browser extension has not found out yet.
    Unknown,
    /// The browser extension may not read sites yet.
    Missing,
    /// The browser extension may read all sites.
    Granted,
}

impl SiteAccess {
    /// Returns the access of the browser extension.
    pub fn of_extension(is_granted: bool) -> Self {
        if is_granted {
            Self::Granted
        } else {
            Self::Missing
        }
    }

    /// Returns whether the app is a browser extension.
    pub fn is_of_extension(self) -> bool {
        self != Self::OfAWebPage
    }
}

/// The status of the form's proxy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proxy {
    /// Not checked yet.
    #[default]
    Unknown,
    /// Being checked.
    Checking,
    /// It answered.
    There,
    /// There is no proxy, it no longer runs, or it does not accept this page: a browser does not distinguish these.
    Missing,
    /// It is elsewhere, and is checked when the person presses the button: the browser may then ask for permission.
    Unchecked,
    /// The browser does not let this page reach programs on this device.
    Denied,
    /// Something else answered.
    NotAProxy,
}

impl Proxy {
    /// Returns false only if the proxy is known to be unusable.
    pub fn may_be_usable(self) -> bool {
        !matches!(self, Self::Missing | Self::Denied | Self::NotAProxy)
    }
}

/// The status of the worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Worker {
    /// Loading.
    #[default]
    Loading,
    /// It sent its hello and has the same version.
    Ready,
    /// It is of another build than this page.
    VersionMismatch(Hello),
    /// It could not be loaded, or crashed; the message has the reason.
    Broken(String),
}
