//! Hosts that fail: broken connections, server errors, too many requests, late answers.
//!
//! The web has no memory, so a URL that fails always fails.

use crate::answer::{Answer, Failure, Outcome};
use crate::hosts::{HOSTS, Quirk};

/// What the home page of the failing host links to.
pub(crate) static LINKS: [(&str, &str); 4] = [
    ("/reset", "No word"),
    ("/time-out", "No answer"),
    ("/error", "An error"),
    ("/unavailable", "Back soon"),
];

/// Milliseconds before the slow host answers.
pub(crate) const SLOW: u32 = 1500;

/// Milliseconds after which a silent host counts as timed out, where a caller does not wait for its own limit.
const SILENCE: u32 = 3000;

/// The failing host's fixed corners.
pub(crate) fn corner(path: &str) -> Option<Answer> {
    match path {
        "/reset" => Some(fault(0)),
        "/time-out" => Some(fault(1)),
        "/error" => Some(fault(2)),
        "/unavailable" => Some(fault(3)),
        _ => None,
    }
}

/// How a planned page fails, if it does. Home pages never do.
pub(crate) fn of_page(host: usize, serial: usize) -> Option<Answer> {
    match HOSTS[host].quirk {
        Quirk::Failing if serial > 0 && !serial.is_multiple_of(5) => Some(fault(serial % 4)),
        Quirk::Busy if serial > 4 && serial.is_multiple_of(3) => {
            let answer = Answer::html(
                429,
                "<p>Too many requests. Try again in a moment.</p>\n".to_owned(),
            );
            Some(answer.with("retry-after", "2".to_owned()))
        }
        _ => None,
    }
}

/// Milliseconds that a host lets pass.
pub(crate) fn delay(host: usize) -> u32 {
    if HOSTS[host].quirk == Quirk::Slow {
        SLOW
    } else {
        0
    }
}

fn fault(kind: usize) -> Answer {
    match kind {
        0 => Answer {
            outcome: Outcome::Failure(Failure::Reset),
            delay_ms: 0,
        },
        1 => Answer {
            outcome: Outcome::Failure(Failure::TimedOut),
            delay_ms: SILENCE,
        },
        2 => Answer::html(500, "<h1>Internal server error</h1>\n".to_owned()),
        _ => Answer::html(503, "<h1>Service unavailable</h1>\n".to_owned())
            .with("retry-after", "120".to_owned()),
    }
}
