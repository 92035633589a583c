//! Sends fetch requests: the strategy chooses a page, then robots.txt and the budget allow or refuse it. If no request
//! can be sent, the crawl waits or ends.

use super::state::{InFlight, State};
use super::{Crawl, Requests};
use crate::event::Command;
use crate::fetch::{FetchId, FetchRequest, FetchResponse, Purpose};
use crate::frontier::{FrontierEntry, Slots};
use crate::graph::{HostId, UrlId};
use std::collections::BTreeSet;
use types::limits;
use types::plan::Plan;
use types::report::EndReason;
use types::url::CanonicalUrl;

impl Crawl {
    /// Sends as many requests as may be in flight. With none in flight, the crawl waits or ends.
    pub(super) fn dispatch(&mut self) {
        if !self.state.phase.is_fetching() || matches!(self.requests, Requests::Batches(_)) {
            return;
        }
        self.state.frontier.wake(self.state.now);
        let mut work = 0;
        while self.has_room() {
            if work > limits::ROBOTS_STEP_WORK {
                // Matching long rules takes time, so the loop stops at a work limit and other tasks run in between.
                return self.continue_at_once();
            }
            let chosen = self.choose_for_slot();
            // A strategy that chooses a host that is not ready would break politeness or loop forever.
            let Some(id) = chosen.filter(|id| self.state.frontier.is_ready(*id)) else {
                break;
            };
            if self.read_known(id) {
                return;
            }
            work += self.state.hosts.matching_work(self.state.urls.host_of(id));
            self.request_page(id);
        }
        self.wait_or_end();
    }

    /// Uses a page that the person has already read, without a request, a robots.txt check or a delay. One per step,
    /// since parsing takes time.
    fn read_known(&mut self, id: UrlId) -> bool {
        if self.is_preparing() || self.state.training.known.is_empty() {
            return false;
        }
        let url = self.state.urls.url(id).clone();
        let Some(answer) = self.state.training.known.remove(&url) else {
            return false;
        };
        if let Some(entry) = self.state.frontier.take(id) {
            self.state.frontier.release(entry.site, self.state.now);
            self.on_answer(id, entry, url.as_str(), FetchResponse { location: None, ..answer });
        }
        self.continue_at_once();
        true
    }

    /// Returns the page for a free slot; `None` if the slot stays free. If nothing would end the wait, the best ready
    /// page is chosen.
    fn choose_for_slot(&mut self) -> Option<UrlId> {
        let slots = self.slots();
        self.state.frontier.begin_choice(self.state.now, slots);
        let chosen = self.choose();
        if chosen.is_some() || !self.state.in_flight.is_empty() || self.state.frontier.next_wake().is_some() {
            return chosen;
        }
        let one = Slots { parallel: 1, ..slots };
        self.state.frontier.begin_choice(self.state.now, one);
        self.choose()
    }

    fn choose(&mut self) -> Option<UrlId> {
        let frontier = &self.state.frontier;
        if self.is_preparing() {
            frontier.best()
        } else if self.requests == Requests::Seeds {
            self.waiting_seeds().find(|id| frontier.is_ready(*id))
        } else {
            self.strategy.choose(frontier)
        }
    }

    /// Returns the seeds that wait, best first. A seed that redirects to another spelling of itself stays one.
    fn waiting_seeds(&self) -> impl Iterator<Item = UrlId> {
        let State { frontier, urls, .. } = &self.state;
        let ahead = frontier.top(frontier.len());
        let ahead = ahead.take_while(|(_, entry)| entry.priority_reason().is_some());
        let is_seed = |(id, entry): &(UrlId, &FrontierEntry)| {
            entry.parent.is_none() && (entry.hops == 0 || self.plan.seeds.contains(urls.url(*id)))
        };
        ahead.filter(is_seed).map(|(id, _)| id)
    }

    /// Returns true if the frontier has a URL that may be fetched.
    fn has_more(&self) -> bool {
        self.requests != Requests::Seeds || self.waiting_seeds().next().is_some()
    }

    /// Returns the free slots and the rest of the budget.
    pub(super) fn slots(&self) -> Slots {
        let Plan { in_flight, speed, ref politeness, .. } = self.plan.plan;
        let State { frontier, urls, .. } = &self.state;
        let best = frontier.top(1).next().map(|(id, _)| urls.url(id).host_key());
        Slots {
            parallel: in_flight,
            speed,
            remaining: self.remaining(),
            pages: self.state.results.done(),
            delays: best.is_none_or(|host_key| politeness.has_delay(host_key)),
        }
    }

    fn has_room(&self) -> bool {
        let in_flight = self.state.in_flight.len() < self.plan.plan.in_flight as usize;
        in_flight && !self.budget_spent()
    }

    /// Returns true if the finished pages and those in flight reach the plan's budget.
    pub(super) fn budget_spent(&self) -> bool {
        self.remaining() == 0
    }

    /// Returns the number of pages that may still be requested.
    pub(super) fn remaining(&self) -> usize {
        let plan = &self.plan.plan;
        let used = self.state.results.counted(plan) as usize + self.state.pages_in_flight();
        (plan.pages as usize).saturating_sub(used)
    }

    /// Requests a chosen page, or its host's robots.txt first if that is unknown.
    fn request_page(&mut self, id: UrlId) {
        let State { hosts, urls, traps, frontier, now, .. } = &mut self.state;
        let (host, site, url) = (urls.host_of(id), urls.site_of(id), urls.url(id).clone());
        let parallel = self.plan.plan.politeness.most_in_flight(url.host_key());
        let in_flight = frontier.site_in_flight(site);
        if in_flight >= parallel || (in_flight > 0 && !hosts.is_prepared(host, *now)) {
            // Another host of the site allows several requests at a time, this one or its robots.txt none beside them.
            return frontier.wait_for_fetches(site);
        }
        let address = frontier.get(id).map_or(url.as_str(), |entry| entry.address(&url));
        let Some(allowed) = hosts.allows(host, &url, address, *now) else {
            return self.request_robots(host);
        };
        let budget = traps.within_budget(&url).map_err(|problem| (problem.code().to_owned(), problem.to_string()));
        let allowed = allowed.and(budget);
        hosts.count_use(host, *now);
        if self.request_unknown_address(host) {
            return;
        }
        let Some(entry) = self.state.frontier.take(id) else {
            return;
        };
        if let Err((code, reason)) = allowed {
            self.state.frontier.release(entry.site, self.state.now);
            self.state.frontier.wake(self.state.now);
            return self.give_up_taken(id, &entry, &code, reason);
        }
        let purpose = if self.is_preparing() { Purpose::Example } else { Purpose::Page };
        self.send_request(purpose, url, entry.exact.clone(), host, Some((id, entry)));
        if in_flight + 1 < parallel {
            let until = self.state.now.saturating_add(self.spacing_ms(host));
            self.state.frontier.delay(site, until);
            self.state.frontier.wake(self.state.now);
        }
    }

    /// Requests a host's robots.txt, or continues after a redirect or a retry delay. A redirect may lead to another
    /// host, which also gets one request at a time.
    fn request_robots(&mut self, host: HostId) {
        let State { hosts, urls, frontier, now, .. } = &mut self.state;
        let request = hosts.robots_request(host, urls.host_key(host)).clone();
        let server = urls.learn_host(&request.url);
        let (site, other) = (urls.site(host), urls.site(server));
        if other != site && (!frontier.is_site_ready(other) || frontier.is_site_busy(other)) {
            return frontier.delay(site, now.saturating_add(limits::BUSY_SITE_MS));
        }
        for site in BTreeSet::from([site, other]) {
            frontier.hold(site);
        }
        self.send_request(Purpose::Robots, request.url, request.exact, host, None);
    }

    /// Requests an unknown address of a host if its pages give a reason; returns true if the request was sent.
    fn request_unknown_address(&mut self, host: HostId) -> bool {
        let State { hosts, urls, frontier, .. } = &mut self.state;
        let admits = |url: &CanonicalUrl| self.plan.plan.scope.admits(url).is_ok();
        let Some(url) = hosts.take_unknown_address(host, urls.host_key(host), admits) else {
            return false;
        };
        frontier.hold(urls.site(host));
        self.send_request(Purpose::UnknownAddress, url, None, host, None);
        true
    }

    pub(super) fn send_request(
        &mut self,
        purpose: Purpose,
        url: CanonicalUrl,
        exact: Option<Box<str>>,
        host: HostId,
        page: Option<(UrlId, FrontierEntry)>,
    ) {
        self.state.requests += 1;
        let request = FetchRequest { id: FetchId(self.state.requests), url, exact, purpose };
        if let Some((_, entry)) = &page {
            self.state.frontier.count_request(entry);
        }
        self.step.commands.push(Command::Fetch(request.clone()));
        let since = self.state.now;
        self.state.in_flight.insert(request.id, InFlight { request, host, page, since });
    }

    /// Asks the driver for a tick at once, so that other tasks run in between.
    pub(super) fn continue_at_once(&mut self) {
        self.step.commands.push(Command::WaitUntil(self.state.now));
    }

    /// If nothing is in flight, waits for a host, begins training if all examples are read, or ends the crawl. The
    /// frontier keeps its entries at the end, so that people can see them.
    fn wait_or_end(&mut self) {
        let wake = self.state.frontier.next_wake().filter(|_| !self.budget_spent() && self.has_more());
        // With the budget spent, a robots.txt that is still in flight is not needed.
        let in_flight = if self.budget_spent() { self.state.pages_in_flight() } else { self.state.in_flight.len() };
        if in_flight > 0 || wake.is_some() {
            if let Some(until) = wake.filter(|_| self.has_room()) {
                self.step.commands.push(Command::WaitUntil(until));
            }
            return;
        }
        self.drop_in_flight();
        if self.is_preparing() {
            self.train();
        } else {
            self.end(self.end_reason());
        }
    }

    /// Drops all requests in flight. Their robots.txt files may be requested again when the crawl resumes.
    pub(super) fn drop_in_flight(&mut self) {
        for fetch in std::mem::take(&mut self.state.in_flight).into_values() {
            self.state.repeat_unknown_address(&fetch);
            self.release(&fetch, self.state.now);
        }
    }

    pub(super) fn end_reason(&self) -> EndReason {
        match () {
            () if self.state.results.pages_read == 0 => EndReason::EverythingBlocked,
            () if self.budget_spent() => EndReason::BudgetSpent,
            () => EndReason::FrontierEmpty,
        }
    }
}
