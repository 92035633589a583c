//! Defines the messages between the page and the worker: plain data, starting with a mutual greeting.
//!
//! Messages cross the border as structured clones (`serde-wasm-bindgen`). The first message both ways is a `Hello` with
//! protocol and build: a new page never talks to an old worker. The worker speaks first, as soon as it listens, since what is
//! sent to a module worker before its module has run is lost; the page answers with its own `Hello`, then with orders.

pub mod ahead;
pub mod compare;
mod digest;
pub mod library;
pub mod map;
pub mod models;
pub mod pace;
mod packed;
mod plan;
pub mod reader;
pub mod revisit;
pub mod seeds;
mod source;
pub mod steer;
pub mod trails;
pub mod uncertainty;
pub mod watch;
pub mod why;

pub use digest::digest;
pub use source::{ProxyAddress, Source, SourceKind, is_loopback};

use ahead::{LookAheadRequest, LookAheadUpdate};
use compare::{CompareEvent, CompareRequest};
use library::{LibraryEvent, LibraryRequest};
use models::{ModelsEvent, ModelsRequest};
use pace::Paces;
use reader::{ReadFailure, ReaderPage, ReaderRequest};
use revisit::{RevisitEvent, RevisitRequest};
use seeds::{SeedsEvent, SeedsRequest};
use serde::{Deserialize, Serialize};
use steer::{Change, SteeringRejected, StrategyPreview};
use trails::{TrailsEvent, TrailsRequest};
use types::failure::{Failure, FailureKind};
use types::plan::Plan;
use types::report::{Notification, Progress, RelatedWord};
use types::spec::StrategySpec;
use types::strategy::StrategyInfo;
use types::taxonomy::Taxonomy;
use uncertainty::{UncertaintyEvent, UncertaintyRequest};
use wasm_bindgen::JsValue;
use watch::{ViewsUpdate, WatchedViews};
use web_sys::Blob;
use why::{PageText, WhyRequest};

/// Changes with every change of these messages.
pub const PROTOCOL: u32 = 19;

/// The build that this binary came from: the page and the worker of one build carry the same.
pub const BUILD: &str = match option_env!("SALTICID_BUILD") {
    Some(build) => build,
    None => env!("CARGO_PKG_VERSION"),
};

/// The identity of the sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`] of the speaker.
    pub protocol: u32,
    /// [`BUILD`] of the speaker.
    pub build: String,
}

impl Hello {
    /// Returns the greeting of this binary.
    pub fn own() -> Self {
        Self {
            protocol: PROTOCOL,
            build: BUILD.to_owned(),
        }
    }
}

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// The answer to [`ToPage::Hello`], before anything else.
    Hello(Hello),
    /// Starts a crawl; one that runs is stopped.
    Start {
        /// The plan.
        plan: Box<Plan>,
        /// The source of pages.
        source: Source,
        /// True if the crawl stays on the hosts of its seeds: the worker, which parses the seeds, adds them to the plan's scope.
        stay: bool,
        /// The id of a saved model, for a trained strategy. Its specification is applied to the plan.
        model: Option<String>,
    },
    /// Opens a saved crawl; one that runs is stopped. Answered by [`ToPage::Opened`] or [`ToPage::NotOpened`].
    Open {
        /// Its id.
        id: String,
        /// Pages that are not fetched again.
        suspects: Vec<Suspect>,
    },
    /// Reads a topics file: bookmarks as browsers export them, or a taxonomy as JSON.
    ReadTopics {
        /// The name of the file.
        name: String,
        /// The file, which the worker reads: it is at most [`types::limits::BOOKMARK_BYTES`] long.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
    /// Writes a topics file.
    WriteTopics {
        /// The topics.
        #[serde(with = "packed")]
        taxonomy: Box<Taxonomy>,
        /// The format.
        kind: FileKind,
    },
    /// Files the targets under the starter topics; answered by [`ToPage::TopicsFiled`].
    FileTopics(Box<TopicsToFile>),
    /// Asks for the related words of a strategy; answered by [`ToPage::Related`].
    Related(RelatedTo),
    /// A request to the library of saved crawls.
    Library(LibraryRequest),
    /// A request about revisits of saved crawls.
    Revisit(RevisitRequest),
    /// A request to the reader.
    Reader(ReaderRequest),
    /// A request about trails.
    Trails(TrailsRequest),
    /// A request about models.
    Models(ModelsRequest),
    /// A request to look ahead of the reader.
    LookAhead(LookAheadRequest),
    /// A request to rank pages by uncertainty.
    Uncertainty(UncertaintyRequest),
    /// A request about comparisons.
    Compare(CompareRequest),
    /// A request for seeds.
    Seeds(SeedsRequest),
    /// Requests the passages of a page in which its words occur; answered by [`ToPage::Why`].
    Why(Box<WhyRequest>),
    /// Requests a page of a crawl for the reader; answered by [`ToPage::ResultRead`].
    ReadResult(Box<WhyRequest>),
    /// Selects the views of crawls beside their pages, for this crawl and later ones.
    Watch(WatchedViews),
    /// Changes the crawl. Answered by a notification ([`types::report::Notification::Steered`]) or by [`ToPage::SteeringRejected`].
    Steer(Box<Change>),
    /// Previews the frontier under another strategy or other parameters; answered by [`ToPage::StrategyPreview`] or
    /// [`ToPage::SteeringRejected`].
    Preview(Box<StrategySpec>),
    /// Pauses the crawl.
    Pause,
    /// Resumes the crawl.
    Resume,
    /// Resumes the crawl for one page, and pauses it again.
    Step,
    /// Sets the paces of this crawl and of later ones.
    Pace(Paces),
    /// Ends the crawl.
    Stop,
}

/// The inputs of related words. Excluded words are none of them: they stay in view, to be included again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RelatedTo {
    /// The query.
    pub query: String,
    /// The strategy with its parameters.
    pub strategy: StrategySpec,
}

/// Files of topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileKind {
    /// Bookmarks as every browser imports them; marks are not kept.
    Bookmarks,
    /// A [`Taxonomy`] as JSON, with its marks.
    Json,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToPage {
    /// The first message, sent as soon as the worker listens. Messages before a matching [`ToWorker::Hello`], and those that
    /// the worker cannot parse, are ignored.
    Hello {
        /// The identity of the worker.
        hello: Hello,
        /// The engine's list of strategies.
        strategies: Vec<StrategyInfo>,
        /// The engine's list of ways to find seeds.
        providers: Vec<types::seeds::ProviderInfo>,
        /// Topics of the demo web, the first one a worked example.
        examples: Vec<Example>,
    },
    /// The plan is invalid, so the crawl did not start. Empty if the person stopped it before it began.
    Refused(Vec<Problem>),
    /// The content of a topics file ([`ToWorker::ReadTopics`]), or why it has none.
    TopicsRead {
        /// The name of the file.
        name: String,
        /// The content.
        read: Result<TopicsRead, String>,
    },
    /// The file that [`ToWorker::WriteTopics`] asked for.
    TopicsWritten {
        /// The format.
        kind: FileKind,
        /// Its text.
        text: String,
    },
    /// The answer to [`ToWorker::FileTopics`], or why there is none, in a sentence.
    TopicsFiled(Result<TopicsFiled, String>),
    /// The progress of loading the lexicon, for a crawl or for related words.
    Loading {
        /// Bytes received.
        got: u32,
        /// Bytes in total, if known.
        all: Option<u32>,
    },
    /// The answer to [`ToWorker::Related`].
    Related {
        /// The request, to recognize outdated answers.
        to: RelatedTo,
        /// The related words for each word of the query, or why there are none and what to do, in a sentence.
        words: Result<Vec<RelatedWord>, String>,
    },
    /// The crawl started.
    Started,
    /// The first step of the crawl is saved under this id, or why it cannot be saved, in a sentence.
    Kept(Result<String, String>),
    /// A saved crawl was opened. Its pages come in batches.
    Opened(Box<Opened>),
    /// A saved crawl could not be opened.
    NotOpened {
        /// Its id.
        id: String,
        /// True if there is no such crawl.
        is_missing: bool,
        /// The error and its remedy, in a sentence.
        message: String,
    },
    /// A change was rejected.
    SteeringRejected(Box<SteeringRejected>),
    /// The preview of another strategy.
    StrategyPreview(Box<StrategyPreview>),
    /// The pages found ahead of the reader.
    LookAhead(Box<LookAheadUpdate>),
    /// An event of the uncertainty ranking.
    Uncertainty(Box<UncertaintyEvent>),
    /// The results of a seed search.
    Seeds(Box<SeedsEvent>),
    /// The text of a page, as [`ToWorker::Why`] asked for it.
    Why(Box<PageText>),
    /// The page that [`ToWorker::ReadResult`] asked for.
    ResultRead(Box<PageText<ReaderPage>>),
    /// An event of a comparison.
    Compare(Box<CompareEvent>),
    /// An event of the models.
    Models(Box<ModelsEvent>),
    /// An event of a revisit.
    Revisit(Box<RevisitEvent>),
    /// An event of the library.
    Library(Box<LibraryEvent>),
    /// The page requested last from the reader, or why there is none.
    Read {
        /// The reading's number.
        number: u32,
        /// The page.
        read: Result<Box<ReaderPage>, ReadFailure>,
    },
    /// An event of the trails.
    Trails(Box<TrailsEvent>),
    /// The URL of the response that is parsed next: if the worker dies now, this page is the reason.
    Parsing(String),
    /// The events since the last batch; at most one per animation frame.
    Batch(Box<Batch>),
    /// The worker is alive during a long task. A worker that is silent for some seconds counts as dead.
    Working,
    /// The worker panicked and handles no more messages: it must be terminated and replaced.
    Panicked {
        /// The message for logs and reports.
        message: String,
    },
}

/// An opened crawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its plan as it is now, without the rules of its scope.
    #[serde(with = "plan::PagePlan")]
    pub plan: Plan,
    /// True if the crawl stays on the hosts of its seeds.
    pub stay: bool,
    /// The source of pages.
    pub source: Source,
    /// The strategy with which it began, if it was replaced and is known.
    pub first: Option<StrategySpec>,
    /// True if another tab has it open. This tab follows it read-only until that tab closes.
    pub elsewhere: bool,
}

/// A page that crashed the worker more than once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// Its requested URL.
    pub url: String,
    /// The reason, in a sentence.
    pub reason: String,
}

impl Suspect {
    /// Returns the failure that the crawl gets instead of a response.
    pub fn failure(&self) -> Failure {
        Failure {
            code: "quarantined".to_owned(),
            message: self.reason.clone(),
            kind: FailureKind::Lasting,
        }
    }
}

/// The topics of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicsRead {
    /// The topics.
    #[serde(with = "packed")]
    pub taxonomy: Taxonomy,
    /// The omissions and their reasons, one sentence each.
    pub warnings: Vec<String>,
}

/// Topics to be filed under the starter topics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicsToFile {
    /// The topics. Topmost targets are filed.
    #[serde(with = "packed")]
    pub taxonomy: Taxonomy,
    /// The query: a target if there is no other.
    pub query: String,
    /// Words are stemmed.
    pub stemming: bool,
}

/// The starter topics that were missing, and where the targets belong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicsFiled {
    /// New topmost topics: starter topics, and the query as a target if there was no other.
    #[serde(with = "packed")]
    pub added: Taxonomy,
    /// The topmost targets, each with its home. Places are those among the topics of the request followed by the added ones.
    pub homes: Vec<(usize, TopicHome)>,
}

/// The parent of a topmost target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TopicHome {
    /// At the top.
    Top,
    /// Under the topmost topic of this place.
    Under(usize),
    /// Under the topic that fits the text of its example pages best, once they were read.
    ByText,
}

/// Serializes a message. 64-bit integers become `BigInt`s: files may contain numbers that a JavaScript number cannot represent.
pub fn written<T: Serialize>(message: &T) -> Result<JsValue, serde_wasm_bindgen::Error> {
    let exact = serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(true);
    message.serialize(&exact)
}

/// A query with seeds that can be tried at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The title.
    pub title: String,
    /// The query.
    pub query: String,
    /// The seeds.
    pub seeds: Vec<String>,
    /// Pages to learn the topic from.
    pub examples: Vec<String>,
}

/// A problem with one field of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The field's name in [`Plan`]; a strategy's parameter is `params.<name>`, and the source of pages is `source`.
    pub field: String,
    /// The remedy, in a sentence.
    pub message: String,
}

/// The events since the last batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The current progress of the crawl.
    pub progress: Progress,
    /// The notes, in order. Every page has one; of many refusals for one reason only some do, and the rest is in
    /// [`Progress::refusals`].
    pub notifications: Vec<Notification>,
    /// Pages a second over the last seconds.
    pub rate: f64,
    /// The current obstacle and its remedy, in a sentence. The crawl resumes when it is gone.
    pub trouble: Option<String>,
    /// The other watched views.
    pub views: ViewsUpdate,
}
