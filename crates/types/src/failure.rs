//! Failed fetches: the cause, and whether a retry may succeed.

use serde::{Deserialize, Serialize};

/// The effect of a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureKind {
    /// A retry fails the same way: the host does not exist, refuses the crawler, or sends an unreadable response.
    #[serde(rename = "Lasting")]
    Permanent,
    /// A retry may succeed: a time-out or a broken connection.
    #[serde(rename = "Passing")]
    Transient,
    /// The request never reached the host because a helper was busy: the crawler retries it a few times.
    #[serde(rename = "NotAsked")]
    NotSent,
}

impl FailureKind {
    /// Returns the kind of a failure from the code of the proxy or driver.
    pub fn of(code: &str) -> Self {
        match code {
            "not-rendered" | "busy" | "rate" | "no-ticket" | "proxy-broken" => Self::NotSent,
            "rendering" | "dns" | "address" | "own-address" | "port" | "tls" | "blocked" | "not-in-demo-web"
            | "redirect-hidden" | "too-large" | "encoding" | "decoding-work" => Self::Permanent,
            _ => Self::Transient,
        }
    }
}

/// The cause of a fetch without a response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// A stable code: `timed-out`, `reset`, `blocked`, or one of the proxy's.
    pub code: String,
    /// The cause, in a sentence.
    pub message: String,
    /// The effect of a retry.
    pub kind: FailureKind,
}

impl Failure {
    /// Returns whether the host sent nothing: its name has no address, or the connection or the response did not come.
    pub fn is_unanswered(&self) -> bool {
        self.kind == FailureKind::Transient || matches!(&*self.code, "dns" | "tls")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_responses_are_not_requested_again() {
        for code in ["too-large", "encoding", "decoding-work", "dns", "address"] {
            assert_eq!(FailureKind::of(code), FailureKind::Permanent, "{code}");
        }
        for code in ["timeout-idle", "broken", "connect", "interfaces"] {
            assert_eq!(FailureKind::of(code), FailureKind::Transient, "{code}");
        }
        for code in ["busy", "rate"] {
            assert_eq!(FailureKind::of(code), FailureKind::NotSent, "{code}");
        }
    }
}
