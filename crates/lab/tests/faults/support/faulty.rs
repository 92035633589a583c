//! Implements a web in which a share of all responses is faulty, including robots.txt files. The URL and a random seed
//! determine each fault, without clock and chance.
//!
//! A fault becomes the failure that drivers report. A time-out and a reset are failures with the codes of the tab's and
//! the lab's demo web. A truncated body is the proxy's `broken`, because no driver passes on half a body.

use salticid_lab::web::{RecordedResponse, Response, Web};
use types::failure::{Failure, FailureKind};

/// The milliseconds after which a driver gives up on a silent host.
const PATIENCE_MS: u32 = 10_000;

/// A fault of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The host never responds.
    TimeOut,
    /// The host closes the connection without a response.
    Reset,
    /// The host responds with this status.
    ServerError(u16),
    /// The body ends before the announced length.
    Truncated,
    /// The page has a wrong media type.
    WrongType,
}

impl Fault {
    /// Returns a name for display.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::TimeOut => "time-out",
            Self::Reset => "reset",
            Self::ServerError(_) => "5xx",
            Self::Truncated => "truncated",
            Self::WrongType => "wrong type",
        }
    }

    /// Returns the failure code of a page with this fault.
    pub(crate) fn code(self) -> String {
        match self {
            Self::TimeOut => "timed-out".to_owned(),
            Self::Reset => "reset".to_owned(),
            Self::ServerError(status) => format!("status-{status}"),
            Self::Truncated => "broken".to_owned(),
            Self::WrongType => "type".to_owned(),
        }
    }

    fn needs_body(self) -> bool {
        matches!(self, Self::Truncated | Self::WrongType)
    }
}

/// A web with faults.
pub(crate) struct Faulty<'a> {
    /// The original web.
    pub(crate) web: &'a dyn Web,
    /// The percentage of faulty responses.
    pub(crate) percent: u64,
    /// The random seed of the faults.
    pub(crate) seed: u64,
}

impl Faulty<'_> {
    /// Returns the fault of the response to this URL, if any.
    pub(crate) fn fault(&self, url: &str) -> Option<Fault> {
        self.drawn(url)?;
        let reply = self.web.response(url)?;
        self.fault_of(url, &reply)
    }

    /// Returns the fault of a response; a missing page has no length or type to falsify.
    fn fault_of(&self, url: &str, reply: &RecordedResponse) -> Option<Fault> {
        let is_page = || {
            let outcome = reply.outcome.as_ref();
            outcome.is_ok_and(|response| response.status == 200 && !response.body.is_empty())
        };
        self.drawn(url).filter(|fault| !fault.needs_body() || is_page())
    }

    fn drawn(&self, url: &str) -> Option<Fault> {
        let number = mixed(self.seed, url);
        if number % 100 >= self.percent {
            return None;
        }
        let number = number / 100;
        Some(match number % 5 {
            0 => Fault::TimeOut,
            1 => Fault::Reset,
            2 => Fault::ServerError([500, 502, 503, 504][(number / 5 % 4) as usize]),
            3 => Fault::Truncated,
            _ => Fault::WrongType,
        })
    }
}

impl Web for Faulty<'_> {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let reply = self.web.response(url)?;
        Some(match self.fault_of(url, &reply) {
            Some(fault) => spoiled(reply, fault),
            None => reply,
        })
    }
}

fn spoiled(reply: RecordedResponse, fault: Fault) -> RecordedResponse {
    let failed =
        |message: &str| Err(Failure { code: fault.code(), message: message.to_owned(), kind: FailureKind::Transient });
    let outcome = match fault {
        Fault::TimeOut => failed("the host did not answer in time"),
        Fault::Reset => failed("the host closed the connection without an answer"),
        Fault::Truncated => failed("the host closed the connection before its answer was complete"),
        Fault::ServerError(status) => Ok(Response { status, ..Response::default() }),
        Fault::WrongType => reply.outcome.map(of_another_type),
    };
    let delay_ms = match fault {
        Fault::TimeOut => PATIENCE_MS,
        _ => reply.delay_ms,
    };
    RecordedResponse { delay_ms, outcome }
}

fn of_another_type(mut response: Response) -> Response {
    response.headers.retain(|(name, _)| name != "content-type");
    let wrong = ("content-type", "application/octet-stream");
    response.headers.push((wrong.0.to_owned(), wrong.1.to_owned()));
    response
}

/// Returns a pseudorandom number (FNV-1a, finished as `SplitMix64` does).
fn mixed(seed: u64, text: &str) -> u64 {
    let start = 0xCBF2_9CE4_8422_2325 ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let sum = text.bytes().fold(start, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    let sum = (sum ^ (sum >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let sum = (sum ^ (sum >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    sum ^ (sum >> 31)
}
