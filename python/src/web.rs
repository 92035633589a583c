//! Webs to crawl: those of the lab by name, or pages in memory.

use crate::errors::{self, ContentError};
use pyo3::prelude::*;
use salticid_lab::web::{self, RecordedResponse, Response, Web};
use std::collections::BTreeMap;
use std::sync::Arc;
use types::plan::Politeness;
use types::url::CanonicalUrl;

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
            Self::Name(name) => Ok(web::open(&name).map_err(errors::of_lab)?.into()),
            Self::Pages(pages) => Ok(Arc::new(PagesInMemory::new(pages)?)),
        }
    }
}

/// Pages in memory; any other URL is a 404, including robots.txt.
struct PagesInMemory(BTreeMap<CanonicalUrl, Vec<u8>>);

impl PagesInMemory {
    fn new(pages: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        let canonical = pages.into_iter().map(|(url, html)| {
            let url = CanonicalUrl::parse(&url);
            Ok((url.map_err(|problem| errors::of_url(&problem))?, html))
        });
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
