//! Tracks failures that may not be the sites' own, because the device may be offline and the browser does not reveal it.
//!
//! A failure counts only after another request has succeeded. Until then it is the same for every crawl of this tab, and is not saved.
//! [`super::live`] sends the requests.

use engine::fetch::FetchRequest;
use std::cell::RefCell;
use std::collections::BTreeMap;
use types::failure::Failure;

/// The number of successive failures after which a known page is requested again.
const IN_A_ROW: usize = 10;

/// Failures after which no request has succeeded.
#[derive(Default)]
pub(super) struct UnconfirmedFailures {
    /// The failures by address.
    open: RefCell<BTreeMap<String, Failure>>,
    /// The last request that succeeded.
    answered: RefCell<Option<FetchRequest>>,
}

impl UnconfirmedFailures {
    /// Returns the unconfirmed failure of an address.
    pub(super) fn at(&self, address: &str) -> Option<Failure> {
        self.open.borrow().get(address).cloned()
    }

    /// Adds a failure. Returns true if their number requires a check.
    pub(super) fn failed(&self, address: &str, failure: &Failure) -> bool {
        let mut open = self.open.borrow_mut();
        open.insert(address.to_owned(), failure.clone());
        open.len() >= IN_A_ROW
    }

    /// Records a response. Returns the failures that it confirms.
    pub(super) fn answered(&self, request: &FetchRequest) -> BTreeMap<String, Failure> {
        self.known(request);
        self.open.take()
    }

    /// Records a page that is known to have responded.
    pub(super) fn known(&self, request: &FetchRequest) {
        self.answered.replace(Some(request.clone()));
    }

    /// Returns the last request that succeeded.
    pub(super) fn last(&self) -> Option<FetchRequest> {
        self.answered.borrow().clone()
    }

    /// Returns whether all failures are confirmed.
    pub(super) fn is_empty(&self) -> bool {
        self.open.borrow().is_empty()
    }

    /// Drops all unconfirmed failures.
    pub(super) fn forget(&self) {
        self.open.take();
    }
}
