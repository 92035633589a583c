//! Holds the context that all services share: messages to the page, the webs, the database, and the visible crawl.

use super::browser::clock;
use super::crawl::CrawlObserver;
use super::crawl::driver::Driver;
use super::crawl::restore::restore;
use super::sources::language_data::{LanguageDataLoader, LoadError, StarterTopics};
use super::sources::{
    Demo, Direct, Fetcher, LazyDemoWeb, NetworkReports, OpenRecording, Proxy, Recorded, Several, SourceResponse,
    asset_address,
};
use super::storage::crawl_store::CrawlStore;
use super::storage::database::{Database, SavedCrawl, StorageError};
use super::storage::lock::{self, Lock};
use engine::crawl::Crawl;
use engine::fetch::FetchRequest;
use engine::lexicon::Lexicon;
use engine::strategy::{self, Assets, CodePart, Entry, FindMake, LoadedCode, code};
use engine::vectors::WordVectors;
use futures_util::future::{OptionFuture, join3};
use protocol::chunk;
use protocol::chunk::ChunkError;
use protocol::{Batch, Source, ToPage};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::direct::DirectOptions;
use types::report::Millis;
use types::spec::StrategySpec;
use types::url::CanonicalUrl;

/// Posts a message to the page.
pub(crate) type Post = Rc<dyn Fn(&ToPage)>;

// The code of strategies, in chunks: one for each part that not every crawl needs.
chunk!(adaptive: fn adaptive_code() -> FindMake {
    let find: FindMake = code::adaptive;
    find
});
chunk!(population: fn population_code() -> FindMake {
    let find: FindMake = code::population;
    find
});
chunk!(rewards: fn rewards_code() -> FindMake {
    let find: FindMake = code::rewards;
    find
});
chunk!(semantic: fn semantic_code() -> FindMake {
    let find: FindMake = code::semantic;
    find
});
chunk!(trained: fn trained_code() -> FindMake {
    let find: FindMake = code::trained;
    find
});

/// A strategy that is loaded as far as possible.
#[derive(Debug)]
pub(crate) struct LoadedStrategy {
    /// The strategy, without the data that could not be loaded.
    pub(crate) spec: StrategySpec,
    /// The data that it can do without and that could not be loaded.
    pub(crate) missing: Vec<LoadError>,
}

impl LoadedStrategy {
    /// Returns the missing data with cause and consequence, in sentences; `None` if all are loaded.
    pub(crate) fn problem(&self) -> Option<String> {
        let sentences: Vec<String> = self.missing.iter().map(LoadError::consequence).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

/// The milliseconds after which a robots.txt that was requested before its crawl is requested again.
const EARLY_ROBOTS_MS: u64 = 600_000;

/// A robots.txt that is requested before a crawl for its start: while the query is typed, or while seeds are searched.
pub(crate) struct EarlyRobots {
    pub(crate) source: Source,
    pub(crate) request: FetchRequest,
    /// The response; `None` before it comes.
    pub(crate) reply: Option<SourceResponse>,
    /// The time of the response, or of the request before it.
    pub(crate) at: Millis,
}

impl EarlyRobots {
    /// Returns whether a crawl of this source may still use it.
    pub(crate) fn is_fit(&self, source: &Source) -> bool {
        self.source == *source && clock::now().abs_diff(self.at) < EARLY_ROBOTS_MS
    }
}

/// Everything that the services of one worker share.
pub(crate) struct Context {
    post: Post,
    pub(crate) demo: LazyDemoWeb,
    pub(crate) lexicon: Rc<LanguageDataLoader<Lexicon>>,
    pub(crate) vectors: Rc<LanguageDataLoader<WordVectors>>,
    pub(crate) starter_topics: StarterTopics,
    /// The loaded code of strategies.
    code: Cell<LoadedCode>,
    pub(crate) crawls: CrawlStore,
    pub(crate) recording: OpenRecording,
    /// The browser's reports of requests to the extension; `None` in a web page.
    network_reports: Option<Rc<NetworkReports>>,
    /// The crawl that the page shows.
    pub(crate) driver: RefCell<Option<Rc<Driver>>>,
    pub(crate) early_robots: RefCell<Vec<EarlyRobots>>,
    /// A crawl is about to start, and waits for the lexicon or its proxy.
    pub(crate) is_starting: Cell<bool>,
    /// True while a model is being trained.
    pub(crate) is_training: Cell<bool>,
    /// Returns whether crawls of a comparison run; set by the service of comparisons once it is loaded.
    pub(crate) comparing: RefCell<Option<Rc<dyn Fn() -> bool>>>,
    /// Stops the revisit; set by the service of revisits once it is loaded.
    pub(crate) revisit_stop: RefCell<Option<Rc<dyn Fn()>>>,
    /// The id of the crawl that is being revisited, until all visits are saved.
    pub(crate) revisiting: RefCell<Option<String>>,
}

/// Shows a crawl in the page. It does not hold the context, which holds the crawl.
pub(crate) struct PageObserver(Post);

impl CrawlObserver for PageObserver {
    fn on_batch(&self, batch: Batch) {
        (self.0)(&ToPage::Batch(Box::new(batch)));
    }

    fn on_parsing(&self, url: &str) {
        (self.0)(&ToPage::Parsing(url.to_owned()));
    }

    fn on_saved(&self, id: String) {
        (self.0)(&ToPage::Kept(Ok(id)));
    }
}

impl Context {
    /// Creates a context that posts messages with `post` and loads the lexicon from this address.
    pub(crate) fn new(post: Post, lexicon: Option<String>) -> Rc<Self> {
        let progress = Rc::clone(&post);
        let progress: Rc<dyn Fn(_)> = Rc::new(move |load| progress(&ToPage::Loading(load)));
        Rc::new(Self {
            post,
            demo: LazyDemoWeb::default(),
            lexicon: LanguageDataLoader::new(lexicon, Rc::clone(&progress)),
            vectors: LanguageDataLoader::new(asset_address("salticidVectors"), progress),
            starter_topics: StarterTopics::default(),
            code: Cell::new(strategy::core_code()),
            crawls: CrawlStore::default(),
            recording: OpenRecording::default(),
            network_reports: NetworkReports::open(),
            driver: RefCell::default(),
            early_robots: RefCell::default(),
            is_starting: Cell::new(false),
            is_training: Cell::new(false),
            comparing: RefCell::default(),
            revisit_stop: RefCell::default(),
            revisiting: RefCell::default(),
        })
    }

    /// Posts a message to the page.
    pub(crate) fn send(&self, message: &ToPage) {
        (self.post)(message);
    }

    /// Returns the observer of a crawl that the page shows.
    pub(crate) fn page_observer(&self) -> PageObserver {
        PageObserver(Rc::clone(&self.post))
    }

    /// Returns the loaded assets of strategies.
    pub(crate) fn assets(&self) -> Assets {
        Assets {
            code: self.code.get(),
            lexicon: self.lexicon.loaded(),
            vectors: self.vectors.loaded(),
            starter: self.starter_topics.topics(),
        }
    }

    /// Returns whether the code and the language data that a strategy needs are loaded.
    pub(crate) fn has_assets(&self, spec: &StrategySpec) -> bool {
        let has_data = |entry: &Entry| self.assets().has_language_data(entry.needs_with(&spec.params));
        strategy::find(&spec.id).is_none_or(has_data)
            && strategy::code_part(&spec.id).is_none_or(|part| self.code.get().has(part))
    }

    /// Rebuilds a saved crawl after its last event, without locking it.
    pub(crate) async fn rebuild(&self, kept: &SavedCrawl) -> Result<Crawl, StorageError> {
        let plan = &kept.card.plan;
        if plan.relevance.requires_vectors() {
            let loaded = self.vectors.load().await;
            loaded.map_err(|error| StorageError::Unreadable(error.for_relevance()))?;
        }
        let assets = self.load_assets([&plan.strategy]).await.map_err(StorageError::Unreadable)?;
        restore(kept, &assets, &|| self.send(&ToPage::Working)).await
    }

    /// Loads the code and the language data that these strategies need, and returns the loaded assets. The error is the
    /// reason and the remedy as a sentence if something could not be loaded.
    pub(crate) async fn load_assets<'a>(
        &self,
        strategies: impl IntoIterator<Item = &'a StrategySpec>,
    ) -> Result<Assets, String> {
        for spec in strategies {
            let loaded = self.load_available(spec).await?;
            if let Some(error) = loaded.missing.first() {
                return Err(error.to_string());
            }
        }
        Ok(self.assets())
    }

    /// Loads the code of a strategy and the language data that it uses, all at once. One that can do without data that
    /// could not be loaded is returned without them. The error is the reason and the remedy as a sentence if something
    /// that the strategy requires could not be loaded.
    pub(crate) async fn load_available(&self, spec: &StrategySpec) -> Result<LoadedStrategy, String> {
        let mut loaded = LoadedStrategy { spec: spec.clone(), missing: Vec::new() };
        let Some(entry) = strategy::find(&spec.id) else {
            return Ok(loaded);
        };
        let needs = entry.needs_with(&spec.params);
        let lexicon = OptionFuture::from(needs.lexicon.then(|| self.lexicon.load()));
        let vectors = OptionFuture::from(needs.vectors.then(|| self.vectors.load()));
        let (code, lexicon, vectors) = join3(self.load_code(&spec.id), lexicon, vectors).await;
        code?;
        loaded.missing.extend(lexicon.and_then(Result::err));
        loaded.missing.extend(vectors.and_then(Result::err));
        let Some(error) = loaded.missing.first() else {
            return Ok(loaded);
        };
        match entry.with_available_data(spec, &self.assets()) {
            Some(spec) => loaded.spec = spec,
            None => return Err(error.to_string()),
        }
        Ok(loaded)
    }

    /// Loads the code of a strategy. The error is the reason and the remedy as a sentence.
    pub(crate) async fn load_code(&self, id: &str) -> Result<(), String> {
        let part = strategy::code_part(id).filter(|part| !self.code.get().has(*part));
        if let Some(part) = part {
            let find = match part {
                CodePart::Baseline => Ok(code::baseline as FindMake),
                CodePart::Content => Ok(code::content as FindMake),
                CodePart::Adaptive => adaptive_code().await,
                CodePart::Population => population_code().await,
                CodePart::Rewards => rewards_code().await,
                CodePart::Semantic => semantic_code().await,
                CodePart::Trained => trained_code().await,
            };
            self.code.set(self.code.get().with(part, find.map_err(ChunkError::sentence)?));
        }
        Ok(())
    }

    /// Opens the database, or returns the open one.
    pub(crate) async fn store(&self) -> Result<Rc<Database>, StorageError> {
        self.crawls.store().await
    }

    /// Creates a fetcher for a source. Each fetcher can be aborted separately.
    pub(crate) fn fetcher(&self, source: &Source) -> Fetcher {
        match source {
            Source::Demo => Fetcher::Demo(Demo::new(self.demo.clone())),
            Source::Direct => self.direct(DirectOptions::default()),
            Source::DirectWith(options) => self.direct(options.clone()),
            Source::Recorded | Source::RecordedIn(_) => Fetcher::Recorded(Recorded::new(self.recording.get())),
            Source::Proxy => Fetcher::Proxy(Proxy::at("")),
            Source::ProxyAt(address) => Fetcher::Proxy(Proxy::at(address.as_str())),
        }
    }

    fn direct(&self, options: DirectOptions) -> Fetcher {
        Fetcher::Direct(Direct::new(self.network_reports.clone(), options))
    }

    /// Creates a fetcher for pages that each have a source.
    pub(crate) fn fetcher_of(&self, pages: BTreeMap<CanonicalUrl, &Source>) -> Fetcher {
        let mut sources: Vec<&Source> = Vec::new();
        let mut places = BTreeMap::new();
        for (url, source) in pages {
            let known = sources.iter().position(|one| *one == source);
            places.insert(url, known.unwrap_or(sources.len()));
            if known.is_none() {
                sources.push(source);
            }
        }
        match sources.as_slice() {
            [] => self.fetcher(&Source::default()),
            [only] => self.fetcher(only),
            several => Fetcher::Several(Several::new(several.iter().map(|one| self.fetcher(one)).collect(), places)),
        }
    }

    /// Returns the crawl that the page shows.
    pub(crate) fn driver(&self) -> Option<Rc<Driver>> {
        self.driver.borrow().clone()
    }

    /// Returns the visible crawl if it has this id.
    pub(crate) fn driver_of(&self, id: &str) -> Option<Rc<Driver>> {
        self.driver().filter(|driver| driver.writer_of(id).is_some())
    }

    /// Returns whether a crawl, a training or a revisit is running, for which the look-ahead waits.
    pub(crate) fn is_busy(&self) -> bool {
        let crawls = self.driver().is_some_and(|driver| driver.phase().is_fetching());
        let is_revisiting = self.revisiting.borrow().is_some();
        crawls || self.is_starting.get() || self.is_training.get() || is_revisiting
    }

    /// Fails while a crawl, a training, a revisit or a comparison is running. The error is the end of a sentence.
    pub(crate) fn check_idle(&self) -> Result<(), String> {
        if self.is_busy() || self.is_comparing() {
            return Err("a crawl, a training or a comparison is running: pause it, then retry".to_owned());
        }
        Ok(())
    }

    /// Stops the revisit, if one runs: a crawl, a training or a comparison begins.
    pub(crate) fn stop_revisit(&self) {
        let stop = self.revisit_stop.borrow().clone();
        if let Some(stop) = stop {
            stop();
        }
    }

    /// Returns whether crawls of a comparison run.
    pub(crate) fn is_comparing(&self) -> bool {
        let comparing = self.comparing.borrow().clone();
        comparing.is_some_and(|comparing| comparing())
    }

    /// Returns whether this worker revisits the crawl of this id.
    pub(crate) fn is_revisiting(&self, id: &str) -> bool {
        self.revisiting.borrow().as_deref() == Some(id)
    }

    /// Locks a crawl. Fails with [`StorageError::Revisiting`] if this worker revisits it, [`StorageError::Elsewhere`]
    /// if another worker has it.
    pub(crate) async fn lock(&self, id: &str) -> Result<Lock, StorageError> {
        let lock = lock::take(id, false).await;
        lock.ok_or_else(|| if self.is_revisiting(id) { StorageError::Revisiting } else { StorageError::Elsewhere })
    }
}
