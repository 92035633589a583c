//! Defines the reports of a crawl: finished pages, refusals with reasons, progress.

mod ending;
mod measures;
mod queue;
mod spider;

pub use ending::{EndReason, Millis};
pub use measures::{Measures, RunningMeasures};
pub use queue::{Candidate, HostState, PriorityReason};
pub use spider::{
    Energy, Keyword, PopulationStats, Spider, SpiderHistory, SpiderState, UNSPELLED, Weights,
};

use crate::lexicon::RelatedSense;
use crate::limits;
use crate::steering::{FrontierChange, Steering};
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A notification of something that happened in the crawl, for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Notification {
    /// A page is done.
    Page(Box<PageRecord>),
    /// A URL was refused and will not be fetched.
    Refused(Refusal),
    /// A host's robots.txt was read, or could not be.
    Robots {
        /// Scheme, name and port.
        host: String,
        /// The summary in a sentence.
        summary: String,
    },
    /// A page or a robots.txt will be requested again.
    Delayed {
        /// The page.
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
    /// The effect of the latest change on the frontier, once all of it is scored again.
    FrontierChanged(FrontierChange),
    /// The spellings, in lower case, of excluded words in the marks of all pages so far; they replace earlier ones.
    Excluded(Vec<String>),
}

/// A fetched page: one line of the crawl log. Snapshots store the fields in this order, including those of nested structs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageRecord {
    /// Its place in the order of the crawl, from 1.
    pub n: u32,
    /// Its URL.
    pub url: CanonicalUrl,
    /// HTTP status, 0 where no answer came.
    pub status: u16,
    /// The outcome of the fetch.
    pub outcome: FetchOutcome,
    /// Its title, its snippet and its language.
    pub text: PageText,
    /// The link by which it was found, and its score.
    pub discovery: Discovery,
    /// Its relevance to the topic, in 0..=1.
    pub relevance: f64,
    /// The record of an earlier page of which this one nearly repeats the words.
    pub repeats: Option<u32>,
    /// The words that matched, with what each gave to the relevance, the most first.
    pub words: Vec<(String, f64)>,
    /// Scheme, name and port of its host.
    pub host: String,
    /// Its size and times.
    pub fetch: FetchFigures,
    /// The spider that fetched it, where the strategy has spiders.
    pub spider: Option<u32>,
    /// The spiders that lived after it, where the strategy has any.
    pub population: Option<PopulationStats>,
    /// URLs that waited after it.
    pub queue: u32,
    /// Its links from and to earlier pages.
    pub neighbors: Neighbors,
    /// The strategy's predictions for the page.
    pub predictions: Vec<PagePrediction>,
    /// The measures of the crawl up to and with this page.
    pub measures: Measures,
}

/// The name of the class of relevant pages in predictions.
pub const RELEVANT_CLASS: &str = "relevant";

impl PageRecord {
    /// Returns the strategy's probability that the page is relevant, in 0..=1; `None` if it predicts none. It ranks the whole output (Tsay §4).
    pub fn probability(&self) -> Option<f64> {
        let prediction = self.predictions.first().filter(|first| first.is_shares)?;
        let mut classes = prediction.values.iter();
        let relevant = classes.find(|(class, _)| class == RELEVANT_CLASS)?;
        Some(relevant.1)
    }

    /// Returns the record of the page whose link to this one was found first; none for a seed. The link by which it was scored may be another.
    pub fn first_linking_page(&self) -> Option<u32> {
        let parent = self.discovery.parent?;
        Some(*self.neighbors.linked_from.first().unwrap_or(&parent))
    }

    /// Returns true if it was read, may be shown among results, and has at least the relevance `good`.
    pub fn is_on_topic(&self, good: f64) -> bool {
        self.outcome.is_listed() && self.relevance >= good
    }
}

/// The words of a page that people see.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    /// Its title; empty if there is none.
    pub title: String,
    /// Some words of its text, around those that matched where any did.
    pub snippet: String,
    /// Byte ranges of the words in `snippet` that matched.
    pub marks: Vec<(u32, u32)>,
    /// Language (ISO 639-1), if known.
    pub language: Option<String>,
}

/// The link by which a page was found, and the score with which it was picked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Discovery {
    /// The record of the page whose link led here; none for a seed.
    pub parent: Option<u32>,
    /// The text of that link.
    pub anchor: String,
    /// Pages that carried a link to it before it was picked; 0 for a seed.
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
    /// Links on it.
    pub links: u32,
    /// Size in bytes.
    pub bytes: u32,
    /// When it was done.
    pub at: Millis,
    /// The duration of the fetch in milliseconds.
    pub elapsed_ms: u32,
    /// The version of the page that the host sent.
    pub validators: Validators,
}

/// The validators of a response, by which a host can be asked whether the page has changed (RFC 9110 §8.8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validators {
    /// `ETag`, as it was written.
    pub etag: Option<Box<str>>,
    /// `Last-Modified`.
    pub last_modified: Option<Millis>,
}

/// The links between a page and earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Neighbors {
    /// The records of earlier pages that it links to, ascending; at most [`crate::limits::LINKED_SHOWN`].
    pub links_to: Vec<u32>,
    /// The records of earlier pages that link to it, in the order in which they were found; as many at most.
    pub linked_from: Vec<u32>,
}

/// The code of [`FetchOutcome::NeedsScript`].
pub const NEEDS_SCRIPT: &str = "needs-script";

/// The outcome of a page fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FetchOutcome {
    /// It was read.
    Read,
    /// It was read, but asks not to be shown among results.
    NoIndex,
    /// The host answered with an error status.
    Status(u16),
    /// It is of a kind that is not read; the refusal's code and what it was.
    Unwanted(String, String),
    /// No answer came; the failure's code and sentence.
    Failed(String, String),
    /// It has next to no text without JavaScript, which is not run: it is neither on the topic nor off it.
    NeedsScript,
}

impl FetchOutcome {
    /// Returns a stable code, `read` where all is well.
    pub fn code(&self) -> String {
        match self {
            Self::Read => "read".to_owned(),
            Self::NoIndex => "noindex".to_owned(),
            Self::Status(status) => format!("status-{status}"),
            Self::Unwanted(code, _) | Self::Failed(code, _) => code.clone(),
            Self::NeedsScript => NEEDS_SCRIPT.to_owned(),
        }
    }

    /// Returns why the page was not read, as a part of a sentence; `None` if it was.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Read | Self::NoIndex => None,
            Self::Status(status) => Some(format!("the host answered with status {status}")),
            Self::Unwanted(_, reason) | Self::Failed(_, reason) => Some(reason.clone()),
            Self::NeedsScript => Some(
                "it shows its text only with JavaScript, which Salticid does not run".to_owned(),
            ),
        }
    }

    /// Returns true if the page may be listed among results.
    pub fn is_listed(&self) -> bool {
        *self == Self::Read
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
    /// Those that could not, at most [`crate::limits::UNREAD_SHOWN`] of them, each with the reason in a sentence.
    pub unread: Vec<(CanonicalUrl, String)>,
    /// The reason for which the strategy cannot crawl after this training, in a sentence; `None` if it can.
    pub trouble: Option<String>,
    /// The recognition of each group.
    pub groups: Vec<Group>,
    /// Share of the examples that are put into their own group by what was learned from the others, in 0..=1; none if there are
    /// too few to leave any out.
    pub right: Option<f64>,
    /// The accuracy of always choosing the most frequent group, which training must exceed.
    pub chance: Option<f64>,
    /// Share of the examples that are rightly put among the good groups or among the others, in 0..=1; none as above.
    pub right_side: Option<f64>,
    /// Tables of the learned data.
    pub tables: Vec<ModelTable>,
}

/// One prediction of a strategy for a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PagePrediction {
    /// The title: “Layer of this page”.
    pub title: String,
    /// Names with their numbers, in the order to be shown.
    pub values: Vec<(String, f64)>,
    /// The numbers are shares of a whole, in 0..=1.
    pub is_shares: bool,
}

impl PagePrediction {
    /// Creates a prediction of probabilities.
    pub fn shares(title: &str, values: Vec<(String, f64)>) -> Self {
        Self {
            title: title.to_owned(),
            values,
            is_shares: true,
        }
    }

    /// Creates a prediction of numbers that are not probabilities.
    pub fn numbers(title: &str, values: Vec<(String, f64)>) -> Self {
        Self {
            is_shares: false,
            ..Self::shares(title, values)
        }
    }
}

/// A group of examples, and the accuracy of its classification.
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
    /// True if words are among the examples: then there is no need for pages.
    pub words: bool,
    /// Number of examples that a model trained on the others classifies correctly; `None` if the group has only one.
    pub right: Option<u32>,
    /// The group that misclassified examples were most often assigned to.
    pub taken_for: Option<String>,
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
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// As many cells each as there are columns, at most [`crate::limits::MODEL_TABLE_ROWS`] rows.
    pub rows: Vec<Vec<Cell>>,
    /// Number of rows before the limit.
    pub all: u32,
    /// True if its numbers are shares in 0..=1, which may be shown as a heat map.
    pub heat: bool,
}

impl ModelTable {
    /// Returns a table of at most [`crate::limits::MODEL_TABLE_ROWS`] of these rows.
    pub fn new(
        title: &str,
        help: &str,
        columns: &[&str],
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
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

    /// Returns the same table, its numbers shown as a heat map.
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
    /// A number, shown with three digits.
    Number(f64),
    /// A page: its URL, and its title if it was read.
    Page(CanonicalUrl, Option<String>),
}

/// A query term and the senses and terms that a strategy considers related to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelatedWord {
    /// The term as written in the query.
    pub word: String,
    /// Its senses, the most frequent first; empty if the lexicon does not know it.
    pub senses: Vec<RelatedSense>,
}

/// The progress of a crawl.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The phase.
    pub phase: Phase,
    /// Examples that wait to be read, of those that the strategy learns from.
    pub examples: u32,
    /// All examples that it learns from.
    pub examples_given: u32,
    /// Slices of learning done, and all of them; none unless the strategy is learning.
    pub learning: Option<(u32, u32)>,
    /// Pages whose links were scored again since the person steered, and all such pages; none unless that is under way.
    pub reranking: Option<(u32, u32)>,
    /// Pages done.
    pub pages: u32,
    /// Pages of the plan.
    pub budget: u32,
    /// Requests made, those for robots.txt and redirects included.
    pub requests: u32,
    /// Failed pages, by code.
    pub failures: BTreeMap<String, u32>,
    /// URLs that were refused, by code.
    pub refusals: BTreeMap<String, u32>,
    /// URLs that wait.
    pub queue: u32,
    /// Hosts on which URLs wait.
    pub hosts: u32,
    /// The active fetches: host and URL, in order.
    pub in_flight: Vec<(String, String)>,
    /// The measures so far.
    pub measures: Measures,
}

/// The phase of a crawl.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Not begun.
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
    /// Returns true if orders go out.
    pub fn is_fetching(self) -> bool {
        matches!(self, Self::Preparing | Self::Running)
    }
}
