//! Handles responses: robots.txt files, redirects, retries and failures. A response that ends the fetch of a page goes
//! to [`super::page`].

use super::addresses::MainText;
use super::state::{InFlight, UrlState};
use super::{Crawl, Requests};
use crate::fetch::{Content, FetchId, FetchRequest, FetchResponse, Purpose};
use crate::frontier::FrontierEntry;
use crate::graph::{HostId, UrlId};
use crate::robots::RobotsPolicy;
use crate::strategy::UrlChange;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::report::{FetchOutcome, Millis, Notification};
use types::url::CanonicalUrl;

impl Crawl {
    pub(super) fn on_response(&mut self, id: FetchId, response: FetchResponse) {
        let Some(fetch) = self.state.in_flight.remove(&id) else {
            return;
        };
        // First, so that the crawl delay of a robots.txt applies before the first page.
        if fetch.request.purpose == Purpose::Robots {
            self.on_robots(&fetch, &response);
        }
        let wait = self.delay_after(&fetch, &response);
        let Some((page, entry)) = fetch.page else {
            if fetch.request.purpose == Purpose::UnknownAddress {
                self.state.hosts.set_unknown_address(fetch.host, Some(&response));
            }
            return;
        };
        if let Some(wait) = wait.filter(|_| entry.tries + 1 < limits::TRIES) {
            let reason = format!("rate-limited ({})", response.status);
            self.queue_again(page, entry, wait, reason);
        } else if fetch.request.purpose == Purpose::Page {
            self.on_answer(page, entry, fetch.request.address(), response);
        } else if let Some(location) = &response.location {
            self.on_redirect(page, entry, fetch.request.address(), location);
        } else {
            self.on_example(page, &response);
        }
    }

    /// Follows a redirect, or reads a page.
    pub(super) fn on_final_answer(
        &mut self,
        page: UrlId,
        entry: FrontierEntry,
        asked: &str,
        response: FetchResponse,
        text: Option<MainText>,
    ) {
        match &response.location {
            Some(location) => self.on_redirect(page, entry, asked, location),
            None => self.on_page(page, &entry, response, text),
        }
    }

    pub(super) fn on_failure(&mut self, id: FetchId, failure: Failure) {
        let Some(fetch) = self.state.in_flight.remove(&id) else {
            return;
        };
        // A host that hung until the timeout is slow, so the elapsed time counts for its delay.
        let elapsed = self.state.now.saturating_sub(fetch.since);
        let not_sent = failure.kind == FailureKind::NotSent;
        let wait = not_sent || (fetch.page.is_none() && failure.kind == FailureKind::Transient);
        self.rest(&fetch, elapsed, true, wait.then_some(limits::RETRY_MS));
        if failure.is_unanswered() {
            self.count_site_failure(&fetch);
        }
        match fetch.page {
            None if fetch.request.purpose == Purpose::UnknownAddress => {
                self.state.hosts.set_unknown_address(fetch.host, None);
            }
            None => self.on_robots_failure(&fetch, failure),
            Some((page, entry)) if not_sent && entry.tries + 1 < limits::TRIES => {
                self.queue_again(page, entry, limits::RETRY_MS, failure.message);
            }
            Some((page, _)) if fetch.request.purpose == Purpose::Example => {
                self.skip_example(page, failure.message);
            }
            Some((page, entry)) => {
                let mut record = self.new_record(page, &entry);
                record.outcome = FetchOutcome::Failed(failure.code, failure.message);
                self.finish_unread(page, record);
                self.skip_address(page, &entry);
            }
        }
    }

    fn on_robots(&mut self, fetch: &InFlight, response: &FetchResponse) {
        if let Some(location) = &response.location {
            if !self.state.hosts.redirect_robots(fetch.host, &fetch.request.url, location) {
                self.set_rules(fetch.host, RobotsPolicy::unavailable(), None);
            }
        } else if response.retry_delay().is_some() && self.state.hosts.retry_robots(fetch.host) {
            self.replace_seeds_of(fetch.host);
        } else {
            let file = if let Content::Robots(file) = &response.content { file } else { &[][..] };
            self.set_rules(fetch.host, RobotsPolicy::from_status(response.status, file), None);
        }
    }

    /// Uses a robots.txt that was requested before the crawl, as if it had been requested at once.
    pub(super) fn on_early_robots(&mut self, url: CanonicalUrl, response: &FetchResponse) {
        let host = self.state.urls.learn_host(&url);
        self.state.hosts.robots_request(host, url.host_key());
        let request = FetchRequest { purpose: Purpose::Robots, ..FetchRequest::page(url) };
        let since = self.state.now.saturating_sub(response.elapsed_ms.into());
        let fetch = InFlight { request, host, page: None, since };
        self.on_robots(&fetch, response);
        self.delay_after(&fetch, response);
    }

    /// Retries a failed request for robots.txt, or marks the host as unreachable if another try is useless. Nothing of
    /// an unreachable host may be fetched (RFC 9309 §2.3.1.4).
    fn on_robots_failure(&mut self, fetch: &InFlight, failure: Failure) {
        if failure.kind != FailureKind::Permanent && self.state.hosts.retry_robots(fetch.host) {
            let (url, until) = (fetch.request.url.clone(), self.state.now.saturating_add(limits::RETRY_MS));
            self.step.notifications.push(Notification::Delayed { url, until, reason: failure.message });
            self.replace_seeds_of(fetch.host);
        } else {
            self.set_rules(fetch.host, RobotsPolicy::unreachable(), Some(failure));
        }
    }

    fn set_rules(&mut self, host: HostId, policy: RobotsPolicy, failure: Option<Failure>) {
        let (name, summary) = (self.state.urls.host_key(host).to_owned(), policy.summary());
        self.step.notifications.push(Notification::Robots { host: name, summary });
        self.state.hosts.set_rules(host, policy, failure, self.state.now);
    }

    /// Delays the hosts of a completed request; returns the delay that the host requested.
    fn delay_after(&mut self, fetch: &InFlight, response: &FetchResponse) -> Option<u64> {
        let wait = response.retry_delay();
        if let Some(wait) = wait.filter(|_| self.requests == Requests::Seeds) {
            self.site_time(fetch).pause_ends = self.state.now.saturating_add(wait);
        }
        self.rest(fetch, u64::from(response.elapsed_ms), response.status >= 400, wait);
        if response.status >= 500 {
            self.count_site_failure(fetch);
        }
        wait
    }

    fn count_site_failure(&mut self, fetch: &InFlight) {
        if self.requests == Requests::Seeds {
            self.site_time(fetch).failures += 1;
        }
    }

    /// Ends a fetch and delays its hosts as politeness requires, or longer if a host requested it.
    pub(super) fn rest(&mut self, fetch: &InFlight, elapsed_ms: u64, failed: bool, wait_ms: Option<u64>) {
        if matches!(self.requests, Requests::Batches(_)) {
            return self.release(fetch, self.state.now);
        }
        // A driver that holds responses back, for the pace of a person, must not fill the slots meanwhile.
        let handled_ms = self.state.now.saturating_sub(fetch.since);
        self.state.frontier.count_fetch(handled_ms);
        let server = self.state.urls.learn_host(&fetch.request.url);
        let (politeness, host_key) = (&self.plan.plan.politeness, self.state.urls.host_key(server));
        let (has_delay, named) = (politeness.has_delay(host_key), politeness.named_delay_ms(host_key));
        let parallel = if server == fetch.host { politeness.most_in_flight(host_key) } else { 1 };
        let (delay, from) = match () {
            () if !has_delay => (0, self.state.now),
            () if parallel > 1 => (self.spacing_ms(server), self.last_start(fetch)),
            () => (self.state.hosts.delay_ms((server, fetch.host), elapsed_ms, failed, named), self.state.now),
        };
        if self.requests == Requests::Seeds {
            self.site_time(fetch).count(elapsed_ms.saturating_add(delay) / u64::from(parallel));
        }
        let waits_until = self.state.now.saturating_add(wait_ms.unwrap_or(0));
        self.release(fetch, from.saturating_add(delay).max(waits_until));
    }

    /// Returns the milliseconds between the starts of two requests to a host that may get several at a time.
    pub(super) fn spacing_ms(&self, host: HostId) -> u64 {
        let named = self.plan.plan.politeness.named_delay_ms(self.state.urls.host_key(host));
        named.unwrap_or(0).max(self.state.hosts.crawl_delay_ms(host).unwrap_or(0))
    }

    /// Returns the time of the last request to the site of a request.
    fn last_start(&self, fetch: &InFlight) -> Millis {
        let site = self.state.urls.site(fetch.host);
        let others = self.state.in_flight.values().filter(|other| self.state.urls.site(other.host) == site);
        others.map(|other| other.since).fold(fetch.since, Millis::max)
    }

    /// Ends a fetch: the site that was asked, and that of the page, are ready again at `until`.
    pub(super) fn release(&mut self, fetch: &InFlight, until: Millis) {
        for site in self.state.sites_of(fetch) {
            self.state.frontier.release(site, until);
        }
    }

    /// Queues a page again after a 429 (too many requests) or 503 (service unavailable) response.
    fn queue_again(&mut self, page: UrlId, mut entry: FrontierEntry, wait_ms: u64, reason: String) {
        entry.tries += 1;
        self.push(page, entry);
        self.replace_seed(page, true);
        let until = self.state.now.saturating_add(wait_ms);
        let url = self.state.urls.url(page).clone();
        self.step.notifications.push(Notification::Delayed { url, until, reason });
    }

    /// Replaces a redirected page by its target, ahead of all links, unless the target is already known. A redirect to
    /// another spelling of the same URL is requested in that spelling.
    fn on_redirect(&mut self, page: UrlId, entry: FrontierEntry, asked: &str, location: &str) {
        let (target, exact) = match self.state.urls.url(page).resolve(location) {
            Ok((target, exact)) => (self.address_of(target, &exact), exact),
            Err(problem) => {
                return self.give_up(page, problem.code(), problem.to_string());
            }
        };
        if entry.hops >= limits::PAGE_REDIRECTS || &*exact == asked {
            let reason = format!("redirected in a loop or more than {} times", limits::PAGE_REDIRECTS);
            return self.give_up(page, "redirects", reason);
        }
        let entry = FrontierEntry { hops: entry.hops + 1, exact: Some(exact), ..entry };
        if target == *self.state.urls.url(page) {
            return self.push(page, entry);
        }
        if self.is_preparing() {
            return self.move_example(page, &target, entry);
        }
        if entry.parent.is_none() {
            let (from, to) = (self.state.urls.url(page).clone(), target.clone());
            self.step.notifications.push(Notification::Redirected { from, to });
        }
        self.state.set_url_state(page, UrlState::Redirected);
        let to = self.state.urls.learn(&target);
        if let Some(to) = to {
            self.state.redirects.insert(page, to);
        }
        if let Some(to) = to.filter(|to| self.queue_redirect(*to, entry)) {
            self.strategy.on_url_change(UrlChange::Redirected { from: page, to });
            self.state.spare_seeds.follow(page, to);
        } else {
            let is_refused = to.is_some_and(|to| self.state.url_state(to) == UrlState::Refused);
            let why = if is_refused { "may not be crawled" } else { "is already known" };
            self.give_up(page, "redirect-known", format!("redirects to {target}, which {why}"));
        }
    }

    /// Refuses a URL that will not be fetched, with this reason.
    pub(super) fn give_up(&mut self, page: UrlId, code: &str, reason: String) {
        if self.is_preparing() {
            self.skip_example(page, reason);
        } else {
            self.state.refuse(page, code, reason, &mut self.step);
            self.tell_lost(page);
            self.replace_seed(page, !matches!(code, "redirect-known" | "redirects"));
        }
    }

    /// Refuses a URL that was taken from the frontier, as [`Self::give_up`] does, and tries its other addresses.
    pub(super) fn give_up_taken(&mut self, page: UrlId, entry: &FrontierEntry, code: &str, reason: String) {
        self.give_up(page, code, reason);
        self.skip_address(page, entry);
    }

    /// Tells the strategy that a chosen page could not be read.
    pub(super) fn tell_lost(&mut self, page: UrlId) {
        self.strategy.on_url_change(UrlChange::Lost(page));
        self.apply_strategy_requests();
    }
}
