//! Finds seeds: runs the searches of [`engine::seeds`] through the chosen source, all providers concurrently.
//!
//! A search is limited in time and in requests, and ends when another one begins. It runs beside a crawl. The engine decides what is
//! requested and how responses are read.

mod library;
mod search;

use crate::protocol::ToPage;
use crate::protocol::seeds::{SeedSearch, SeedsEvent, SeedsRequest};
use crate::worker::browser::blob;
use crate::worker::context::Context;
use crate::worker::services::library::LibraryService;
use crate::worker::sources::Fetcher;
use engine::seeds::{SeedInputs, SeedsError};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::limits::BOOKMARK_BYTES;
use types::seeds::Findings;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// Searches for seeds.
pub(crate) struct SeedService {
    context: Rc<Context>,
    library: Rc<LibraryService>,
    /// The number of the latest search; results of others are dropped.
    latest: Cell<u32>,
    /// Providers that have not answered.
    left: Cell<u32>,
    /// The fetchers of the search under way.
    fetchers: RefCell<Vec<Rc<Fetcher>>>,
}

impl SeedService {
    pub(crate) fn new(context: &Rc<Context>, library: &Rc<LibraryService>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            library: Rc::clone(library),
            latest: Cell::new(0),
            left: Cell::new(0),
            fetchers: RefCell::default(),
        })
    }

    /// Carries out a message. Each search has a fetcher of its own.
    pub(crate) fn on_message(self: &Rc<Self>, message: SeedsRequest) {
        self.stop();
        let (seed_search, file) = match message {
            SeedsRequest::Find(seed_search) => (seed_search, None),
            SeedsRequest::FindInFile { seed_search, file } => (seed_search, Some(file)),
            SeedsRequest::Stop => return,
        };
        self.latest.set(seed_search.number);
        let count = engine::count(seed_search.providers.len());
        self.left.set(count);
        for provider in seed_search.providers.clone() {
            let fetcher = Rc::new(self.context.fetcher(&seed_search.source));
            self.fetchers.borrow_mut().push(Rc::clone(&fetcher));
            let (seeds, seed_search, file) = (Rc::clone(self), seed_search.clone(), file.clone());
            spawn_local(async move {
                let found = seeds.find(&provider, &seed_search, file, &fetcher).await;
                seeds.send(seed_search.number, provider, found);
            });
        }
    }

    /// Ends the search under way. Nothing is sent.
    fn stop(&self) {
        self.latest.set(0);
        for fetcher in self.fetchers.take() {
            fetcher.abort();
        }
    }

    fn is_wanted(&self, number: u32) -> bool {
        self.latest.get() == number
    }

    fn send(&self, number: u32, provider: String, found: Result<Findings, SeedsError>) {
        if !self.is_wanted(number) {
            return;
        }
        self.left.set(self.left.get().saturating_sub(1));
        self.context.send(&ToPage::Seeds(Box::new(SeedsEvent {
            number,
            provider,
            found: found.map_err(|error| error.to_string()),
            left: self.left.get(),
        })));
    }

    async fn find(
        &self,
        provider: &str,
        seed_search: &SeedSearch,
        file: Option<Blob>,
        fetcher: &Rc<Fetcher>,
    ) -> Result<Findings, SeedsError> {
        let entry = engine::seeds::find(provider);
        let entry = entry.ok_or_else(|| SeedsError::Unknown(provider.to_owned()))?;
        let inputs = SeedInputs {
            query: seed_search.query.clone(),
            address: seed_search.address.clone(),
            text: seed_search.text.clone(),
            file: match file {
                Some(file) => read(&file).await?,
                None => Vec::new(),
            },
        };
        self.search(entry, &inputs, seed_search, fetcher).await
    }
}

/// Reads a file, and one byte more than the limit if it is longer.
async fn read(file: &Blob) -> Result<Vec<u8>, SeedsError> {
    let most = BOOKMARK_BYTES + 1;
    let head = file.slice_with_f64_and_f64(0.0, most as f64);
    let head = head.unwrap_or_else(|_| file.clone());
    let bytes = blob::read(&head).await;
    bytes.map_err(|_| SeedsError::Unreached("Could not read the file. Choose it again.".to_owned()))
}
