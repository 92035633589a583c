//! Drives a crawl step by step: on a web of the lab with a virtual clock, or on the live web through the guarded
//! fetcher.

use crate::convert;
use crate::errors::{self, ContentError, PlanError};
use crate::live::{Live, LiveOptions};
use engine::crawl::Crawl;
use evaluation::compare::{Exchange, VirtualClock};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use salticid_lab::driver;
use salticid_lab::record::live::{LiveCrawl, Received};
use salticid_lab::web::{self, RecordedResponse, Response, Web};
use salticid_proxy::ClientResponse;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use types::plan::Politeness;
use types::url::CanonicalUrl;

/// The time after which a waiting crawl or comparison looks for signals, such as Ctrl+C, and a crawl for its deadline.
pub(crate) const SIGNALS: Duration = Duration::from_millis(100);

/// The source of the pages.
pub(crate) enum Source {
    Web(Arc<dyn Web>),
    Live(Live),
}

impl Source {
    /// Opens a web, or starts the fetcher of the live web.
    pub(crate) fn open(web: WebInput, options: LiveOptions) -> PyResult<Self> {
        if web.is_live() { options.live().map(Self::Live) } else { web.open().map(Self::Web) }
    }

    /// Returns the driver of a new or saved crawl. `known` are responses by address that replace requests to the live
    /// web.
    pub(crate) fn drive(&self, crawl: Crawl, known: BTreeMap<String, ClientResponse>) -> Driver {
        match self {
            Self::Web(web) => {
                let asked = Asked::of(&crawl);
                Driver::Web { clock: Box::new(VirtualClock::new(crawl)), web: Arc::clone(web), asked }
            }
            Self::Live(live) => {
                let _guard = live.runtime.handle().enter();
                let crawl = LiveCrawl::new(crawl, Arc::clone(&live.fetcher));
                Driver::Live(Box::new(crawl.with_known(known)), live.clone())
            }
        }
    }
}

/// A crawl with its driver.
pub(crate) enum Driver {
    /// On a web in memory, by a virtual clock.
    Web { clock: Box<VirtualClock>, web: Arc<dyn Web>, asked: Asked },
    /// On the live web.
    Live(Box<LiveCrawl>, Live),
}

/// The addresses that a crawl requested from a web, in the order of their first request.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) order: Vec<String>,
    known: BTreeSet<String>,
}

impl Asked {
    /// Returns the addresses that a saved crawl has requested, as far as it knows their spelling.
    fn of(crawl: &Crawl) -> Self {
        let mut asked = Self::default();
        let urls = crawl.pages().iter().map(|page| &page.url).chain(crawl.redirects().map(|(from, _)| from));
        let urls: Vec<&CanonicalUrl> = urls.collect();
        let robots: BTreeSet<&str> = urls.iter().map(|url| url.host_key()).collect();
        for host in robots {
            asked.add(&format!("{host}/robots.txt"));
        }
        for url in urls {
            asked.add(url.as_str());
        }
        asked
    }

    fn add(&mut self, address: &str) {
        if self.known.insert(address.to_owned()) {
            self.order.push(address.to_owned());
        }
    }
}

/// The result of a driver's step.
pub(crate) enum Step {
    /// The live web has responded.
    Received(Box<Received>),
    /// There are more steps.
    Going,
    /// Nothing happened for a while.
    Waiting,
    /// The crawl has ended.
    Over,
}

impl Driver {
    /// Returns the crawl.
    pub(crate) fn crawl(&self) -> &Crawl {
        match self {
            Self::Web { clock, .. } => clock.crawl(),
            Self::Live(live, _) => live.crawl(),
        }
    }

    /// Returns the links of the pages: source and target, every pair once.
    pub(crate) fn links(&self) -> Vec<(String, String)> {
        let links = self.crawl().links();
        links.map(|(from, to)| (from.to_string(), to.to_string())).collect()
    }

    /// Stops the crawl at the next step.
    pub(crate) fn stop(&mut self, watch: impl FnMut(Exchange<'_>)) {
        match self {
            Self::Web { clock, .. } => clock.stop(),
            Self::Live(live, _) => live.stop(watch),
        }
    }

    /// Ends the requests, after which there is no step any more.
    pub(crate) fn abandon(&mut self) {
        if let Self::Live(live, _) = self {
            live.abandon();
        }
    }

    /// Does the next step, of which `watch` sees event and result; after the deadline, the crawl ends with it.
    pub(crate) fn step(&mut self, is_late: bool, watch: impl FnMut(Exchange<'_>)) -> Step {
        match self {
            Self::Web { clock, web, asked } => {
                for request in clock.pending_requests().to_vec() {
                    asked.add(request.address());
                    let response = driver::response(&request, &**web, clock.now());
                    clock.take(request.id, response);
                }
                clock.step(watch);
                if clock.is_over() || is_late { Step::Over } else { Step::Going }
            }
            Self::Live(crawl, live) => live.runtime.block_on(async {
                crawl.step(watch);
                if let Some(received) = crawl.take_received() {
                    return Step::Received(Box::new(received));
                }
                if crawl.is_over() || is_late {
                    return Step::Over;
                }
                let mut never = pin!(pending());
                match tokio::time::timeout(SIGNALS, crawl.wait(never.as_mut())).await {
                    Ok(true) => Step::Going,
                    Ok(false) => Step::Over,
                    Err(_) => Step::Waiting,
                }
            }),
        }
    }
}

/// A web as Python code names it.
#[derive(FromPyObject)]
pub(crate) enum WebInput {
    /// `live`, `demo`, `demo:SEED`, `demo:SEEDxSIZE`, `demo:1+2`, or a WARC file.
    Name(String),
    /// HTML pages by URL.
    Pages(BTreeMap<String, Vec<u8>>),
}

/// The name of the live web.
const LIVE: &str = "live";

impl WebInput {
    /// Returns true for the live web, which cannot be opened.
    pub(crate) fn is_live(&self) -> bool {
        matches!(self, Self::Name(name) if name == LIVE)
    }

    /// Returns the name, by which a saved crawl is compared.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Pages(_) => "pages in memory",
        }
    }

    /// Returns the politeness toward its hosts without rules of the person.
    pub(crate) fn usual_politeness(&self) -> Politeness {
        if self.is_live() { Politeness::Adaptive } else { Politeness::Replay }
    }

    /// Returns the politeness toward its hosts. Raises `PlanError`.
    pub(crate) fn politeness(&self, options: &LiveOptions) -> PyResult<Politeness> {
        if self.is_live() { options.politeness().map_err(PlanError::new_err) } else { Ok(self.usual_politeness()) }
    }

    /// Opens the web.
    pub(crate) fn open(self) -> PyResult<Arc<dyn Web>> {
        match self {
            Self::Name(name) => {
                let web = web::open_quietly(&name).map_err(errors::of_lab)?;
                for sentence in web::skipped_places(&name, &*web) {
                    Python::attach(|py| warn(py, &sentence))?;
                }
                Ok(web.into())
            }
            Self::Pages(pages) => Ok(Arc::new(PagesInMemory::new(pages)?)),
        }
    }
}

/// Issues a `UserWarning`.
pub(crate) fn warn(py: Python<'_>, sentence: &str) -> PyResult<()> {
    let message = CString::new(sentence).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)
}

/// Pages in memory; any other URL is a 404, including robots.txt.
struct PagesInMemory(BTreeMap<CanonicalUrl, Vec<u8>>);

impl PagesInMemory {
    fn new(pages: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        let canonical = pages.into_iter().map(|(url, html)| Ok((convert::url(&url)?, html)));
        let pages: BTreeMap<_, _> = canonical.collect::<PyResult<_>>()?;
        if pages.is_empty() {
            return Err(ContentError::new_err("the web has no pages: give at least one"));
        }
        Ok(Self(pages))
    }
}

impl Web for PagesInMemory {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let html = self.0.get(&CanonicalUrl::parse(url).ok()?)?;
        let kind = ("content-type".to_owned(), "text/html".to_owned());
        Some(RecordedResponse {
            delay_ms: 0,
            outcome: Ok(Response { status: 200, headers: vec![kind], body: html.clone() }),
        })
    }

    fn urls(&self) -> Vec<CanonicalUrl> {
        self.0.keys().cloned().collect()
    }
}
