//! Requests and applies a host's robots.txt, and delays the host (RFC 9309 §2.3.1).

use super::Crawl;
use super::state::{HostAccess, InFlight, RobotsRequest};
use crate::fetch::{Content, FetchRequest, FetchResponse, Purpose};
use crate::graph::HostId;
use crate::robots::RobotsPolicy;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::report::{Millis, Notification};
use types::url::CanonicalUrl;

impl Crawl {
    /// Requests a host's robots.txt, or continues after a redirect or a retry delay. A redirect may lead to another host, which also
    /// gets one request at a time.
    pub(super) fn request_robots(&mut self, host: HostId) {
        let inquiry = match self.state.hosts.robots_requests.get(&host) {
            Some(inquiry) => inquiry.clone(),
            None => RobotsRequest::first(self.state.urls.host_key(host)),
        };
        let server = self.state.urls.learn_host(&inquiry.url);
        let (site, other) = (self.state.urls.site(host), self.state.urls.site(server));
        if other != site && !self.state.frontier.is_site_ready(other) {
            let until = self.state.now.saturating_add(limits::BUSY_SITE_MS);
            return self.state.frontier.release(site, until);
        }
        self.state.frontier.hold(site);
        self.state.frontier.hold(other);
        let (id, url, exact) = (self.next_id(), inquiry.url.clone(), inquiry.exact.clone());
        self.state.hosts.robots_requests.insert(host, inquiry);
        self.send_request(FetchRequest { id, url, exact, purpose: Purpose::Robots }, host, None);
    }

    pub(super) fn robots_answered(&mut self, fetch: &InFlight, response: &FetchResponse) {
        let wait = response.retry_delay();
        let tries = self.state.hosts.robots_requests.get(&fetch.host).map_or(0, |inquiry| inquiry.tries + 1);
        if let Some(location) = &response.location {
            self.robots_redirected(fetch, location);
        } else if wait.is_some() && tries < limits::TRIES {
            self.retry_robots(fetch.host);
        } else {
            let text = if let Content::Robots(text) = &response.content { text } else { "" };
            self.open_host(fetch.host, RobotsPolicy::from_status(response.status, text.as_bytes()), None);
        }
        // Last, so that the file's crawl delay applies before the first page.
        self.delay_after(fetch, response);
    }

    /// Retries a failed request for robots.txt, or marks the host as unreachable if another try is useless. Nothing of an unreachable host
    /// may be fetched (RFC 9309 §2.3.1.4).
    pub(super) fn robots_failed(&mut self, fetch: &InFlight, failure: Failure) {
        let tries = self.state.hosts.robots_requests.get(&fetch.host).map_or(0, |inquiry| inquiry.tries + 1);
        if failure.kind != FailureKind::Permanent && tries < limits::TRIES {
            self.retry_robots(fetch.host);
            let (url, until) = (fetch.request.url.clone(), self.state.now.saturating_add(limits::RETRY_MS));
            self.step.notifications.push(Notification::Delayed { url, until, reason: failure.message });
        } else {
            self.open_host(fetch.host, RobotsPolicy::unreachable(), Some(failure));
        }
    }

    fn retry_robots(&mut self, host: HostId) {
        if let Some(inquiry) = self.state.hosts.robots_requests.get_mut(&host) {
            inquiry.tries += 1;
        }
    }

    /// Follows up to five redirects, also to other hosts; beyond them the file counts as unavailable (RFC 9309 §2.3.1.2).
    fn robots_redirected(&mut self, fetch: &InFlight, location: &str) {
        let target = fetch.request.url.resolve(location).ok();
        match (target, self.state.hosts.robots_requests.get_mut(&fetch.host)) {
            (Some((url, exact)), Some(inquiry)) if inquiry.hops < limits::ROBOTS_REDIRECTS => {
                *inquiry = RobotsRequest { url, exact: Some(exact), hops: inquiry.hops + 1, tries: inquiry.tries };
            }
            _ => self.open_host(fetch.host, RobotsPolicy::unavailable(), None),
        }
    }

    fn open_host(&mut self, host: HostId, policy: RobotsPolicy, failure: Option<Failure>) {
        let (name, summary) = (self.state.urls.host_key(host).to_owned(), policy.summary());
        self.step.notifications.push(Notification::Robots { host: name, summary });
        self.state.hosts.robots_requests.remove(&host);
        self.state.hosts.access.insert(host, HostAccess { policy, read_at: self.state.now, used_at: None, failure });
        self.bound_rules(host);
    }

    /// Drops rules beyond [`limits::ROBOTS_KEPT_BYTES`], but not those of the `newest` host: first large ones that were not used for long. They
    /// are requested again before the next page of their host. A host whose rules are dropped before their first use is closed instead, so
    /// that hosts with large files cannot make the crawl request these for ever.
    pub(super) fn bound_rules(&mut self, newest: HostId) {
        let now = self.state.now;
        let access = &mut self.state.hosts.access;
        let mut bytes: usize = access.values().map(|access| access.policy.bytes()).sum();
        while bytes > limits::ROBOTS_KEPT_BYTES {
            let others = access.iter().filter(|(host, _)| **host != newest);
            let weight = |(_, access): &(&HostId, &HostAccess)| {
                let idle = now.saturating_sub(access.used_at.unwrap_or(access.read_at));
                (access.policy.bytes() as u64).saturating_mul(idle + 1)
            };
            let Some((&host, dropped)) = others.max_by_key(weight) else {
                return;
            };
            bytes -= dropped.policy.bytes();
            if dropped.used_at.is_some() {
                access.remove(&host);
            } else {
                let closed = HostAccess {
                    policy: RobotsPolicy::unreachable(),
                    failure: Some(Failure {
                        kind: FailureKind::Permanent,
                        code: "robots-memory".to_owned(),
                        message: "the hosts' robots.txt files need too much memory".to_owned(),
                    }),
                    ..*dropped
                };
                access.insert(host, closed);
            }
        }
    }

    /// Delays the hosts of a completed request; returns the delay that the host requested.
    pub(super) fn delay_after(&mut self, fetch: &InFlight, response: &FetchResponse) -> Option<u64> {
        let wait = response.retry_delay();
        self.rest(fetch, u64::from(response.elapsed_ms), response.status >= 400, wait);
        wait
    }

    /// Ends a fetch and delays its hosts as politeness requires, or longer if a host requested it.
    pub(super) fn rest(&mut self, fetch: &InFlight, elapsed_ms: u64, failed: bool, wait_ms: Option<u64>) {
        // A driver that holds responses back, for the pace of a person, must not fill the slots meanwhile.
        let handled_ms = self.state.now.saturating_sub(fetch.since);
        self.state.frontier.count_fetch(handled_ms);
        let server = self.state.urls.learn_host(&fetch.request.url);
        let delay_of = |host| self.state.hosts.access.get(&host)?.policy.crawl_delay_ms();
        let crawl_delay = [server, fetch.host].into_iter().filter_map(delay_of).max();
        let mut delay = wait_ms.unwrap_or(0);
        if self.plan.plan.politeness.has_delay(self.state.urls.host_key(server)) {
            let host_delay = self.state.hosts.host_delays.entry(server).or_default();
            delay = delay.max(host_delay.after(elapsed_ms, failed, crawl_delay));
        }
        self.release(fetch, self.state.now.saturating_add(delay));
    }

    /// Ends a fetch: the site that was asked, and that of the page, are ready again at `until`.
    pub(super) fn release(&mut self, fetch: &InFlight, until: Millis) {
        let server = self.state.urls.learn_host(&fetch.request.url);
        for host in [server, fetch.host] {
            let site = self.state.urls.site(host);
            self.state.frontier.release(site, until);
        }
    }
}

impl RobotsRequest {
    fn first(host_key: &str) -> Self {
        let url = CanonicalUrl::try_from(format!("{host_key}/robots.txt"));
        let url = url.expect("a host key is that of a canonical URL, and short beside the longest URL");
        Self { url, exact: None, hops: 0, tries: 0 }
    }
}
