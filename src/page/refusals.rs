//! The log of what was not fetched or not read: grouped by reason, counted, the latest addresses of each.

use engine::report::{Outcome, PageRecord, Refusal};

/// Addresses that are kept of each reason.
pub const LATEST: usize = 12;

/// The code of an address that leads to a page known already: nothing was lost, so it is not shown as refused.
pub const KNOWN: &str = "redirect-known";

/// One refused or failed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The address.
    pub url: String,
    /// Why, in a sentence.
    pub reason: String,
}

/// The latest addresses by the code of their reason, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log(Vec<(String, Vec<Entry>)>);

impl Log {
    /// Notes a refusal.
    pub fn refused(&mut self, refusal: Refusal) {
        self.note(refusal.code, refusal.url.to_string(), refusal.reason);
    }

    /// Notes a page that could not be read; a page that was read leaves no trace.
    pub fn page(&mut self, record: &PageRecord) {
        let reason = match &record.outcome {
            Outcome::Read | Outcome::NoIndex => return,
            Outcome::Status(status) => format!("the host answered with status {status}"),
            Outcome::Unwanted(_, reason) | Outcome::Failed(_, reason) => reason.clone(),
        };
        self.note(record.outcome.code(), record.url.to_string(), reason);
    }

    /// The latest addresses of a reason.
    pub fn latest(&self, code: &str) -> impl Iterator<Item = &Entry> {
        let entries = self.0.iter().find(|(known, _)| known == code);
        entries.into_iter().flat_map(|(_, entries)| entries)
    }

    /// There are some twenty codes: they are looked through.
    fn note(&mut self, code: String, url: String, reason: String) {
        let entry = Entry { url, reason };
        match self.0.iter_mut().find(|(known, _)| *known == code) {
            Some((_, entries)) => {
                entries.insert(0, entry);
                entries.truncate(LATEST);
            }
            None => self.0.push((code, vec![entry])),
        }
    }
}

/// A name for people of a reason's code. Codes that are not known here are shown as they are, their dashes as spaces.
pub fn title(code: &str) -> String {
    let known = match code {
        "robots" => "Closed by robots.txt",
        "noindex" => "Asks not to be indexed",
        "nofollow" => "Asks not to be followed",
        "depth" => "Too far from the seeds",
        "redirects" => "Too many redirects",
        "scope-denied" | "scope-not-allowed" => "Out of scope",
        "trap-deep" => "Trap: path too deep",
        "trap-repeats" => "Trap: repeating path",
        "trap-variants" => "Trap: endless variants",
        "trap-links" => "Trap: too many links on one page",
        "trap-budget" => "Trap: too many pages of one host",
        "type" => "Not a page of text",
        "size" | "too-large" => "Too large",
        "timed-out" | "timeout-connect" | "timeout-headers" | "timeout-idle" | "timeout-total" => {
            "No answer in time"
        }
        "dns" => "No host of this name",
        "connect" | "reset" | "broken" => "Connection broke",
        "tls" => "No secure connection",
        "address" | "own-address" | "port" => "Not a public address",
        "blocked" => "Blocked by the browser",
        "quarantined" => "Left out: it broke the crawler",
        "url-too-long" => "Address too long",
        "url-scheme" => "Not a web address (http or https)",
        "url-credentials" => "Address with a password",
        "url-empty" => "Empty address",
        "url-unreadable" | "url-bare" => "Not readable as an address",
        "not-in-demo-web" => "Not in the demo web",
        KNOWN => "Led to a page known already",
        "proxy" | "proxy-broken" | "no-ticket" | "bad-request" => "The proxy could not fetch it",
        "busy" => "Too many requests at once",
        other => {
            return match other.strip_prefix("status-") {
                Some(status) => status_title(status),
                None => other.replace('-', " "),
            };
        }
    };
    known.to_owned()
}

fn status_title(status: &str) -> String {
    let known = match status {
        "401" => "Needs a login",
        "403" => "Not allowed",
        "404" => "Not found",
        "408" => "No answer in time",
        "410" => "Gone",
        "429" => "Too many requests",
        "451" => "Closed for legal reasons",
        _ => match status.bytes().next() {
            Some(b'3') => "A redirect that leads nowhere",
            Some(b'4') => "Turned down by the host",
            Some(b'5') => "Error of the host",
            _ => "Unexpected answer",
        },
    };
    format!("{known} ({status})")
}
