//! The live web: the settings of its requests, the HTTP cache, and functions of Python: one sends requests in place of
//! the guarded fetcher, the other renders pages.

use crate::errors::{FileError, PlanError, of_lab};
use engine::fetch;
use engine::html::{self, EncodingRs};
use http::HeaderMap;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use salticid_lab::record::cache::Cache;
use salticid_lab::record::live::{Fetch, Fetching};
use salticid_proxy::{Client, ClientResponse, ForwardProxy, RequestHeader, Settings};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, Runtime};
use types::agent;
use types::failure::{Failure, FailureKind};
use types::header::{MediaType, of_rendered};
use types::limits;
use types::plan::{HostRule, Politeness};

/// The options of a live crawl, as `salticid._plan.live_options` makes them.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct LiveOptions {
    /// The program, for the User-Agent.
    program: String,
    contact: Option<String>,
    user_agent: Option<String>,
    /// The headers of all requests.
    headers: Vec<(String, String)>,
    /// The cookies of hosts.
    cookies: Vec<(String, String)>,
    /// The host and port of an HTTP proxy, and its credentials.
    proxy: Option<(String, Option<String>)>,
    /// The delays of hosts in seconds.
    delays: BTreeMap<String, f64>,
    /// The most requests at a time to hosts of the person's own.
    parallel_per_host: BTreeMap<String, u32>,
    /// The hosts of the person's own.
    own: Vec<String>,
    /// The most seconds of a request.
    timeout: Option<f64>,
    /// A function that gets an address, and returns status, headers and body.
    fetch: Option<Py<PyAny>>,
    /// A function that gets the address and the HTML of a page, and returns the HTML to read, or `None`.
    render: Option<Py<PyAny>>,
    /// The folder of the HTTP cache.
    cache: Option<PathBuf>,
    allow_address: Vec<String>,
    resolve: Vec<String>,
}

impl LiveOptions {
    /// Returns the settings of the fetcher; the error is a sentence.
    fn settings(&self) -> Result<Settings, String> {
        fn read<T: std::str::FromStr<Err = String>>(texts: &[String]) -> Result<Vec<T>, String> {
            texts.iter().map(|text| text.parse()).collect()
        }
        let contact = self.contact.as_deref().map(agent::contact).transpose();
        let contact = contact.map_err(|problem| format!("contact: {problem}"))?;
        let agent = agent::user_agent_of(&self.program, contact.as_deref());
        let agent = self.user_agent.as_ref().unwrap_or(&agent);
        let agent = RequestHeader::new(None, "user-agent", agent).map_err(|problem| format!("user_agent: {problem}"));
        let headers = self.headers.iter().map(|(name, value)| {
            RequestHeader::new(None, name, value).map_err(|problem| format!("headers: {problem}"))
        });
        let cookies = self.cookies.iter().map(|(host, value)| {
            let host = host.to_ascii_lowercase();
            RequestHeader::new(Some(&host), "cookie", value).map_err(|problem| format!("cookies: {problem}"))
        });
        let request_headers = [agent].into_iter().chain(headers).chain(cookies).collect::<Result<Vec<_>, String>>()?;
        let forward_proxy = self.proxy.as_ref().map(|(address, credentials)| {
            let proxy = ForwardProxy::new(address, credentials.as_deref());
            proxy.map_err(|problem| format!("proxy: {problem}"))
        });
        let mut settings = Settings {
            allowed_addresses: read(&self.allow_address)?,
            mappings: read(&self.resolve)?,
            request_headers,
            own_hosts: self.own.iter().map(|host| host.to_ascii_lowercase()).collect(),
            forward_proxy: forward_proxy.transpose()?,
            demo_web: false,
            ..Settings::default()
        };
        if let Some(seconds) = self.timeout {
            let total = Duration::try_from_secs_f64(seconds).ok().filter(|total| !total.is_zero());
            let total = total.ok_or_else(|| format!("timeout: {seconds} is no number of seconds above 0"))?;
            let limits = &mut settings.limits;
            for part in [&mut limits.connect, &mut limits.headers, &mut limits.idle] {
                // A longer one than by default is for hosts that take long to respond.
                *part = if total > limits.total { total } else { total.min(*part) };
            }
            limits.total = total;
        }
        Ok(settings)
    }

    /// Returns the politeness toward the hosts; the error is a sentence.
    pub(crate) fn politeness(&self) -> Result<Politeness, String> {
        if self.delays.is_empty() && self.parallel_per_host.is_empty() {
            return Ok(Politeness::Adaptive);
        }
        let is_own = |host: &str| self.own.iter().any(|own| own.eq_ignore_ascii_case(host));
        let most = limits::CRAWL_DELAY_MAX_MS as f64 / 1_000.0;
        let mut rules = BTreeMap::new();
        for (host, seconds) in &self.delays {
            let least = if is_own(host) { 0.0 } else { limits::DELAY_MIN_MS as f64 / 1_000.0 };
            if !(least..=most).contains(seconds) {
                let hint = if is_own(host) { "" } else { "; less only for hosts that you name as your own with own=" };
                return Err(format!("delays: {host} has {seconds} s, give {least} to {most}{hint}"));
            }
            let rule = HostRule { delay_ms: Some(types::to_u64(seconds * 1_000.0)), in_flight: 1 };
            rules.insert(host.to_ascii_lowercase(), rule);
        }
        for (host, &parallel) in &self.parallel_per_host {
            if !is_own(host) {
                return Err(format!(
                    "parallel_per_host: {host} gets one request at a time, unless you name it as your own with own="
                ));
            }
            if !(1..=limits::IN_FLIGHT_MAX).contains(&parallel) {
                return Err(format!("parallel_per_host: {host} has {parallel}, give 1 to {}", limits::IN_FLIGHT_MAX));
            }
            let rule = rules.entry(host.to_ascii_lowercase()).or_insert(HostRule { delay_ms: None, in_flight: 1 });
            rule.in_flight = parallel;
        }
        Ok(Politeness::AdaptiveWith(rules))
    }

    /// Starts the fetcher.
    pub(crate) fn live(self) -> PyResult<Live> {
        let settings = self.settings().map_err(PlanError::new_err)?;
        let runtime = Runtime::new().map_err(|error| FileError::new_err(error.to_string()))?;
        let timeout = settings.limits.total;
        let mut fetcher: Arc<dyn Fetch> = match self.fetch {
            Some(function) => Arc::new(Hook { function, timeout }),
            None => Arc::new(Client::new(&settings)),
        };
        if let Some(folder) = self.cache {
            fetcher = Arc::new(Cache::open(&folder, fetcher).map_err(of_lab)?);
        }
        if let Some(function) = self.render {
            fetcher = Arc::new(Renderer { function, timeout, fetcher });
        }
        Ok(Live { fetcher, runtime: Arc::new(Background(Some(runtime))) })
    }
}

/// The fetcher of the live web, with its threads.
#[derive(Clone)]
pub(crate) struct Live {
    pub(crate) fetcher: Arc<dyn Fetch>,
    pub(crate) runtime: Arc<Background>,
}

/// Threads that are not waited for at their end: one may look up a name, or be in a function of Python.
pub(crate) struct Background(Option<Runtime>);

impl Background {
    /// Runs a future to its end.
    ///
    /// # Panics
    /// Never: there is a runtime until it is dropped.
    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle().block_on(future)
    }

    /// Returns the handle for tasks.
    pub(crate) fn handle(&self) -> &Handle {
        self.0.as_ref().expect("there is a runtime until the drop").handle()
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// A function of Python that fetches.
struct Hook {
    function: Py<PyAny>,
    timeout: Duration,
}

/// The result of the function: status, headers and body.
type HookResponse = (u16, Vec<(String, String)>, PyBackedBytes);

impl Fetch for Hook {
    fn fetch(self: Arc<Self>, address: String, _conditions: HeaderMap) -> Fetching {
        Box::pin(async move {
            let begun = Instant::now();
            let timeout = self.timeout;
            let call = move |py: Python<'_>| self.function.bind(py).call1((address,))?.extract();
            let (status, headers, body): HookResponse = called("fetch", timeout, call).await?;
            if !(100..1_000).contains(&status) {
                return Err(failure("fetch", &format!("fetch returned the status {status}, which HTTP does not have")));
            }
            let headers = headers.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
            let (headers, body) = (headers.collect(), body.to_vec().into());
            Ok(ClientResponse { status, headers, body, elapsed: begun.elapsed() })
        })
    }
}

/// A function of Python that renders the pages of a fetcher: it gets address and HTML, and returns the HTML after
/// scripts have run.
struct Renderer {
    function: Py<PyAny>,
    timeout: Duration,
    fetcher: Arc<dyn Fetch>,
}

impl Fetch for Renderer {
    fn fetch(self: Arc<Self>, address: String, conditions: HeaderMap) -> Fetching {
        Box::pin(async move {
            let page = Arc::clone(&self.fetcher).fetch(address.clone(), conditions).await?;
            let is_text = MediaType::extract(content_type(&page)).is_some_and(|known| known.is_text());
            let is_page = page.status == 200 && !is_text && fetch::is_page(content_type(&page), &page.body);
            if !is_page || address.ends_with("/robots.txt") {
                return Ok(page);
            }
            let html = html::text(&page.body, content_type(&page), &EncodingRs).into_owned();
            let timeout = self.timeout;
            let call = move |py: Python<'_>| self.function.bind(py).call1((address, html))?.extract();
            let rendered: Option<String> = called("render", timeout, call).await?;
            Ok(match rendered {
                // The delay of the host follows from the time that it took itself.
                Some(html) => ClientResponse { headers: of_rendered(page.headers), body: html.into(), ..page },
                None => page,
            })
        })
    }

    fn request_headers(&self, address: &str) -> HeaderMap {
        self.fetcher.request_headers(address)
    }
}

fn content_type(response: &ClientResponse) -> Option<&str> {
    let header = response.headers.iter().find(|(name, _)| name == "content-type");
    header.map(|(_, value)| value.as_str())
}

/// Calls a function of Python in a thread of its own, and returns its result.
///
/// # Errors
/// A failure with this code if it raises an exception, returns another type, or takes too long.
async fn called<T: Send + 'static>(
    code: &'static str,
    timeout: Duration,
    call: impl FnOnce(Python<'_>) -> PyResult<T> + Send + 'static,
) -> Result<T, Failure> {
    let call = tokio::task::spawn_blocking(move || Python::attach(call).map_err(|error| error.to_string()));
    let called = tokio::time::timeout(timeout, call).await;
    let called = called.map_err(|_| failure("timeout-total", &format!("{code} took too long")))?;
    let called = called.map_err(|_| failure(code, &format!("{code} ended without a result")))?;
    called.map_err(|error| failure(code, &format!("{code} failed: {error}")))
}

fn failure(code: &str, message: &str) -> Failure {
    Failure { code: code.to_owned(), message: message.to_owned(), kind: FailureKind::of(code) }
}
