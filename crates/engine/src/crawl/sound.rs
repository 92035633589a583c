//! Whether the parts of a saved state fit together. A saved crawl may come from anywhere, and a checksum only says that it came whole:
//! what is taken up must be a crawl that can go on.
//!
//! Indexes that follow from something else are not saved, so there is nothing in them to doubt. Not covered: whether the state
//! could have come about (scores, counts and times may be anyone's invention; they steer this crawl alone).

use super::rerank_pass::RerankPass;
use super::state::{InFlight, Inquiry, State, UrlState};
use crate::fetch::FetchRequest;
use crate::frontier::FrontierEntry;
use crate::graph::{HostId, UrlId};
use types::limits;
use types::report::PageRecord;
use types::url::{CanonicalUrl, ScopeRule};

/// Counters beyond this were not counted. It leaves room to count on.
const COUNTED: u32 = u32::MAX / 2;

impl State {
    /// Returns the contradiction in this state, if any; the plan has `examples` examples.
    pub(super) fn check(&self, examples: usize) -> Result<(), &'static str> {
        let parts = [
            (self.has_sound_pages(), "the pages"),
            (self.has_sound_fates(), "what became of the URLs"),
            (self.graph.is_within(self.urls.len()), "the links"),
            (self.has_sound_frontier(), "what waits"),
            (self.has_sound_memory(), "what is remembered"),
            (self.has_sound_orders(), "what is under way"),
            (self.has_sound_hosts(), "the hosts"),
            (self.has_sound_examples(examples), "the examples"),
            (self.now <= limits::LAST_MS, "the time"),
        ];
        let wrong = parts.into_iter().find(|(is_sound, _)| !is_sound);
        wrong.map_or(Ok(()), |(_, part)| Err(part))
    }

    fn knows(&self, id: UrlId) -> bool {
        (id.0 as usize) < self.urls.len()
    }

    fn knows_host(&self, host: HostId) -> bool {
        (host.0 as usize) < self.urls.hosts_len()
    }

    /// Records are numbered from 1 in their order, speak of earlier ones alone, and mark words that are there.
    fn has_sound_pages(&self) -> bool {
        let is_sound = |(n, page): (u32, &PageRecord)| {
            let is_earlier = |other: Option<u32>| other.is_none_or(|other| (1..n).contains(&other));
            let in_snippet = |(start, end): &(u32, u32)| {
                let marked = page.text.snippet.get(*start as usize..*end as usize);
                marked.is_some()
            };
            page.n == n
                && is_earlier(page.discovery.parent)
                && is_earlier(page.repeats)
                && page
                    .neighbors
                    .links_to
                    .iter()
                    .all(|other| is_earlier(Some(*other)))
                && page
                    .neighbors
                    .linked_from
                    .iter()
                    .all(|other| is_earlier(Some(*other)))
                && page.text.marks.iter().all(in_snippet)
        };
        let done = self.results.pages.len();
        let is_done = |number: u32| (1..=done).contains(&(number as usize));
        (1..).zip(&self.results.pages).all(is_sound)
            && self.results.pages_read as usize <= done
            && self.results.measures.now().pages as usize == done
            && self.results.originals.numbers().all(is_done)
            && [&self.results.failures, &self.results.refusals]
                .into_iter()
                .all(|counts| counts.values().all(|n| *n < COUNTED))
    }

    fn has_sound_fates(&self) -> bool {
        let is_sound = |url_state: &UrlState| match url_state {
            UrlState::Done(at) => (*at as usize) < self.results.pages.len(),
            _ => true,
        };
        self.url_states.len() <= self.urls.len() && self.url_states.iter().all(is_sound)
    }

    fn has_sound_frontier(&self) -> bool {
        let mut all = self.frontier.all();
        all.all(|(id, waiting)| self.may_wait(id, waiting))
            && self.frontier.len() <= limits::FRONTIER_URLS_MAX
    }

    /// Returns true for a known URL that waits on its own host.
    fn may_wait(&self, id: UrlId, waiting: &FrontierEntry) -> bool {
        let counts = [waiting.depth, waiting.pages, waiting.hops, waiting.tries];
        self.knows(id)
            && self.urls.host_of(id) == waiting.host
            && spells(waiting.exact.as_deref(), self.urls.url(id))
            && waiting.parent.is_none_or(|parent| self.knows(parent))
            && waiting.linkers.iter().all(|page| self.knows(*page))
            && waiting.since < COUNTED
            && counts.into_iter().all(|n| n < COUNTED)
    }

    /// Checks that remembered and rescored entries refer only to known URLs.
    fn has_sound_memory(&self) -> bool {
        let scored = self.rerank.iter().flat_map(RerankPass::mentioned);
        let left_out =
            |(_, id, waiting): &(ScopeRule, UrlId, FrontierEntry)| self.may_wait(*id, waiting);
        self.recall
            .mentioned()
            .chain(scored)
            .all(|id| self.knows(id))
            && self.changes.left_out.iter().all(left_out)
    }

    fn has_sound_orders(&self) -> bool {
        let is_sound = |fetch: &InFlight| {
            let (FetchRequest { url, exact, .. }, page) = (&fetch.request, fetch.page.as_ref());
            let is_of = |(id, waiting): &(UrlId, FrontierEntry)| {
                self.may_wait(*id, waiting) && self.urls.url(*id) == url
            };
            self.knows_host(fetch.host) && spells(exact.as_deref(), url) && page.is_none_or(is_of)
        };
        let numbers = self
            .in_flight
            .iter()
            .all(|(id, fetch)| *id == fetch.request.id && id.0 <= self.requests);
        // All of them are sent at once where the crawl goes on.
        let are_few = self.in_flight.len() <= 2 * limits::IN_FLIGHT_MAX as usize;
        numbers && are_few && self.requests < u64::MAX / 2 && self.in_flight.values().all(is_sound)
    }

    fn has_sound_hosts(&self) -> bool {
        let rules = self
            .hosts
            .access
            .keys()
            .chain(self.hosts.inquiries.keys())
            .chain(self.hosts.rests.keys());
        let asked = self.hosts.inquiries.values().all(Inquiry::is_sound);
        asked && rules.into_iter().all(|host| self.knows_host(*host))
    }

    fn has_sound_examples(&self, examples: usize) -> bool {
        let is_one = |number: &usize| *number < examples;
        let wait =
            |(id, numbers): (&UrlId, &Vec<usize>)| self.knows(*id) && numbers.iter().all(is_one);
        self.training.examples.iter().all(wait) && self.training.examples_read < COUNTED
    }
}

impl Inquiry {
    fn is_sound(&self) -> bool {
        let counts = [self.hops, self.tries];
        counts.into_iter().all(|n| n < COUNTED) && spells(self.exact.as_deref(), &self.url)
    }
}

/// Returns true if the spelling to ask for, if there is one, is a spelling of this very URL.
fn spells(exact: Option<&str>, url: &CanonicalUrl) -> bool {
    exact.is_none_or(|exact| CanonicalUrl::parse(exact).as_ref() == Ok(url))
}
