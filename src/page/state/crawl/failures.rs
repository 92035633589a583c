//! Logs pages that were not fetched or could not be read: counts and latest addresses by reason.

use types::report::{NEEDS_SCRIPT, PageRecord, Refusal};

/// The number of addresses kept for each reason.
pub const LATEST: usize = 12;

/// The code of a redirect to a known page. It is not shown, because nothing was lost.
pub const KNOWN: &str = "redirect-known";

/// A refused or failed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The address.
    pub url: String,
    /// The reason, in a sentence.
    pub reason: String,
}

/// Holds the latest addresses by the code of their reason, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureLog(Vec<(String, Vec<Entry>)>);

impl FailureLog {
    /// Records a refusal.
    pub fn refused(&mut self, refusal: Refusal) {
        self.note(refusal.code, refusal.url.to_string(), refusal.reason);
    }

    /// Records a page that could not be read; other pages are ignored.
    pub fn page(&mut self, record: &PageRecord) {
        if let Some(reason) = record.outcome.reason() {
            self.note(record.outcome.code(), record.url.to_string(), reason);
        }
    }

    /// Returns the latest addresses of a reason.
    pub fn latest(&self, code: &str) -> impl Iterator<Item = &Entry> {
        let entries = self.0.iter().find(|(known, _)| known == code);
        entries.into_iter().flat_map(|(_, entries)| entries)
    }

    /// There are about twenty codes, so a linear search is fast enough.
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

/// Returns the label of a reason's code. Unknown codes are shown with their dashes as spaces.
pub fn title(code: &str) -> String {
    let known = match code {
        "robots" => "Blocked by robots.txt",
        "noindex" => "Marked noindex",
        NEEDS_SCRIPT => "No text without JavaScript",
        "nofollow" => "Marked nofollow",
        "left-out" => "Excluded",
        "depth" => "Too far from the seeds",
        "redirects" => "Too many redirects",
        "scope-denied" | "scope-not-allowed" => "Out of scope",
        "trap-deep" => "Trap: path too deep",
        "trap-repeats" => "Trap: repeating path",
        "trap-variants" => "Trap: endless variants",
        "trap-links" => "Trap: too many links on one page",
        "trap-budget" => "Trap: too many pages of one host",
        "type" => "Not a text page",
        "size" | "too-large" => "Too large",
        "timed-out" | "timeout-connect" | "timeout-headers" | "timeout-idle" | "timeout-total" => {
            "Timeout"
        }
        "dns" => "Host not found",
        "connect" | "reset" | "broken" => "Connection failed",
        "tls" => "TLS error",
        "encoding" | "decoding-work" => "Compression not readable",
        "address" | "own-address" | "port" => "Not a public address",
        "blocked" => "Blocked by the browser",
        "redirect-hidden" => "Redirect hidden by the browser",
        "quarantined" => "Skipped: it crashed the crawler",
        "url-too-long" => "URL too long",
        "url-scheme" => "Not an http or https URL",
        "url-credentials" => "URL with a password",
        "url-empty" => "Empty URL",
        "url-unreadable" | "url-bare" => "Invalid URL",
        "not-in-demo-web" => "Not in the demo web",
        KNOWN => "Redirect to a known page",
        "proxy" | "proxy-broken" | "no-ticket" | "bad-request" | "interfaces" => "Proxy error",
        "busy" => "Proxy busy",
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
        "401" => "Login required",
        "403" => "Forbidden",
        "404" => "Not found",
        "408" => "Timeout",
        "410" => "Gone",
        "429" => "Rate-limited",
        "451" => "Unavailable for legal reasons",
        _ => match status.bytes().next() {
            Some(b'3') => "Invalid redirect",
            Some(b'4') => "Rejected by the host",
            Some(b'5') => "Server error",
            _ => "Unexpected response",
        },
    };
    format!("{known} ({status})")
}
