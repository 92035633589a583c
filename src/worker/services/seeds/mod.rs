//! Finds seeds: runs the searches of [`engine::seeds`] through the chosen source, all providers concurrently.
//!
//! A search is limited in time and in requests, and ends when another one starts. It runs concurrently with a crawl. The engine determines
//! the requests and parses the responses.

mod library;
mod search;

use crate::protocol::ToPage;
use crate::protocol::seeds::{SeedSearch, SeedsEvent, SeedsRequest};
use crate::worker::browser::{blob, scope};
use crate::worker::context::Context;
use crate::worker::services::library::LibraryService;
use crate::worker::sources::Fetcher;
use engine::seeds::{SeedInputs, SeedsError};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
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
    /// The number of providers that have not answered.
    left: Cell<u32>,
    /// The findings of the others, by their index in the list of providers.
    found: RefCell<BTreeMap<usize, Findings>>,
    /// The fetchers of the search in progress.
    fetchers: RefCell<Vec<Rc<Fetcher>>>,
}

impl SeedService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            library: LibraryService::new(context),
            latest: Cell::new(0),
            left: Cell::new(0),
            found: RefCell::default(),
            fetchers: RefCell::default(),
        })
    }

    /// Performs a request. Each search has a separate fetcher.
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
        for (place, provider) in seed_search.providers.clone().into_iter().enumerate() {
            let fetcher = Rc::new(self.context.fetcher(&seed_search.source));
            self.fetchers.borrow_mut().push(Rc::clone(&fetcher));
            let (seeds, seed_search, file) = (Rc::clone(self), seed_search.clone(), file.clone());
            spawn_local(async move {
                let found = seeds.find(&provider, &seed_search, file, &fetcher).await;
                seeds.send(&seed_search, place, found);
            });
        }
    }

    /// Ends the search in progress. Nothing is sent.
    fn stop(&self) {
        self.latest.set(0);
        self.found.take();
        for fetcher in self.fetchers.take() {
            fetcher.abort();
        }
    }

    fn is_wanted(&self, number: u32) -> bool {
        self.latest.get() == number
    }

    /// Sends the result of a provider, and the pages of all that have answered, merged.
    fn send(&self, seed_search: &SeedSearch, place: usize, found: Result<Findings, SeedsError>) {
        if !self.is_wanted(seed_search.number) {
            return;
        }
        self.left.set(self.left.get().saturating_sub(1));
        let mut all = self.found.borrow_mut();
        let found = found.map(|findings| {
            let warnings = findings.warnings.clone();
            all.insert(place, findings);
            warnings
        });
        let id = |place: usize| seed_search.providers[place].as_str();
        let lists: Vec<_> = all.iter().map(|(at, found)| (id(*at), found)).collect();
        self.context.send(&ToPage::Seeds(Box::new(SeedsEvent {
            number: seed_search.number,
            provider: id(place).to_owned(),
            found: found.map_err(|error| error.to_string()),
            left: self.left.get(),
            seeds: engine::seeds::merge(&seed_search.query, &lists),
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
            language: scope().navigator().language().unwrap_or_default(),
            address: (seed_search.addresses.get(provider).cloned()).unwrap_or_default(),
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
    bytes.map_err(|_| SeedsError::NoResponse("Could not read the file. Choose it again.".to_owned()))
}
