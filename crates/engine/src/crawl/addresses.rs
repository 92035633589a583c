//! Decides, for each host, whether addresses that differ only by tracking parameters and session ids are one page.
//!
//! A canonical URL omits these parameters. The crawl notes the whole addresses of a canonical URL, and loses none
//! before the host has shown what the parameters mean:
//! - Once the canonical URL is read or redirects, one of its whole addresses is requested, too. If it has the same main
//!   text or the same target, the addresses of the host are merged from then on: a test costs a request, but no page.
//! - If it is another page, each whole address on the host is a URL of its own from then on.
//! - If the canonical URL does not exist, its whole addresses are requested one by one until one is a page.
//!
//! Not covered: hosts where the same parameters name pages in one part only, and canonical URLs that robots.txt
//! disallows or that fail.

use super::state::UrlState;
use super::{Crawl, Requests};
use crate::fetch::{Content, FetchResponse};
use crate::frontier::FrontierEntry;
use crate::graph::{HostId, UrlId};
use crate::html::{Document, Link};
use crate::strategy::{PageView, UrlChange};
use crate::text::Sketch;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::limits;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// The meaning of the parameters that canonical URLs omit, on a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Merging {
    /// Nothing: addresses that differ only by them are one page.
    Same,
    /// They name pages.
    Different,
}

/// The whole addresses of canonical URLs, and what is known about them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Addresses {
    /// The hosts on which two addresses were compared.
    hosts: BTreeMap<HostId, Merging>,
    /// The whole addresses of canonical URLs that were not requested.
    noted: BTreeMap<UrlId, Vec<UrlId>>,
    /// The whole addresses to compare with their canonical URLs, when they are read.
    tests: BTreeMap<UrlId, UrlId>,
    /// Hashes of short main texts, which have no sketch to compare, of pages that were read on other hosts: any link
    /// may name another address of one. On a host in `hosts` only those stay that tests under way need.
    pub(super) texts: BTreeMap<UrlId, u64>,
}

/// A page's main text, as far as comparisons need it.
pub(super) struct MainText {
    hash: u64,
    pub(super) sketch: Sketch,
}

impl MainText {
    /// Creates the main text of a document.
    pub(super) fn new(document: &Document) -> Self {
        let main_text = document.main_text();
        Self { hash: xxh3_64(main_text.as_bytes()), sketch: Sketch::new(&main_text) }
    }
}

/// The kind of a response, as far as it tells whether an address is a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// A page or a redirect.
    Found,
    /// The page does not exist here, or only a page without content.
    Missing,
    /// Anything else.
    Other,
}

impl Addresses {
    /// Returns every URL id in it.
    pub(super) fn ids(&self) -> impl Iterator<Item = UrlId> {
        let noted = self.noted.iter().flat_map(|(url, noted)| noted.iter().chain([url]));
        let tests = self.tests.iter().flat_map(|(address, url)| [address, url]);
        noted.chain(tests).chain(self.texts.keys()).copied()
    }

    /// Returns the hosts on which two addresses were compared.
    pub(super) fn hosts(&self) -> impl Iterator<Item = HostId> {
        self.hosts.keys().copied()
    }

    /// Keeps the main text of a page for a comparison, unless its host needs none or the sketch suffices.
    pub(super) fn keep_text(&mut self, page: UrlId, host: HostId, text: &MainText) {
        if text.sketch.is_short() && !self.hosts.contains_key(&host) {
            self.texts.insert(page, text.hash);
        }
    }

    /// Notes a whole address of a URL; returns false if the URL has too many.
    fn note(&mut self, url: UrlId, address: UrlId) -> bool {
        let noted = self.noted.entry(url).or_default();
        if !noted.contains(&address) && noted.len() < limits::PAGE_ADDRESSES {
            noted.push(address);
        }
        noted.contains(&address)
    }
}

impl Crawl {
    /// Notes the whole addresses of the seeds.
    pub(super) fn note_seed_addresses(&mut self) {
        for address in self.plan.seed_addresses.clone() {
            self.seed_url(&address);
        }
    }

    /// Returns the URL of a seed by its whole address, which is that address where it is, or may be, a page of its own.
    /// Elsewhere the address is noted.
    pub(super) fn seed_url(&mut self, address: &CanonicalUrl) -> Option<UrlId> {
        let bare = CanonicalUrl::parse(address.as_str()).ok()?;
        let url = self.state.urls.learn(&bare)?;
        if bare == *address {
            return Some(url);
        }
        if self.requests == Requests::Seeds {
            return self.state.urls.learn(address);
        }
        if self.is_apart(url) {
            return self.own_address(url, address, 1);
        }
        self.note_address(url, address, 1);
        Some(url)
    }

    /// Returns the links of a page with the URLs that they lead to, and the number of those whose URLs are too many.
    /// The URLs are the whole addresses where these are, or may be, pages of their own.
    pub(super) fn targets<'a>(&mut self, page: &PageView<'a>, nofollow: bool) -> (Vec<(UrlId, &'a Link)>, u32) {
        // A crawl in batches knows no rules of its hosts.
        let sites = match self.requests {
            Requests::Batches(_) => self.state.frontier.site_count(),
            _ => self.state.hosts.access.len(),
        };
        let (mut targets, mut unknown, mut excess) = (Vec::new(), 0, 0);
        for link in &page.document.links {
            let Some(url) = self.state.urls.learn_link(&link.url, sites) else {
                unknown += 1;
                continue;
            };
            let Some(address) = &link.omitted.original else {
                targets.push((url, link));
                continue;
            };
            let follows = !nofollow && !link.nofollow;
            if self.is_apart(url) {
                let separate = self.own_address(url, address, sites);
                unknown += u32::from(separate.is_none());
                targets.extend(separate.filter(|id| *id != page.id).map(|id| (id, link)));
                continue;
            }
            targets.push((url, link));
            let is_noted = !follows || self.note_address(url, address, sites);
            excess += u32::from(!is_noted && self.merging(url).is_none());
        }
        let reason = format!("{excess} links of this page differ only by tracking parameters or session ids");
        self.state.refuse_links(page.id, "trap-addresses", excess, reason, &mut self.step);
        (targets, unknown)
    }

    /// Notes a whole address of a URL if it may be needed; returns false if the URL or its site has too many.
    fn note_address(&mut self, url: UrlId, address: &CanonicalUrl, sites: usize) -> bool {
        // Where the addresses are one page, another one is needed only if the first does not exist.
        let is_enough = self.merging(url).is_some() && self.state.addresses.noted.contains_key(&url);
        if is_enough || self.is_answered(url) {
            return true;
        }
        let address = self.state.urls.learn_link(address, sites);
        address.is_some_and(|address| self.state.addresses.note(url, address))
    }

    /// Returns the URL of a redirect's target, which is the whole address where that may be a page of its own.
    pub(super) fn address_of(&mut self, target: CanonicalUrl, exact: &str) -> CanonicalUrl {
        let whole = CanonicalUrl::whole(exact).ok().filter(|whole| *whole != target);
        let Some((whole, url)) = whole.zip(self.state.urls.find(&target)) else {
            return target;
        };
        let is_apart = !self.is_preparing() && self.is_apart(url);
        if is_apart && self.own_address(url, &whole, 1).is_some() { whole } else { target }
    }

    /// Returns the id of a whole address that is not merged with its canonical URL, but compared with it if that was
    /// not done on the host.
    fn own_address(&mut self, url: UrlId, address: &CanonicalUrl, sites: usize) -> Option<UrlId> {
        let own = self.state.urls.learn_link(address, sites)?;
        if self.state.url_state(own).is_open() && self.merging(url) != Some(Merging::Different) {
            self.state.addresses.tests.insert(own, url);
        }
        Some(own)
    }

    /// Returns true if the whole addresses of a URL are URLs of their own: on hosts where they are pages, and if the
    /// URL was answered without a page, or before it was compared with any of them.
    fn is_apart(&self, url: UrlId) -> bool {
        match self.merging(url) {
            Some(Merging::Different) => true,
            Some(Merging::Same) => self.is_unread(url),
            None => self.is_answered(url),
        }
    }

    /// Returns true if a URL was answered without a page.
    fn is_unread(&self, url: UrlId) -> bool {
        self.state.record_at(url).is_some_and(|record| !record.outcome.is_read())
    }

    fn merging(&self, url: UrlId) -> Option<Merging> {
        self.state.addresses.hosts.get(&self.state.urls.host_of(url)).copied()
    }

    /// Returns true if a URL was requested with a result.
    fn is_answered(&self, url: UrlId) -> bool {
        self.state.record_of(url).is_some() || self.state.redirects.contains_key(&url)
    }

    /// Returns the page that a URL turned out to be.
    fn page_at(&self, url: UrlId) -> UrlId {
        self.state.redirects.get(&url).copied().unwrap_or(url)
    }

    /// Handles the response to a page that needs no retry.
    pub(super) fn on_answer(&mut self, page: UrlId, entry: FrontierEntry, asked: &str, response: FetchResponse) {
        let text = response.document().filter(|_| response.location.is_none()).map(MainText::new);
        let tested = self.state.addresses.tests.remove(&page);
        if tested.is_none() && !self.state.addresses.noted.contains_key(&page) {
            return self.on_final_answer(page, entry, asked, response, text);
        }
        let answer = self.answer(page, &response, text.as_ref());
        let url = tested.unwrap_or(page);
        if answer == Answer::Missing && (self.fall_back(url, page, &entry) || self.drop_address(url, page)) {
            return;
        }
        let same =
            tested.filter(|_| answer == Answer::Found).and_then(|url| self.is_same(url, &response, text.as_ref()));
        match same {
            Some(true) if self.page_at(url) != page => return self.merge(url, page),
            Some(false) => self.separate(url, &entry),
            _ => {}
        }
        let has_addresses = self.state.addresses.noted.contains_key(&url);
        let found = has_addresses.then(|| entry.clone());
        self.on_final_answer(page, entry, asked, response, text);
        match found {
            Some(entry) if tested.is_some() && same.is_none() => self.test_next(url, &entry),
            Some(entry) if tested.is_none() && answer == Answer::Found => self.on_answered(page, &entry),
            _ => {}
        }
    }

    /// Tests an address of a URL that was read or redirected, or merges all if that was tested on the host.
    fn on_answered(&mut self, url: UrlId, entry: &FrontierEntry) {
        match self.merging(url) {
            // It redirects to another spelling of itself.
            _ if self.state.url_state(url) == UrlState::Queued => {}
            None => self.test_next(url, entry),
            Some(_) => self.merge_noted(url),
        }
    }

    fn answer(&self, page: UrlId, response: &FetchResponse, text: Option<&MainText>) -> Answer {
        let host = self.state.urls.host_of(page);
        let is_soft = |document: &Document| {
            let of_text = |text: &MainText| self.state.hosts.soft_not_found(host, &text.sketch);
            document.class.or_else(|| text.and_then(of_text)).is_some()
        };
        match &response.content {
            _ if response.location.is_some() => Answer::Found,
            Content::Page(document) if is_soft(document) => Answer::Missing,
            Content::Page(_) => Answer::Found,
            _ if matches!(response.status, 400 | 404 | 410) => Answer::Missing,
            _ => Answer::Other,
        }
    }

    /// Replaces an address that is no page by the next one of its canonical URL; returns false if none is left.
    fn fall_back(&mut self, url: UrlId, page: UrlId, entry: &FrontierEntry) -> bool {
        let Some(next) = self.next_address(url) else {
            return false;
        };
        self.test(url, next, entry);
        if page == url || self.page_at(url) == page {
            self.add_address(url, next);
            self.state.spare_seeds.follow(page, next);
        }
        self.add_address(page, self.page_at(url));
        self.strategy.on_url_change(UrlChange::Redirected { from: page, to: next });
        true
    }

    /// Drops an address that does not exist; returns false if its canonical URL is no page either.
    fn drop_address(&mut self, url: UrlId, address: UrlId) -> bool {
        let at = self.page_at(url);
        let is_page = at != address && !self.is_unread(at);
        if is_page {
            self.add_address(address, at);
            self.tell_lost(address);
        }
        is_page
    }

    /// Continues with the next address of a canonical URL after one that could not be read.
    pub(super) fn skip_address(&mut self, page: UrlId, entry: &FrontierEntry) {
        if let Some(url) = self.state.addresses.tests.remove(&page) {
            self.test_next(url, entry);
        }
    }

    fn test_next(&mut self, url: UrlId, entry: &FrontierEntry) {
        if let Some(next) = self.next_address(url) {
            self.test(url, next, entry);
        }
    }

    /// Queues an address ahead of all links, to compare it with its canonical URL.
    fn test(&mut self, url: UrlId, address: UrlId, entry: &FrontierEntry) {
        self.state.addresses.tests.insert(address, url);
        self.push(address, FrontierEntry { hops: entry.hops.max(1), exact: None, tries: 0, ..entry.clone() });
    }

    /// Removes and returns the next address of a canonical URL that may be requested.
    fn next_address(&mut self, url: UrlId) -> Option<UrlId> {
        let noted = self.state.addresses.noted.remove(&url)?;
        let mut noted = noted.into_iter();
        let next = noted.find(|address| self.may_request(*address));
        if noted.len() > 0 {
            self.state.addresses.noted.insert(url, noted.collect());
        }
        next
    }

    pub(super) fn may_request(&mut self, address: UrlId) -> bool {
        self.state.url_state(address).is_open() && !self.is_known(address) && self.judge(address).is_some()
    }

    /// Returns whether a response is that of the canonical URL; `None` if it redirects to an address that is not
    /// compared yet.
    fn is_same(&self, url: UrlId, response: &FetchResponse, text: Option<&MainText>) -> Option<bool> {
        let at = self.page_at(url);
        let Some(location) = &response.location else {
            return Some(text.is_some_and(|text| self.has_text(at, text)));
        };
        let Ok((target, exact)) = self.state.urls.url(url).resolve(location) else {
            return Some(false);
        };
        let to = self.state.urls.find(&target).filter(|to| [at, url].contains(to));
        let is_bare = CanonicalUrl::whole(&exact).as_ref() == Ok(&target);
        match to.map(|to| self.merging(to)) {
            None => Some(false),
            Some(None) if !is_bare && to != Some(url) => None,
            Some(merging) => Some(is_bare || merging != Some(Merging::Different)),
        }
    }

    /// Returns true if a page that was read has this main text, or nearly so.
    fn has_text(&self, page: UrlId, text: &MainText) -> bool {
        if self.state.addresses.texts.get(&page) == Some(&text.hash) {
            return true;
        }
        // A page that repeats another one has no sketch of its own.
        let numbers = self.state.record_at(page).map(|record| [Some(record.n), record.near_duplicate_of]);
        let mut numbers = numbers.into_iter().flatten().flatten();
        let sketch = numbers.find_map(|number| self.state.results.near_duplicates.sketch(number));
        sketch.is_some_and(|sketch| sketch.resemblance(&text.sketch) >= limits::NEAR_DUPLICATE)
    }

    /// Stores what the parameters mean on a host, which needs texts only for the tests that are under way.
    fn decide(&mut self, host: HostId, merging: Merging) {
        self.state.addresses.hosts.insert(host, merging);
        let tested = self.state.addresses.tests.values().map(|url| self.page_at(*url));
        let tested: BTreeSet<UrlId> = tested.collect();
        let urls = &self.state.urls;
        self.state.addresses.texts.retain(|page, _| urls.host_of(*page) != host || tested.contains(page));
    }

    /// Makes an address one of the page of its canonical URL, and merges the addresses of the host from now on.
    fn merge(&mut self, url: UrlId, address: UrlId) {
        let host = self.state.urls.host_of(url);
        let merging = self.merging(url);
        if merging.is_none() {
            self.decide(host, Merging::Same);
        }
        self.add_address(address, self.page_at(url));
        self.tell_lost(address);
        if merging == Some(Merging::Different) {
            return;
        }
        for url in self.noted_on(host) {
            if self.is_answered(url) {
                self.merge_noted(url);
            }
        }
        for (address, url) in self.state.addresses.tests.clone() {
            // A canonical URL that is no page has nothing to merge with.
            let is_same = self.state.urls.host_of(url) == host && !self.is_apart(url) && self.page_at(url) != address;
            if is_same && self.state.frontier.drop(address).is_some() {
                self.state.addresses.tests.remove(&address);
                self.strategy.on_url_change(UrlChange::Dropped(address));
                self.add_address(address, self.page_at(url));
            }
        }
    }

    /// Makes the noted addresses of a canonical URL addresses of its page.
    fn merge_noted(&mut self, url: UrlId) {
        for address in self.state.addresses.noted.remove(&url).unwrap_or_default() {
            if self.state.url_state(address).is_open() {
                self.add_address(address, self.page_at(url));
            }
        }
    }

    /// Queues all addresses of a host, which are URLs of their own from now on. `entry` is that of an address of `url`.
    fn separate(&mut self, url: UrlId, entry: &FrontierEntry) {
        let host = self.state.urls.host_of(url);
        self.decide(host, Merging::Different);
        for other in self.noted_on(host) {
            let entry = if other == url { Some(entry.clone()) } else { self.entry_of(other) };
            let noted = self.state.addresses.noted.remove(&other).unwrap_or_default();
            for address in noted {
                if let Some(entry) = entry.as_ref().filter(|_| self.may_request(address)) {
                    self.push(address, FrontierEntry { exact: None, tries: 0, ..entry.clone() });
                }
            }
        }
    }

    /// Returns the canonical URLs of a host with noted addresses.
    fn noted_on(&self, host: HostId) -> Vec<UrlId> {
        let noted = self.state.addresses.noted.keys().copied();
        noted.filter(|url| self.state.urls.host_of(*url) == host).collect()
    }

    /// Returns the entry of a canonical URL that waits or is in flight, or of an address that is compared with it.
    fn entry_of(&self, url: UrlId) -> Option<FrontierEntry> {
        let tests = self.state.addresses.tests.iter().filter(|(_, of)| **of == url);
        let mut ids = tests.map(|(address, _)| *address).chain([url]);
        let in_flight = |id| {
            let mut pages = self.state.in_flight.values().filter_map(|fetch| fetch.page.as_ref());
            pages.find(|(page, _)| *page == id).map(|(_, entry)| entry)
        };
        ids.find_map(|id| self.state.frontier.get(id).or_else(|| in_flight(id)).cloned())
    }
}
