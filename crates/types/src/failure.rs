//! Defines failed fetches: why no response came, and whether a retry may succeed.

use serde::{Deserialize, Serialize};

/// The chance of another try after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureKind {
    /// The same: there is no such host, it may not be asked, or what it answers cannot be read.
    Lasting,
    /// Perhaps an answer: a time-out, a broken connection.
    Passing,
    /// The host was not even asked (a helper was too busy): the page is asked for again, a few times.
    NotAsked,
}

impl FailureKind {
    /// Returns the chance of another try after this code of the proxy or a driver.
    pub fn of(code: &str) -> Self {
        match code {
            "busy" | "rate" | "no-ticket" | "proxy-broken" => Self::NotAsked,
            "dns" | "address" | "own-address" | "port" | "tls" | "blocked" | "not-in-demo-web"
            | "redirect-hidden" | "too-large" | "encoding" | "decoding-work" => Self::Lasting,
            _ => Self::Passing,
        }
    }
}

/// The reason for which a request has no response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// A stable code: `timed-out`, `reset`, `blocked`, or one of the proxy's.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// The chance of another try.
    pub kind: FailureKind,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_not_asked_for_again() {
        for code in ["too-large", "encoding", "decoding-work", "dns", "address"] {
            assert_eq!(FailureKind::of(code), FailureKind::Lasting, "{code}");
        }
        for code in ["timeout-idle", "broken", "connect", "interfaces"] {
            assert_eq!(FailureKind::of(code), FailureKind::Passing, "{code}");
        }
        for code in ["busy", "rate"] {
            assert_eq!(FailureKind::of(code), FailureKind::NotAsked, "{code}");
        }
    }
}
