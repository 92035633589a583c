//! Starts the fetches of a crawl, repeats those that were in flight when it was saved, and keeps responses until they are processed.

use super::Driver;
use crate::protocol::Suspect;
use crate::worker::sources::{Fetcher, SourceResponse};
use engine::event::{Command, EventKind};
use engine::fetch::{FetchRequest, FetchResponse};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use types::failure::Failure;
use types::report::Validators;
use wasm_bindgen_futures::spawn_local;

/// The responses of a crawl: the fetcher, and requests and responses that wait.
pub(super) struct Fetching {
    /// The fetcher, which is replaced when a crawl that has ended is changed or continued.
    pub(super) fetcher: RefCell<Rc<Fetcher>>,
    pub(super) cache: Option<Rc<dyn ResponseCache>>,
    /// Pages that are not fetched because they crashed workers.
    pub(super) suspects: RefCell<Vec<Suspect>>,
    /// Requests of a paused crawl that were in flight when it was saved. They are repeated when the person resumes it.
    pub(super) held: RefCell<Vec<Command>>,
    /// Responses that are still to be processed, in order of arrival.
    pub(super) inbox: RefCell<VecDeque<Fetched>>,
}

impl Fetching {
    /// Creates the state of a crawl before its first request.
    pub(super) fn new(fetcher: Fetcher, cache: Option<Rc<dyn ResponseCache>>) -> Self {
        Self {
            fetcher: RefCell::new(Rc::new(fetcher)),
            cache,
            suspects: RefCell::default(),
            held: RefCell::default(),
            inbox: RefCell::default(),
        }
    }
}

/// A cache of responses that a crawl need not fetch.
pub(crate) trait ResponseCache {
    /// Returns the response to a request if it is known.
    fn get(&self, request: &FetchRequest) -> Option<FetchResponse>;
    /// Stores a fetched response.
    fn put(&self, request: &FetchRequest, response: &FetchResponse);
    /// Returns the validators of the known version, for a conditional request.
    fn validators(&self, _request: &FetchRequest) -> Validators {
        Validators::default()
    }
}

/// The result of a fetch.
pub(super) struct Fetched {
    pub(super) request: FetchRequest,
    pub(super) result: Result<SourceResponse, Failure>,
    /// The state of the parse, if there is a response.
    pub(super) parse: Parse,
}

/// The state of the parse of a response.
pub(super) enum Parse {
    /// It is parsed here when it is processed.
    Here,
    /// Another worker has it.
    Elsewhere,
    /// It is parsed.
    Done(Box<FetchResponse>),
}

impl Parse {
    /// Returns true while another worker has the response.
    pub(super) fn is_elsewhere(&self) -> bool {
        matches!(self, Self::Elsewhere)
    }
}

impl Driver {
    /// Repeats the requests that were in flight, unless the crawl is paused.
    pub(super) fn repeat_held(self: &Rc<Self>) {
        if !self.phase().is_fetching() {
            return;
        }
        for command in self.fetching.held.take() {
            if let Command::Fetch(request) = command {
                self.fetch(request);
            }
        }
    }

    /// Starts a fetch, unless the response is in the cache or the page must not be fetched.
    pub(super) fn fetch(self: &Rc<Self>, request: FetchRequest) {
        let driver = Rc::clone(self);
        let fetcher = Rc::clone(&self.fetching.fetcher.borrow());
        spawn_local(async move {
            if let Some(response) = driver.get(&request) {
                return driver.step(EventKind::Fetched(request.id, response));
            }
            let result = match driver.quarantined(&request) {
                Some(failure) => Err(failure),
                None => fetcher.fetch_if(&request, &driver.known(&request)).await,
            };
            // A response to a fetcher that was replaced belongs to the time before the crawl ended.
            if Rc::ptr_eq(&fetcher, &driver.fetching.fetcher.borrow()) {
                driver.on_fetched(Fetched { request, result, parse: Parse::Here });
            }
        });
    }

    fn get(&self, request: &FetchRequest) -> Option<FetchResponse> {
        self.fetching.cache.as_ref()?.get(request)
    }

    fn known(&self, request: &FetchRequest) -> Validators {
        let cache = self.fetching.cache.as_ref();
        cache.map_or_else(Validators::default, |cache| cache.validators(request))
    }

    /// Returns the failure of a request for a page that has crashed workers.
    fn quarantined(&self, request: &FetchRequest) -> Option<Failure> {
        let suspects = self.fetching.suspects.borrow();
        let mut suspects = suspects.iter();
        let suspect = suspects.find(|suspect| suspect.url == request.address())?;
        Some(suspect.failure())
    }
}
