//! What the page and the worker say to each other: plain data, first of all who they are.
//!
//! Messages cross the border as structured clones (`serde-wasm-bindgen`). The first message both ways is a `Hello` with
//! protocol and build: a new page never talks to an old worker. The worker speaks first, as soon as it listens, since what is
//! sent to a module worker before its module has run is lost; the page answers with its own `Hello`, then with orders.

pub mod ahead;
pub mod compare;
mod digest;
pub mod doubts;
pub mod library;
pub mod map;
pub mod models;
mod plan;
pub mod reader;
pub mod seeds;
mod source;
pub mod steer;
pub mod trails;
pub mod watch;
pub mod why;

pub use digest::digest;
pub use source::{ProxyAddress, Source, SourceKind, is_loopback};

use ahead::{Ahead, AheadOrder};
use compare::{CompareNews, CompareOrder};
use doubts::{DoubtsNews, DoubtsOrder};
use engine::fetch::{Failure, FailureKind};
use engine::plan::Plan;
use engine::report::{Note, Progress, RelatedWord};
use engine::strategy::{Info, ParamValue};
use engine::taxonomy::Taxonomy;
use library::{LibraryNews, LibraryOrder};
use models::{ModelsNews, ModelsOrder};
use reader::{ReaderOrder, Reading, Unread};
use seeds::{SeedsNews, SeedsOrder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use steer::{Change, Method, NotSteered, Previewed};
use trails::{TrailsNews, TrailsOrder};
use wasm_bindgen::JsValue;
use watch::{Sight, Watching};
use web_sys::Blob;
use why::{PageText, WhyOrder};

/// Changes with every change of these messages.
pub const PROTOCOL: u32 = 12;

/// The build that this binary came from: the page and the worker of one build carry the same.
pub const BUILD: &str = match option_env!("SALTICID_BUILD") {
    Some(build) => build,
    None => env!("CARGO_PKG_VERSION"),
};

/// Who is speaking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`] of the speaker.
    pub protocol: u32,
    /// [`BUILD`] of the speaker.
    pub build: String,
}

impl Hello {
    /// This binary's own.
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
    /// Start a crawl; one that runs is stopped.
    Start {
        /// What to do.
        plan: Box<Plan>,
        /// Where pages come from.
        source: Source,
        /// Nothing but the hosts of the seeds is followed: the worker, which reads the seeds, adds them to the plan's scope.
        stay: bool,
        /// The id of the model that a strategy crawls by that learns from trails: its recipe is applied to the plan.
        model: Option<String>,
    },
    /// Take up a crawl that is kept; one that runs is stopped. Answered by [`ToPage::Opened`] or [`ToPage::NotOpened`].
    Open {
        /// Its id.
        id: String,
        /// Pages that are not to be read again.
        suspects: Vec<Suspect>,
    },
    /// Read the topics out of a file that the person chose: bookmarks as browsers export them, or a taxonomy as JSON.
    ReadTopics {
        /// What the file is called.
        name: String,
        /// The file, which the worker reads: it is at most [`engine::limits::BOOKMARK_BYTES`] long.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
    /// Make a file of topics.
    WriteTopics {
        /// The topics.
        taxonomy: Box<Taxonomy>,
        /// Of which kind.
        kind: FileKind,
    },
    /// Which words a strategy takes for related; answered by [`ToPage::Related`].
    Related(RelatedTo),
    /// Something about the crawls that are kept.
    Library(LibraryOrder),
    /// Something for the reader.
    Reader(ReaderOrder),
    /// Something about the trails to learn from.
    Trails(TrailsOrder),
    /// Something about models.
    Models(ModelsOrder),
    /// Something about looking ahead of the reader.
    Ahead(AheadOrder),
    /// Something about the pages whose label is in doubt.
    Doubts(DoubtsOrder),
    /// Something about comparisons.
    Compare(CompareOrder),
    /// Something about seeds.
    Seeds(SeedsOrder),
    /// The passages of a page's text in which its words stand; answered by [`ToPage::Why`].
    Why(Box<WhyOrder>),
    /// What the page shows of the crawl besides its pages, from now on and of the crawls after this one as well.
    Watch(Watching),
    /// Change the crawl that is here: a note tells that it was changed ([`engine::report::Note::Steered`]), [`ToPage::NotSteered`] that it was not.
    Steer(Box<Change>),
    /// What another strategy, or other parameters, would make of what waits; answered by [`ToPage::Previewed`] or [`ToPage::NotSteered`].
    Preview(Box<Method>),
    /// No new fetches until further notice.
    Pause,
    /// Go on.
    Resume,
    /// End the crawl.
    Stop,
}

/// What related words depend on. Struck words do not change them: they stay in view, to be taken back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RelatedTo {
    /// The query.
    pub query: String,
    /// The strategy's id.
    pub strategy: String,
    /// Its parameters, as in [`Plan::params`].
    pub params: BTreeMap<String, ParamValue>,
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
    /// First of all, unasked and once, as soon as the worker listens. What comes before a matching [`ToWorker::Hello`], and what
    /// the worker cannot read, is not answered.
    Hello {
        /// Who the worker is.
        hello: Hello,
        /// The engine's list of strategies.
        strategies: Vec<Info>,
        /// The engine's list of ways to find seeds.
        providers: Vec<engine::seeds::Info>,
        /// Topics of the demo web, the first one a worked example.
        examples: Vec<Example>,
    },
    /// The plan cannot be carried out; the crawl did not start. Empty where the person stopped it before it began.
    Refused(Vec<Problem>),
    /// What stands in a file of topics: [`ToWorker::ReadTopics`], or a sentence that says why nothing does.
    TopicsRead {
        /// What the file is called.
        name: String,
        /// What was read.
        read: Result<TopicsRead, String>,
    },
    /// The file that [`ToWorker::WriteTopics`] asked for.
    TopicsWritten {
        /// Of which kind it is.
        kind: FileKind,
        /// Its text.
        text: String,
    },
    /// The lexicon is on its way, for a start or for related words that were asked for.
    Loading {
        /// Bytes that have come.
        got: u32,
        /// Bytes in all, where that is known.
        all: Option<u32>,
    },
    /// The answer to [`ToWorker::Related`].
    Related {
        /// What was asked, so that an answer that comes after another question can be told.
        to: RelatedTo,
        /// The words of the query with what is related to them, or why there are none and what to do, in a sentence.
        words: Result<Vec<RelatedWord>, String>,
    },
    /// The crawl started.
    Started,
    /// The first step of the crawl that started is kept, and the crawl is found under this id; where nothing can be kept, why, in a sentence.
    Kept(Result<String, String>),
    /// A crawl that is kept was taken up. Its pages come in batches.
    Opened(Box<Opened>),
    /// It was not.
    NotOpened {
        /// Its id.
        id: String,
        /// A stable code.
        code: String,
        /// Why, and what to do, in a sentence.
        message: String,
    },
    /// A change was not made.
    NotSteered(Box<NotSteered>),
    /// What another strategy would make of what waits.
    Previewed(Box<Previewed>),
    /// What was found ahead of the reader.
    Ahead(Box<Ahead>),
    /// News of the pages whose label is in doubt.
    Doubts(Box<DoubtsNews>),
    /// What a way to find seeds found.
    Seeds(Box<SeedsNews>),
    /// The text of a page, as [`ToWorker::Why`] asked for it.
    Why(Box<PageText>),
    /// News of comparisons.
    Compare(Box<CompareNews>),
    /// News of models.
    Models(Box<ModelsNews>),
    /// News of the crawls that are kept.
    Library(Box<LibraryNews>),
    /// The page that the reader was asked for last, or why there is none.
    Read {
        /// The reading's number.
        number: u32,
        /// The page.
        read: Result<Box<Reading>, Unread>,
    },
    /// News of the trails to learn from.
    Trails(Box<TrailsNews>),
    /// The address of the answer that is about to be read: what a worker that dies now died of.
    Reading(String),
    /// What happened since the last batch; at most one an animation frame.
    Batch(Box<Batch>),
    /// The worker came to an end that should not be. It takes no more messages: end it and start another one.
    Panicked {
        /// What happened, for the log and for whoever reports it.
        message: String,
    },
}

/// A crawl that was taken up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Its id.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// Its plan as it is now, without the rules of its scope.
    #[serde(with = "plan::ToldPlan")]
    pub plan: Plan,
    /// Nothing but the hosts of the seeds is followed.
    pub stay: bool,
    /// Where its pages come from.
    pub source: Source,
    /// The strategy with which it began, where another one took its place and that is known.
    pub first: Option<Method>,
    /// Another tab is at it: this one only shows what there was when it was opened, and takes over when that one is closed.
    pub elsewhere: bool,
}

/// A page that ended the worker when it was read, more than once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// Its address, as it was asked for.
    pub url: String,
    /// What happened, in a sentence.
    pub reason: String,
}

impl Suspect {
    /// What the crawl is told instead of its answer.
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
    pub taxonomy: Taxonomy,
    /// What was left out and why, each in a sentence.
    pub complaints: Vec<String>,
}

/// Writes a message down for the other side. Whole numbers are written as large ones where their type has room for such: a number that a
/// browser's own cannot hold exactly, as stands in a file of anybody, is told and not refused.
pub fn written<T: Serialize>(message: &T) -> Result<JsValue, serde_wasm_bindgen::Error> {
    let exact = serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(true);
    message.serialize(&exact)
}

/// A query with seeds that can be tried at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// What it is about.
    pub title: String,
    /// What a person would type.
    pub query: String,
    /// Where to start.
    pub seeds: Vec<String>,
    /// Pages to learn the topic from.
    pub examples: Vec<String>,
}

/// Something wrong with one field of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The field's name in [`Plan`]; a strategy's parameter is `params.<name>`, and where pages come from is `source`.
    pub field: String,
    /// What to do, in a sentence.
    pub message: String,
}

/// What happened since the last batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// Where the crawl stands now.
    pub progress: Progress,
    /// What happened, in order. Every page is told; of many refusals for one reason only some are, and the rest is in
    /// [`Progress::refusals`].
    pub notes: Vec<Note>,
    /// Pages a second over the last seconds.
    pub rate: f64,
    /// What keeps pages from coming in right now, in a sentence that says what to do. The crawl goes on by itself when it is over.
    pub trouble: Option<String>,
    /// What else is watched.
    pub sight: Sight,
}
