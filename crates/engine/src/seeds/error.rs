//! Why a provider found no seeds, and what to do, in sentences.

use crate::bookmarks::BookmarksError;
use crate::fetch::Failure;
use crate::url::UrlProblem;

/// Why there are no seeds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedsError {
    /// No provider has this id.
    #[error("There is no way to find seeds that is called “{0}”: choose one of the list.")]
    Unknown(String),
    /// The provider searches by words, and there are none.
    #[error("Say first what to look for: type words that name your topic into the box at the top.")]
    NoWords,
    /// What was typed is no address.
    #[error("This address cannot be used: {0}.")]
    Address(UrlProblem),
    /// There is no text.
    #[error("Paste a text with page addresses in it.")]
    NoText,
    /// The file holds no bookmarks.
    #[error("The file cannot be used: {0}.")]
    File(BookmarksError),
    /// The host's robots.txt closes what was asked for.
    #[error(
        "The robots.txt of {0} does not let crawlers read this. Type the address of a page there as a seed, or choose another site."
    )]
    Robots(String),
    /// The host's robots.txt could not be had, and so nothing may be read (RFC 9309 §2.3.1.4).
    #[error(
        "The robots.txt of {0} could not be read, and without it a crawler may read nothing there. It may work later."
    )]
    RobotsDown(String),
    /// The host wishes for longer pauses than a person waits.
    #[error(
        "{host} asks crawlers to wait {seconds} seconds between two requests, which is too long to look for seeds there. Type the address of a page there as a seed: a crawl can wait."
    )]
    Slow {
        /// The host.
        host: String,
        /// The pause, in seconds.
        seconds: u64,
    },
    /// No answer came; the fetcher's own sentence says why.
    #[error("{message}")]
    Unreached {
        /// The failure's code.
        code: String,
        /// What happened and what to do, in sentences.
        message: String,
    },
    /// An answer with a status of which there is nothing to read.
    #[error("{host} answered with status {status}. {hint}", hint = hint(*.status))]
    Status {
        /// Who answered.
        host: String,
        /// The status.
        status: u16,
    },
    /// A SearXNG instance does not give JSON, which is its operator's choice.
    #[error(
        "{0} is there, but does not answer programs (status 403). Whoever runs it has to add “json” to “formats” under “search” in its settings.yml, or to let this device past its limiter. Until then choose another instance."
    )]
    JsonOff(String),
    /// The answer is not what was asked for.
    #[error(
        "{0} answered with something else than search results. Look whether its address is right."
    )]
    NotResults(String),
    /// The service says that it cannot answer.
    #[error("{host} says: “{message}”. Try other words, or another way to find seeds.")]
    Said {
        /// Who answered.
        host: String,
        /// Its words.
        message: String,
    },
    /// Redirects go in a circle or on and on.
    #[error(
        "{0} sends readers on and on without an end. Type the address of a page there as a seed."
    )]
    Redirects(String),
    /// A list of a site is on another host, of which the person said nothing.
    #[error(
        "A list of {host} is on another host, which was not asked. Type its address here to have it read: “{list}”."
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

impl SeedsError {
    /// A stable code.
    pub fn code(&self) -> &str {
        match self {
            Self::Unknown(_) => "seeds-unknown",
            Self::NoWords => "seeds-no-words",
            Self::Address(problem) => problem.code(),
            Self::NoText => "seeds-no-text",
            Self::File(error) => error.code(),
            Self::Robots(_) => "seeds-robots",
            Self::RobotsDown(_) => "seeds-robots-down",
            Self::Slow { .. } => "seeds-slow",
            Self::Unreached { code, .. } => code,
            Self::Status { .. } => "seeds-status",
            Self::JsonOff(_) => "seeds-json-off",
            Self::NotResults(_) => "seeds-not-results",
            Self::Said { .. } => "seeds-said",
            Self::Redirects(_) => "seeds-redirects",
            Self::Elsewhere { .. } => "seeds-elsewhere",
            Self::Nothing(_) => "seeds-nothing",
        }
    }
}

impl From<Failure> for SeedsError {
    fn from(failure: Failure) -> Self {
        Self::Unreached {
            code: failure.code,
            message: failure.message,
        }
    }
}

impl From<UrlProblem> for SeedsError {
    fn from(problem: UrlProblem) -> Self {
        Self::Address(problem)
    }
}

/// What to do about a status.
fn hint(status: u16) -> &'static str {
    match status {
        404 | 410 => "There is nothing at this address: look whether it is right.",
        401 | 403 | 451 => "It does not show this to everyone: choose another one.",
        429 => "It asks for fewer requests: try again in a few minutes.",
        500..=599 => "It may work later.",
        _ => "Look whether the address is right, or choose another one.",
    }
}
