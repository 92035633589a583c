//! Drives a crawl step by step: on a web of the lab with a virtual clock, or on the live web through the guarded
//! fetcher.

use crate::convert;
use crate::errors::{self, ContentError, FileError, PlanError};
use engine::crawl::Crawl;
use evaluation::compare::VirtualClock;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use salticid_lab::driver;
use salticid_lab::record::live::{LiveCrawl, Received};
use salticid_lab::web::{self, RecordedResponse, Response, Web};
use salticid_proxy::{Client, ClientResponse, Settings};
use std::collections::BTreeMap;
use std::ffi::CString;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use types::plan::Politeness;
use types::url::CanonicalUrl;

/// The time after which a waiting crawl or comparison looks for signals, such as Ctrl+C, and a crawl for its deadline.
pub(crate) const SIGNALS: Duration = Duration::from_millis(100);

/// The options of a live crawl.
#[derive(Debug, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct LiveOptions {
    contact: Option<String>,
    allow_address: Vec<String>,
    resolve: Vec<String>,
}

impl LiveOptions {
    /// Returns the settings of the fetcher; the error is a sentence.
    pub(crate) fn settings(&self) -> Result<Settings, String> {
        fn read<T: std::str::FromStr<Err = String>>(texts: &[String]) -> Result<Vec<T>, String> {
            texts.iter().map(|text| text.parse()).collect()
        }
        Ok(Settings {
            allowed_addresses: read(&self.allow_address)?,
            mappings: read(&self.resolve)?,
            contact: self.contact.clone(),
            demo_web: false,
            ..Settings::default()
        })
    }
}

/// The source of the pages.
pub(crate) enum Source {
    Web(Arc<dyn Web>),
    Live(Arc<Client>, Arc<Runtime>),
}

impl Source {
    /// Opens a web, or starts the fetcher of the live web.
    pub(crate) fn open(web: WebInput, options: &LiveOptions) -> PyResult<Self> {
        if !web.is_live() {
            return web.open().map(Self::Web);
        }
        let client = Client::new(&options.settings().map_err(PlanError::new_err)?);
        let runtime = Runtime::new().map_err(|error| FileError::new_err(error.to_string()))?;
        Ok(Self::Live(Arc::new(client), Arc::new(runtime)))
    }

    /// Returns the driver of a crawl. `known` are responses by address that replace requests to the live web.
    pub(crate) fn drive(&self, crawl: Crawl, known: BTreeMap<String, ClientResponse>) -> Driver {
        match self {
            Self::Web(web) => Driver::Web(Box::new(VirtualClock::new(crawl)), Arc::clone(web)),
            Self::Live(client, runtime) => {
                let _guard = runtime.enter();
                let live = LiveCrawl::new(crawl, Arc::clone(client));
                Driver::Live(Box::new(live.with_known(known)), Arc::clone(runtime))
            }
        }
    }
}

/// A crawl with its driver.
pub(crate) enum Driver {
    /// On a web in memory, by a virtual clock.
    Web(Box<VirtualClock>, Arc<dyn Web>),
    /// On the live web.
    Live(Box<LiveCrawl>, Arc<Runtime>),
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
            Self::Web(clock, _) => clock.crawl(),
            Self::Live(live, _) => live.crawl(),
        }
    }

    /// Returns the links of the pages: source and target, every pair once.
    pub(crate) fn links(&self) -> Vec<(String, String)> {
        let links = self.crawl().links();
        links.map(|(from, to)| (from.to_string(), to.to_string())).collect()
    }

    /// Does the next step; after the deadline, the crawl ends with it.
    pub(crate) fn step(&mut self, is_late: bool) -> Step {
        match self {
            Self::Web(clock, web) => {
                for request in clock.pending_requests().to_vec() {
                    let response = driver::response(&request, &**web, clock.now());
                    clock.take(request.id, response);
                }
                clock.step(|_| {});
                if clock.is_over() || is_late { Step::Over } else { Step::Going }
            }
            Self::Live(live, runtime) => runtime.block_on(async {
                live.step();
                if let Some(received) = live.take_received() {
                    return Step::Received(Box::new(received));
                }
                if live.is_over() || is_late {
                    return Step::Over;
                }
                let mut never = pin!(pending());
                match tokio::time::timeout(SIGNALS, live.wait(never.as_mut())).await {
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

    /// Returns the politeness toward its hosts.
    pub(crate) fn politeness(&self) -> Politeness {
        if self.is_live() { Politeness::Adaptive } else { Politeness::Replay }
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
