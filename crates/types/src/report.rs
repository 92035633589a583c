//! The reports of a crawl: finished pages, refusals with reasons, progress.

mod ending;
mod measures;
mod queue;
mod spider;

pub use crate::page_class::PageClass;
pub use ending::{EndReason, Millis};
pub use measures::{Measures, RunningMeasures};
pub use queue::{Candidate, HostState, PriorityReason};
pub use spider::{Energy, Keyword, PopulationStats, Spider, SpiderHistory, SpiderState, UNSPELLED, Weights};

use crate::document::ReadDocument;
use crate::lexicon::{RelatedSense, RelatedTerm};
use crate::limits;
use crate::steering::{FrontierChange, Steering};
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An event of the crawl, for display.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Notification {
    /// A page is done.
    Page(Box<PageRecord>),
    /// A URL was refused and will not be fetched.
    Refused(Refusal),
    /// A robots.txt was read, or could not be read.
    Robots {
        /// Scheme, name and port.
        host: String,
        /// The summary in a sentence.
        summary: String,
    },
    /// A seed, or the target of its redirect, redirects.
    Redirected {
        /// The URL that redirects.
        from: CanonicalUrl,
        /// Its target.
        to: CanonicalUrl,
    },
    /// A page or a robots.txt will be requested again.
    Delayed {
        /// The URL.
        url: CanonicalUrl,
        /// The time of the next request.
        until: Millis,
        /// The reason, in a sentence.
        reason: String,
    },
    /// An example could not be read.
    Unread {
        /// The example.
        url: CanonicalUrl,
        /// The reason, in a sentence.
        reason: String,
    },
    /// The strategy has been trained on the examples.
    Prepared(Box<TrainingReport>),
    /// The current tables of the strategy, replacing earlier ones.
    ModelTables(Vec<ModelTable>),
    /// The person changed the crawl, after this number of pages.
    Steered(u32, Box<Steering>),
    /// The effect of the latest change on the frontier, once all entries are scored again.
    FrontierChanged(FrontierChange),
    /// The lower-case spellings of excluded words in the marks of all pages so far; they replace earlier ones.
    Excluded(Vec<String>),
}

/// A fetched page: one line of the crawl log. Snapshots store the fields in this order, including those of nested
/// structs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageRecord {
    /// Its number in crawl order, from 1.
    pub n: u32,
    /// Its URL.
    pub url: CanonicalUrl,
    /// The HTTP status; 0 without a response.
    pub status: u16,
    /// The outcome of the fetch.
    pub outcome: FetchOutcome,
    /// Its title, snippet and language.
    pub text: PageText,
    /// The link by which it was found, and its score.
    pub discovery: Discovery,
    /// Its relevance to the topic, in 0..=1.
    pub relevance: f64,
    /// The record of an earlier page whose words this one nearly repeats.
    #[serde(rename = "repeats")]
    pub near_duplicate_of: Option<u32>,
    /// The words that matched, each with its contribution to the relevance by words, the largest first.
    pub words: Vec<(String, f64)>,
    /// Scheme, name and port of its host.
    pub host: String,
    /// Its size and duration.
    pub fetch: FetchFigures,
    /// The spider that fetched it, if the strategy has spiders.
    pub spider: Option<u32>,
    /// The living spiders after this page, if the strategy has spiders.
    pub population: Option<PopulationStats>,
    /// The number of URLs in the frontier after this page.
    pub queue: u32,
    /// Its links from and to earlier pages.
    pub neighbors: Neighbors,
    /// The strategy's predictions for the page.
    pub predictions: Vec<PagePrediction>,
    /// The measures of the crawl up to and including this page.
    pub measures: Measures,
}

/// The name of the relevant class in predictions.
pub const RELEVANT_CLASS: &str = "relevant";

impl PageRecord {
    /// Returns the record of a page without a response, of which only number and URL are known.
    pub fn new(n: u32, url: CanonicalUrl) -> Self {
        Self {
            n,
            status: 0,
            outcome: FetchOutcome::Read,
            text: PageText::default(),
            discovery: Discovery::default(),
            relevance: 0.0,
            near_duplicate_of: None,
            words: Vec::new(),
            host: url.host_key().to_owned(),
            fetch: FetchFigures::default(),
            spider: None,
            population: None,
            queue: 0,
            neighbors: Neighbors::default(),
            predictions: Vec::new(),
            measures: Measures::default(),
            url,
        }
    }

    /// Returns the predicted probability that the page is relevant, in 0..=1; `None` without such a prediction. It
    /// ranks the results (Tsay §4).
    pub fn probability(&self) -> Option<f64> {
        let prediction = self.predictions.first().filter(|first| first.is_shares)?;
        let mut classes = prediction.values.iter();
        let relevant = classes.find(|(class, _)| class == RELEVANT_CLASS)?;
        Some(relevant.1)
    }

    /// Returns the record of the page on which a link to this one was found first; `None` for a seed. Another link may
    /// have set the score.
    pub fn first_linking_page(&self) -> Option<u32> {
        let parent = self.discovery.parent?;
        Some(*self.neighbors.linked_from.first().unwrap_or(&parent))
    }

    /// Returns true if the page was read, may be listed among results, and has at least the relevance `good`.
    pub fn is_on_topic(&self, good: f64) -> bool {
        self.outcome.is_listed() && self.relevance >= good
    }
}

/// The displayed text of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    /// Its title; empty if there is none.
    pub title: String,
    /// An excerpt of its text, around the words that matched if any did.
    pub snippet: String,
    /// Byte ranges of the matched words in `snippet`.
    pub marks: Vec<(u32, u32)>,
    /// The language (ISO 639-1), if known.
    pub language: Option<String>,
    /// The document, such as a PDF file, that was read like a page; `None` for HTML and text.
    pub document: Option<ReadDocument>,
}

/// The link by which a page was found, and the score with which it was picked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Discovery {
    /// The record of the page whose link led here; none for a seed.
    pub parent: Option<u32>,
    /// The text of that link.
    pub anchor: String,
    /// Number of pages with a link to it before it was picked; 0 for a seed.
    pub pages: u32,
    /// Link distance from a seed.
    pub depth: u32,
    /// The score with which it was picked.
    pub priority: f64,
    /// The parts of that score, in the order of the strategy's parts.
    pub parts: Vec<f64>,
}

/// The figures of a fetch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FetchFigures {
    /// Number of links on the page.
    pub links: u32,
    /// Size in bytes.
    pub bytes: u32,
    /// The time when the fetch ended.
    pub at: Millis,
    /// The duration of the fetch in milliseconds.
    pub elapsed_ms: u32,
    /// The validators that the host sent.
    pub validators: Validators,
    /// A browser has run the page's scripts, and the page is what they made of it.
    pub is_rendered: bool,
}

impl FetchFigures {
    /// Returns the time from the start of the crawl to the end of the fetch, in milliseconds; 0 if the start is not
    /// known.
    pub fn since(&self, began: Option<Millis>) -> Millis {
        self.at.saturating_sub(began.unwrap_or(self.at))
    }
}

/// The validators of a response, by which a host can be asked whether the page has changed (RFC 9110 §8.8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validators {
    /// `ETag`, verbatim.
    pub etag: Option<Box<str>>,
    /// `Last-Modified`.
    pub last_modified: Option<Millis>,
}

/// The links between a page and earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Neighbors {
    /// The records of earlier pages that it links to, ascending; at most [`crate::limits::LINKED_SHOWN`].
    pub links_to: Vec<u32>,
    /// The records of earlier pages that link to it, in the order of discovery; the same maximum.
    pub linked_from: Vec<u32>,
}

/// The outcome of a page fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FetchOutcome {
    /// The page was read.
    Read,
    /// The page was read, but asks not to be listed (`noindex`).
    NoIndex,
    /// The host answered with an error status.
    Status(u16),
    /// The content is of this media type, which is not read.
    UnsupportedContent(String),
    /// There was no response: the code and description of the failure.
    Failed(String, String),
    /// The page has no content to judge, although its status is successful: it is neither on nor off topic.
    Unreadable(PageClass),
}

impl FetchOutcome {
    /// Returns a stable code; `read` for success.
    pub fn code(&self) -> String {
        match self {
            Self::Read => "read".to_owned(),
            Self::NoIndex => "noindex".to_owned(),
            Self::Status(status) => format!("status-{status}"),
            Self::UnsupportedContent(_) => "type".to_owned(),
            Self::Failed(code, _) => code.clone(),
            Self::Unreadable(class) => class.code().to_owned(),
        }
    }

    /// Returns why the page was not read, as a part of a sentence; `None` if it was read.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Read | Self::NoIndex => None,
            Self::Status(status) => Some(format!("the host answered with status {status}")),
            Self::UnsupportedContent(reason) | Self::Failed(_, reason) => Some(reason.clone()),
            Self::Unreadable(class) => Some(class.reason().to_owned()),
        }
    }

    /// Returns true if the page does not exist (any longer).
    pub fn is_gone(&self) -> bool {
        matches!(self, Self::Status(404 | 410) | Self::Unreadable(PageClass::SoftNotFound))
    }

    /// Returns true if the page may be listed among results.
    pub fn is_listed(&self) -> bool {
        *self == Self::Read
    }

    /// Returns true if a response came that is not a page with content: such pages have a share of the budget.
    pub fn has_no_content(&self) -> bool {
        matches!(self, Self::Unreadable(_) | Self::UnsupportedContent(_))
    }

    /// Returns true if the page's words are known.
    pub fn is_read(&self) -> bool {
        matches!(self, Self::Read | Self::NoIndex)
    }
}

/// A URL that will not be fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The URL.
    pub url: CanonicalUrl,
    /// A stable code.
    pub code: String,
    /// The reason, in a sentence.
    pub reason: String,
}

/// The training report of a strategy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainingReport {
    /// Number of examples in the plan.
    pub given: u32,
    /// Number of examples that could be read.
    pub read: u32,
    /// Examples that could not be read, at most [`crate::limits::UNREAD_SHOWN`], each with the reason in a sentence.
    pub unread: Vec<(CanonicalUrl, String)>,
    /// The reason why the strategy cannot crawl after this training, as a sentence; `None` if it can.
    pub trouble: Option<String>,
    /// The classification accuracy of each group.
    pub groups: Vec<Group>,
    /// Share of the examples that a model trained on the others assigns to their own group, in 0..=1; `None` with too
    /// few examples.
    pub accuracy: Option<f64>,
    /// The accuracy of always choosing the most frequent group, the baseline of `accuracy`.
    pub majority_baseline: Option<f64>,
    /// Share of the examples correctly classified as good or not good, in 0..=1; `None` with too few examples.
    pub binary_accuracy: Option<f64>,
    /// The probability that a model trained on other trails scores a link to a relevant page higher than a link that
    /// leaves the trails' pages, in 0..=1; 0.5 is chance. `None` with too few examples, or if the scores need more than
    /// the training data.
    pub link_ranking: Option<f64>,
    /// Tables of the learned data.
    pub tables: Vec<ModelTable>,
}

/// One prediction of a strategy for a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PagePrediction {
    /// The title: “Layer of this page”.
    pub title: String,
    /// Names and numbers, in display order.
    pub values: Vec<(String, f64)>,
    /// True if the numbers are shares of a whole, in 0..=1.
    pub is_shares: bool,
}

impl PagePrediction {
    /// Creates a prediction of probabilities.
    pub fn shares(title: &str, values: Vec<(String, f64)>) -> Self {
        Self { title: title.to_owned(), values, is_shares: true }
    }

    /// Creates a prediction of numbers that are not probabilities.
    pub fn numbers(title: &str, values: Vec<(String, f64)>) -> Self {
        Self { is_shares: false, ..Self::shares(title, values) }
    }
}

/// A group of examples, with the accuracy of its classification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Its name: “Health / Asthma”.
    pub name: String,
    /// True if the crawl looks for pages like these.
    pub good: bool,
    /// Number of examples in the plan.
    pub given: u32,
    /// Number of examples that could be read.
    pub read: u32,
    /// True if the examples include plain words, which make pages unnecessary.
    pub words: bool,
    /// Number of examples that a model trained on the others classifies correctly; `None` if the group has only one.
    pub correct: Option<u32>,
    /// The group that misclassified examples were most often assigned to.
    pub most_confused_with: Option<String>,
}

/// The titles of the tables of a hidden Markov model: the app draws its diagram from them.
pub mod layer_tables {
    /// The clusters of pages, with their words.
    pub const CLUSTERS: &str = "Page clusters";
    /// The share of pages in each layer.
    pub const INITIAL: &str = "Share of pages in each layer (π)";
    /// The shares of links between layers.
    pub const TRANSITIONS: &str = "Transitions between layers (A)";
    /// The shares of clusters in each layer.
    pub const EMISSIONS: &str = "Clusters in each layer (B)";
}

/// A table of a strategy's learned data, for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelTable {
    /// The title: “Hubs”.
    pub title: String,
    /// Its meaning and use, in a sentence.
    pub help: String,
    /// The column headings.
    pub columns: Vec<String>,
    /// The rows, at most [`crate::limits::MODEL_TABLE_ROWS`], each with one cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// Number of rows before the cut.
    pub all: u32,
    /// True if its numbers are shares in 0..=1, which may be shown as a heat map.
    pub heat: bool,
}

impl ModelTable {
    /// Creates a table of at most [`crate::limits::MODEL_TABLE_ROWS`] of these rows.
    pub fn new(title: &str, help: &str, columns: &[&str], rows: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        let mut rows = rows.into_iter();
        let shown: Vec<_> = rows.by_ref().take(limits::MODEL_TABLE_ROWS).collect();
        let all = shown.len() + rows.count();
        Self {
            title: title.to_owned(),
            help: help.to_owned(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows: shown,
            all: crate::count(all),
            heat: false,
        }
    }

    /// Returns the same table, displayed as a heat map.
    #[must_use]
    pub fn as_heat(self) -> Self {
        Self { heat: true, ..self }
    }
}

/// A cell of a [`ModelTable`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A count.
    Count(u32),
    /// A number, displayed with three decimals.
    Number(f64),
    /// A page: its URL, and its title if it was read.
    Page(CanonicalUrl, Option<String>),
}

/// A query term, with the senses and terms that a strategy considers related to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelatedWord {
    /// The term as written in the query.
    pub word: String,
    /// Its senses, the most frequent first; empty if the lexicon lacks the term.
    pub senses: Vec<RelatedSense>,
    /// The words that are most similar to it by word vectors, the best first; stems if the lexicon has no such word.
    pub similar: Vec<RelatedTerm>,
}

/// The progress of a crawl.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The phase.
    pub phase: Phase,
    /// Number of examples that are not yet read.
    pub examples: u32,
    /// Number of all examples.
    pub examples_given: u32,
    /// Steps of training done, and all of them; `None` unless the strategy is being trained.
    pub learning: Option<(u32, u32)>,
    /// Pages whose links were scored again after a change, and all such pages; `None` when no rescoring is in progress.
    pub reranking: Option<(u32, u32)>,
    /// Pages done.
    pub pages: u32,
    /// Pages of the plan.
    pub budget: u32,
    /// Number of requests, including those for robots.txt and redirects.
    pub requests: u32,
    /// Number of failed pages, by code.
    pub failures: BTreeMap<String, u32>,
    /// Number of refused URLs, by code.
    pub refusals: BTreeMap<String, u32>,
    /// Number of URLs in the frontier.
    pub queue: u32,
    /// Number of hosts with URLs in the frontier.
    pub hosts: u32,
    /// The active fetches: host and URL, in the order of their start.
    pub in_flight: Vec<(String, String)>,
    /// The measures so far.
    pub measures: Measures,
}

/// The phase of a crawl.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Not started.
    #[default]
    New,
    /// Reading examples.
    Preparing,
    /// The examples were read; waiting for the person.
    Prepared,
    /// Fetching.
    Running,
    /// Waiting for the person.
    Paused,
    /// Over.
    Ended(EndReason),
}

impl Phase {
    /// Returns true if the crawl sends requests.
    pub fn is_fetching(self) -> bool {
        matches!(self, Self::Preparing | Self::Running)
    }
}
