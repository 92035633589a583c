//! The log of what was not fetched or not read: grouped by reason, counted, the latest addresses of each.

use engine::report::{Outcome, PageRecord, Refusal};
use std::collections::{BTreeMap, VecDeque};

/// Addresses that are kept of each reason.
pub const LATEST: usize = 12;

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
pub struct Log(BTreeMap<String, VecDeque<Entry>>);

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
        self.0.get(code).into_iter().flatten()
    }

    fn note(&mut self, code: String, url: String, reason: String) {
        let entries = self.0.entry(code).or_default();
        entries.push_front(Entry { url, reason });
        entries.truncate(LATEST);
    }
}

/// A name for people of a reason's code. Codes that are not known here are shown as they are, their dashes as spaces.
pub fn title(code: &str) -> String {
    let known = match code {
        "robots" | "robots-denied" | "robots-closed" => "Closed by robots.txt",
        "nofollow" => "Link marked nofollow",
        "noindex" => "Asks not to be indexed",
        "depth" => "Too far from the seeds",
        "scope-denied" | "scope-not-allowed" => "Out of scope",
        "trap-deep" => "Trap: path too deep",
        "trap-repeats" => "Trap: repeating path",
        "trap-variants" => "Trap: endless variants",
        "trap-budget" => "Trap: too many pages of one host",
        "trap-calendar" => "Trap: calendar",
        "timed-out" => "No answer in time",
        "reset" => "Connection broke",
        "blocked" => "Blocked by the browser",
        "url-too-long" => "Address too long",
        "url-scheme" => "Not http or https",
        other => {
            return match other.strip_prefix("status-") {
                Some(status) => format!("Status {status}"),
                None => other.replace('-', " "),
            };
        }
    };
    known.to_owned()
}
