//! Implements the sources of pages, one file each, with a common interface for fetching.
//!
//! A source returns status, headers and body, or the reason of a failure in a sentence. The engine follows redirects,
//! so that it checks robots.txt, scope and the number of hops each time. Where the browser hides the target (`direct`
//! in a web page), a redirect is a failure.

mod demo;
mod direct;
pub mod frames;
pub(crate) mod language_data;
mod ledger;
mod network_reports;
mod proxy;
mod recorded;
mod rendering;

pub(crate) use demo::topics as demo_topics;
pub use demo::{Demo, LazyDemoWeb};
pub use direct::Direct;
pub(crate) use network_reports::NetworkReports;
pub use proxy::Proxy;
pub(crate) use recorded::OpenRecording;
pub use recorded::Recorded;

use crate::browser::clock;
use engine::fetch::{FetchRequest, RawResponse};
use js_sys::Reflect;
use std::collections::BTreeMap;
use types::failure::{Failure, FailureKind};
use types::plan::Politeness;
use types::report::{Millis, Validators};
use types::url::CanonicalUrl;
use wasm_bindgen::JsValue;
use web_sys::{AbortController, AbortSignal};

/// Returns the address of a file of the build, which the worker's loader sets under this name; `None` if the build has
/// none.
pub(crate) fn asset_address(name: &str) -> Option<String> {
    let name = JsValue::from_str(name);
    Reflect::get(&js_sys::global(), &name).ok()?.as_string()
}

/// A response of a source, which owns its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceResponse {
    /// HTTP status.
    pub status: u16,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body, decoded; at most a little more than the engine reads.
    pub body: Vec<u8>,
    /// Milliseconds from the request to the last byte.
    pub elapsed_ms: u32,
}

impl SourceResponse {
    /// Returns the response in the form that the engine reads.
    pub fn raw(&self) -> RawResponse<'_> {
        RawResponse { status: self.status, headers: &self.headers, body: &self.body, elapsed_ms: self.elapsed_ms }
    }
}

/// A source of pages.
pub enum Fetcher {
    /// The demo web.
    Demo(Demo),
    /// Direct requests to sites.
    Direct(Direct),
    /// The proxy that serves the app.
    Proxy(Proxy),
    /// A file of recorded pages.
    Recorded(Recorded),
    /// Several sources, each for its own pages.
    Several(Several),
}

impl Fetcher {
    /// Fetches the page of a request.
    pub async fn fetch(&self, request: &FetchRequest) -> Result<SourceResponse, Failure> {
        self.fetch_if(request, &Validators::default()).await
    }

    /// Fetches a page conditionally: the status is 304 if the host still has the version of these validators. Not every
    /// source sends conditional requests, because in a web page they need a permission that hardly any site gives
    /// (Fetch §3.2.2, CORS-preflight).
    pub async fn fetch_if(&self, request: &FetchRequest, known: &Validators) -> Result<SourceResponse, Failure> {
        match self {
            Self::Demo(demo) => demo.fetch(request, known).await,
            Self::Direct(direct) => direct.fetch(request).await,
            Self::Proxy(proxy) => proxy.fetch(request, known).await,
            Self::Recorded(recorded) => recorded.fetch(request).await,
            Self::Several(several) => several.fetch(request, known).await,
        }
    }

    /// Returns the most pages that it renders of a crawl with this page limit.
    pub(crate) fn render_limit(&self, pages: u32) -> u32 {
        match self {
            Self::Direct(direct) => direct.render_limit(pages),
            _ => 0,
        }
    }

    /// Renders a page that needs JavaScript; `fetched` is its response, which a source that renders none returns.
    pub(crate) async fn render(
        &self,
        request: &FetchRequest,
        fetched: SourceResponse,
    ) -> Result<SourceResponse, Failure> {
        match self {
            Self::Direct(direct) => direct.render(request, fetched).await,
            _ => Ok(fetched),
        }
    }

    /// Checks that the source responds; only a proxy may be missing.
    ///
    /// # Errors
    /// The remedy, in a sentence.
    pub async fn check(&self) -> Result<(), String> {
        match self {
            Self::Proxy(proxy) => proxy.check().await,
            Self::Several(several) => several.check().await,
            Self::Demo(demo) => demo.check().await,
            Self::Recorded(recorded) => recorded.check().await,
            Self::Direct(_) => Ok(()),
        }
    }

    /// Returns the politeness towards the hosts of this source. Recordings and the hosts of the demo web have no delay.
    /// For a proxy, the last [`Self::check`] determines whether it serves the demo web.
    pub fn politeness(&self) -> Politeness {
        match self {
            Self::Proxy(proxy) if proxy.serves_demo_web() => {
                Politeness::AdaptiveExcept(demo_web::hosts().map(str::to_owned).collect())
            }
            Self::Proxy(_) | Self::Direct(_) => Politeness::Adaptive,
            // They put load on no server, so there is no need to wait.
            Self::Demo(_) | Self::Recorded(_) => Politeness::Replay,
            Self::Several(several) => several.politeness(),
        }
    }

    /// Returns whether bodies are saved, because pages of this source may be gone later.
    pub fn keeps_bodies(&self) -> bool {
        !matches!(self, Self::Demo(_))
    }

    /// Cancels all requests.
    pub fn abort(&self) {
        match self {
            Self::Demo(_) | Self::Recorded(_) => {}
            Self::Direct(direct) => direct.abort(),
            Self::Proxy(proxy) => proxy.abort(),
            Self::Several(several) => several.each().for_each(Self::abort),
        }
    }

    /// Returns the reason that this source does not respond now, with the remedy, in a sentence.
    pub fn problem(&self) -> Option<String> {
        match self {
            Self::Demo(_) | Self::Direct(_) | Self::Recorded(_) => None,
            Self::Proxy(proxy) => proxy.problem(),
            Self::Several(several) => several.each().find_map(Self::problem),
        }
    }
}

/// Returns a time in the format of HTTP (RFC 9110 §5.6.7).
#[expect(clippy::cast_precision_loss, reason = "below 2^53 milliseconds")]
fn http_date(at: Millis) -> String {
    js_sys::Date::new(&(at as f64).into()).to_utc_string().into()
}

fn failure(code: &str, message: &str) -> Failure {
    Failure { code: code.to_owned(), message: message.to_owned(), kind: FailureKind::of(code) }
}

/// Returns milliseconds since a time of [`clock::precise`].
fn elapsed_ms(since: f64) -> u32 {
    types::to_u32(clock::precise() - since)
}

/// The sources of some pages.
pub struct Several {
    fetchers: Vec<Fetcher>,
    /// The indices of the pages' sources.
    pages: BTreeMap<CanonicalUrl, usize>,
    /// The indices of the sources by host, for other URLs.
    hosts: BTreeMap<String, usize>,
}

impl Several {
    /// Creates a source from at least one source, and the indices of the pages' sources.
    pub fn new(fetchers: Vec<Fetcher>, pages: BTreeMap<CanonicalUrl, usize>) -> Self {
        let hosts = pages.iter().map(|(url, at)| (url.host().to_owned(), *at));
        Self { hosts: hosts.collect(), fetchers, pages }
    }

    fn source_of(&self, url: &CanonicalUrl) -> &Fetcher {
        let at = self.pages.get(url).or_else(|| self.hosts.get(url.host()));
        &self.fetchers[at.copied().unwrap_or_default()]
    }

    async fn fetch(&self, request: &FetchRequest, known: &Validators) -> Result<SourceResponse, Failure> {
        Box::pin(self.source_of(&request.url).fetch_if(request, known)).await
    }

    async fn check(&self) -> Result<(), String> {
        for fetcher in &self.fetchers {
            Box::pin(fetcher.check()).await?;
        }
        Ok(())
    }

    /// Returns the strictest politeness of the sources.
    fn politeness(&self) -> Politeness {
        let rank = |politeness: &Politeness| match politeness {
            Politeness::Adaptive | Politeness::AdaptiveWith(_) => 0,
            Politeness::AdaptiveExcept(_) => 1,
            Politeness::Replay => 2,
        };
        self.fetchers.iter().map(Fetcher::politeness).min_by_key(rank).unwrap_or(Politeness::Replay)
    }

    fn each(&self) -> impl Iterator<Item = &Fetcher> {
        self.fetchers.iter()
    }
}

/// Cancels requests: all at once, or each after its time limit.
pub(crate) struct Cancellation {
    controller: AbortController,
}

impl Cancellation {
    /// Creates a cancellation that nothing has triggered.
    pub(crate) fn new() -> Self {
        Self { controller: AbortController::new().expect("AbortController has no arguments that could be wrong") }
    }

    /// Returns the signal for a request: it fires after `ms` milliseconds, or when all are canceled.
    pub(crate) fn signal(&self, ms: u32) -> AbortSignal {
        let signals = js_sys::Array::of2(&self.controller.signal(), &AbortSignal::timeout_with_u32(ms));
        AbortSignal::any(&JsValue::from(signals))
    }

    /// Cancels all requests.
    pub(crate) fn cancel(&self) {
        self.controller.abort();
    }

    /// Returns whether all requests are canceled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.controller.signal().aborted()
    }
}
