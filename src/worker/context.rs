//! The context that all services share: messages to the page, the webs, the database, and the person's own crawl.

use super::crawl::Post;
use super::crawl::driver::Driver;
use super::sources::lexicon::LexiconLoader;
use super::sources::starter_topics::StarterTopics;
use super::sources::{
    Demo, Direct, Fetcher, NetworkReports, OpenRecording, Proxy, Recorded, Several,
};
use super::storage::crawl_store::CrawlStore;
use super::storage::database::{Database, StorageError};
use super::storage::lock::{self, Lock};
use crate::protocol::{Source, ToPage};
use demo_web::{DEFAULT_SEED, DemoWeb};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;
use types::url::CanonicalUrl;

/// Everything that the services of one worker share.
pub(crate) struct Context {
    post: Post,
    pub(crate) demo: Rc<DemoWeb>,
    pub(crate) lexicon: Rc<LexiconLoader>,
    pub(crate) starter_topics: StarterTopics,
    pub(crate) crawls: CrawlStore,
    pub(crate) recording: OpenRecording,
    /// The browser's reports of requests to the extension; `None` in a web page.
    network_reports: Option<Rc<NetworkReports>>,
    /// The crawl that the person watches.
    pub(crate) driver: RefCell<Option<Rc<Driver>>>,
    /// True while a crawl is about to start and waits, for the lexicon or for its proxy.
    pub(crate) is_starting: Cell<bool>,
    /// True while a model is being trained.
    pub(crate) is_training: Cell<bool>,
    /// The id of the crawl that is being revisited, until all visits are saved.
    pub(crate) revisiting: RefCell<Option<String>>,
}

impl Context {
    /// Creates a context that posts by `post` and loads the lexicon from this address.
    pub(crate) fn new(post: Post, lexicon: Option<String>) -> Rc<Self> {
        let progress = Rc::clone(&post);
        let progress = Rc::new(move |got, all| progress(&ToPage::Loading { got, all }));
        Rc::new(Self {
            post,
            demo: Rc::new(DemoWeb::new(DEFAULT_SEED)),
            lexicon: LexiconLoader::new(lexicon, progress),
            starter_topics: StarterTopics::default(),
            crawls: CrawlStore::default(),
            recording: OpenRecording::default(),
            network_reports: NetworkReports::open(),
            driver: RefCell::default(),
            is_starting: Cell::new(false),
            is_training: Cell::new(false),
            revisiting: RefCell::default(),
        })
    }

    /// Posts a message to the page.
    pub(crate) fn send(&self, message: &ToPage) {
        (self.post)(message);
    }

    /// Returns the way to the page, for what outlives a borrow of this context.
    pub(crate) fn post(&self) -> Post {
        Rc::clone(&self.post)
    }

    /// Opens the database, or returns the open one.
    pub(crate) async fn store(&self) -> Result<Rc<Database>, StorageError> {
        self.crawls.store().await
    }

    /// Creates a fetcher for a source. Each one is aborted on its own.
    pub(crate) fn fetcher(&self, source: &Source) -> Fetcher {
        match source {
            Source::Demo => Fetcher::Demo(Demo::new(Rc::clone(&self.demo))),
            Source::Direct => self.direct(&[]),
            Source::DirectAllowing(allowed) => self.direct(allowed),
            Source::Recorded | Source::RecordedIn(_) => {
                Fetcher::Recorded(Recorded::new(self.recording.get()))
            }
            Source::Proxy => Fetcher::Proxy(Proxy::at("")),
            Source::ProxyAt(address) => Fetcher::Proxy(Proxy::at(address.as_str())),
        }
    }

    fn direct(&self, allowed: &[IpAddr]) -> Fetcher {
        Fetcher::Direct(Direct::new(self.network_reports.clone(), allowed))
    }

    /// Creates a fetcher for pages that each have a source.
    pub(crate) fn fetcher_of(&self, pages: BTreeMap<CanonicalUrl, &Source>) -> Fetcher {
        let mut sources: Vec<&Source> = Vec::new();
        let mut places = BTreeMap::new();
        for (url, source) in pages {
            let known = sources.iter().position(|one| *one == source);
            let at = known.unwrap_or_else(|| {
                sources.push(source);
                sources.len() - 1
            });
            places.insert(url, at);
        }
        match sources.as_slice() {
            [] => self.fetcher(&Source::default()),
            [only] => self.fetcher(only),
            several => {
                let fetchers = several.iter().map(|source| self.fetcher(source)).collect();
                Fetcher::Several(Several::new(fetchers, places))
            }
        }
    }

    /// Returns the crawl that the person watches.
    pub(crate) fn driver(&self) -> Option<Rc<Driver>> {
        self.driver.borrow().clone()
    }

    /// Returns the crawl of this id if it is the one that the person watches.
    pub(crate) fn driver_of(&self, id: &str) -> Option<Rc<Driver>> {
        self.driver()
            .filter(|driver| driver.writer_of(id).is_some())
    }

    /// Returns whether a crawl, a training or a revisit runs; look-ahead waits for these.
    pub(crate) fn is_busy(&self) -> bool {
        let crawls = self
            .driver()
            .is_some_and(|driver| driver.phase().is_fetching());
        let is_revisiting = self.revisiting.borrow().is_some();
        crawls || self.is_starting.get() || self.is_training.get() || is_revisiting
    }

    /// Returns whether this worker revisits the crawl of this id.
    pub(crate) fn is_revisiting(&self, id: &str) -> bool {
        self.revisiting.borrow().as_deref() == Some(id)
    }

    /// Locks a crawl.
    ///
    /// # Errors
    /// [`StorageError::Revisiting`] if this worker revisits it, [`StorageError::Elsewhere`] if another worker has it.
    pub(crate) async fn lock(&self, id: &str) -> Result<Lock, StorageError> {
        let lock = lock::take(id, false).await;
        lock.ok_or_else(|| {
            if self.is_revisiting(id) {
                StorageError::Revisiting
            } else {
                StorageError::Elsewhere
            }
        })
    }
}
