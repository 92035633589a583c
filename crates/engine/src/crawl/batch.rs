//! Crawls in batches: many pages are chosen at once, other machines request them, and their answers are handled in the
//! order of the choice. So strategies that learn from all pages of a crawl run where a cluster fetches for them.
//!
//! The machines obey robots.txt and keep the delays of hosts; this crawl checks neither. It requests no robots.txt and
//! no unknown addresses, and starts no training.

use super::{Crawl, Requests, Step};
use crate::event::{Command, Event, EventKind};
use crate::fetch::{FetchId, FetchRequest, FetchResponse, Purpose};
use crate::frontier::{FrontierEntry, Slots};
use crate::graph::{SiteId, UrlId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::failure::Failure;
use types::report::Millis;
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
        self.requests = Requests::Batches;
        self
    }

    /// Chooses at most `most` pages, in the order of the strategy, of each site at most `share` pages at once. Returns
    /// the requests, each with its entry in the frontier. They are in flight until [`Self::take_answer`] or
    /// [`Self::end_batch`].
    pub fn choose_batch(
        &mut self,
        now: Millis,
        most: usize,
        share: impl Fn(&str) -> usize,
    ) -> Vec<(FetchRequest, FrontierEntry)> {
        self.set_time(now);
        self.state.frontier.wake(self.state.now);
        let mut chosen: BTreeMap<SiteId, usize> = BTreeMap::new();
        while chosen.values().sum::<usize>() < most && !self.budget_spent() && self.state.phase.is_fetching() {
            let Some(id) = self.choose_for_batch() else {
                break;
            };
            let site = self.state.urls.site_of(id);
            let share = share(self.state.urls.url(id).site());
            let of_site = chosen.entry(site).or_default();
            if share == 0 {
                self.state.frontier.hold(site);
                continue;
            }
            if self.request_in_batch(id) {
                *of_site += 1;
            }
            if *of_site < share {
                self.release_at_once(site);
            }
        }
        for (site, _) in chosen.into_iter().filter(|(_, pages)| *pages == 0) {
            self.release_at_once(site);
        }
        let commands = std::mem::take(&mut self.step).commands.into_iter();
        let request = |command| match command {
            Command::Fetch(request) => Some(request),
            _ => None,
        };
        let entry = |request: FetchRequest| {
            let (_, entry) = self.state.in_flight.get(&request.id)?.page.clone()?;
            Some((request, entry))
        };
        commands.filter_map(request).filter_map(entry).collect()
    }

    /// Returns the time at which a page can be chosen; `None` if nothing waits.
    pub fn next_batch_time(&self) -> Option<Millis> {
        self.state.frontier.next_wake()
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

    fn release_at_once(&mut self, site: SiteId) {
        self.state.frontier.release(site, self.state.now);
        self.state.frontier.wake(self.state.now);
    }

    /// Returns the next page of a batch, which is worth a page of the budget as if one request were sent at a time.
    fn choose_for_batch(&mut self) -> Option<UrlId> {
        let slots = Slots { parallel: 1, ..self.slots() };
        self.state.frontier.begin_choice(self.state.now, slots);
        self.strategy.choose(&self.state.frontier).filter(|id| self.state.frontier.is_ready(*id))
    }

    /// Requests a page in a batch; returns false if a rule against traps refuses it.
    fn request_in_batch(&mut self, id: UrlId) -> bool {
        let Some(entry) = self.state.frontier.take(id) else {
            return false;
        };
        let (host, url) = (self.state.urls.host_of(id), self.state.urls.url(id).clone());
        if let Err(problem) = self.state.traps.within_budget(&url) {
            self.give_up(id, problem.code(), problem.to_string());
            self.skip_address(id, &entry);
            return false;
        }
        // Machines are told canonical URLs; only the target of a redirect has an address of its own.
        let exact = entry.exact.clone().filter(|_| entry.hops > 0);
        self.send_request(Purpose::Page, url, exact, host, Some((id, entry)));
        true
    }

    /// Handles the answer to the request for an address. An address that was not requested but waits, such as the target
    /// of a redirect that the machine has followed, counts as requested. Any other changes nothing.
    pub fn take_answer(&mut self, now: Millis, address: &str, answer: BatchAnswer) {
        self.set_time(now);
        let Some(id) = self.request_for(address) else {
            return;
        };
        let kind = match answer {
            BatchAnswer::Fetched(response) => EventKind::Fetched(id, response),
            BatchAnswer::Failed(failure) => EventKind::Failed(id, failure),
            BatchAnswer::Refused { code, reason } => return self.end_request(id, Some((code, reason))),
        };
        self.handle(Event::at(now, kind));
    }

    /// Ends a batch: the pages without an answer wait again, at their places.
    pub fn end_batch(&mut self) {
        let requested: Vec<FetchId> = self.state.in_flight.keys().copied().collect();
        for id in requested {
            self.end_request(id, None);
        }
    }

    /// Returns the request in flight for an address, after it was sent if its page waits.
    fn request_for(&mut self, address: &str) -> Option<FetchId> {
        let url = CanonicalUrl::parse(address).ok()?;
        let mut in_flight = self.state.in_flight.values();
        if let Some(fetch) = in_flight.find(|fetch| fetch.request.url == url) {
            return Some(fetch.request.id);
        }
        let page = self.state.urls.find(&url)?;
        let is_sent = self.state.frontier.get(page).is_some() && self.request_in_batch(page);
        is_sent.then_some(FetchId(self.state.requests))
    }

    /// Ends a request without a response: its page is refused for a reason, or waits again.
    fn end_request(&mut self, id: FetchId, refusal: Option<(String, String)>) {
        let Some(fetch) = self.state.in_flight.remove(&id) else {
            return;
        };
        self.release(&fetch, self.state.now);
        match (fetch.page, refusal) {
            (Some((page, entry)), Some((code, reason))) => {
                self.give_up(page, &code, reason);
                self.skip_address(page, &entry);
            }
            (Some((page, entry)), None) => self.put_back(page, entry),
            (None, _) => {}
        }
        self.apply_strategy_requests();
        self.step = Step::default();
    }
}
