//! Describes the errors of seed providers, each with its remedy.

use crate::learning::bookmarks::NotBookmarks;
use types::failure::Failure;
use types::url::UrlProblem;

/// An error of finding seeds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedsError {
    /// No provider has this id.
    #[error("There is no seed source “{0}”. Choose one from the list.")]
    Unknown(String),
    /// The provider searches by words, and there are none.
    #[error("Enter a query first, in the box at the top.")]
    NoWords,
    /// The input is not a URL.
    #[error("Invalid URL: {0}.")]
    Address(UrlProblem),
    /// There is no text.
    #[error("Paste a text that contains URLs.")]
    NoText,
    /// The file holds no bookmarks.
    #[error("Could not use the file: {0}.")]
    File(NotBookmarks),
    /// The host's robots.txt closes what was asked for.
    #[error(
        "The robots.txt of {0} blocks this page. Enter one of its pages as a seed, or choose another site."
    )]
    Robots(String),
    /// The host's robots.txt could not be read, so nothing may be fetched (RFC 9309 §2.3.1.4).
    #[error(
        "Could not read the robots.txt of {0}, so crawling is not allowed there. Try again later."
    )]
    RobotsDown(String),
    /// The host wishes for longer pauses than a person waits.
    #[error(
        "{host} requires {seconds} seconds between requests, too long for a seed search. Enter one of its pages as a seed instead."
    )]
    Slow {
        /// The host.
        host: String,
        /// The pause, in seconds.
        seconds: u64,
    },
    /// A provider took longer than its time, in seconds.
    #[error("No response within {0} seconds. Try again later, or find seeds another way.")]
    Late(u32),
    /// No response came; the fetcher's own sentence says why.
    #[error("{0}")]
    Unreached(String),
    /// An answer with a status of which there is nothing to read.
    #[error("{host} responded with status {status}. {hint}", hint = hint(*.status))]
    Status {
        /// The host.
        host: String,
        /// The status.
        status: u16,
    },
    /// A SearXNG instance does not give JSON, which is its operator's choice.
    #[error(
        "{0} does not allow API access (status 403). Its operator must add “json” to “formats” under “search” in settings.yml, or exempt this device from the limiter. Otherwise choose another instance."
    )]
    JsonOff(String),
    /// The answer is not what was asked for.
    #[error("{0} did not return search results. Check its URL.")]
    NotResults(String),
    /// The service says that it cannot answer.
    #[error("{host} says: “{message}”. Try other words, or another way to find seeds.")]
    Said {
        /// The host.
        host: String,
        /// Its words.
        message: String,
    },
    /// Redirects go in a circle or on and on.
    #[error("{0} redirects without end. Enter one of its pages as a seed.")]
    Redirects(String),
    /// A list of a site is on another host, of which the person said nothing.
    #[error(
        "A list of {host} is on another host and was not fetched. Enter its URL here to read it: “{list}”."
    )]
    Elsewhere {
        /// Whose list it is.
        host: String,
        /// Its address.
        list: String,
    },
    /// Everything went well, and there was nothing.
    #[error("{0}")]
    Nothing(&'static str),
}

impl From<Failure> for SeedsError {
    fn from(failure: Failure) -> Self {
        Self::Unreached(failure.message)
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
