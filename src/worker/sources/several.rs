//! Combines several sources: each page comes from its own source; redirects and robots.txt come from that of their host.

use super::{Fetcher, SourceResponse};
use engine::fetch::FetchRequest;
use std::collections::BTreeMap;
use types::failure::Failure;
use types::plan::Politeness;
use types::report::Validators;
use types::url::CanonicalUrl;

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

    fn of(&self, url: &CanonicalUrl) -> &Fetcher {
        let at = self.pages.get(url).or_else(|| self.hosts.get(url.host()));
        &self.fetchers[at.copied().unwrap_or_default()]
    }

    pub(super) async fn fetch(&self, request: &FetchRequest, known: &Validators) -> Result<SourceResponse, Failure> {
        Box::pin(self.of(&request.url).fetch_if(request, known)).await
    }

    pub(super) async fn check(&self) -> Result<(), String> {
        for fetcher in &self.fetchers {
            Box::pin(fetcher.check()).await?;
        }
        Ok(())
    }

    /// Returns the strictest politeness of the sources.
    pub(super) fn politeness(&self) -> Politeness {
        let rank = |politeness: &Politeness| match politeness {
            Politeness::Adaptive => 0,
            Politeness::AdaptiveExcept(_) => 1,
            Politeness::Replay => 2,
        };
        self.fetchers.iter().map(Fetcher::politeness).min_by_key(rank).unwrap_or(Politeness::Replay)
    }

    pub(super) fn each(&self) -> impl Iterator<Item = &Fetcher> {
        self.fetchers.iter()
    }
}
