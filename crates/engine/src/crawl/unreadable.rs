//! Handles pages without content ([`PageClass`]): excludes hosts that begin with nothing else, limits the share of such pages in the budget,
//! and finds out what a host answers to unknown addresses.
//!
//! A host may answer every address with status 200 and a page that says “not found” in words of its own. If two pages of a live host resemble
//! each other, the crawl therefore requests an address that does not exist. Further pages that resemble the answer are soft 404s.

use super::Crawl;
use super::state::{HostReadability, InFlight, State, UnknownAddress};
use crate::fetch::{Content, FetchRequest, FetchResponse, Purpose};
use crate::graph::{HostId, UrlId};
use crate::html::Document;
use crate::text::Sketch;
use types::limits;
use types::report::{Notification, PageClass};
use types::steering::Steering;
use types::url::{CanonicalUrl, ScopeRule};
use xxhash_rust::xxh3::xxh3_64;

impl Crawl {
    /// Counts a page without content, and excludes its host if it had no other page yet.
    pub(super) fn count_unreadable(&mut self, page: UrlId, class: PageClass) {
        self.state.results.unreadable += 1;
        let host = self.state.urls.host_of(page);
        let readability = self.state.hosts.readability.entry(host).or_default();
        readability.unreadable += 1;
        if !readability.is_open && readability.unreadable == limits::UNREADABLE_PAGES {
            self.exclude_unreadable_host(page, class);
        }
    }

    /// Counts a page with content.
    pub(super) fn count_readable(&mut self, page: UrlId, near_duplicate_of: Option<u32>) {
        let host = self.state.urls.host_of(page);
        let host_key = self.state.urls.host_key(host);
        let is_live = self.plan.plan.politeness.has_delay(host_key);
        let original = near_duplicate_of.and_then(|n| self.state.results.pages.get(n as usize - 1));
        let is_repeated = is_live && original.is_some_and(|page| page.host == host_key);
        let readability = self.state.hosts.readability.entry(host).or_default();
        readability.is_open = true;
        if is_repeated && matches!(readability.unknown_address, UnknownAddress::Unrequested) {
            readability.unknown_address = UnknownAddress::Due;
        }
    }

    /// Excludes a host, unless the rule would cover pages with content under another scheme or port. The person can undo it as any other
    /// exclusion.
    fn exclude_unreadable_host(&mut self, page: UrlId, class: PageClass) {
        let rule = ScopeRule::host_of(self.state.urls.url(page));
        let has_content = self.covered_hosts(&rule).any(|readability| readability.is_open);
        if has_content || self.plan.plan.scope.deny.contains(&rule) {
            return;
        }
        let mut before = self.frontier_before();
        self.plan.plan.scope.deny.push(rule.clone());
        self.leave_out(&rule);
        self.count_change(&mut before);
        let done = crate::count(self.state.results.pages.len());
        let change = Steering::Unreadable(rule, class);
        self.state.changes.steered.push((done, change.clone()));
        let notification = Notification::Steered(done, Box::new(change));
        self.step.notifications.push(notification);
        self.report_change(&before, 0);
    }

    /// Marks hosts that the person admitted again, which are not excluded once more.
    pub(super) fn readmit_hosts(&mut self, rule: &ScopeRule) {
        self.covered_hosts(rule).for_each(|readability| readability.is_open = true);
    }

    /// Returns the hosts that a rule covers.
    fn covered_hosts(&mut self, rule: &ScopeRule) -> impl Iterator<Item = &mut HostReadability> {
        let State { hosts, urls, .. } = &mut self.state;
        hosts.readability.iter_mut().filter_map(move |(host, readability)| {
            let home = CanonicalUrl::parse(urls.host_key(*host)).ok()?;
            rule.covers(&home).then_some(readability)
        })
    }

    /// Returns the class of a page that resembles the host's answer to an unknown address.
    pub(super) fn soft_not_found(&self, page: UrlId, document: &Document) -> Option<PageClass> {
        let host = self.state.urls.host_of(page);
        let readability = self.state.hosts.readability.get(&host)?;
        let UnknownAddress::Known(Some(unknown)) = &readability.unknown_address else {
            return None;
        };
        let resemblance = Sketch::of(&document.body).resemblance(unknown);
        (resemblance >= limits::NEAR_DUPLICATE).then_some(PageClass::SoftNotFound)
    }

    /// Returns true if an unknown address of the host is requested next, and sends that request.
    pub(super) fn request_unknown_address(&mut self, host: HostId) -> bool {
        let Some(readability) = self.state.hosts.readability.get_mut(&host) else {
            return false;
        };
        if !matches!(readability.unknown_address, UnknownAddress::Due) {
            return false;
        }
        readability.unknown_address = UnknownAddress::Known(None);
        let host_key = self.state.urls.host_key(host);
        let address = format!("{host_key}/{:016x}", xxh3_64(host_key.as_bytes()));
        let Ok(url) = CanonicalUrl::parse(&address) else {
            return false;
        };
        let access = self.state.hosts.access.get(&host);
        let is_allowed = access.is_some_and(|access| access.policy.allows_request(&url, &address));
        if !is_allowed || self.plan.plan.scope.admits(&url).is_err() {
            return false;
        }
        self.set_unknown_address(host, UnknownAddress::Requested);
        self.state.frontier.hold(self.state.urls.site(host));
        let request = FetchRequest { id: self.next_id(), url, exact: None, purpose: Purpose::UnknownAddress };
        self.send_request(request, host, None);
        true
    }

    /// Stores the answer of a host to an unknown address.
    pub(super) fn unknown_address_answered(&mut self, fetch: &InFlight, response: &FetchResponse) {
        self.delay_after(fetch, response);
        let text = match &response.content {
            Content::Page(document) if response.status < 300 => Some(Sketch::of(&document.body)),
            _ => None,
        };
        self.set_unknown_address(fetch.host, UnknownAddress::Known(text));
    }

    /// Requests an unknown address again whose fetch was interrupted.
    pub(super) fn repeat_unknown_address(&mut self, fetch: &InFlight) {
        if fetch.request.purpose == Purpose::UnknownAddress {
            self.set_unknown_address(fetch.host, UnknownAddress::Due);
        }
    }

    pub(super) fn set_unknown_address(&mut self, host: HostId, answer: UnknownAddress) {
        let readability = self.state.hosts.readability.entry(host).or_default();
        readability.unknown_address = answer;
    }
}
