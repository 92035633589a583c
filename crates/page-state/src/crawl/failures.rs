//! Holds the failures and delays of a crawl: the latest addresses by reason, lost seeds, delayed hosts.

use std::collections::BTreeSet;
use types::report::{Millis, PageClass, PageRecord, Refusal};
use types::url::CanonicalUrl;

/// The number of addresses kept for each reason.
pub const LATEST: usize = 12;

/// The code of a redirect to a known page. It is not shown, because nothing was lost.
pub const KNOWN: &str = "redirect-known";

/// The most delayed hosts that are kept.
const DELAYED: usize = 4;

/// Holds the failures and delays of a crawl.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// The pages that were not fetched or could not be read.
    pub log: FailureLog,
    /// The seeds that gave no page: address and reason.
    pub lost_seeds: Vec<(String, String)>,
    /// The seeds that redirected, each with its target.
    redirects: Vec<(CanonicalUrl, CanonicalUrl)>,
    /// The hosts that delayed a request.
    waited: BTreeSet<String>,
    /// The latest delayed hosts.
    pub delayed: Vec<Delayed>,
    /// The cause of a standstill, and its remedy.
    pub standstill: Option<String>,
}

/// A host whose next request is delayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delayed {
    /// The name of the host.
    pub host: String,
    /// The time of the next request.
    pub until: Millis,
    /// The reason for the delay, in a sentence.
    pub reason: String,
}

impl Failures {
    /// Records one delay per host, the latest last.
    pub(super) fn delay(&mut self, new: Delayed) {
        self.waited.insert(new.host.clone());
        self.delayed.retain(|old| old.host != new.host);
        self.delayed.push(new);
        if self.delayed.len() > DELAYED {
            self.delayed.remove(0);
        }
    }

    /// Records that a seed redirects, or the target of one.
    pub(crate) fn redirect(&mut self, from: CanonicalUrl, to: CanonicalUrl) {
        match self.redirects.iter_mut().find(|(_, target)| *target == from) {
            Some((_, target)) => *target = to,
            None => self.redirects.push((from, to)),
        }
    }

    /// Returns the address to which a seed redirects, or its own.
    pub fn target_of<'a>(&'a self, seed: &'a str) -> &'a str {
        let redirect = self.redirects.iter().find(|(from, _)| from.as_str() == seed);
        redirect.map_or(seed, |(_, to)| to.as_str())
    }

    /// Returns the seed that redirects to an address, or the address.
    fn seed_at(&self, url: &CanonicalUrl) -> String {
        let redirect = self.redirects.iter().find(|(_, to)| to == url);
        redirect.map_or(url, |(from, _)| from).to_string()
    }

    /// Returns whether a seed without a page is lost: it was refused, or its host asked to wait.
    pub fn is_lost(&self, seed: &str) -> bool {
        let host = CanonicalUrl::try_from(self.target_of(seed).to_owned()).ok().map(|url| url.host().to_owned());
        host.is_some_and(|host| self.waited.contains(&host)) || self.lost_seeds.iter().any(|(lost, _)| lost == seed)
    }

    /// Records a page that could not be read; other pages are ignored.
    pub(super) fn record(&mut self, page: &PageRecord) {
        let Some(reason) = page.outcome.reason() else {
            return;
        };
        let url = page.url.to_string();
        if page.discovery.parent.is_none() {
            self.lost_seeds.push((self.seed_at(&page.url), reason.clone()));
        }
        self.log.note(page.outcome.code(), url, reason);
    }

    /// Records a refusal. It does not tell whether the URL is a seed, so the URL is compared with the plan's seeds.
    pub fn refused<'a>(&mut self, refusal: Refusal, mut seeds: impl Iterator<Item = &'a String>) {
        let bare = |text: &str| {
            text.split_once("://").map_or(text, |(_, rest)| rest).trim_end_matches('/').to_ascii_lowercase()
        };
        let url = refusal.url.to_string();
        let requested = self.seed_at(&refusal.url);
        let is_seed = seeds.any(|seed| bare(seed) == bare(&requested));
        if is_seed && !self.lost_seeds.iter().any(|(lost, _)| *lost == requested) {
            self.lost_seeds.push((requested, refusal.reason.clone()));
        }
        self.log.note(refusal.code, url, refusal.reason);
    }
}

/// A refused or failed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The address.
    pub url: String,
    /// The reason, in a sentence.
    pub reason: String,
}

/// Holds the latest addresses by the code of their reason, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureLog(Vec<(String, Vec<Entry>)>);

impl FailureLog {
    /// Returns the latest addresses of a reason.
    pub fn latest(&self, code: &str) -> impl Iterator<Item = &Entry> {
        let entries = self.0.iter().find(|(known, _)| known == code);
        entries.into_iter().flat_map(|(_, entries)| entries)
    }

    /// There are about twenty codes, so a linear search is fast enough.
    fn note(&mut self, code: String, url: String, reason: String) {
        let entry = Entry { url, reason };
        match self.0.iter_mut().find(|(known, _)| *known == code) {
            Some((_, entries)) => {
                entries.insert(0, entry);
                entries.truncate(LATEST);
            }
            None => self.0.push((code, vec![entry])),
        }
    }
}

/// Returns the label of a reason's code. Unknown codes are shown with their dashes as spaces.
pub fn title(code: &str) -> String {
    if let Some(class) = PageClass::from_code(code) {
        return class.title().to_owned();
    }
    let known = match code {
        "robots" => "Blocked by robots.txt",
        "robots-memory" => "robots.txt files too large",
        "noindex" => "Marked noindex",
        "nofollow" => "Marked nofollow",
        "left-out" => "Excluded",
        "known" => "In an earlier crawl",
        "document" => "Document",
        "depth" => "Too far from the seeds",
        "redirects" => "Too many redirects",
        "scope-denied" | "scope-not-allowed" => "Out of scope",
        "trap-deep" => "Trap: path too deep",
        "trap-repeats" => "Trap: repeating path",
        "trap-variants" => "Trap: endless variants",
        "trap-links" => "Trap: too many links on one page",
        "trap-addresses" => "Trap: too many addresses of one page",
        "trap-urls" => "Trap: too many URLs of one site",
        "trap-budget" => "Trap: too many pages of one site",
        "type" => "Not a text page",
        "size" | "too-large" => "Too large",
        "timed-out" | "timeout-connect" | "timeout-headers" | "timeout-idle" | "timeout-total" => "Timeout",
        "dns" => "Host not found",
        "connect" | "reset" | "broken" => "Connection failed",
        "tls" => "TLS error",
        "encoding" | "decoding-work" => "Compression not readable",
        "address" | "own-address" | "port" => "Not a public address",
        "blocked" => "Blocked by the browser",
        "redirect-hidden" => "Redirect hidden by the browser",
        "quarantined" => "Skipped: it crashed the crawler",
        "url-too-long" => "URL too long",
        "url-scheme" => "Not an http or https URL",
        "url-credentials" => "URL with a password",
        "url-empty" => "Empty URL",
        "url-unreadable" | "url-bare" => "Invalid URL",
        "not-in-demo-web" => "Not in the demo web",
        KNOWN => "Redirect to a known page",
        "proxy" | "proxy-broken" | "no-ticket" | "bad-request" | "interfaces" => "Proxy error",
        "busy" => "Proxy busy",
        other => {
            return match other.strip_prefix("status-") {
                Some(status) => status_title(status),
                None => other.replace('-', " "),
            };
        }
    };
    known.to_owned()
}

fn status_title(status: &str) -> String {
    let known = match status {
        "401" => "Login required",
        "403" => "Forbidden",
        "404" => "Not found",
        "408" => "Timeout",
        "410" => "Gone",
        "429" => "Rate-limited",
        "451" => "Unavailable for legal reasons",
        _ => match status.bytes().next() {
            Some(b'3') => "Invalid redirect",
            Some(b'4') => "Rejected by the host",
            Some(b'5') => "Server error",
            _ => "Unexpected response",
        },
    };
    format!("{known} ({status})")
}
