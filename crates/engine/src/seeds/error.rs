//! The errors of seed providers, each with its remedy.

use super::Asker;
use crate::learning::bookmarks::BookmarksError;
use std::fmt;
use types::failure::Failure;
use types::limits::SEED_SITEMAPS;
use types::url::UrlProblem;

/// The reason why a seed search failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedsError {
    /// No provider has this id.
    #[error("There is no seed source “{0}”. Choose one from the list.")]
    Unknown(String),
    /// The provider searches by words, and the query has none.
    #[error("Enter a query first, in the box at the top.")]
    NoWords,
    /// The input is not a URL.
    #[error("Invalid URL: {0}.")]
    Address(UrlProblem),
    /// There is no text.
    #[error("Paste a text that contains URLs.")]
    NoText,
    /// The file is not a bookmark file.
    #[error("Could not use the file: {0}.")]
    File(BookmarksError),
    /// The host's robots.txt disallows the requested page.
    #[error("The robots.txt of {0} blocks this page. Enter one of its pages as a seed, or choose another site.")]
    Robots(String),
    /// No entry of a sitemap or feed could be read; with its URL.
    #[error("Could not read {0}: it is damaged or too long. Enter one of its pages as a seed.")]
    Damaged(String),
    /// No entry of a sitemap or feed has the address of a page; with its URL.
    #[error("No entry of {0} has the address of a web page. Enter one of its pages as a seed.")]
    WithoutAddresses(String),
    /// A URL leads to a document; the URL and the kind.
    #[error("{0} is a document ({1}), not a page or a list. Enter a page that links to it as a seed.")]
    Document(String, &'static str),
    /// The host's robots.txt could not be read, so nothing may be fetched (RFC 9309 §2.3.1.4).
    #[error("Could not read the robots.txt of {0}, so crawling is not allowed there. Try again later.")]
    RobotsDown(String),
    /// The host demands a longer delay between requests than a person would wait.
    #[error(
        "{host} requires {seconds} seconds between requests, too long for a seed search. Enter one of its pages as a \
        seed instead."
    )]
    Slow {
        /// The host.
        host: String,
        /// The delay, in seconds.
        seconds: u64,
    },
    /// A provider exceeded its time limit, in seconds.
    #[error("No response within {0} seconds. Try again later, or find seeds another way.")]
    TimedOut(u32),
    /// A provider exceeded its time limit, in seconds, after it had found pages.
    #[error("The search stopped after {0} seconds, so pages may be missing.")]
    Unfinished(u32),
    /// A service of the list could not be reached. The sentence names no host, so that several services share it.
    #[error("Could not be reached. Check the internet connection, or try again later.")]
    Offline,
    /// No response arrived, or the file could not be read; the sentence is the fetcher's.
    #[error("{0}")]
    NoResponse(String),
    /// The response has an error status, and no reason.
    #[error("{host} responded with status {status}. {remedy}")]
    Status {
        /// The host.
        host: String,
        /// The status.
        status: u16,
        /// The remedy.
        remedy: Remedy,
    },
    /// A limiter demanded a pause that is not over, so the service was not asked again.
    #[error("It limits requests and was not asked again. {0}")]
    Resting(Remedy),
    /// A `SearXNG` instance does not return JSON, which its operator must enable.
    #[error(
        "{0} does not allow API access (status 403). Its operator must add “json” to “formats” under “search” in \
        settings.yml, or exempt this device from the limiter. Otherwise choose another instance."
    )]
    JsonOff(String),
    /// The response has another format than expected.
    #[error("{host} did not return search results that can be read. {remedy}")]
    UnexpectedFormat {
        /// The host.
        host: String,
        /// The remedy.
        remedy: Remedy,
    },
    /// The service gave a reason.
    #[error("{host} says: “{message}”. {remedy}")]
    ServiceMessage {
        /// The host.
        host: String,
        /// The reason.
        message: String,
        /// The remedy.
        remedy: Remedy,
    },
    /// Redirects form a loop or exceed the limit.
    #[error("{0} redirects without end. Enter one of its pages as a seed.")]
    Redirects(String),
    /// A list of a site is on another host, which the person did not name.
    #[error("A list of {host} is on another host and was not fetched. Enter its URL here to read it: “{list}”.")]
    Elsewhere {
        /// The host of the site.
        host: String,
        /// The URL of the list.
        list: String,
    },
    /// A site has more sitemaps than are read.
    #[error("{}", more_sitemaps(.host, *.count))]
    MoreSitemaps {
        /// The host of the site.
        host: String,
        /// The number of sitemaps that were not read.
        count: usize,
    },
    /// The search succeeded without results.
    #[error("{0}")]
    NoResults(&'static str),
}

fn more_sitemaps(host: &str, count: usize) -> String {
    let unread = match count {
        1 => format!("1 sitemap of {host} was"),
        n => format!("{n} sitemaps of {host} were"),
    };
    format!("{unread} not read: at most {SEED_SITEMAPS} are.")
}

impl SeedsError {
    /// Returns the error with the window of the service's limiter, in seconds, if the service limits requests and names
    /// no time.
    #[must_use]
    pub(super) fn with_wait(mut self, seconds: u64) -> Self {
        if let Self::Status { remedy: Remedy::Wait(wait), .. }
        | Self::ServiceMessage { remedy: Remedy::Wait(wait), .. } = &mut self
        {
            wait.get_or_insert(seconds);
        }
        self
    }

    /// Returns the remedy if the service limits requests: to wait.
    pub(super) fn limit(&self) -> Option<Remedy> {
        let (Self::Status { remedy, .. } | Self::ServiceMessage { remedy, .. }) = self else { return None };
        match *remedy {
            Remedy::Wait(_) => Some(*remedy),
            Remedy::Contact(_, wait_s) => wait_s.is_some().then_some(Remedy::Wait(wait_s)),
            _ => None,
        }
    }
}

impl From<Failure> for SeedsError {
    fn from(failure: Failure) -> Self {
        Self::NoResponse(failure.message)
    }
}

impl From<UrlProblem> for SeedsError {
    fn from(problem: UrlProblem) -> Self {
        Self::Address(problem)
    }
}

/// The remedy of a person for an error response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Wait for this number of seconds, or for a few minutes if the limiter names none.
    Wait(Option<u64>),
    /// Name an operator in the User-Agent of this program, and wait for this number of seconds.
    Contact(Asker, Option<u64>),
    /// Ask for other words.
    Words,
    /// Try again later.
    Later,
    /// Use another service: this one refuses access.
    Refused,
    /// Check the URL that the person entered.
    Address,
    /// Check the URL that the person entered: nothing was found there.
    Missing,
}

/// Words of the texts by which services say that a client asks too often.
const LIMITS: [&str; 8] = [
    "too many requests",
    "rate exceeded",
    "rate limit",
    "ratelimit",
    "rate-limit",
    "throttl",
    "limit requests",
    "quota",
];
/// Words of the texts by which services demand that a client names its operator.
const NAMES: [&str; 4] = ["user-agent", "user agent", "robot policy", "contact information"];

impl Remedy {
    /// Returns the remedy for a status, with the seconds of `Retry-After`. `is_named` if the person entered the URL of
    /// the service.
    pub(super) fn of_status(status: u16, retry_after_s: Option<u64>, is_named: bool) -> Self {
        match status {
            429 => Self::Wait(retry_after_s),
            503 if retry_after_s.is_some() => Self::Wait(retry_after_s),
            500..=599 => Self::Later,
            404 | 410 if is_named => Self::Missing,
            401 | 403 | 418 | 451 => Self::Refused,
            _ if is_named => Self::Address,
            _ => Self::Later,
        }
    }

    /// Returns true for a text that demands to know who asks.
    pub(super) fn is_contact(text: &str) -> bool {
        let text = text.to_lowercase();
        NAMES.iter().any(|word| text.contains(word))
    }

    /// Returns the remedy for the reason that a service gave, else the one for its status; [`Self::Words`] for a
    /// request that is wrong.
    pub(super) fn of_reason(
        reason: &str,
        status: u16,
        retry_after_s: Option<u64>,
        (is_named, asker): (bool, Asker),
    ) -> Self {
        if Self::is_contact(reason) {
            return Self::Contact(asker, retry_after_s);
        }
        let reason = reason.to_lowercase();
        if status == 429 || LIMITS.iter().any(|word| reason.contains(word)) {
            return Self::Wait(retry_after_s.or_else(|| wait_in(&reason)));
        }
        match status {
            200..=299 | 400 | 422 => Self::Words,
            status => Self::of_status(status, retry_after_s, is_named),
        }
    }
}

/// Returns the wait that a text names, in seconds: “in 84268 seconds”, else the shortest of “one every 5 seconds,
/// 100 per day”. `text` is in lower case.
fn wait_in(text: &str) -> Option<u64> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != ',').map(|word| word.trim_matches(','));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let wait = |at: usize| span(words.get(at)?, words.get(at + 1)?);
    let until = (1..words.len()).find_map(|at| wait(at).filter(|_| matches!(words[at - 1], "in" | "after" | "for")));
    until.or_else(|| (0..words.len()).filter_map(wait).min())
}

/// Returns the seconds of a number of units.
fn span(count: &str, unit: &str) -> Option<u64> {
    let seconds: u64 = match unit.trim_end_matches('s') {
        "second" | "sec" => 1,
        "minute" | "min" => 60,
        "hour" | "hr" => 3_600,
        "day" => 86_400,
        _ => return None,
    };
    let count = match count {
        "per" | "every" | "an" | "a" | "one" => 1,
        count => count.replace(',', "").parse().ok()?,
    };
    seconds.checked_mul(count)
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait(Some(seconds)) => write!(f, "Try again in {}.", in_words(*seconds)),
            Self::Wait(None) => f.write_str("It limits requests: try again in a few minutes."),
            Self::Contact(asker, _) => f.write_str(match asker {
                Asker::Command => {
                    "It wants to know who asks: start the proxy or command with --contact and the URL of a page about \
                    you."
                }
                Asker::Python => "It wants to know who asks: pass contact= with the URL of a page about you.",
                Asker::Browser => "It wants to know who asks, which a browser cannot tell it: find seeds another way.",
            }),
            Self::Words => f.write_str("Try other words, or another way to find seeds."),
            Self::Later => f.write_str("Try again later."),
            Self::Refused => f.write_str("Access is restricted: find seeds another way."),
            Self::Address => f.write_str("Check its URL, or choose another one."),
            Self::Missing => f.write_str("Nothing found there: check the URL."),
        }
    }
}

/// Returns a wait in the largest unit that it fills, rounded.
fn in_words(seconds: u64) -> String {
    let (unit, name) = match seconds {
        0..60 => (1, "second"),
        60..3_570 => (60, "minute"),
        3_570..171_000 => (3_600, "hour"),
        _ => (86_400, "day"),
    };
    match (seconds.saturating_add(unit / 2)) / unit {
        1 if unit == 3_600 => "an hour".to_owned(),
        1 => format!("a {name}"),
        count => format!("{count} {name}s"),
    }
}
