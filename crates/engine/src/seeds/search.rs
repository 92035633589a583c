//! A search for seeds: one provider at work, as a state machine that says what to fetch next.
//!
//! One request at a time, few in all. What a person's own search asks of a service is the person's request; what is read of a site to
//! learn of its pages is crawling, and as polite: robots.txt first (RFC 9309), a pause between two requests. Redirects are followed here.
//! Not covered: time-outs, which need a clock and are the driver's.

use super::findings::Heap;
use super::{Came, Entry, Provider, SeedsError, Wanted};
use crate::fetch::{FetchId, FetchRequest, Purpose, RawResponse, is_redirect};
use crate::html::Decoder;
use crate::robots::RobotsPolicy;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use types::failure::Failure;
use types::limits;
use types::seeds::{Findings, Need, Seed};
use types::url::CanonicalUrl;
use url::Url;

/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Fetch this, as [`FetchRequest`] says, after so many milliseconds, which count only for hosts of the live web.
    Fetch(FetchRequest, u64),
    /// Look through the crawls that are kept for pages with these words, best first.
    LookUp(String),
    /// Nothing: the search is over.
    Done,
}

/// The requests and findings of a provider.
pub(super) struct Desk {
    asks: VecDeque<Ask>,
    look_up: Option<String>,
    heap: Heap,
}

impl Desk {
    /// Sends a search of the person to a service, at this spelling of the address.
    pub(super) fn search(&mut self, url: &Url) -> Result<(), SeedsError> {
        let ask = Ask {
            exact: Some(url.as_str().into()),
            ..Ask::new(CanonicalUrl::parse(url.as_str())?)
        };
        self.asks.push_back(ask);
        Ok(())
    }

    /// Reads something of a site, as a crawler does.
    pub(super) fn crawl(&mut self, url: CanonicalUrl) {
        let is_polite = true;
        self.asks.push_back(Ask {
            is_polite,
            ..Ask::new(url)
        });
    }

    /// Looks through the crawls that are kept.
    pub(super) fn look_up(&mut self, words: &str) {
        self.look_up = Some(words.to_owned());
    }

    /// Returns the findings.
    pub(super) fn heap(&mut self) -> &mut Heap {
        &mut self.heap
    }
}

/// Something to be fetched.
#[derive(Clone, Debug)]
struct Ask {
    /// The requested URL before any redirect.
    first: CanonicalUrl,
    url: CanonicalUrl,
    exact: Option<Box<str>>,
    is_polite: bool,
    /// Redirects that led here.
    hops: u32,
    /// The host whose robots.txt it is.
    robots_of: Option<String>,
}

impl Ask {
    fn new(url: CanonicalUrl) -> Self {
        Self {
            first: url.clone(),
            url,
            exact: None,
            is_polite: false,
            hops: 0,
            robots_of: None,
        }
    }

    /// Returns the address to ask for.
    fn address(&self) -> &str {
        self.exact.as_deref().unwrap_or(self.url.as_str())
    }
}

/// One provider at work.
pub struct Search {
    provider: Box<dyn Provider>,
    desk: Desk,
    /// The robots.txt rules of the hosts.
    policies: BTreeMap<String, RobotsPolicy>,
    /// Hosts whose robots.txt could not be read.
    silent: BTreeSet<String>,
    /// The pending request.
    pending: Option<Ask>,
    fetches: u32,
    /// The first thing that went wrong.
    trouble: Option<SeedsError>,
}

impl Search {
    /// Begins a search by a provider.
    pub fn new(entry: &Entry, wanted: &Wanted) -> Result<Self, SeedsError> {
        if entry.needs.contains(&Need::Query) && wanted.query.trim().is_empty() {
            return Err(SeedsError::NoWords);
        }
        let mut provider = (entry.make)();
        let mut desk = Desk {
            asks: VecDeque::new(),
            look_up: None,
            heap: Heap::new(&wanted.query),
        };
        provider.begin(wanted, &mut desk)?;
        Ok(Self {
            provider,
            desk,
            policies: BTreeMap::new(),
            silent: BTreeSet::new(),
            pending: None,
            fetches: 0,
            trouble: None,
        })
    }

    /// Returns the next step, which stays the same until it is answered.
    pub fn next_step(&mut self) -> Step {
        if let Some(words) = &self.desk.look_up {
            return Step::LookUp(words.clone());
        }
        while self.pending.is_none() {
            let Some(ask) = self.desk.asks.pop_front() else {
                return Step::Done;
            };
            if self.fetches >= limits::SEED_FETCHES {
                self.desk.asks.clear();
                let heap = self.desk.heap();
                heap.complain(
                    "The search read only part of the site, to limit requests.".to_owned(),
                );
                return Step::Done;
            }
            self.pending = self.admitted(ask);
        }
        let Some(ask) = &self.pending else {
            return Step::Done;
        };
        let purpose = match ask.robots_of {
            Some(_) => Purpose::Robots,
            None => Purpose::Seeds,
        };
        let request = FetchRequest {
            id: FetchId(u64::from(self.fetches)),
            url: ask.url.clone(),
            exact: ask.exact.clone(),
            purpose,
        };
        Step::Fetch(request, self.pause(ask))
    }

    /// Returns the request to send first: the request itself, its host's robots.txt, or `None` if that forbids it.
    fn admitted(&mut self, ask: Ask) -> Option<Ask> {
        if !ask.is_polite {
            return Some(ask);
        }
        let host = ask.url.host_key();
        match self.policies.get(host) {
            Some(policy) if wished_pause(policy) > limits::SEED_DELAY_MAX_MS => {
                let seconds = wished_pause(policy) / 1_000;
                let host = ask.url.authority().to_owned();
                self.went_wrong(SeedsError::Slow { host, seconds });
                None
            }
            Some(policy) if policy.allows_request(&ask.url, ask.address()) => Some(ask),
            Some(_) => {
                let name = ask.url.authority().to_owned();
                self.went_wrong(if self.silent.contains(host) {
                    SeedsError::RobotsDown(name)
                } else {
                    SeedsError::Robots(name)
                });
                None
            }
            None => {
                let robots = CanonicalUrl::parse(&format!("{host}/robots.txt")).ok()?;
                let robots = Ask {
                    robots_of: Some(host.to_owned()),
                    ..Ask::new(robots)
                };
                self.desk.asks.push_front(ask);
                Some(robots)
            }
        }
    }

    /// Returns the delay before a request.
    fn pause(&self, ask: &Ask) -> u64 {
        match self.policies.get(ask.url.host_key()) {
            Some(policy) if ask.is_polite => wished_pause(policy).max(limits::DELAY_MIN_MS),
            _ => 0,
        }
    }

    /// Handles the response to a request; the `body` of a gzip file is decompressed.
    pub fn answer(&mut self, raw: RawResponse<'_>, decoder: &dyn Decoder) {
        self.take(raw, false, decoder);
    }

    /// Handles the beginning of a response whose rest was damaged or lost.
    pub fn answer_cut(&mut self, raw: RawResponse<'_>, decoder: &dyn Decoder) {
        self.take(raw, true, decoder);
    }

    fn take(&mut self, raw: RawResponse<'_>, is_cut: bool, decoder: &dyn Decoder) {
        let Some(ask) = self.pending.take() else {
            return;
        };
        self.fetches += 1;
        let header = |name: &str| {
            let mut headers = raw.headers.iter();
            let found = headers.find(|(given, _)| given == name);
            found.map(|(_, value)| value.as_str())
        };
        if let Some(location) = header("location").filter(|_| is_redirect(raw.status)) {
            return self.redirected(&ask, location);
        }
        if let Some(host) = ask.robots_of {
            return self.robots(
                &host,
                RobotsPolicy::from_status(raw.status, capped(raw.body, Purpose::Robots)),
                raw,
            );
        }
        let came = Came {
            asked: &ask.first,
            url: &ask.url,
            status: raw.status,
            media_type: header("content-type"),
            body: capped(raw.body, Purpose::Seeds),
            is_cut: is_cut || raw.body.len() > Purpose::Seeds.most_bytes(),
            decoder,
        };
        if let Err(error) = self.provider.read(&came, &mut self.desk) {
            self.went_wrong(error);
        }
    }

    fn robots(&mut self, host: &str, policy: RobotsPolicy, raw: RawResponse<'_>) {
        let text = match raw.status {
            200..=299 => String::from_utf8_lossy(capped(raw.body, Purpose::Robots)),
            _ => "".into(),
        };
        if raw.status >= 500 {
            self.silent.insert(host.to_owned());
        }
        self.policies.insert(host.to_owned(), policy);
        self.provider.robots(host, &text, &mut self.desk);
    }

    fn redirected(&mut self, ask: &Ask, location: &str) {
        let most = match ask.robots_of {
            Some(_) => limits::ROBOTS_REDIRECTS,
            None => limits::PAGE_REDIRECTS,
        };
        let next = ask.url.resolve(location).ok();
        let next = next.filter(|_| ask.hops < most);
        if let (Some((url, _)), None) = (&next, &ask.robots_of)
            && !self.provider.leads(&ask.first, url, &mut self.desk)
        {
            return;
        }
        match (next, &ask.robots_of) {
            (Some((url, exact)), _) => self.desk.asks.push_front(Ask {
                url,
                exact: Some(exact),
                hops: ask.hops + 1,
                ..ask.clone()
            }),
            // No robots.txt to be had is none (RFC 9309 §2.3.1.2).
            (None, Some(host)) => {
                self.policies
                    .insert(host.clone(), RobotsPolicy::unavailable());
            }
            (None, None) => {
                self.went_wrong(SeedsError::Redirects(ask.url.authority().to_owned()));
            }
        }
    }

    /// Handles a failed request.
    pub fn failed(&mut self, failure: Failure) {
        let Some(ask) = self.pending.take() else {
            return;
        };
        self.fetches += 1;
        if let Some(host) = ask.robots_of {
            self.policies.insert(host, RobotsPolicy::unreachable());
        }
        // Said first: why a host does not answer says more than that its robots.txt could not be read.
        self.went_wrong(failure.into());
    }

    /// Takes what was found in the crawls that are kept.
    pub fn looked_up(&mut self, seeds: Vec<Seed>) {
        self.desk.look_up = None;
        for seed in seeds {
            self.desk.heap.found(seed);
        }
    }

    fn went_wrong(&mut self, error: SeedsError) {
        self.trouble.get_or_insert(error);
    }

    /// Returns the findings so far, or why there are none.
    pub fn finish(self) -> Result<Findings, SeedsError> {
        let mut heap = self.desk.heap;
        let nothing = SeedsError::Nothing(self.provider.nothing());
        let trouble = self.trouble.or_else(|| self.provider.left_out());
        if let Some(trouble) = &trouble {
            heap.complain(trouble.to_string());
        }
        let findings = heap.finish();
        if findings.seeds.is_empty() {
            return Err(trouble.unwrap_or(nothing));
        }
        Ok(findings)
    }
}

/// Returns the pause between two requests that a host wishes for, in milliseconds.
fn wished_pause(policy: &RobotsPolicy) -> u64 {
    policy.crawl_delay_ms().unwrap_or_default()
}

fn capped(bytes: &[u8], purpose: Purpose) -> &[u8] {
    &bytes[..bytes.len().min(purpose.most_bytes())]
}
