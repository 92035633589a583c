//! The live web: the settings of its requests, and a function of Python that sends them in place of the guarded
//! fetcher.

use crate::errors::{FileError, PlanError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use salticid_lab::record::live::{Fetch, Fetching};
use salticid_proxy::{Client, ClientResponse, ForwardProxy, RequestHeader, Settings};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, Runtime};
use types::agent;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::plan::Politeness;

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
    /// The hosts of the person's own.
    own: Vec<String>,
    /// The most seconds of a request.
    timeout: Option<f64>,
    /// A function that gets an address, and returns status, headers and body.
    fetch: Option<Py<PyAny>>,
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
        if self.delays.is_empty() {
            return Ok(Politeness::Adaptive);
        }
        let most = limits::CRAWL_DELAY_MAX_MS as f64 / 1_000.0;
        let delay = |(host, seconds): (&String, &f64)| {
            let own = self.own.iter().any(|own| own.eq_ignore_ascii_case(host));
            let least = if own { 0.0 } else { limits::DELAY_MIN_MS as f64 / 1_000.0 };
            if (least..=most).contains(seconds) {
                return Ok((host.to_ascii_lowercase(), types::to_u64(seconds * 1_000.0)));
            }
            let hint = if own { "" } else { "; less only for hosts that you name as your own with own=" };
            Err(format!("delays: {host} has {seconds} s, give {least} to {most}{hint}"))
        };
        self.delays.iter().map(delay).collect::<Result<_, _>>().map(Politeness::AdaptiveWith)
    }

    /// Starts the fetcher.
    pub(crate) fn live(self) -> PyResult<Live> {
        let settings = self.settings().map_err(PlanError::new_err)?;
        let runtime = Runtime::new().map_err(|error| FileError::new_err(error.to_string()))?;
        let timeout = settings.limits.total;
        let fetcher: Arc<dyn Fetch> = match self.fetch {
            Some(function) => Arc::new(Hook { function, timeout }),
            None => Arc::new(Client::new(&settings)),
        };
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
    fn fetch(self: Arc<Self>, address: String) -> Fetching {
        Box::pin(async move {
            let (begun, timeout) = (Instant::now(), self.timeout);
            let call = tokio::task::spawn_blocking(move || {
                let response: PyResult<HookResponse> =
                    Python::attach(|py| self.function.bind(py).call1((address,))?.extract());
                response.map_err(|error| error.to_string())
            });
            let called = tokio::time::timeout(timeout, call).await;
            let called = called.map_err(|_| failure("timeout-total", "fetch took too long"))?;
            let called = called.map_err(|_| failure("fetch", "fetch ended without a result"))?;
            let (status, headers, body) =
                called.map_err(|error| failure("fetch", &format!("fetch failed: {error}")))?;
            if !(100..1_000).contains(&status) {
                return Err(failure("fetch", &format!("fetch returned the status {status}, which HTTP does not have")));
            }
            let headers = headers.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
            let (headers, body) = (headers.collect(), body.to_vec().into());
            Ok(ClientResponse { status, headers, body, elapsed: begun.elapsed() })
        })
    }
}

fn failure(code: &str, message: &str) -> Failure {
    Failure { code: code.to_owned(), message: message.to_owned(), kind: FailureKind::of(code) }
}
