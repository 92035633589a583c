//! Crawls in batches: many pages are chosen at once, other machines request them, and their answers are handled in the
//! order of the choice. So strategies that learn from all pages of a crawl run where a cluster fetches for them.
//!
//! The machines obey robots.txt and keep the delays of hosts; this crawl does neither, and requests no robots.txt and no
//! unknown addresses. It starts no training.

use super::state::State;
use super::{Crawl, Requests, Step};
use crate::event::{Event, EventKind};
use crate::fetch::{FetchId, FetchRequest, FetchResponse, Purpose};
use crate::frontier::{FrontierEntry, Slots};
use crate::graph::{SiteId, UrlId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::failure::Failure;
use types::limits;
use types::report::{Millis, Phase};
use types::url::CanonicalUrl;

/// The answer of a machine to a request of a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BatchAnswer {
    /// The response.
    Fetched(FetchResponse),
    /// The request failed.
    Failed(Failure),
    /// The page may not be requested, by robots.txt for example.
    Refused {
        /// The code of the reason.
        code: String,
        /// The reason, as a part of a sentence.
        reason: String,
    },
}

impl Crawl {
    /// Makes the crawl send requests by [`Self::choose_batch`] alone. A snapshot does not contain this choice.
    #[must_use]
    pub fn in_batches(mut self) -> Self {
        self.requests = Requests::Batches(self.state.now);
        self
    }

    /// Ends a crawl in batches, between two of them: its page limit is the number of its pages.
    pub fn end_batches(&mut self) {
        self.plan.plan.pages = self.state.results.counted(&self.plan.plan).max(1);
        self.requests = Requests::All;
        self.state.phase = Phase::Ended(self.end_reason());
    }

    /// Returns the names of the sites with URLs that wait.
    pub fn waiting_sites(&self) -> impl Iterator<Item = &str> {
        let State { frontier, urls, .. } = &self.state;
        frontier.sites().map(|(_, best)| urls.url(best).site())
    }

    /// Chooses at most `most` pages, in the order of the strategy, of each site at most `share` pages at once; a site
    /// with the share 0 rests. Returns the requests, each with its entry in the frontier. They are in flight until
    /// [`Self::take_answer`] or [`Self::end_batch`].
    pub fn choose_batch(
        &mut self,
        now: Millis,
        most: usize,
        share: impl Fn(&str) -> usize,
    ) -> Vec<(FetchRequest, FrontierEntry)> {
        self.set_time(now);
        let now = self.state.now;
        self.state.frontier.wake(now);
        let State { frontier, urls, .. } = &self.state;
        let resting = frontier.sites().filter(|(_, best)| share(urls.url(*best).site()) == 0);
        let resting: Vec<SiteId> = resting.map(|(site, _)| site).collect();
        for site in &resting {
            self.state.frontier.delay(*site, now + 1);
        }
        // One slot takes any page, as if one request were sent at a time.
        let slots = Slots { parallel: 1, ..self.slots() };
        let (mut batch, mut of_site) = (Vec::new(), BTreeMap::new());
        while batch.len() < most.min(slots.remaining) && self.state.phase.is_fetching() {
            self.state.frontier.begin_choice(now, Slots { remaining: slots.remaining - batch.len(), ..slots });
            let chosen = self.strategy.choose(&self.state.frontier);
            let Some(id) = chosen.filter(|id| self.state.frontier.is_ready(*id)) else {
                break;
            };
            let site = self.state.urls.site_of(id);
            let sent = of_site.entry(site).or_insert(0);
            batch.extend(self.request_in_batch(id).inspect(|_| *sent += 1));
            if *sent < share(self.state.urls.url(id).site()) {
                self.state.frontier.delay(site, now);
                self.state.frontier.wake(now);
            }
        }
        for site in resting {
            self.state.frontier.delay(site, now);
        }
        self.state.frontier.wake(now);
        self.step = Step::default();
        batch
    }

    /// Requests a page; `None` if a rule against traps refuses it.
    fn request_in_batch(&mut self, id: UrlId) -> Option<(FetchRequest, FrontierEntry)> {
        let entry = self.state.frontier.take(id)?;
        let (host, url) = (self.state.urls.host_of(id), self.state.urls.url(id).clone());
        if let Err(problem) = self.state.traps.within_budget(&url) {
            self.state.frontier.release(entry.site, self.state.now);
            self.give_up_taken(id, &entry, problem.code(), problem.to_string());
            return None;
        }
        self.send_request(Purpose::Page, url, entry.exact.clone(), host, Some((id, entry.clone())));
        let sent = self.state.in_flight.get(&FetchId(self.state.requests))?;
        Some((sent.request.clone(), entry))
    }

    /// Handles the answer to the request for an address, at its time. An address that was not requested but waits, such
    /// as the target of a redirect that the machine has followed, counts as requested. Any other changes nothing.
    pub fn take_answer(&mut self, at: Millis, address: &str, answer: BatchAnswer) {
        let Requests::Batches(latest) = self.requests else {
            return;
        };
        let Some(id) = self.request_for(address) else {
            return;
        };
        // The answers of a batch are handled in the order of the choice, and each page has the time of its own.
        self.state.now = at.min(limits::LAST_MS);
        self.requests = Requests::Batches(latest.max(self.state.now));
        let kind = match answer {
            BatchAnswer::Fetched(response) => EventKind::Fetched(id, response),
            BatchAnswer::Failed(failure) => EventKind::Failed(id, failure),
            BatchAnswer::Refused { code, reason } => return self.refuse_request(id, &code, reason),
        };
        self.handle(Event::at(at, kind));
    }

    /// Ends a batch: the pages without an answer wait again, at their places. Returns their addresses.
    pub fn end_batch(&mut self) -> Vec<String> {
        if let Requests::Batches(latest) = self.requests {
            self.set_time(latest);
        }
        let mut unanswered = Vec::new();
        for fetch in std::mem::take(&mut self.state.in_flight).into_values() {
            self.release(&fetch, self.state.now);
            unanswered.push(fetch.request.address().to_owned());
            if let Some((page, entry)) = fetch.page {
                self.state.frontier.uncount_page(entry.site);
                self.return_page(page, entry);
            }
        }
        self.state.frontier.wake(self.state.now);
        self.apply_strategy_requests();
        self.step = Step::default();
        unanswered
    }

    /// Returns the request in flight for an address, after it was sent if its page waits.
    fn request_for(&mut self, address: &str) -> Option<FetchId> {
        let mut in_flight = self.state.in_flight.values();
        if let Some(fetch) = in_flight.find(|fetch| fetch.request.address() == address) {
            return Some(fetch.request.id);
        }
        let urls = [CanonicalUrl::whole(address), CanonicalUrl::parse(address)].into_iter().flatten();
        let mut known = urls.filter_map(|url| self.state.urls.find(&url));
        let page = known.find(|page| {
            let entry = self.state.frontier.get(*page);
            entry.is_some_and(|entry| entry.address(self.state.urls.url(*page)) == address)
        })?;
        Some(self.request_in_batch(page)?.0.id)
    }

    /// Ends a request whose page may not be requested.
    fn refuse_request(&mut self, id: FetchId, code: &str, reason: String) {
        let Some(fetch) = self.state.in_flight.remove(&id) else {
            return;
        };
        self.release(&fetch, self.state.now);
        if let Some((page, entry)) = fetch.page {
            self.give_up_taken(page, &entry, code, reason);
        }
        self.apply_strategy_requests();
        self.step = Step::default();
    }

    /// Returns the best `most` URLs that wait, best first, whether or not their sites are ready.
    pub fn best_waiting(&self, most: usize) -> impl Iterator<Item = (&CanonicalUrl, &FrontierEntry)> {
        let top = self.state.frontier.top(most);
        top.map(|(id, entry)| (self.state.urls.url(id), entry))
    }

    /// Returns the page whose link a waiting or requested URL was found by.
    pub fn parent_of(&self, entry: &FrontierEntry) -> Option<&CanonicalUrl> {
        entry.parent.map(|page| self.state.urls.url(page))
    }
}
