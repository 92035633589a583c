//! The hosts of a crawl: their robots.txt rules (RFC 9309 §2.3.1), their delays, and whether their pages have content.
//!
//! A host may answer every address with status 200 and a page that says “not found” in words of its own. If two pages
//! of a live host resemble each other, the crawl therefore requests an address that does not exist. Further pages that
//! resemble the answer are soft 404s.

use crate::fetch::{Content, FetchResponse};
use crate::frontier::politeness::HostDelay;
use crate::graph::{HostId, Urls};
use crate::robots::RobotsPolicy;
use crate::text::Sketch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::report::{Millis, PageClass};
use types::url::{CanonicalUrl, ScopeRule};
use xxhash_rust::xxh3::xxh3_64;

/// The robots.txt rules of the hosts, their pending requests and delays, and whether their pages have content.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Hosts {
    pub(super) access: BTreeMap<HostId, HostAccess>,
    pub(super) robots_requests: BTreeMap<HostId, RobotsRequest>,
    pub(super) delays: BTreeMap<HostId, HostDelay>,
    readability: BTreeMap<HostId, HostReadability>,
}

/// The next request for a host's robots.txt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RobotsRequest {
    pub(super) url: CanonicalUrl,
    pub(super) exact: Option<Box<str>>,
    /// Redirects followed so far.
    pub(super) hops: u32,
    /// The number of failed tries.
    pub(super) tries: u32,
}

/// A host's robots.txt rules, and the time at which they were read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct HostAccess {
    pub(super) policy: RobotsPolicy,
    pub(super) read_at: Millis,
    /// The time of the last page that they allowed; `None` before the first.
    pub(super) used_at: Option<Millis>,
    /// The reason, if no response came.
    pub(super) failure: Option<Failure>,
}

/// The pages of a host so far, as far as they tell whether it can be read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct HostReadability {
    /// The number of pages without content before the first page with content.
    unreadable: u32,
    /// True once a page was read, or the person admitted the host again.
    is_open: bool,
    unknown_address: UnknownAddress,
}

/// The answer of a host to an address that does not exist.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
enum UnknownAddress {
    /// There was no reason to request one.
    #[default]
    Unrequested,
    /// It is requested before the next page.
    Due,
    /// It is in flight.
    Requested,
    /// The text of the answer; `None` if the host answered with an error status, as it should.
    Known(Option<Sketch>),
}

impl Hosts {
    /// Returns the next request for a host's robots.txt.
    pub(super) fn robots_request(&mut self, host: HostId, host_key: &str) -> &RobotsRequest {
        self.robots_requests.entry(host).or_insert_with(|| {
            let url = CanonicalUrl::try_from(format!("{host_key}/robots.txt"));
            let url = url.expect("a host key is that of a canonical URL, and short beside the longest URL");
            RobotsRequest { url, exact: None, hops: 0, tries: 0 }
        })
    }

    /// Returns true if a host's robots.txt failed and will be requested again.
    pub(super) fn is_retrying_robots(&self, host: HostId) -> bool {
        self.robots_requests.get(&host).is_some_and(|request| request.tries > 0)
    }

    /// Counts a failed try of a host's robots.txt; returns false if it was the last one.
    pub(super) fn retry_robots(&mut self, host: HostId) -> bool {
        let Some(request) = self.robots_requests.get_mut(&host) else {
            return true;
        };
        let may_retry = request.tries + 1 < limits::TRIES;
        request.tries += u32::from(may_retry);
        may_retry
    }

    /// Follows up to five redirects of a robots.txt, also to other hosts; returns false beyond them (RFC 9309
    /// §2.3.1.2).
    pub(super) fn redirect_robots(&mut self, host: HostId, from: &CanonicalUrl, location: &str) -> bool {
        match (from.resolve(location), self.robots_requests.get_mut(&host)) {
            (Ok((url, exact)), Some(request)) if request.hops < limits::ROBOTS_REDIRECTS => {
                *request = RobotsRequest { url, exact: Some(exact), hops: request.hops + 1, tries: request.tries };
                true
            }
            _ => false,
        }
    }

    /// Sets the rules of a host.
    pub(super) fn set_rules(&mut self, host: HostId, policy: RobotsPolicy, failure: Option<Failure>, now: Millis) {
        self.robots_requests.remove(&host);
        self.access.insert(host, HostAccess { policy, read_at: now, used_at: None, failure });
        self.bound_rules(host, now);
    }

    /// Drops rules beyond [`limits::ROBOTS_KEPT_BYTES`], but not those of the `newest` host: first large ones that were
    /// not used for long. They are requested again before the next page of their host. A host whose rules are dropped
    /// before their first use is closed instead, so that hosts with large files cannot make the crawl request these for
    /// ever.
    pub(super) fn bound_rules(&mut self, newest: HostId, now: Millis) {
        let mut bytes: usize = self.access.values().map(|access| access.policy.bytes()).sum();
        while bytes > limits::ROBOTS_KEPT_BYTES {
            let others = self.access.iter().filter(|(host, _)| **host != newest);
            let weight = |(_, access): &(&HostId, &HostAccess)| {
                let idle = now.saturating_sub(access.used_at.unwrap_or(access.read_at));
                (access.policy.bytes() as u64).saturating_mul(idle + 1)
            };
            let Some((&host, dropped)) = others.max_by_key(weight) else {
                return;
            };
            bytes -= dropped.policy.bytes();
            if dropped.used_at.is_some() {
                self.access.remove(&host);
            } else {
                let failure = Failure {
                    kind: FailureKind::Permanent,
                    code: "robots-memory".to_owned(),
                    message: "the hosts' robots.txt files need too much memory".to_owned(),
                };
                let policy = RobotsPolicy::unreachable();
                let closed = HostAccess { policy, failure: Some(failure), ..*dropped };
                self.access.insert(host, closed);
            }
        }
    }

    /// Returns whether robots.txt allows a page at an address, or the code and reason of a refusal; `None` if
    /// robots.txt has to be fetched first.
    pub(super) fn allows(
        &self,
        host: HostId,
        url: &CanonicalUrl,
        address: &str,
        now: Millis,
    ) -> Option<Result<(), (String, String)>> {
        let access = self.rules(host, now)?;
        if access.policy.allows_request(url, address) {
            return Some(Ok(()));
        }
        Some(Err(match &access.failure {
            Some(failure) => (failure.code.clone(), failure.message.clone()),
            None => ("robots".to_owned(), format!("blocked by robots.txt ({})", access.policy.summary())),
        }))
    }

    /// Returns the rules of a host; `None` if robots.txt has to be fetched.
    fn rules(&self, host: HostId, now: Millis) -> Option<&HostAccess> {
        self.access.get(&host).filter(|access| now.saturating_sub(access.read_at) <= limits::ROBOTS_AGE_MS)
    }

    /// Returns true if nothing has to be fetched before the next page of a host.
    pub(super) fn is_prepared(&self, host: HostId, now: Millis) -> bool {
        let readability = self.readability.get(&host);
        let is_due = readability.is_some_and(|known| matches!(known.unknown_address, UnknownAddress::Due));
        !is_due && self.rules(host, now).is_some()
    }

    /// Returns the cost of matching a page of a host against its robots.txt.
    pub(super) fn matching_work(&self, host: HostId) -> u64 {
        self.access.get(&host).map_or(0, |access| access.policy.work())
    }

    /// Notes that the rules of a host allowed a page.
    pub(super) fn count_use(&mut self, host: HostId, now: Millis) {
        if let Some(access) = self.access.get_mut(&host) {
            access.used_at = Some(now);
        }
    }

    /// Returns the milliseconds until the next request to a server after a fetch for a page of `host`; `failed` if it
    /// ended in an error. `named_ms` is the delay that the person set for the server.
    pub(super) fn delay_ms(
        &mut self,
        (server, host): (HostId, HostId),
        elapsed_ms: u64,
        failed: bool,
        named_ms: Option<u64>,
    ) -> u64 {
        let crawl_delay = [server, host].into_iter().filter_map(|host| self.crawl_delay_ms(host)).max();
        self.delays.entry(server).or_default().after(elapsed_ms, failed, crawl_delay, named_ms)
    }

    /// Returns the milliseconds that the host asks to leave between two requests.
    pub(super) fn crawl_delay_ms(&self, host: HostId) -> Option<u64> {
        self.access.get(&host)?.policy.crawl_delay_ms()
    }

    /// Counts a page without content. Returns true if the host had no other page so far and enough of these.
    pub(super) fn count_unreadable(&mut self, host: HostId) -> bool {
        let readability = self.readability.entry(host).or_default();
        readability.unreadable += 1;
        !readability.is_open && readability.unreadable == limits::UNREADABLE_PAGES
    }

    /// Counts a page with content; `is_repeated` if it nearly repeats an earlier page of its live host.
    pub(super) fn count_readable(&mut self, host: HostId, is_repeated: bool) {
        let readability = self.readability.entry(host).or_default();
        readability.is_open = true;
        if is_repeated && matches!(readability.unknown_address, UnknownAddress::Unrequested) {
            readability.unknown_address = UnknownAddress::Due;
        }
    }

    /// Returns true if a rule covers a host that has pages with content.
    pub(super) fn has_content(&mut self, rule: &ScopeRule, urls: &Urls) -> bool {
        self.covered(rule, urls).any(|readability| readability.is_open)
    }

    /// Marks hosts that the person admitted again, which are not excluded once more.
    pub(super) fn readmit(&mut self, rule: &ScopeRule, urls: &Urls) {
        self.covered(rule, urls).for_each(|readability| readability.is_open = true);
    }

    /// Returns the hosts that a rule covers.
    fn covered(&mut self, rule: &ScopeRule, urls: &Urls) -> impl Iterator<Item = &mut HostReadability> {
        self.readability.iter_mut().filter_map(move |(host, readability)| {
            let home = CanonicalUrl::parse(urls.host_key(*host)).ok()?;
            rule.covers(&home).then_some(readability)
        })
    }

    /// Returns the class of a page that resembles the host's answer to an unknown address.
    pub(super) fn soft_not_found(&self, host: HostId, page: &Sketch) -> Option<PageClass> {
        let UnknownAddress::Known(Some(unknown)) = &self.readability.get(&host)?.unknown_address else {
            return None;
        };
        (page.resemblance(unknown) >= limits::NEAR_DUPLICATE).then_some(PageClass::SoftNotFound)
    }

    /// Returns an unknown address of a host if it is to be requested next, which `admits` may prevent.
    pub(super) fn take_unknown_address(
        &mut self,
        host: HostId,
        host_key: &str,
        admits: impl Fn(&CanonicalUrl) -> bool,
    ) -> Option<CanonicalUrl> {
        let readability = self.readability.get_mut(&host)?;
        if !matches!(readability.unknown_address, UnknownAddress::Due) {
            return None;
        }
        readability.unknown_address = UnknownAddress::Known(None);
        let address = format!("{host_key}/{:016x}", xxh3_64(host_key.as_bytes()));
        let url = CanonicalUrl::parse(&address).ok()?;
        let is_allowed = self.access.get(&host).is_some_and(|access| access.policy.allows_request(&url, &address));
        if !is_allowed || !admits(&url) {
            return None;
        }
        readability.unknown_address = UnknownAddress::Requested;
        Some(url)
    }

    /// Stores the answer of a host to an unknown address; `None` if there was none.
    pub(super) fn set_unknown_address(&mut self, host: HostId, response: Option<&FetchResponse>) {
        let text = response.and_then(|response| match &response.content {
            Content::Page(document) if response.status < 300 => Some(Sketch::new(&document.main_text())),
            _ => None,
        });
        self.readability.entry(host).or_default().unknown_address = UnknownAddress::Known(text);
    }

    /// Requests an unknown address again whose fetch was interrupted.
    pub(super) fn repeat_unknown_address(&mut self, host: HostId) {
        self.readability.entry(host).or_default().unknown_address = UnknownAddress::Due;
    }
}
