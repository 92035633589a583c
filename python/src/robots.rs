//! robots.txt (RFC 9309).

use crate::convert;
use engine::robots::{self, PRODUCT_TOKEN, RobotsPolicy};
use pyo3::prelude::*;
use std::borrow::Cow;
use types::url::CanonicalUrl;

/// The robots.txt of a host (RFC 9309).
///
/// `Robots(text, status=200, url=None)` parses it.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Robots {
    status: u16,
    file: Vec<u8>,
    url: Option<CanonicalUrl>,
    default_policy: RobotsPolicy,
}

/// The content of a robots.txt, as text or as bytes.
#[derive(FromPyObject)]
pub(crate) enum File {
    Text(String),
    Bytes(Vec<u8>),
}

impl Robots {
    /// Returns the policy for a crawler. That of Salticid is parsed once.
    fn policy(&self, agent: Option<&str>) -> Cow<'_, RobotsPolicy> {
        match agent {
            Some(token) if !token.eq_ignore_ascii_case(PRODUCT_TOKEN) => {
                Cow::Owned(RobotsPolicy::for_agent(token, self.status, &self.file))
            }
            _ => Cow::Borrowed(&self.default_policy),
        }
    }
}

#[pymethods]
impl Robots {
    /// Parses a robots.txt. `status` is that of the response: 4xx allows everything unless the text forbids everything,
    /// 5xx and others forbid everything. `url` is its address, against which relative sitemap lines are resolved.
    /// Raises `UrlError`.
    #[new]
    #[pyo3(signature = (text, status = 200, url = None))]
    fn new(text: File, status: u16, url: Option<&str>) -> PyResult<Self> {
        let file = match text {
            File::Text(text) => text.into_bytes(),
            File::Bytes(bytes) => bytes,
        };
        let url = url.map(convert::url).transpose()?;
        Ok(Self { default_policy: RobotsPolicy::from_status(status, &file), status, file, url })
    }

    /// Returns whether a crawler may fetch a page: by default Salticid, else that with the product token `agent`.
    /// Raises `UrlError`.
    #[pyo3(signature = (url, agent = None))]
    fn allows(&self, url: &str, agent: Option<&str>) -> PyResult<bool> {
        let canonical = convert::url(url)?;
        let address = url.split('#').next().unwrap_or_default();
        Ok(self.policy(agent).allows_request(&canonical, address.trim()))
    }

    /// Returns the requested delay between two requests, in seconds, at most 300; `None` if there is none.
    #[pyo3(signature = (agent = None))]
    fn crawl_delay(&self, agent: Option<&str>) -> Option<f64> {
        let delay = self.policy(agent).crawl_delay_ms();
        delay.map(|ms| ms as f64 / 1_000.0)
    }

    /// The addresses of its sitemaps; as they are written if its own address is unknown.
    #[getter]
    fn sitemaps(&self) -> Vec<String> {
        match &self.url {
            Some(url) => robots::sitemaps(&self.file, url).0.into_iter().map(Into::into).collect(),
            None => robots::sitemap_values(&self.file),
        }
    }

    fn __repr__(&self) -> String {
        format!("Robots({:?})", self.default_policy.summary())
    }
}
