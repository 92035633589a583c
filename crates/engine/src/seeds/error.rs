//! The errors of seed providers, each with its remedy.

use crate::learning::bookmarks::BookmarksError;
use types::failure::Failure;
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
    /// The host's robots.txt could not be read, so nothing may be fetched (RFC 9309 §2.3.1.4).
    #[error("Could not read the robots.txt of {0}, so crawling is not allowed there. Try again later.")]
    RobotsDown(String),
    /// The host demands a longer delay between requests than a person would wait.
    #[error(
        "{host} requires {seconds} seconds between requests, too long for a seed search. Enter one of its pages as a seed instead."
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
    /// No response arrived, or the file could not be read; the sentence is the fetcher's.
    #[error("{0}")]
    NoResponse(String),
    /// The response has an error status.
    #[error("{host} responded with status {status}. {hint}", hint = hint(*.status))]
    Status {
        /// The host.
        host: String,
        /// The status.
        status: u16,
    },
    /// A SearXNG instance does not return JSON, which its operator must enable.
    #[error(
        "{0} does not allow API access (status 403). Its operator must add “json” to “formats” under “search” in settings.yml, or exempt this device from the limiter. Otherwise choose another instance."
    )]
    JsonOff(String),
    /// The response has another format than expected.
    #[error(
        "{0} did not return search results that can be read. Check its URL if you entered it, else try again later."
    )]
    UnexpectedFormat(String),
    /// The service responded with an error message.
    #[error("{host} says: “{message}”. Try other words, or another way to find seeds.")]
    ServiceMessage {
        /// The host.
        host: String,
        /// The message.
        message: String,
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
    /// The search succeeded without results.
    #[error("{0}")]
    NoResults(&'static str),
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

/// Returns the remedy for a status.
fn hint(status: u16) -> &'static str {
    match status {
        404 | 410 => "Nothing found there: check the URL.",
        401 | 403 | 451 => "Access is restricted: choose another one.",
        429 => "It limits requests: try again in a few minutes.",
        500..=599 => "Try again later.",
        _ => "Check the URL, or choose another one.",
    }
}
