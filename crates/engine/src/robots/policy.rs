//! Decides what a host's robots.txt allows this crawler, including when it could not be read.
//!
//! `robotxt` parses the groups and matches paths; [`super::rewrite`] corrects its deviations from the RFC. Not covered: fetching, the five
//! redirects (§2.3.1.2) and the age of 24 hours (§2.4), which the crawl handles. Source: RFC 9309; Bing's and Yandex's documentation of
//! `Crawl-delay`, which is not in the RFC.

use super::PRODUCT_TOKEN;
use super::rewrite::{Keep, escaped_specials, rewritten};
use robotxt::{Robots, Rule};
use serde::{Deserialize, Serialize};
use types::limits::{CRAWL_DELAY_MAX_MS, ROBOTS_BYTES, ROBOTS_PATTERN_STARS, ROBOTS_RULE_COST, ROBOTS_STARS};
use types::url::CanonicalUrl;

/// The cost of searching for the part of a pattern after a star, relative to matching the beginning of a pattern.
const STAR_WORK: u64 = 100;

/// The rules of one host (scheme, name and port) for this crawler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedPolicy")]
pub struct RobotsPolicy {
    access: Access,
    rules: Robots,
    /// In milliseconds, at most [`CRAWL_DELAY_MAX_MS`].
    crawl_delay_ms: Option<u64>,
    /// The cost of matching one address, computed from the rules.
    #[serde(skip_serializing)]
    work: u64,
    /// The memory for the rules in bytes, computed from them.
    #[serde(skip_serializing)]
    bytes: usize,
}

/// The saved form of a policy. A saved crawl may come from anyone, so its rules are bounded again.
#[derive(Deserialize)]
struct SavedPolicy {
    access: Access,
    rules: Robots,
    crawl_delay_ms: Option<u64>,
}

impl From<SavedPolicy> for RobotsPolicy {
    fn from(saved: SavedPolicy) -> Self {
        let delay = saved.crawl_delay_ms.map(|ms| ms.min(CRAWL_DELAY_MAX_MS));
        Self::new(saved.access, bounded(saved.rules), delay)
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
    /// 2xx: the body's rules. 3xx (a redirect beyond the limit or without a target) and 4xx: no rules, including 429, which the RFC does not
    /// exempt; politeness slows the requests down. Any other status: all is forbidden.
    pub fn from_status(status: u16, body: &[u8]) -> Self {
        Self::for_agent(PRODUCT_TOKEN, status, body)
    }

    /// Returns the policy for another crawler, by its product token (§2.2.1): ASCII letters, `_` and `-`.
    pub fn for_agent(token: &str, status: u16, body: &[u8]) -> Self {
        match status {
            200..=299 => Self::parse(body, token),
            300..=499 => Self::open(Access::Unavailable(Some(status))),
            _ => Self::closed(Access::Unreachable(Some(status))),
        }
    }

    /// Returns the policy without a robots.txt, after too many redirects (§2.3.1.2) or for sources that have none.
    pub fn unavailable() -> Self {
        Self::open(Access::Unavailable(None))
    }

    /// Returns the policy if no valid response came: a time-out, a refused connection, an invalid response (§2.3.1.4).
    pub fn unreachable() -> Self {
        Self::closed(Access::Unreachable(None))
    }

    /// Returns whether the page may be fetched; `/robots.txt` itself always may (§2.2.2).
    pub fn allows(&self, url: &CanonicalUrl) -> bool {
        self.rules.is_allowed(&escaped_specials(url.path_and_query()))
    }

    /// Returns whether the page may be requested at this address, which may differ from its canonical URL: both must be allowed.
    ///
    /// RFC 9309 §2.2.2 matches the rules against the URI that is accessed. A rule may name the default document of a folder
    /// (`/docs/index.html`), which the canonical URL omits.
    pub fn allows_request(&self, url: &CanonicalUrl, address: &str) -> bool {
        let is_canonical = address == url.as_str();
        self.allows(url) && (is_canonical || self.rules.is_allowed(&escaped_specials(path_of(address))))
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
        let rules = match (self.rules.always(), self.rules.rules().len()) {
            (_, 0) => "no rules".to_owned(),
            (Some(false), _) => "blocked: the host's robots.txt disallows every page".to_owned(),
            (_, 1) => "1 rule".to_owned(),
            (_, n) => format!("{n} rules"),
        };
        match self.crawl_delay_ms {
            Some(ms) if ms % 1_000 == 0 => format!("{rules}; {} s between requests", ms / 1_000),
            Some(ms) => format!("{rules}; {ms} ms between requests"),
            None => rules,
        }
    }

    fn parse(file: &[u8], token: &str) -> Self {
        let delay = Robots::parse(&rewritten(file, Keep::Delays), token).crawl_delay();
        let milliseconds = |delay: std::time::Duration| u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
        Self::new(
            Access::Successful,
            bounded(Robots::parse(&rewritten(file, Keep::Rules), token)),
            delay.map(|delay| milliseconds(delay).min(CRAWL_DELAY_MAX_MS)),
        )
    }

    fn open(access: Access) -> Self {
        Self::new(access, Robots::allow_all(), None)
    }

    fn closed(access: Access) -> Self {
        Self::new(access, Robots::disallow_all(), None)
    }

    fn new(access: Access, rules: Robots, crawl_delay_ms: Option<u64>) -> Self {
        let work = |rule: &Rule| 1 + STAR_WORK * inner_stars(rule) as u64;
        let bytes = |rule: &Rule| ROBOTS_RULE_COST + rule.pattern().len();
        Self {
            access,
            work: rules.rules().iter().map(work).sum(),
            bytes: rules.rules().iter().map(bytes).sum(),
            rules,
            crawl_delay_ms,
        }
    }
}

/// Limits the rules: at most [`ROBOTS_STARS`] have an inner star, and none more than [`ROBOTS_PATTERN_STARS`]. Beyond the limits a `Disallow`
/// is shortened, so that it forbids more, and an `Allow` is dropped.
fn bounded(rules: Robots) -> Robots {
    let stars = rules.rules().iter().map(inner_stars);
    let stars: Vec<usize> = stars.filter(|stars| *stars > 0).collect();
    if stars.len() <= ROBOTS_STARS && stars.iter().all(|stars| *stars <= ROBOTS_PATTERN_STARS) {
        return rules;
    }
    let mut text = format!("user-agent:{PRODUCT_TOKEN}\n");
    let mut left = ROBOTS_STARS;
    for rule in rules.rules() {
        let is_long = inner_stars(rule) > ROBOTS_PATTERN_STARS;
        let pattern = match beginning(rule) {
            Some(_) if is_long && rule.is_allow() => continue,
            Some(_) if left > 0 => {
                left -= 1;
                up_to_stars(rule.pattern())
            }
            Some(_) if rule.is_allow() => continue,
            Some("") => "/",
            Some(beginning) => beginning,
            None => rule.pattern(),
        };
        text.push_str(if rule.is_allow() { "allow:" } else { "disallow:" });
        text.push_str(pattern);
        text.push('\n');
    }
    // The parser would drop longer rules; escaped characters can make a rule too long.
    if text.len() > ROBOTS_BYTES {
        return Robots::disallow_all();
    }
    Robots::parse(text.as_bytes(), PRODUCT_TOKEN)
}

/// Returns the number of stars in a pattern, without those at its end.
fn inner_stars(rule: &Rule) -> usize {
    let pattern = rule.pattern().trim_end_matches('*');
    pattern.bytes().filter(|byte| *byte == b'*').count()
}

/// Returns the start of a pattern, with at most [`ROBOTS_PATTERN_STARS`] stars.
fn up_to_stars(pattern: &str) -> &str {
    let next = pattern.match_indices('*').nth(ROBOTS_PATTERN_STARS);
    next.map_or(pattern, |(at, _)| &pattern[..at])
}

/// Returns the part of a pattern before its first inner star; a star at the end changes nothing.
fn beginning(rule: &Rule) -> Option<&str> {
    let (beginning, _) = rule.pattern().trim_end_matches('*').split_once('*')?;
    Some(beginning)
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
