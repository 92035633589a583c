//! Checks that the parts of a saved crawl are consistent. A saved crawl may come from anywhere; its checksum only shows
//! that it is complete.
//!
//! Indexes that can be computed are not saved and need no check. Not covered: whether a crawl could have produced this
//! state. Scores, counts and times may be invented; they affect this crawl alone.

use super::canonical::DeclaredUrl;
use super::hosts::RobotsRequest;
use super::rerank::RerankPass;
use super::state::{InFlight, State, UrlState};
use crate::fetch::FetchRequest;
use crate::frontier::FrontierEntry;
use crate::graph::{HostId, UrlId};
use types::limits;
use types::report::PageRecord;
use types::url::{CanonicalUrl, ScopeRule};

/// The upper bound of a valid counter, which leaves room for increments.
const COUNTED: u32 = u32::MAX / 2;

impl State {
    /// Returns the contradiction in this state, if any; the plan has `examples` examples.
    pub(super) fn check(&self, examples: usize) -> Result<(), &'static str> {
        let parts = [
            (self.has_valid_pages(), "the pages"),
            (self.has_valid_url_states(), "the states of URLs"),
            (self.graph.is_within(self.urls.len()), "the links"),
            (self.has_valid_redirects(), "the redirects"),
            (self.has_valid_frontier(), "the frontier"),
            (self.has_valid_page_cache(), "the page cache"),
            (self.has_valid_requests(), "the requests in flight"),
            (self.has_valid_hosts(), "the hosts"),
            (self.has_valid_examples(examples), "the examples"),
            (self.has_valid_documents(), "the documents"),
            (self.has_valid_addresses(), "the addresses"),
            (self.now <= limits::LAST_MS, "the time"),
        ];
        let wrong = parts.into_iter().find(|(is_valid, _)| !is_valid);
        wrong.map_or(Ok(()), |(_, part)| Err(part))
    }

    fn has_valid_documents(&self) -> bool {
        self.documents.ids().all(|id| self.knows(id)) && self.documents.has_valid_estimates()
    }

    fn has_valid_addresses(&self) -> bool {
        self.addresses.ids().all(|id| self.knows(id)) && self.addresses.hosts().all(|host| self.knows_host(host))
    }

    fn knows(&self, id: UrlId) -> bool {
        (id.0 as usize) < self.urls.len()
    }

    fn knows_host(&self, host: HostId) -> bool {
        (host.0 as usize) < self.urls.hosts_len()
    }

    /// Checks that records are numbered from 1 and refer only to earlier ones, and that their marks lie in the text.
    fn has_valid_pages(&self) -> bool {
        let is_valid = |(n, page): (u32, &PageRecord)| {
            let is_earlier = |other: Option<u32>| other.is_none_or(|other| (1..n).contains(&other));
            let in_snippet = |(start, end): &(u32, u32)| {
                let marked = page.text.snippet.get(*start as usize..*end as usize);
                marked.is_some()
            };
            page.n == n
                && is_earlier(page.discovery.parent)
                && is_earlier(page.near_duplicate_of)
                && page.neighbors.links_to.iter().all(|other| is_earlier(Some(*other)))
                && page.neighbors.linked_from.iter().all(|other| is_earlier(Some(*other)))
                && page.text.marks.iter().all(in_snippet)
        };
        let done = self.results.pages.len();
        let is_done = |number: u32| (1..=done).contains(&(number as usize));
        (1..).zip(&self.results.pages).all(is_valid)
            && self.results.pages_read as usize <= done
            && self.results.measures.now().pages as usize <= done
            && self.results.near_duplicates.numbers().all(is_done)
            && [&self.results.failures, &self.results.refusals]
                .into_iter()
                .all(|counts| counts.values().all(|n| *n < COUNTED))
    }

    fn has_valid_url_states(&self) -> bool {
        let is_valid = |url_state: &UrlState| match url_state {
            UrlState::Done(at) => (*at as usize) < self.results.pages.len(),
            _ => true,
        };
        self.url_states.len() <= self.urls.len() && self.url_states.iter().all(is_valid)
    }

    fn has_valid_redirects(&self) -> bool {
        let is_valid = |(id, declared): (&UrlId, &DeclaredUrl)| match declared {
            DeclaredUrl::Address(Some(entry)) => self.is_valid_entry(*id, entry),
            DeclaredUrl::Address(None) | DeclaredUrl::Page => self.knows(*id),
        };
        let mut redirects = self.redirects.iter();
        redirects.all(|(from, to)| self.knows(*from) && self.knows(*to)) && self.declared.iter().all(is_valid)
    }

    fn has_valid_frontier(&self) -> bool {
        let mut all = self.frontier.all();
        all.all(|(id, entry)| self.is_valid_entry(id, entry)) && self.frontier.len() <= limits::FRONTIER_URLS_MAX
    }

    /// Checks that an entry belongs to a known URL and its site.
    fn is_valid_entry(&self, id: UrlId, entry: &FrontierEntry) -> bool {
        let counts = [entry.depth, entry.pages, entry.hops, entry.tries];
        self.knows(id)
            && self.urls.site_of(id) == entry.site
            && is_spelling_of(entry.exact.as_deref(), self.urls.url(id))
            && entry.parent.is_none_or(|parent| self.knows(parent))
            && entry.linkers.iter().all(|page| self.knows(*page))
            && entry.since < COUNTED
            && counts.into_iter().all(|n| n < COUNTED)
    }

    /// Checks that cached, rescored and excluded entries refer only to known URLs.
    fn has_valid_page_cache(&self) -> bool {
        let scored = self.rerank.iter().flat_map(RerankPass::mentioned);
        let left_out = |(_, id, entry): &(ScopeRule, UrlId, FrontierEntry)| self.is_valid_entry(*id, entry);
        self.page_cache.mentioned().chain(scored).all(|id| self.knows(id)) && self.changes.left_out.iter().all(left_out)
    }

    fn has_valid_requests(&self) -> bool {
        let is_valid = |fetch: &InFlight| {
            let (FetchRequest { url, exact, .. }, page) = (&fetch.request, fetch.page.as_ref());
            let is_of =
                |(id, entry): &(UrlId, FrontierEntry)| self.is_valid_entry(*id, entry) && self.urls.url(*id) == url;
            self.knows_host(fetch.host) && is_spelling_of(exact.as_deref(), url) && page.is_none_or(is_of)
        };
        let numbers = self.in_flight.iter().all(|(id, fetch)| *id == fetch.request.id && id.0 <= self.requests);
        // All of them are sent at once when the crawl resumes.
        let are_few = self.in_flight.len() <= 2 * limits::IN_FLIGHT_MAX as usize;
        numbers && are_few && self.requests < u64::MAX / 2 && self.in_flight.values().all(is_valid)
    }

    fn has_valid_hosts(&self) -> bool {
        let rules = self.hosts.access.keys().chain(self.hosts.robots_requests.keys()).chain(self.hosts.delays.keys());
        let asked = self.hosts.robots_requests.values().all(RobotsRequest::is_valid);
        asked && rules.into_iter().all(|host| self.knows_host(*host))
    }

    fn has_valid_examples(&self, examples: usize) -> bool {
        let is_one = |number: &usize| *number < examples;
        let wait = |(id, numbers): (&UrlId, &Vec<usize>)| self.knows(*id) && numbers.iter().all(is_one);
        self.training.examples.iter().all(wait) && self.training.examples_read < COUNTED
    }
}

impl RobotsRequest {
    fn is_valid(&self) -> bool {
        let counts = [self.hops, self.tries];
        counts.into_iter().all(|n| n < COUNTED) && is_spelling_of(self.exact.as_deref(), &self.url)
    }
}

/// Returns true if `exact`, if given, is a spelling of `url`.
fn is_spelling_of(exact: Option<&str>, url: &CanonicalUrl) -> bool {
    let canonical = |exact| [CanonicalUrl::parse(exact), CanonicalUrl::whole(exact)];
    exact.is_none_or(|exact| canonical(exact).iter().any(|named| named.as_ref() == Ok(url)))
}
