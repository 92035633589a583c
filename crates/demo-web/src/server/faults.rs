//! Simulates failing hosts: broken connections, server errors, rate limits, slow responses.
//!
//! The web has no state, so a URL that fails always fails.

use crate::plan::Behavior;
use crate::response::{ConnectionError, Response, SimulatedResponse};

/// Delay of the slow host in milliseconds.
const SLOW_DELAY_MS: u32 = 1500;

/// Milliseconds until a host without an answer counts as timed out, for callers without a limit of their own.
const TIMEOUT_MS: u32 = 3000;

/// Returns the failing host's response at a path that always fails in the same way.
pub(super) fn fixed_fault(path: &str) -> Option<SimulatedResponse> {
    match path {
        "/reset" => Some(fault(0)),
        "/time-out" => Some(fault(1)),
        "/error" => Some(fault(2)),
        "/unavailable" => Some(fault(3)),
        _ => None,
    }
}

/// Returns the failure of a planned page, if it fails. `number` is its position within the host; home pages never fail.
pub(super) fn page_fault(behavior: Behavior, number: usize) -> Option<SimulatedResponse> {
    match behavior {
        Behavior::Failing if number > 0 && !number.is_multiple_of(5) => Some(fault(number % 4)),
        Behavior::RateLimited if number > 4 && number.is_multiple_of(3) => {
            let body = "<p>Too many requests. Try again in a moment.</p>\n".to_owned();
            let response = Response::html(429, body);
            Some(response.with_header("retry-after", "2".to_owned()).into())
        }
        _ => None,
    }
}

/// Returns the milliseconds that a host with this behavior waits before it answers.
pub(super) fn delay_ms(behavior: Behavior) -> u32 {
    if behavior == Behavior::Slow { SLOW_DELAY_MS } else { 0 }
}

fn fault(kind: usize) -> SimulatedResponse {
    match kind {
        0 => SimulatedResponse { result: Err(ConnectionError::Reset), delay_ms: 0 },
        1 => SimulatedResponse { result: Err(ConnectionError::TimedOut), delay_ms: TIMEOUT_MS },
        2 => Response::html(500, "<h1>Internal server error</h1>\n".to_owned()).into(),
        _ => Response::html(503, "<h1>Service unavailable</h1>\n".to_owned())
            .with_header("retry-after", "120".to_owned())
            .into(),
    }
}
