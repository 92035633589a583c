//! Loads the lexicon, the word vectors and the starter topics, each when it is first needed, and keeps them for the
//! worker's lifetime.
//!
//! Concurrent requests wait for the same load. A failed load leaves no state, so the next one starts again. The file's
//! name contains a digest of its content, so a new build never reads an old file from a cache. Its checksum detects
//! damage. If the server declares a content coding, the browser decompresses the file; its first bytes show whether it
//! did. The browser's cache stores the file.

use super::{Cancellation, asset_address};
use crate::browser::byte_stream::ByteStream;
use crate::browser::clock;
use crate::browser::gzip::{self, GzipError};
use engine::lexicon::{Lexicon, LexiconError};
use engine::vectors::WordVectors;
use futures_util::FutureExt as _;
use futures_util::future::Shared;
use gloo_net::http::{Request, Response};
use gloo_timers::callback::Timeout;
use protocol::chunk::LocalFuture;
use protocol::{LanguageData, LoadProgress};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use types::limits::LEXICON_BYTES;
use types::report::Millis;
use types::taxonomy::Taxonomy;
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortSignal;

/// The milliseconds without a byte after which a load is canceled.
const STALL_MS: u32 = 30_000;
/// The most milliseconds of a load: a megabyte at two kilobytes per second.
const LOAD_MS: u32 = 600_000;
/// The milliseconds after which what has arrived shows how long a load takes.
const PROBE_MS: u64 = 500;

/// The data, or the reason that it is missing.
type Loaded<T> = Result<Arc<T>, LoadError>;

/// The reason that data could not be loaded. As text it is a sentence with the remedy, for a strategy that needs them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "Could not load {}, which this strategy needs: {why}. Try again, or choose another strategy.",
    data.name()
)]
pub(crate) struct LoadError {
    data: LanguageData,
    why: String,
}

impl LoadError {
    /// Returns the reason, as part of a sentence.
    pub(crate) fn why(&self) -> &str {
        &self.why
    }

    /// Returns the reason and the remedy for a crawl that judges pages by meaning, in a sentence.
    pub(crate) fn for_relevance(&self) -> String {
        let (data, why) = (self.data.name(), &self.why);
        format!(
            "Could not load {data}, which relevance by meaning needs: {why}. Try again, or choose relevance by words."
        )
    }

    /// Returns the cause and the consequence for a crawl that does without the data, in a sentence.
    pub(crate) fn consequence(&self) -> String {
        let why = &self.why;
        match self.data {
            LanguageData::WordNet => {
                format!("WordNet could not be loaded ({why}): this crawl compares words without it.")
            }
            LanguageData::WordVectors => {
                format!("Word vectors could not be loaded ({why}): this crawl compares words without them.")
            }
        }
    }
}

/// Reports the progress of a load.
type Progress = Rc<dyn Fn(LoadProgress)>;

/// Data that one file holds.
pub(crate) trait FileContent: Sized + 'static {
    /// Names it in messages.
    const NAME: LanguageData;

    /// Reads it from the decompressed bytes.
    fn read(bytes: &[u8]) -> Result<Self, LexiconError>;
}

impl FileContent for Lexicon {
    const NAME: LanguageData = LanguageData::WordNet;

    fn read(bytes: &[u8]) -> Result<Self, LexiconError> {
        Self::read(bytes)
    }
}

impl FileContent for WordVectors {
    const NAME: LanguageData = LanguageData::WordVectors;

    fn read(bytes: &[u8]) -> Result<Self, LexiconError> {
        Self::read(bytes)
    }
}

/// Loads and holds the data of one file.
pub(crate) struct LanguageDataLoader<T> {
    address: Option<String>,
    progress: Progress,
    loaded: RefCell<Option<Arc<T>>>,
    /// The current load, for which all requests wait.
    loading: RefCell<Option<Shared<LocalFuture<Loaded<T>>>>>,
    /// The time at which it began.
    began: Cell<Millis>,
    /// The share of the file that has arrived, in 0..=1; `None` while its length is unknown.
    share: Cell<Option<f64>>,
}

impl<T: FileContent> LanguageDataLoader<T> {
    /// Creates a loader for the file at `address`; `None` if the build has none.
    pub(crate) fn new(address: Option<String>, progress: Progress) -> Rc<Self> {
        Rc::new(Self {
            address,
            progress,
            loaded: RefCell::default(),
            loading: RefCell::default(),
            began: Cell::default(),
            share: Cell::default(),
        })
    }

    /// Returns the data if they are loaded.
    pub(crate) fn loaded(&self) -> Option<Arc<T>> {
        self.loaded.borrow().clone()
    }

    /// Loads the data, or returns the loaded ones. The error is the reason that they could not be loaded.
    pub(crate) async fn load(self: &Rc<Self>) -> Loaded<T> {
        if let Some(data) = self.loaded() {
            return Ok(data);
        }
        let loading = self.loading.borrow().clone();
        loading.unwrap_or_else(|| self.begin()).await
    }

    /// Returns whether the current load will probably end later than this, in milliseconds from its begin, by the share
    /// of the file that has arrived.
    pub(crate) fn is_late(&self, most_ms: u32) -> bool {
        let ms = clock::now().abs_diff(self.began.get());
        let share = self.share.get().filter(|_| ms >= PROBE_MS).unwrap_or(1.0);
        self.loading.borrow().is_some() && ms as f64 >= f64::from(most_ms) * share
    }

    /// Begins a load, which continues when nobody waits for it any longer.
    fn begin(self: &Rc<Self>) -> Shared<LocalFuture<Loaded<T>>> {
        let loader = Rc::clone(self);
        let load: LocalFuture<Loaded<T>> = Box::pin(async move {
            let data = loader.get().await;
            loader.loaded.replace(data.as_ref().ok().cloned());
            loader.loading.take();
            data
        });
        let load = load.shared();
        self.loading.replace(Some(load.clone()));
        self.began.set(clock::now());
        spawn_local(load.clone().map(drop));
        load
    }

    async fn get(&self) -> Loaded<T> {
        let address = self.address.as_ref().ok_or_else(|| Self::error("not included in this build of the app"))?;
        let packed = self.fetch(address).await.map_err(|why| Self::error(&why))?;
        let plain = if packed.starts_with(gzip::MAGIC) {
            let plain = gzip::decompress(packed, LEXICON_BYTES).await;
            plain.map_err(|why| {
                Self::error(match why {
                    GzipError::Unsupported => "this browser is too old to decompress it",
                    GzipError::Damaged | GzipError::TooLong => DAMAGED,
                })
            })?
        } else {
            packed
        };
        let data = T::read(&plain).map_err(|_| Self::error(DAMAGED))?;
        Ok(Arc::new(data))
    }

    /// Downloads the file and reports progress.
    async fn fetch(&self, address: &str) -> Result<Vec<u8>, String> {
        let cancellation = Rc::new(Cancellation::new());
        let signal = cancellation.signal(LOAD_MS);
        let mut alarm = stall_alarm(&cancellation);
        self.report(0, None);
        let request = Request::get(address).abort_signal(Some(&signal));
        let response = request.send().await.map_err(|_| AWAY.to_owned())?;
        if !response.ok() {
            return Err(format!("its server responded with status {}", response.status()));
        }
        let (pieces, length) = (ByteStream::new(response.body().as_ref()), length(&response));
        let mut bytes = Vec::new();
        while pieces.append_to(&mut bytes).await.map_err(|_| AWAY)? {
            if bytes.len() > LEXICON_BYTES {
                return Err(DAMAGED.to_owned());
            }
            alarm = stall_alarm(&cancellation);
            let got = engine::count(bytes.len());
            // The header counts compressed bytes, so it is useless if the browser decompresses.
            let all = length.filter(|_| bytes.starts_with(gzip::MAGIC));
            self.report(got, all);
        }
        drop(alarm);
        Ok(bytes)
    }

    fn report(&self, got: u32, all: Option<u32>) {
        let what = T::NAME;
        self.share.set(all.map(|all| f64::from(got) / f64::from(all.max(1))));
        (self.progress)(LoadProgress { what, got, all });
    }

    fn error(why: &str) -> LoadError {
        LoadError { data: T::NAME, why: why.to_owned() }
    }
}

const AWAY: &str = "its server did not respond, or the connection was lost";
const DAMAGED: &str = "the download was damaged";

/// Cancels the load, unless the timer is dropped in time.
fn stall_alarm(cancellation: &Rc<Cancellation>) -> Timeout {
    let cancellation = Rc::clone(cancellation);
    Timeout::new(STALL_MS, move || cancellation.cancel())
}

fn length(response: &Response) -> Option<u32> {
    response.headers().get("content-length")?.parse().ok()
}

/// The most milliseconds of loading the starter topics: 31 KB, uncompressed, at one kilobyte per second.
const TOPICS_MS: u32 = 32_000;

/// Loads and holds the starter topics, a file of topics like saved ones.
#[derive(Default)]
pub(crate) struct StarterTopics {
    loaded: RefCell<Option<Arc<Taxonomy>>>,
}

impl StarterTopics {
    /// Returns the topics if they are loaded.
    pub(crate) fn topics(&self) -> Option<Arc<Taxonomy>> {
        self.loaded.borrow().clone()
    }

    /// Loads the topics, or returns the loaded ones. The error is a sentence with the remedy.
    pub(crate) async fn load(&self) -> Result<Arc<Taxonomy>, String> {
        if let Some(topics) = self.topics() {
            return Ok(topics);
        }
        let why = |why| format!("Could not load the starter topics: {why}. Try again, or add folders of your own.");
        let topics = Arc::new(read_topics().await.map_err(why)?);
        self.loaded.replace(Some(Arc::clone(&topics)));
        Ok(topics)
    }
}

async fn read_topics() -> Result<Taxonomy, &'static str> {
    let address = asset_address("salticidTopics").ok_or("this build of the app does not include them")?;
    let signal = AbortSignal::timeout_with_u32(TOPICS_MS);
    let response = Request::get(&address).abort_signal(Some(&signal)).send().await.ok().filter(Response::ok);
    let response = response.ok_or("their server did not respond, or the connection was lost")?;
    let text = response.text().await.map_err(|_| "the connection was lost")?;
    serde_json::from_str(&text).map_err(|_| "the download was damaged")
}
