//! Caches robots.txt files between look-aheads, so that a host is not asked at every page that the person opens. Compares fetched pages
//! with the interests, and saves them as readings.

use super::fits::Fits;
use crate::protocol::Source;
use crate::worker::browser::clock;
use crate::worker::crawl::driver::ResponseCache;
use crate::worker::services::reader::ReaderService;
use crate::worker::storage::database::SavedReaderPage;
use engine::fetch::{FetchRequest, FetchResponse, Purpose};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::limits::ROBOTS_AGE_MS;
use types::report::Millis;

/// The most cached responses, beyond which the cache is cleared. A response has at most half a megabyte, and usually a thousandth of that.
const ANSWERS: usize = 64;

/// The robots.txt responses of a source, by address.
#[derive(Default)]
pub(super) struct Robots {
    source: RefCell<Source>,
    responses: RefCell<BTreeMap<String, (Millis, FetchResponse)>>,
}

impl Robots {
    fn of(&self, address: &str, now: Millis) -> Option<FetchResponse> {
        let responses = self.responses.borrow();
        let (at, response) = responses.get(address)?;
        (now.saturating_sub(*at) < ROBOTS_AGE_MS).then(|| response.clone())
    }

    fn put(&self, address: &str, now: Millis, response: &FetchResponse) {
        let mut responses = self.responses.borrow_mut();
        if responses.len() >= ANSWERS {
            responses.clear();
        }
        responses.insert(address.to_owned(), (now, response.clone()));
    }
}

/// The cache of a look-ahead.
pub(super) struct LookAheadCache {
    robots: Rc<Robots>,
    reader: Rc<ReaderService>,
    source: Source,
    fits: Fits,
}

impl LookAheadCache {
    pub(super) fn new(robots: &Rc<Robots>, reader: &Rc<ReaderService>, source: &Source, fits: Fits) -> Self {
        if robots.source.replace(source.clone()) != *source {
            robots.responses.borrow_mut().clear();
        }
        Self { robots: Rc::clone(robots), reader: Rc::clone(reader), source: source.clone(), fits }
    }
}

impl ResponseCache for LookAheadCache {
    fn get(&self, request: &FetchRequest) -> Option<FetchResponse> {
        if request.purpose != Purpose::Robots {
            return None;
        }
        self.robots.of(request.address(), clock::now())
    }

    fn put(&self, request: &FetchRequest, response: &FetchResponse) {
        let at = clock::now();
        // A host with a temporary error may have a robots.txt soon.
        if request.purpose == Purpose::Robots && response.status < 500 && response.status != 429 {
            self.robots.put(request.address(), at, response);
        }
        let Some(page) = response.document() else {
            return;
        };
        self.fits.add(&request.url, page);
        let reading = SavedReaderPage { at, source: self.source.clone(), response: response.clone() };
        self.reader.save_later(request.url.clone(), reading);
    }
}
