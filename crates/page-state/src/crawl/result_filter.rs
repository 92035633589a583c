//! The filter of the results: words, host, origin, status, and the person's judgment.

use super::judgments::Judgments;
use types::judgment::{Judgment, JudgmentState};
use types::report::PageRecord;

/// The origin of a page: the spider that fetched it or, without spiders, the seed from which it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The spider with this id.
    Spider(u32),
    /// The seed with this record.
    Seed(u32),
}

/// The status of pages and links.
#[derive(Clone, Debug, PartialEq)]
pub enum PageStatus {
    /// Pages of at least this relevance.
    Relevant(f64),
    /// Pages of less than this relevance.
    OffTopic(f64),
    /// Pages that were not read, by the code of their outcome.
    Failed(String),
    /// Links that were not followed, by the code of the refusal; no page has this status.
    Skipped(String),
}

impl PageStatus {
    /// Returns the name in menus and addresses.
    pub fn name(&self) -> String {
        match self {
            Self::Relevant(_) => "relevant".to_owned(),
            Self::OffTopic(_) => "off-topic".to_owned(),
            Self::Failed(code) => format!("failed:{code}"),
            Self::Skipped(code) => format!("skipped:{code}"),
        }
    }

    /// Returns the status with a name; `good` is the relevance from which a page is on the topic.
    pub fn named(name: &str, good: f64) -> Option<Self> {
        Some(match name.split_once(':') {
            Some(("failed", code)) => Self::Failed(code.to_owned()),
            Some(("skipped", code)) => Self::Skipped(code.to_owned()),
            None if name == "relevant" => Self::Relevant(good),
            None if name == "off-topic" => Self::OffTopic(good),
            _ => return None,
        })
    }
}

/// The judgments of the pages that the list shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgmentFilter {
    /// Pages with this state.
    State(JudgmentState),
    /// Pages without a state.
    NotJudged,
    /// Pages with this tag.
    Tag(String),
}

impl JudgmentFilter {
    /// Returns the name in menus and addresses.
    pub fn name(&self) -> String {
        match self {
            Self::State(state) => state.word().to_owned(),
            Self::NotJudged => "not-judged".to_owned(),
            Self::Tag(tag) => format!("tag:{tag}"),
        }
    }

    /// Returns the filter with a name.
    pub fn named(name: &str) -> Option<Self> {
        match name.split_once(':') {
            Some(("tag", tag)) => Some(Self::Tag(tag.to_owned())),
            None if name == "not-judged" => Some(Self::NotJudged),
            _ => JudgmentState::named(name).map(Self::State),
        }
    }

    /// Returns whether a page with this judgment passes.
    pub fn passes(&self, judgment: Option<&Judgment>) -> bool {
        let state = judgment.and_then(|judgment| judgment.state);
        match self {
            Self::State(wanted) => state == Some(*wanted),
            Self::NotJudged => state.is_none(),
            Self::Tag(tag) => judgment.is_some_and(|judgment| judgment.tags.contains(tag)),
        }
    }
}

/// Selects the pages that the list shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultFilter {
    /// Words that must all occur in title, URL or snippet, ignoring case.
    pub text: String,
    /// The only host.
    pub host: Option<String>,
    /// The only origin.
    pub origin: Option<Origin>,
    /// The only status; without one, all pages that were read and may be shown.
    pub status: Option<PageStatus>,
    /// The only judgment.
    pub judgment: Option<JudgmentFilter>,
}

impl ResultFilter {
    /// Returns whether every result passes.
    pub fn is_empty(&self) -> bool {
        let has_place = self.host.is_some() || self.origin.is_some();
        self.text.trim().is_empty() && !has_place && self.status.is_none() && !self.is_by_judgment()
    }

    /// Returns whether judgments decide which pages pass.
    pub fn is_by_judgment(&self) -> bool {
        self.judgment.is_some()
    }

    /// Returns the code of the skipped links to list instead of pages.
    pub fn skipped(&self) -> Option<&str> {
        match &self.status {
            Some(PageStatus::Skipped(code)) => Some(code),
            _ => None,
        }
    }

    /// Returns the words in lower case.
    pub(super) fn words(&self) -> Vec<String> {
        self.text.split_whitespace().map(str::to_lowercase).collect()
    }

    /// Returns whether a page has the status, the host, the judgment and the words, given in lower case. The origin is
    /// checked by the caller.
    pub(super) fn passes(&self, record: &PageRecord, words: &[String], judgments: &Judgments) -> bool {
        let is_host = |host: &String| record.url.host() == host;
        let judgment = judgments.get(&record.url).map(|judgment| &**judgment);
        let is_judged = |wanted: &JudgmentFilter| wanted.passes(judgment);
        self.has_status(record)
            && self.judgment.as_ref().is_none_or(is_judged)
            && self.host.as_ref().is_none_or(is_host)
            && has_words(record, judgment.map(|judgment| &*judgment.note).unwrap_or_default(), words)
    }

    fn has_status(&self, record: &PageRecord) -> bool {
        let is_listed = record.outcome.is_listed();
        match &self.status {
            None => is_listed,
            Some(PageStatus::Relevant(good)) => record.is_on_topic(*good),
            Some(PageStatus::OffTopic(good)) => is_listed && record.relevance < *good,
            Some(PageStatus::Failed(code)) => !record.outcome.is_read() && record.outcome.code() == *code,
            Some(PageStatus::Skipped(_)) => false,
        }
    }
}

/// Returns whether all words occur in title, URL, snippet or the person's note.
fn has_words(record: &PageRecord, note: &str, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let text = [&*record.text.title, record.url.as_str(), &*record.text.snippet, note].join(" ").to_lowercase();
    words.iter().all(|word| text.contains(word))
}
