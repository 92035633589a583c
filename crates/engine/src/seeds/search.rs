//! A seed search: runs one provider, as a state machine that returns the next request.
//!
//! It sends few requests, one at a time. A query to a search service is the person's own request, to which robots.txt
//! does not apply. Reading a site's pages is crawling: robots.txt comes first (RFC 9309), with a delay between two
//! requests. Redirects are followed here. Not covered: time-outs, which need a clock and belong to the driver.

use super::findings::FindingsBuilder;
use super::{Asker, Entry, Provider, ProviderResponse, Remedy, SeedInputs, SeedsError};
use crate::event::Millis;
use crate::fetch::{FetchId, FetchRequest, Purpose, RawResponse, retry_after};
use crate::html::Decoder;
use crate::robots::{self, RobotsPolicy};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use types::failure::{Failure, FailureKind};
use types::limits;
use types::response_head::is_redirect;
use types::seeds::{Findings, Need, Seed};
use types::url::CanonicalUrl;
use url::Url;

/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchStep {
    /// Send this request after a delay in milliseconds. The delay applies only to hosts of the live web.
    Fetch(FetchRequest, u64),
    /// Search the saved crawls for pages with these words, best first.
    LookUp(String),
    /// The search is over.
    Done,
}

/// Returns the address of the robots.txt of a page's host.
pub(super) fn robots_of(page: &CanonicalUrl) -> Option<CanonicalUrl> {
    page.resolve("/robots.txt").ok().map(|(robots, _)| robots)
}

/// The requests and findings of a provider.
pub(super) struct SearchContext {
    queue: VecDeque<PendingRequest>,
    look_up: Option<String>,
    early_robots: Vec<CanonicalUrl>,
    findings: FindingsBuilder,
    /// The wait in seconds that the last successful response demanded.
    demanded_s: Option<u64>,
}

impl SearchContext {
    /// Lets the next request to the service wait for this number of seconds.
    pub(super) fn demand_wait(&mut self, seconds: u64) {
        self.demanded_s = Some(seconds);
    }

    /// Sends the person's query to a service, with this spelling of the URL.
    pub(super) fn search(&mut self, url: &Url) -> Result<(), SeedsError> {
        let pending = PendingRequest {
            exact: Some(url.as_str().into()),
            ..PendingRequest::new(CanonicalUrl::parse(url.as_str())?)
        };
        self.queue.push_back(pending);
        Ok(())
    }

    /// Sends such a query before those that are queued.
    pub(super) fn search_next(&mut self, url: &Url) -> Result<(), SeedsError> {
        self.search(url)?;
        self.queue.rotate_right(1);
        Ok(())
    }

    /// Requests a page of a site as a crawler does.
    pub(super) fn crawl(&mut self, url: CanonicalUrl) {
        let is_polite = true;
        self.queue.push_back(PendingRequest { is_polite, ..PendingRequest::new(url) });
    }

    /// Announces that pages of the host of `url` will be found.
    pub(super) fn expect_pages(&mut self, url: &CanonicalUrl) {
        self.early_robots.extend(robots_of(url));
    }

    /// Searches the saved crawls.
    pub(super) fn look_up(&mut self, words: &str) {
        self.look_up = Some(words.to_owned());
    }

    /// Returns the findings.
    pub(super) fn findings(&mut self) -> &mut FindingsBuilder {
        &mut self.findings
    }
}

/// A request that is queued or in flight.
#[derive(Clone, Debug)]
struct PendingRequest {
    /// The requested URL before any redirect.
    requested: CanonicalUrl,
    url: CanonicalUrl,
    exact: Option<Box<str>>,
    is_polite: bool,
    /// Number of redirects so far.
    hops: u32,
    /// For a robots.txt, its host.
    robots_of: Option<String>,
}

impl PendingRequest {
    fn new(url: CanonicalUrl) -> Self {
        Self { requested: url.clone(), url, exact: None, is_polite: false, hops: 0, robots_of: None }
    }

    /// Returns the address to request.
    fn address(&self) -> &str {
        self.exact.as_deref().unwrap_or(self.url.as_str())
    }
}

/// The search of one provider.
pub struct Search {
    provider: Box<dyn Provider>,
    context: SearchContext,
    /// The robots.txt rules of the hosts.
    policies: BTreeMap<String, RobotsPolicy>,
    /// Hosts whose robots.txt could not be read.
    silent: BTreeSet<String>,
    /// The pending request.
    pending: Option<PendingRequest>,
    fetches: u32,
    /// The host of the address that the person entered; empty if none.
    named: String,
    /// The program that sends the requests.
    asker: Asker,
    /// The time, if the driver told it.
    now: Option<Millis>,
    /// The hosts whose limiters refused a request, which get no further one.
    limited: BTreeSet<String>,
    /// The pauses in seconds that limiters demanded, by host.
    pauses: Vec<(String, u64)>,
    /// The first error.
    trouble: Option<SeedsError>,
}

impl Search {
    /// Begins a search by a provider. `decoder` reads the person's file.
    pub fn new(entry: &Entry, inputs: &SeedInputs, decoder: &dyn Decoder) -> Result<Self, SeedsError> {
        if entry.needs.contains(&Need::Query) && inputs.query.trim().is_empty() {
            return Err(SeedsError::NoWords);
        }
        let provider = super::make(entry.id);
        let mut provider = provider.ok_or_else(|| SeedsError::Unknown(entry.id.to_owned()))?;
        let findings = FindingsBuilder::new(&inputs.query);
        let mut context = SearchContext {
            queue: VecDeque::new(),
            look_up: None,
            early_robots: Vec::new(),
            findings,
            demanded_s: None,
        };
        provider.begin(inputs, &mut context)?;
        let named = CanonicalUrl::from_person(&inputs.address).ok();
        if entry.needs.contains(&Need::File) {
            provider.read_file(&inputs.file, decoder, &mut context)?;
        }
        Ok(Self {
            provider,
            context,
            policies: BTreeMap::new(),
            silent: BTreeSet::new(),
            pending: None,
            fetches: 0,
            named: named.map_or_else(String::new, |url| url.host().to_owned()),
            asker: inputs.asker,
            now: None,
            limited: BTreeSet::new(),
            pauses: Vec::new(),
            trouble: None,
        })
    }

    /// Returns the requests for the robots.txt files of hosts of which pages will be found. A start sends them while
    /// the services answer, so that its crawl need not wait for them ([`crate::event::EventKind::Known`]).
    pub fn early_robots(&self) -> impl Iterator<Item = FetchRequest> {
        let urls = self.context.early_robots.iter().cloned();
        urls.map(|url| FetchRequest { purpose: Purpose::Robots, ..FetchRequest::page(url) })
    }

    /// Returns the next step, which stays the same until it is handled.
    pub fn next_step(&mut self) -> SearchStep {
        if let Some(words) = &self.context.look_up {
            return SearchStep::LookUp(words.clone());
        }
        while self.pending.is_none() {
            let Some(pending) = self.context.queue.pop_front() else {
                return SearchStep::Done;
            };
            if self.fetches >= limits::SEED_FETCHES {
                self.context.queue.clear();
                let findings = self.context.findings();
                findings.warn("The search read only part of the site, to limit requests.".to_owned());
                return SearchStep::Done;
            }
            let requested = pending.requested.clone();
            self.pending = self.admitted(pending);
            if self.pending.is_none() {
                self.tell_unanswered(&requested);
            }
        }
        let Some(pending) = &self.pending else {
            return SearchStep::Done;
        };
        let purpose = match pending.robots_of {
            Some(_) => Purpose::Robots,
            None => Purpose::Seeds,
        };
        let request = FetchRequest {
            id: FetchId(u64::from(self.fetches)),
            url: pending.url.clone(),
            exact: pending.exact.clone(),
            purpose,
        };
        SearchStep::Fetch(request, self.pause(pending))
    }

    /// Returns the request to send first: the request itself, its host's robots.txt, or `None` if that forbids it or
    /// the host limits requests.
    fn admitted(&mut self, pending: PendingRequest) -> Option<PendingRequest> {
        if self.limited.contains(pending.url.authority()) {
            return None;
        }
        if !pending.is_polite {
            return Some(pending);
        }
        let host = pending.url.host_key();
        match self.policies.get(host) {
            Some(policy) if crawl_delay(policy) > limits::SEED_DELAY_MAX_MS => {
                let seconds = crawl_delay(policy) / 1_000;
                let host = pending.url.authority().to_owned();
                self.fail(SeedsError::Slow { host, seconds });
                None
            }
            Some(policy) if policy.allows_request(&pending.url, pending.address()) => Some(pending),
            Some(_) => {
                let name = pending.url.authority().to_owned();
                self.fail(if self.silent.contains(host) {
                    SeedsError::RobotsDown(name)
                } else {
                    SeedsError::Robots(name)
                });
                None
            }
            None => {
                let robots = CanonicalUrl::parse(&format!("{host}/robots.txt")).ok()?;
                let robots = PendingRequest { robots_of: Some(host.to_owned()), ..PendingRequest::new(robots) };
                self.context.queue.push_front(pending);
                Some(robots)
            }
        }
    }

    /// Returns the delay before a request, in milliseconds.
    fn pause(&self, pending: &PendingRequest) -> u64 {
        match self.policies.get(pending.url.host_key()) {
            Some(policy) if pending.is_polite => crawl_delay(policy).max(limits::DELAY_MIN_MS),
            _ => 0,
        }
    }

    /// Handles the response to a request; the `body` of a gzip file is decompressed.
    pub fn answer(&mut self, raw: RawResponse<'_>, decoder: &dyn Decoder) {
        self.take(raw, false, decoder);
    }

    /// Handles a response that was cut or damaged. A robots.txt counts as unreadable then: missing rules would be
    /// interpreted as permission.
    pub fn answer_cut(&mut self, raw: RawResponse<'_>, decoder: &dyn Decoder) {
        if self.pending.as_ref().is_some_and(|pending| pending.robots_of.is_some()) {
            return self.failed(damaged_list());
        }
        self.take(raw, true, decoder);
    }

    fn take(&mut self, raw: RawResponse<'_>, is_cut: bool, decoder: &dyn Decoder) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        self.fetches += 1;
        let header = |name: &str| {
            let mut headers = raw.headers.iter();
            let found = headers.find(|(given, _)| given == name);
            found.map(|(_, value)| value.as_str())
        };
        if let Some(location) = header("location").filter(|_| is_redirect(raw.status)) {
            return self.redirected(&pending, location);
        }
        if let Some(host) = &pending.robots_of {
            return self.robots(host, &pending.url, raw);
        }
        let response = ProviderResponse {
            requested: &pending.requested,
            url: &pending.url,
            status: raw.status,
            media_type: header("content-type"),
            retry_after_s: header("retry-after").and_then(|value| self.retry_after_s(value)),
            body: capped(raw.body, Purpose::Seeds),
            is_cut: is_cut || raw.is_truncated() || raw.body.len() > Purpose::Seeds.most_bytes(),
            is_named: self.is_named(pending.url.host()),
            asker: self.asker,
            decoder,
        };
        let read = self.provider.read(&response, &mut self.context);
        if let Some(wait_s) = self.context.demanded_s.take() {
            self.limit(pending.url.authority(), Some(wait_s));
        }
        if let Err(error) = read {
            if let Some(Remedy::Wait(wait_s)) = error.limit() {
                self.limit(pending.url.authority(), wait_s);
            }
            self.fail(error);
        }
    }

    /// Sends no further request to a host, and lets later searches wait for this number of seconds.
    fn limit(&mut self, host: &str, wait_s: Option<u64>) {
        self.pauses.extend(wait_s.map(|wait_s| (host.to_owned(), wait_s)));
        self.limited.insert(host.to_owned());
    }

    /// Reads `Retry-After` in seconds; a date only if the time is known.
    fn retry_after_s(&self, value: &str) -> Option<u64> {
        let is_date = value.contains(|c: char| c.is_ascii_alphabetic());
        let now = if is_date { self.now? } else { 0 };
        Some(retry_after(value, now)?.div_ceil(1_000))
    }

    /// Sets the time, by which dates in responses are read.
    pub fn set_time(&mut self, now: Millis) {
        self.now = Some(now);
    }

    /// Returns the pauses in seconds that limiters demanded since the last call, by host.
    pub(super) fn take_pauses(&mut self) -> Vec<(String, u64)> {
        std::mem::take(&mut self.pauses)
    }

    /// Leaves out the pending request for a reason, and those that follow to its host.
    pub fn skip(&mut self, reason: SeedsError) {
        if let Some(pending) = self.pending.take() {
            self.limited.insert(pending.url.authority().to_owned());
            self.fail(reason);
            self.tell_unanswered(&pending.requested);
        }
    }

    /// Handles the response to the request for the robots.txt of a host, which redirects led to `at`.
    fn robots(&mut self, host: &str, at: &CanonicalUrl, raw: RawResponse<'_>) {
        let file = capped(raw.body, Purpose::Robots);
        if raw.status >= 500 {
            self.silent.insert(host.to_owned());
        }
        self.policies.insert(host.to_owned(), RobotsPolicy::from_status(raw.status, file));
        let sitemaps = if (200..300).contains(&raw.status) { robots::sitemaps(file, at) } else { (Vec::new(), 0) };
        self.provider.robots(host, sitemaps, &mut self.context);
    }

    fn redirected(&mut self, pending: &PendingRequest, location: &str) {
        let most = match pending.robots_of {
            Some(_) => limits::ROBOTS_REDIRECTS,
            None => limits::PAGE_REDIRECTS,
        };
        let next = pending.url.resolve(location).ok();
        let next = next.filter(|_| pending.hops < most);
        if let (Some((url, _)), None) = (&next, &pending.robots_of)
            && !self.provider.on_redirect(&pending.requested, url, &mut self.context)
        {
            return;
        }
        match (next, &pending.robots_of) {
            (Some((url, exact)), _) => self.context.queue.push_front(PendingRequest {
                url,
                exact: Some(exact),
                hops: pending.hops + 1,
                ..pending.clone()
            }),
            // A robots.txt behind too many redirects counts as missing (RFC 9309 §2.3.1.2).
            (None, Some(host)) => {
                self.policies.insert(host.clone(), RobotsPolicy::unavailable());
            }
            (None, None) => {
                self.fail(SeedsError::Redirects(pending.url.authority().to_owned()));
            }
        }
    }

    /// Handles a failed request.
    pub fn failed(&mut self, failure: Failure) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        self.fetches += 1;
        if let Some(host) = &pending.robots_of {
            self.policies.insert(host.clone(), RobotsPolicy::unreachable());
        }
        // Recorded before the robots.txt error, since it names the cause.
        let is_unreachable = UNREACHABLE.contains(&failure.code.as_str());
        let is_offline = is_unreachable && !self.is_named(pending.url.host());
        self.fail(if is_offline { SeedsError::Offline } else { failure.into() });
        if pending.robots_of.is_none() {
            self.tell_unanswered(&pending.requested);
        }
    }

    fn tell_unanswered(&mut self, requested: &CanonicalUrl) {
        if let Err(error) = self.provider.unanswered(requested, &mut self.context) {
            self.fail(error);
        }
    }

    /// Returns true for the host of the address that the person entered, which may be wrong.
    fn is_named(&self, host: &str) -> bool {
        self.named == host
    }

    /// Adds the pages found in saved crawls.
    pub fn looked_up(&mut self, seeds: Vec<Seed>) {
        self.context.look_up = None;
        for seed in seeds {
            self.context.findings.found(seed);
        }
    }

    /// Ends a search that exceeded its time limit, in seconds.
    pub fn timed_out(&mut self, seconds: u32) {
        for unanswered in self.pending.take().into_iter().chain(std::mem::take(&mut self.context.queue)) {
            self.tell_unanswered(&unanswered.requested);
        }
        // The reason of all that is missing, whatever failed before.
        self.trouble = Some(if self.context.findings.is_empty() {
            SeedsError::TimedOut(seconds)
        } else {
            SeedsError::Unfinished(seconds)
        });
    }

    fn fail(&mut self, error: SeedsError) {
        self.trouble.get_or_insert(error);
    }

    /// Returns the pages found so far, the best first, without warnings.
    pub fn so_far(&mut self) -> Findings {
        self.context.findings.so_far()
    }

    /// Returns the findings, or why there are none.
    pub fn finish(self) -> Result<Findings, SeedsError> {
        let mut findings = self.context.findings;
        let nothing = SeedsError::NoResults(self.provider.no_results_hint());
        let troubles = self.trouble.into_iter().chain(self.provider.unread_warnings()).collect::<Vec<_>>();
        for trouble in &troubles {
            findings.warn(trouble.to_string());
        }
        let findings = findings.finish();
        if findings.seeds.is_empty() {
            return Err(troubles.into_iter().next().unwrap_or(nothing));
        }
        Ok(findings)
    }
}

/// The codes of failures to reach a host, and to get its whole response.
const UNREACHABLE: [&str; 12] = [
    "dns",
    "connect",
    "tls",
    "timeout-connect",
    "timeout-headers",
    "timeout-idle",
    "timeout-total",
    "protocol",
    "broken",
    "reset",
    "timed-out",
    "network",
];

/// Returns the failure of a compressed file of which nothing, or not enough, can be decompressed.
pub fn damaged_list() -> Failure {
    Failure {
        code: "packed".to_owned(),
        message: "A compressed list of this site is damaged. Enter one of its pages as a seed, or another list here."
            .to_owned(),
        kind: FailureKind::Permanent,
    }
}

/// Returns the delay between two requests that a host demands, in milliseconds.
fn crawl_delay(policy: &RobotsPolicy) -> u64 {
    policy.crawl_delay_ms().unwrap_or_default()
}

fn capped(bytes: &[u8], purpose: Purpose) -> &[u8] {
    &bytes[..bytes.len().min(purpose.most_bytes())]
}
