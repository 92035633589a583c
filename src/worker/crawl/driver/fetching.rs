//! Starts the fetches of a crawl, and repeats those that were in flight when it was saved.

use super::{Driver, Fetched};
use engine::event::{Command, EventKind};
use engine::fetch::{FetchRequest, FetchResponse};
use std::rc::Rc;
use types::failure::Failure;
use types::report::Validators;
use wasm_bindgen_futures::spawn_local;

impl Driver {
    /// Repeats the requests that were in flight, unless the crawl is paused.
    pub(super) fn repeat_held(self: &Rc<Self>) {
        if !self.phase().is_fetching() {
            return;
        }
        for command in self.held.take() {
            if let Command::Fetch(request) = command {
                self.fetch(request);
            }
        }
    }

    /// Starts a fetch, unless the response is in the cache or the page must not be fetched.
    pub(super) fn fetch(self: &Rc<Self>, request: FetchRequest) {
        let driver = Rc::clone(self);
        let fetcher = Rc::clone(&self.fetcher.borrow());
        spawn_local(async move {
            if let Some(response) = driver.get(&request) {
                return driver.step(EventKind::Fetched(request.id, response));
            }
            let result = match driver.quarantined(&request) {
                Some(failure) => Err(failure),
                None => fetcher.fetch_if(&request, &driver.known(&request)).await,
            };
            // A response to a fetcher that was replaced belongs to the time before the crawl ended.
            if Rc::ptr_eq(&fetcher, &driver.fetcher.borrow()) {
                driver.on_fetched(Fetched { request, result });
            }
        });
    }

    fn get(&self, request: &FetchRequest) -> Option<FetchResponse> {
        self.cache.as_ref()?.get(request)
    }

    fn known(&self, request: &FetchRequest) -> Validators {
        let cache = self.cache.as_ref();
        cache.map_or_else(Validators::default, |cache| cache.validators(request))
    }

    /// Returns the failure of a request for a page that has crashed workers.
    fn quarantined(&self, request: &FetchRequest) -> Option<Failure> {
        let suspects = self.suspects.borrow();
        let mut suspects = suspects.iter();
        let suspect = suspects.find(|suspect| suspect.url == request.address())?;
        Some(suspect.failure())
    }
}
