//! Holds the strategies, seed providers and examples to choose from, and the status of worker and proxy.
//!
//! The check of the proxy, which `page::app::proxy` performs, runs only when a proxy is the source: on a static host it
//! would log a useless error.

use super::State;
use super::effect::{CheckCause, Effect};
use crate::form::problem;
use crate::seeds::UnlearnedCrawl;
use crate::text::bytes;
use protocol::{Example, Hello, LoadProgress, Problem, ProxyAddress, Source, SourceKind};
use std::collections::BTreeMap;
use types::plan::Plan;
use types::seeds::{LearnedRanks, Pauses};
use types::spec::StrategySpec;
use types::strategy::StrategyInfo;

/// Holds the choices, and the status of worker and proxy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    /// The engine's list of strategies; empty until the worker's handshake.
    pub strategies: Vec<StrategyInfo>,
    /// The engine's list of seed providers; empty until the worker's handshake.
    pub providers: Vec<types::seeds::ProviderInfo>,
    /// The person's choices by provider id: whether a start asks the provider. Others use the default.
    pub choices: BTreeMap<String, bool>,
    /// The addresses that the person named for providers, by their ids, as typed.
    pub addresses: BTreeMap<String, String>,
    /// The precision of each provider's seeds, as crawls found it.
    pub ranks: LearnedRanks,
    /// The pauses that limiters of services demanded.
    pub pauses: Pauses,
    /// The latest crawls with automatic seeds from which nothing was learned yet.
    pub unlearned: Vec<UnlearnedCrawl>,
    /// Examples for the demo web.
    pub examples: Vec<Example>,
    /// The status of the proxy.
    pub proxy: Proxy,
    /// A proxy served this page.
    pub is_served_by_proxy: bool,
    /// The source of pages that the person chose last.
    pub last_source: Option<SourceKind>,
    /// The access of the page to sites.
    pub access: SiteAccess,
    /// The browser extension keeps pages that it renders apart from the person's cookies.
    pub renders_apart: bool,
    /// The status of the worker.
    pub worker: Worker,
    /// The progress while the worker loads language data.
    pub loading: Option<LoadProgress>,
    /// The reason that the crawl of the address cannot be opened, in a sentence.
    pub lost: Option<String>,
    /// The reason that a chunk of the worker is not loaded, and the remedy, in a sentence.
    pub missing_chunk: Option<String>,
}

impl Catalog {
    /// Returns the strategy with an id.
    pub fn strategy(&self, id: &str) -> Option<&StrategyInfo> {
        self.strategies.iter().find(|info| info.id == id)
    }

    /// Returns the title of a strategy, or its id if it is unknown.
    pub fn title<'a>(&'a self, id: &'a str) -> &'a str {
        self.strategy(id).map_or(id, |info| &info.title)
    }

    /// Returns a problem of a parameter of a strategy with the titles of both.
    pub fn problem_text(&self, strategy: &str, problem: &Problem) -> String {
        let name = problem.field.strip_prefix("params.");
        let param = self.strategy(strategy).zip(name).and_then(|(info, name)| {
            let mut params = info.params.iter();
            params.find(|param| param.name == name)
        });
        let title = param.map_or(problem.field.as_str(), |param| param.title.as_str());
        format!("{}, {title}: {}", self.title(strategy), problem.message)
    }

    /// Returns that a crawl uses one strategy instead of another one, and why.
    pub fn substitution(&self, used: &StrategySpec, lacking: &StrategySpec, why: String) -> String {
        let (used, lacking) = (self.title(&used.id), self.title(&lacking.id));
        if used == lacking { why } else { format!("The crawl uses “{used}” instead of “{lacking}”. {why}") }
    }

    /// Returns the seeds of all examples, each once.
    pub fn portals(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for seed in self.examples.iter().flat_map(|example| &example.seeds) {
            if !all.contains(seed) {
                all.push(seed.clone());
            }
        }
        all
    }

    /// Returns the progress of loading language data, in a sentence.
    pub fn loading_text(&self) -> Option<String> {
        self.loading.map(loading_text)
    }

    /// Returns the source that reaches live sites.
    pub fn web_source(&self) -> SourceKind {
        let by_proxy = self.proxy.may_be_usable() && !self.access.is_of_extension();
        if by_proxy { SourceKind::Proxy } else { SourceKind::Direct }
    }

    /// Returns the default plan of a crawl of a source. A web page that requests sites itself lists documents, which
    /// hardly any site lets it read.
    pub fn usual_plan(&self, source: SourceKind) -> Plan {
        let usual = source.usual_plan();
        let can_read = source != SourceKind::Direct || self.access.is_of_extension();
        Plan { read_documents: usual.read_documents && can_read, ..usual }
    }

    /// Returns whether the page surely reaches live sites: as a browser extension, or through the proxy that served it.
    pub fn reaches_web(&self) -> bool {
        self.access.is_of_extension() || self.is_served_by_proxy && self.proxy.may_be_usable()
    }

    /// Returns whether the person must still grant access to the pages of a source.
    pub fn lacks_access(&self, source: &Source) -> bool {
        source.kind() == SourceKind::Direct && self.access == SiteAccess::Missing
    }
}

/// Returns the progress of loading language data, in a sentence.
pub fn loading_text(LoadProgress { what, got, all }: LoadProgress) -> String {
    let size = |count: u32| bytes(count.into());
    let name = what.name();
    match all {
        Some(all) if got >= all => format!("Unpacking {name}…"),
        Some(all) => format!("Loading {name}: {} of {}…", size(got), size(all)),
        None if got == 0 => format!("Loading {name}…"),
        None => format!("Loading {name}: {}…", size(got)),
    }
}

/// The access of the page to sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SiteAccess {
    /// A web page, which can only read the sites that allow it.
    #[default]
    OfAWebPage,
    /// A browser extension whose access is not known yet.
    Unknown,
    /// A browser extension without access to sites.
    Missing,
    /// A browser extension with access to all sites.
    Granted,
}

impl SiteAccess {
    /// Returns the access of the browser extension.
    pub fn of_extension(is_granted: bool) -> Self {
        if is_granted { Self::Granted } else { Self::Missing }
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
    /// There is no proxy, it no longer runs, or it does not accept this page. A browser does not distinguish these
    /// cases.
    Missing,
    /// It has another address, and is checked when the person presses the button, because the browser may ask for
    /// permission.
    Unchecked,
    /// The browser does not allow this page to reach programs on this device.
    Denied,
    /// The answer is not from a proxy.
    NotAProxy,
}

impl Proxy {
    /// Returns false only if the proxy is known to be unusable.
    pub fn may_be_usable(self) -> bool {
        !matches!(self, Self::Missing | Self::Denied | Self::NotAProxy)
    }
}

/// An action on the status of the proxy.
pub enum ProxyAction {
    /// The status of the form's proxy.
    Status(Proxy),
    /// Checks the proxy at the typed address, or reports what is wrong with it.
    CheckTyped,
    /// Checks the proxy at an address, because the person pressed the button.
    Check(Option<ProxyAddress>),
    /// The status of the proxy at an address; none for the one that served this page.
    Found(Option<ProxyAddress>, Proxy),
}

impl State {
    pub(super) fn apply_proxy(&mut self, action: ProxyAction) {
        match action {
            ProxyAction::Status(proxy) => self.catalog.change(|catalog| catalog.proxy = proxy),
            ProxyAction::CheckTyped => match self.setup.form.source.proxy_address() {
                Ok(address) => self.check_proxy(address, CheckCause::Person),
                Err(sentence) => self.refuse(vec![problem("proxy", sentence)]),
            },
            ProxyAction::Check(address) => self.check_proxy(address, CheckCause::Person),
            // Another address may have been typed in the meantime.
            ProxyAction::Found(address, _) if self.setup.form.source.proxy_address() != Ok(address.clone()) => {}
            ProxyAction::Found(_, proxy) => {
                self.setup.form.change(|form| form.problems.retain(|problem| problem.field != "proxy"));
                self.catalog.change(|catalog| catalog.proxy = proxy);
            }
        }
    }

    /// Checks the proxy at an address; `None` for the one that served this page.
    pub(super) fn check_proxy(&mut self, address: Option<ProxyAddress>, cause: CheckCause) {
        self.catalog.change(|catalog| catalog.proxy = Proxy::Checking);
        self.effects.push(Effect::CheckProxy(address, cause));
    }
}

/// The advice for a missing proxy.
pub const PROXY_MISSING: &str = "Could not reach the proxy. Start it with “cargo xtask start” and open the address \
    it prints, enter another proxy, or choose another source.";

/// The status of the worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Worker {
    /// Loading.
    #[default]
    Loading,
    /// It has sent its handshake and has the same version.
    Ready,
    /// It is from another build than this page.
    VersionMismatch(Hello),
    /// It could not be loaded, or it crashed; the message has the reason.
    Broken(String),
}
