//! Logs one line on standard error for every refusal: its code and its subject, so that an operator sees the guard's
//! decisions.
//!
//! Every page that a person visits can cause refusals, as fast as the machine answers. So a separate thread writes at
//! most [`LINES`] lines in each [`PERIOD`] and then logs the number of omitted ones. No call waits for it: a stopped
//! terminal, or a pipe without a reader, blocks only the log.
//!
//! A line is `refused code=CODE NAME="VALUE"`. Values come from callers, so everything except visible ASCII is escaped
//! and the length is bounded. No URL can end a line, forge one, or control a terminal. Paths and queries of fetched
//! URLs, bodies and tokens are not logged, because they may be private.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::Refusal;
use crate::guard::target::Target;

/// The most characters of a value.
const LONGEST: usize = 120;
/// The most lines written in one [`PERIOD`]. At 100 bytes per line that is 173 MB a day at worst.
const LINES: u32 = 200;
/// The period for which lines are counted.
const PERIOD: Duration = Duration::from_secs(10);
/// The most lines in the queue of the writing thread; further ones are dropped.
const WAITING: usize = 1_024;

/// The number of lines dropped because the queue was full.
static LOST: AtomicU64 = AtomicU64::new(0);

/// The request that was refused.
#[derive(Clone, Copy)]
pub(crate) enum RefusedRequest<'a> {
    /// A fetch from the host of this URL.
    Fetch(&'a Target),
    /// A fetch from an invalid URL, or one of a kind that is not fetched.
    NoUrl,
    /// A call of a path of the proxy.
    Call(&'a str),
    /// The collection of a response.
    Ticket,
}

/// Queues the line for the writing thread, without waiting.
pub(crate) fn refused(refusal: Refusal, request: RefusedRequest) {
    static LINES: OnceLock<Option<SyncSender<String>>> = OnceLock::new();
    let writer = LINES.get_or_init(|| {
        let (send, lines) = sync_channel(WAITING);
        let run = move || write(&lines, &mut io::stderr());
        // If no thread can be started, there is no log.
        let thread = thread::Builder::new().name("log".to_owned()).spawn(run);
        thread.ok().map(|_| send)
    });
    let Some(writer) = writer else { return };
    if writer.try_send(line(refusal, request)).is_err() {
        LOST.fetch_add(1, Ordering::Relaxed);
    }
}

/// Writes lines as they arrive. Errors are ignored, because a closed log must not end the proxy.
fn write(lines: &Receiver<String>, log: &mut impl Write) {
    let mut budget = Budget::new(Instant::now());
    loop {
        let line = match lines.recv_timeout(PERIOD) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        budget.left_out += LOST.swap(0, Ordering::Relaxed);
        let now = Instant::now();
        let text = budget.next_period(now).into_iter();
        for text in text.chain(line.filter(|_| budget.admit())) {
            let _ = log.write_all(text.as_bytes());
        }
    }
}

/// Tracks the number of lines that may still be written in this period.
struct Budget {
    since: Instant,
    written: u32,
    left_out: u64,
}

impl Budget {
    fn new(now: Instant) -> Self {
        Self { since: now, written: 0, left_out: 0 }
    }

    /// Starts the next period if it is due. Returns a line with the number of omitted refusals, if there are any.
    fn next_period(&mut self, now: Instant) -> Option<String> {
        if now.duration_since(self.since) < PERIOD {
            return None;
        }
        let left_out = self.left_out;
        *self = Self::new(now);
        (left_out > 0).then(|| format!("left-out lines=\"{left_out}\"\n"))
    }

    /// Counts a line. Returns true if it is to be written.
    fn admit(&mut self) -> bool {
        let is_within = self.written < LINES;
        if is_within {
            self.written += 1;
        } else {
            self.left_out += 1;
        }
        is_within
    }
}

fn line(refusal: Refusal, request: RefusedRequest) -> String {
    let mut line = format!("refused code={}", refusal.code());
    match refusal {
        Refusal::Address(network) => add(&mut line, "network", network),
        Refusal::ContentType(kind) => add(&mut line, "kind", kind),
        _ => {}
    }
    match request {
        RefusedRequest::Fetch(target) => add(&mut line, "host", &target.authority()),
        RefusedRequest::NoUrl => add(&mut line, "host", ""),
        RefusedRequest::Call(path) => add(&mut line, "call", path),
        RefusedRequest::Ticket => add(&mut line, "call", "/fetch-many"),
    }
    line + "\n"
}

fn add(line: &mut String, name: &str, value: &str) {
    let (cut, mark) = match value.char_indices().nth(LONGEST) {
        Some((end, _)) => (&value[..end], "..."),
        None => (value, ""),
    };
    // Writing to a string does not fail.
    let _ = write!(line, " {name}=\"{}{mark}\"", cut.escape_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_the_code_and_the_host_and_nothing_of_path_and_query() {
        let target = Target::parse("http://example.com:81/private?key=1", 2_083).expect("a URL");
        for (refusal, request, expected) in [
            (Refusal::Port, RefusedRequest::Fetch(&target), "refused code=port host=\"example.com:81\"\n"),
            (
                Refusal::Address("loopback"),
                RefusedRequest::Fetch(&target),
                "refused code=address network=\"loopback\" host=\"example.com:81\"\n",
            ),
            (Refusal::BadUrl, RefusedRequest::NoUrl, "refused code=bad-url host=\"\"\n"),
            (Refusal::ForbiddenSite, RefusedRequest::Call("/fetch"), "refused code=forbidden-site call=\"/fetch\"\n"),
            (Refusal::NoTicket, RefusedRequest::Ticket, "refused code=no-ticket call=\"/fetch-many\"\n"),
        ] {
            assert_eq!(line(refusal, request), expected);
        }
    }

    #[test]
    fn a_flood_of_refusals_is_summarized() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        let written = (0..1_000_000).filter(|_| budget.admit()).count();
        assert_eq!(written, LINES as usize);
        assert_eq!(budget.next_period(start + PERIOD / 2), None);
        let told = budget.next_period(start + PERIOD);
        assert_eq!(told.as_deref(), Some("left-out lines=\"999800\"\n"));
        assert!(budget.admit());
        assert_eq!(budget.next_period(start + 2 * PERIOD), None);
    }

    #[test]
    fn no_value_ends_a_line_forges_one_or_steers_a_terminal() {
        let long = "/a".repeat(4_000);
        for path in [
            "/x\nrefused code=none",
            "/x\r\n",
            "/x\" code=\"none",
            "/\u{1b}[2J",
            "/\u{9b}2J",
            "/\u{202e}txt.exe",
            "/\u{2028}",
            "/\u{7f}\0",
            "/ä",
            "/\\",
            &long,
        ] {
            let line = line(Refusal::NotFound, RefusedRequest::Call(path));
            let value = line
                .strip_prefix("refused code=not-found call=\"")
                .and_then(|rest| rest.strip_suffix("\"\n"))
                .expect("one line with one value");
            assert!(value.bytes().all(|b| b == b' ' || b.is_ascii_graphic()), "{value}");
            assert!(!value.replace("\\\"", "").contains('"'), "{value}");
            assert!(value.len() < 1_300, "{}", value.len());
        }
    }
}
