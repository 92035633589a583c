//! Decides what a host's robots.txt allows this crawler, including when it could not be read.
//!
//! Not covered: fetching, the five redirects (§2.3.1.2) and the age of 24 hours (§2.4), which the crawl handles.
//! Source: RFC 9309; Bing's and Yandex's documentation of `Crawl-delay`, which is not in the RFC.

use super::PRODUCT_TOKEN;
use super::lines::{self, Field};
use super::rules::Rules;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use types::limits::CRAWL_DELAY_MAX_MS;
use types::url::CanonicalUrl;

/// The rules of one host (scheme, name and port) for this crawler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Saved")]
pub struct RobotsPolicy {
    access: Access,
    rules: Rules,
    /// In milliseconds, at most [`CRAWL_DELAY_MAX_MS`].
    crawl_delay_ms: Option<u64>,
    /// The cost of matching one address, computed from the rules.
    #[serde(skip_serializing)]
    work: u64,
    /// The memory for the rules in bytes, computed from them.
    #[serde(skip_serializing)]
    bytes: usize,
}

/// The saved fields of a policy. A saved crawl may come from anyone, so its delay is bounded again, as are its rules.
type Saved = (Access, Rules, Option<u64>);

impl From<Saved> for RobotsPolicy {
    fn from((access, rules, crawl_delay_ms): Saved) -> Self {
        Self::new(access, rules, crawl_delay_ms.map(|ms| ms.min(CRAWL_DELAY_MAX_MS)))
    }
}

/// The result of reading the file (RFC 9309 §2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Access {
    /// §2.3.1.1: the file was read, and its rules apply.
    Successful,
    /// §2.3.1.3: there is no file, so everything is allowed. The status, if there was one.
    Unavailable(Option<u16>),
    /// §2.3.1.4: the rules are unknown, so everything is forbidden. The status, if there was one.
    Unreachable(Option<u16>),
}

impl RobotsPolicy {
    /// Returns the policy for the final response to the request for robots.txt.
    ///
    /// 2xx: the body's rules. 3xx (a redirect beyond the limit or without a target) and 4xx: no rules, including 429,
    /// which the RFC does not exempt; politeness slows the requests down. A 4xx response whose body is a robots.txt
    /// that forbids every page is honored, although the RFC permits access: its host refuses crawlers twice. Any other
    /// status: all is forbidden.
    pub fn from_status(status: u16, body: &[u8]) -> Self {
        Self::for_agent(PRODUCT_TOKEN, status, body)
    }

    /// Returns the policy for another crawler, by its product token (§2.2.1): ASCII letters, `_` and `-`.
    pub fn for_agent(token: &str, status: u16, body: &[u8]) -> Self {
        match status {
            200..=299 => Self::parse(body, token),
            400..=499 if may_be_rules(body) && Self::parse(body, token).rules.forbid_all() => Self::parse(body, token),
            300..=499 => Self::without_rules(Access::Unavailable(Some(status))),
            _ => Self::without_rules(Access::Unreachable(Some(status))),
        }
    }

    /// Returns the policy without a robots.txt, after too many redirects (§2.3.1.2) or for sources that have none.
    pub fn unavailable() -> Self {
        Self::without_rules(Access::Unavailable(None))
    }

    /// Returns the policy if no valid response came: a time-out, a refused connection, an invalid response (§2.3.1.4).
    pub fn unreachable() -> Self {
        Self::without_rules(Access::Unreachable(None))
    }

    /// Returns whether the page may be fetched; `/robots.txt` itself always may (§2.2.2).
    pub fn allows(&self, url: &CanonicalUrl) -> bool {
        self.allows_path(url.path_and_query())
    }

    /// Returns whether the page may be requested at this address, which may differ from its canonical URL: both must be
    /// allowed.
    ///
    /// RFC 9309 §2.2.2 matches the rules against the URI that is accessed. A rule may name the default document of a
    /// folder (`/docs/index.html`), which the canonical URL omits.
    pub fn allows_request(&self, url: &CanonicalUrl, address: &str) -> bool {
        let is_canonical = address == url.as_str();
        self.allows(url) && (is_canonical || self.allows_path(path_of(address)))
    }

    fn allows_path(&self, path: &str) -> bool {
        path == "/robots.txt" || (!matches!(self.access, Access::Unreachable(_)) && self.rules.allow(path))
    }

    /// Returns the cost of matching one address against all rules.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the memory for the rules, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the requested delay between two requests, in milliseconds, at most [`CRAWL_DELAY_MAX_MS`].
    pub fn crawl_delay_ms(&self) -> Option<u64> {
        self.crawl_delay_ms
    }

    /// Returns a short description of the policy, for display: `3 rules; 2 s between requests`.
    pub fn summary(&self) -> String {
        match self.access {
            Access::Successful => self.rules_in_words(),
            Access::Unavailable(status) => {
                format!("allowed: the host has no robots.txt{}", in_brackets(status))
            }
            Access::Unreachable(status) => {
                format!("blocked: the host's robots.txt could not be read{}", in_brackets(status))
            }
        }
    }

    fn rules_in_words(&self) -> String {
        let rules = match self.rules.len() {
            0 => "no rules".to_owned(),
            _ if self.rules.forbid_all() => "blocked: the host's robots.txt disallows every page".to_owned(),
            1 => "1 rule".to_owned(),
            n => format!("{n} rules"),
        };
        match self.crawl_delay_ms {
            Some(ms) if ms % 1_000 == 0 => format!("{rules}; {} s between requests", ms / 1_000),
            Some(ms) => format!("{rules}; {ms} ms between requests"),
            None => rules,
        }
    }

    fn parse(file: &[u8], token: &str) -> Self {
        let content = lines::content(file);
        let (mut rules, mut delays) = (Selection::new(token), Selection::new(token));
        for (field, value) in lines::records(&content) {
            match field {
                Field::UserAgent => {
                    rules.name(value);
                    delays.name(value);
                }
                Field::Allow | Field::Disallow => {
                    rules.add((field == Field::Allow, value));
                    delays.end_names();
                }
                // It is not a record of the RFC, so it ends no list of names; but it belongs to the names before it.
                Field::CrawlDelay => delays.add(value),
                Field::Sitemap => {}
            }
        }
        let delay = delays.chosen().into_iter().filter_map(milliseconds).min();
        Self::new(Access::Successful, Rules::new(rules.chosen()), delay.map(|ms| ms.min(CRAWL_DELAY_MAX_MS)))
    }

    fn without_rules(access: Access) -> Self {
        Self::new(access, Rules::default(), None)
    }

    fn new(access: Access, rules: Rules, crawl_delay_ms: Option<u64>) -> Self {
        Self { access, work: rules.work(), bytes: rules.bytes(), rules, crawl_delay_ms }
    }
}

/// The values of the groups that may apply to a crawler: those that name it, or else those for all (§2.2.1).
struct Selection<'a, T> {
    token: &'a [u8],
    named: Vec<T>,
    for_all: Vec<T>,
    /// True once a group named the crawler.
    is_named: bool,
    /// True after the first value of a group: the next name begins another one.
    has_values: bool,
    /// True if the current group names the crawler, and true if it is for all crawlers.
    applies: (bool, bool),
}

impl<'a, T: Copy> Selection<'a, T> {
    fn new(token: &'a str) -> Self {
        let token = product_token(token.as_bytes());
        Self {
            token,
            named: Vec::new(),
            for_all: Vec::new(),
            is_named: false,
            has_values: false,
            applies: (false, false),
        }
    }

    /// Adds a name to the current group, or begins the next one.
    fn name(&mut self, value: &[u8]) {
        if std::mem::take(&mut self.has_values) {
            self.applies = (false, false);
        }
        let is_own = !self.token.is_empty() && product_token(value).eq_ignore_ascii_case(self.token);
        self.is_named |= is_own;
        self.applies.0 |= is_own;
        self.applies.1 |= is_star(value);
    }

    fn end_names(&mut self) {
        self.has_values = true;
    }

    fn add(&mut self, value: T) {
        self.end_names();
        if self.applies.0 {
            self.named.push(value);
        }
        if self.applies.1 {
            self.for_all.push(value);
        }
    }

    fn chosen(self) -> Vec<T> {
        if self.is_named { self.named } else { self.for_all }
    }
}

/// Returns the product token at the start of a `User-agent` value (§2.2.1): `salticid` of `salticid/1.2 (x)`.
fn product_token(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|byte| !(byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_')));
    &value[..end.unwrap_or(value.len())]
}

/// Returns true for the `User-agent` of the group for all crawlers: a star, which further words may follow.
fn is_star(value: &[u8]) -> bool {
    matches!(value, [b'*', rest @ ..] if rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Parses a `Crawl-delay` in seconds, which may have a fraction behind a point or a comma, quotes, and a unit of
/// seconds: `10s`, `1,5`.
fn milliseconds(value: &[u8]) -> Option<u64> {
    let value = str::from_utf8(value).ok()?.trim_start_matches(['"', '\'']);
    let end = value.find(|c: char| !matches!(c, '0'..='9' | '.' | ','));
    let (number, unit) = value.split_at(end.unwrap_or(value.len()));
    let unit = unit.trim_start().bytes().next();
    if unit.is_some_and(|unit| unit.is_ascii_alphabetic() && !matches!(unit, b's' | b'S')) {
        return None;
    }
    let seconds = number.trim_end_matches(['.', ',']).replace(',', ".").parse().ok()?;
    let delay = Duration::try_from_secs_f64(seconds).ok()?;
    Some(u64::try_from(delay.as_millis()).unwrap_or(u64::MAX))
}

/// Returns true unless the body is a page or JSON, which may quote a robots.txt.
pub(crate) fn may_be_rules(body: &[u8]) -> bool {
    !matches!(body.trim_ascii_start(), [] | [b'<' | b'{' | b'[', ..])
}

/// Returns path and query of an absolute http or https URL.
fn path_of(address: &str) -> &str {
    let start = address.find("://").map_or(0, |at| at + "://".len());
    let path = address[start..].find(['/', '?']).map(|at| start + at);
    path.map_or("/", |at| &address[at..])
}

fn in_brackets(status: Option<u16>) -> String {
    status.map_or_else(String::new, |status| format!(" ({status})"))
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
