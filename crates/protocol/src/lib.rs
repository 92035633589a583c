//! Defines the messages between the page and the worker: plain data, starting with a mutual handshake. Also holds the
//! little code that the programs of the tab share.
//!
//! The first message in both directions is a [`Hello`] with protocol and build, so that a new page never communicates
//! with an old worker. The worker sends first, as soon as it listens, because messages to a module worker are lost
//! before its module has run. The page answers with its own `Hello`, then sends requests. The form of all other
//! messages is that of [`message`], which only the same build reads.

pub mod ahead;
pub mod chunk;
pub mod compare;
mod digest;
mod hello;
pub mod library;
pub mod map;
pub mod message;
pub mod models;
pub mod object;
pub mod pace;
mod plan;
pub mod reader;
pub mod revisit;
pub mod seeds;
mod source;
pub mod steer;
pub mod subjects;
pub mod trails;
pub mod uncertainty;
pub mod watch;
pub mod why;

pub use digest::digest;
pub use hello::{BUILD, Hello, PROTOCOL};
pub use source::{ProxyAddress, Source, SourceKind, is_loopback};

use ahead::{LookAheadRequest, LookAheadUpdate};
use compare::{CompareEvent, CompareRequest};
use library::{LibraryEvent, LibraryRequest};
use message::attachment;
use models::{ModelsEvent, ModelsRequest};
use pace::Paces;
use reader::{ReaderPage, ReaderRequest};
use revisit::{RevisitEvent, RevisitRequest};
use seeds::{SeedsEvent, SeedsRequest};
use serde::{Deserialize, Serialize};
use steer::{Change, SteeringRejected, StrategyPreview};
use subjects::{JudgmentsEvent, JudgmentsRequest};
use trails::{TrailsEvent, TrailsRequest};
use types::failure::{Failure, FailureKind};
use types::plan::Plan;
use types::report::{Notification, Progress, RelatedWord};
use types::seeds::Pauses;
use types::spec::StrategySpec;
use types::strategy::StrategyInfo;
use types::taxonomy::Taxonomy;
use uncertainty::{UncertaintyEvent, UncertaintyRequest};
use watch::{ViewsUpdate, WatchedViews};
use web_sys::Blob;
use why::{PageText, WhyRequest};

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// Starts a crawl; one that runs is stopped.
    Start {
        /// The plan.
        plan: Box<Plan>,
        /// The source of pages.
        source: Source,
        /// The crawl stays on the hosts of its seeds. The worker, which parses the seeds, adds them to the plan's
        /// scope.
        stay: bool,
        /// The id of a saved model, for a trained strategy. Its specification is applied to the plan.
        model: Option<String>,
        /// The id of the topic that the crawl updates: it belongs to it, and follows no link to one of its pages.
        topic: Option<String>,
    },
    /// Opens a saved crawl; one that runs is stopped. Answered by [`ToPage::Opened`] or [`ToPage::NotOpened`].
    Open {
        /// Its id.
        id: String,
        /// Pages that are not fetched again.
        suspects: Vec<Suspect>,
        /// A crawl that was running is paused before it requests anything.
        paused: bool,
    },
    /// Reads a topics file: bookmarks as browsers export them, or a taxonomy as JSON.
    ReadTopics {
        /// The name of the file.
        name: String,
        /// The file, which the worker reads: it is at most [`types::limits::BOOKMARK_BYTES`] long.
        #[serde(with = "attachment")]
        file: Blob,
    },
    /// Writes a topics file.
    WriteTopics {
        /// The topics.
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
    /// A request about the judgments of pages.
    Judgments(JudgmentsRequest),
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
    /// Selects the visible views of crawls besides their pages, for this crawl and later ones.
    Watch(WatchedViews),
    /// Changes the crawl. Answered by a notification ([`types::report::Notification::Steered`]) or by
    /// [`ToPage::SteeringRejected`].
    Steer(Box<Change>),
    /// Previews the frontier under another strategy or other parameters; answered by [`ToPage::StrategyPreview`] or
    /// [`ToPage::SteeringRejected`].
    Preview(Box<StrategySpec>),
    /// Pauses the crawl.
    Pause,
    /// Resumes the crawl after a pause, or continues it after [`Self::Stop`]. Answered by [`ToPage::SteeringRejected`]
    /// if its source is gone.
    Resume,
    /// Resumes the crawl for one page, and pauses it again. A crawl of the pace [`pace::Pace::Stepwise`] processes one
    /// page and keeps running.
    Step,
    /// Pauses the crawl once it has so many pages.
    PauseAt(u32),
    /// Sets the paces of this crawl and of later ones.
    Pace(Paces),
    /// Stops the crawl. [`Self::Resume`] or a larger budget continues it.
    Stop,
    /// Tries again to load the chunks of the worker that could not be loaded ([`ToPage::ChunkFailed`]).
    LoadChunks,
}

/// The inputs of related words. They exclude no words, because excluded words stay visible so that they can be included
/// again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RelatedTo {
    /// The query.
    pub query: String,
    /// The strategy with its parameters.
    pub strategy: StrategySpec,
}

/// The format of a file of topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileKind {
    /// Bookmarks as every browser imports them; marks are not kept.
    Bookmarks,
    /// A [`Taxonomy`] as JSON, with its marks.
    Json,
}

/// Data that strategies need and that are loaded on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LanguageData {
    /// The lexicon.
    WordNet,
    /// The word vectors.
    WordVectors,
}

impl LanguageData {
    /// Returns its name within a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::WordNet => "WordNet",
            Self::WordVectors => "word vectors",
        }
    }
}

/// The progress of loading language data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadProgress {
    /// The data.
    pub what: LanguageData,
    /// Bytes received.
    pub got: u32,
    /// Bytes in total, if known.
    pub all: Option<u32>,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToPage {
    /// The abilities of the worker, sent right after its [`Hello`].
    Catalog {
        /// The engine's list of strategies.
        strategies: Vec<StrategyInfo>,
        /// The engine's list of seed providers.
        providers: Vec<types::seeds::ProviderInfo>,
        /// Topics of the demo web; the first one fills the form.
        examples: Vec<Example>,
    },
    /// The plan is invalid, so the crawl did not start. Empty if the person stopped it before it began.
    Refused(Vec<Problem>),
    /// The content of a topics file ([`ToWorker::ReadTopics`]), or the reason that it cannot be read.
    TopicsRead {
        /// The name of the file.
        name: String,
        /// The content.
        read: Result<TopicsRead, String>,
    },
    /// The file requested by [`ToWorker::WriteTopics`].
    TopicsWritten {
        /// The format.
        kind: FileKind,
        /// Its text.
        text: String,
    },
    /// The answer to [`ToWorker::FileTopics`], or the error in a sentence.
    TopicsFiled(Result<TopicsFiled, String>),
    /// The progress of loading language data, for a crawl or for related words.
    Loading(LoadProgress),
    /// The answer to [`ToWorker::Related`].
    Related {
        /// The request, to recognize outdated answers.
        to: RelatedTo,
        /// The related words for each word of the query, or the error with its remedy, in a sentence.
        words: Result<Vec<RelatedWord>, String>,
    },
    /// The crawl started.
    Started,
    /// The crawl runs by one strategy until another is loaded, to which it then switches.
    StrategyLate {
        /// The strategy of the crawl.
        now: StrategySpec,
        /// The strategy to which it switches.
        late: StrategySpec,
        /// The reason that this could not be loaded, with the remedy; `None` while it is being loaded.
        problem: Option<String>,
    },
    /// The id under which the first step of the crawl is saved, or the reason that it cannot be saved, in a sentence.
    Kept(Result<String, String>),
    /// A saved crawl was opened. Its pages follow in batches.
    Opened(Box<Opened>),
    /// Records of an opened crawl that cannot be read. Sent once they were looked through, unless all can be read.
    Damaged(DamagedRecords),
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
    /// A limiter of a service demanded a pause: all pauses of this session.
    SeedPauses(Pauses),
    /// The text of a page, requested by [`ToWorker::Why`].
    Why(Box<PageText>),
    /// The page requested by [`ToWorker::ReadResult`].
    ResultRead(Box<PageText<ReaderPage>>),
    /// An event of a comparison.
    Compare(Box<CompareEvent>),
    /// An event of the models.
    Models(Box<ModelsEvent>),
    /// An event of a revisit.
    Revisit(Box<RevisitEvent>),
    /// An event of the judgments of pages.
    Judgments(Box<JudgmentsEvent>),
    /// An event of the library.
    Library(Box<LibraryEvent>),
    /// The page last requested by the reader, or the error.
    Read {
        /// The number of the request.
        number: u32,
        /// The page, or the cause and the remedy of the error in sentences.
        read: Result<Box<ReaderPage>, String>,
    },
    /// An event of the trails.
    Trails(Box<TrailsEvent>),
    /// The URL of the response that is parsed next. If the worker crashes now, this page is the cause.
    Parsing(String),
    /// The events since the last batch; at most one per animation frame.
    Batch(Box<Batch>),
    /// A chunk of the worker that a request needs could not be loaded. The request waits for [`ToWorker::LoadChunks`].
    ChunkFailed {
        /// The cause and its remedy, in a sentence.
        message: String,
    },
    /// All chunks that could not be loaded before are loaded now.
    ChunksLoaded,
    /// The worker is alive during a long task. A worker without messages for some seconds counts as dead.
    Working,
    /// The worker panicked and handles no more messages: it must be terminated and replaced.
    Panicked {
        /// The message for logs and reports.
        message: String,
    },
}

/// An opened crawl.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its present plan, without the rules of its scope.
    #[serde(with = "plan")]
    pub plan: Plan,
    /// True if the crawl stays on the hosts of its seeds.
    pub stay: bool,
    /// The source of pages.
    pub source: Source,
    /// The first strategy, if it was replaced and is known.
    pub first: Option<StrategySpec>,
    /// The strategy to which it switches once its data are loaded.
    pub lacking: Option<StrategySpec>,
    /// Another tab has it open, and this tab follows it read-only until that tab closes it.
    pub elsewhere: bool,
}

/// The numbers of an opened crawl's records that cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamagedRecords {
    /// The id of the crawl.
    pub id: String,
    /// Records of pages, which are also in the crawl's state. Exports and searches read the records.
    pub pages: u32,
    /// Moments of the replay, with those that cannot be shown without them.
    pub moments: u32,
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
        Failure { code: "quarantined".to_owned(), message: self.reason.clone(), kind: FailureKind::Permanent }
    }
}

/// The topics of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicsRead {
    /// The topics.
    pub taxonomy: Taxonomy,
    /// The omissions and their reasons, one sentence each.
    pub warnings: Vec<String>,
}

/// Topics to file under the starter topics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicsToFile {
    /// The topics. Top-level targets are filed.
    pub taxonomy: Taxonomy,
    /// The query: a target if there is no other.
    pub query: String,
    /// Words are stemmed.
    pub stemming: bool,
}

/// The missing starter topics, and the parents of the targets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicsFiled {
    /// New top-level topics: starter topics, and the query as a target if there was no other.
    pub added: Taxonomy,
    /// The indices of the top-level targets with their parents. Indices refer to the topics of the request followed by
    /// the added ones.
    pub homes: Vec<(usize, TopicHome)>,
}

/// The parent of a top-level target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TopicHome {
    /// No parent.
    Top,
    /// The top-level topic with this index.
    Under(usize),
    /// The topic that best fits the text of the example pages, once they are read.
    ByText,
}

/// A query with seeds that can be tried immediately.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The title.
    pub title: String,
    /// The query.
    pub query: String,
    /// The seeds.
    pub seeds: Vec<String>,
    /// Example pages of the topic.
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
    /// The notifications, in order. Every page has one. Of many refusals for one reason only some have one;
    /// [`Progress::refusals`] counts all.
    pub notifications: Vec<Notification>,
    /// The number of pages per second over the last seconds.
    pub rate: f64,
    /// The cause of a standstill and its remedy, in a sentence. The crawl resumes once it is removed.
    pub standstill: Option<String>,
    /// The changes of the other visible views.
    pub views: ViewsUpdate,
}
