//! Failures of live sites that may not be theirs: a device without a network hears nothing from anybody, and a browser does not say which it was.
//!
//! A failure stands as soon as something answers after it. Until then it is the same for every crawl of this tab and is not kept. Left out on purpose:
//! asking anybody, which is the live sites' own ([`super::live`]).

use engine::fetch::{Failure, Order};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Failures in a row after which somebody who answered is asked again.
const IN_A_ROW: usize = 10;

/// Failures that nothing has answered after.
#[derive(Default)]
pub(super) struct Doubts {
    /// By their addresses.
    open: RefCell<BTreeMap<String, Failure>>,
    /// What answered last.
    answered: RefCell<Option<Order>>,
}

impl Doubts {
    /// A failure at this address that is in doubt.
    pub(super) fn at(&self, address: &str) -> Option<Failure> {
        self.open.borrow().get(address).cloned()
    }

    /// An address failed; true where so many did that it has to be looked into.
    pub(super) fn failed(&self, address: &str, failure: &Failure) -> bool {
        let mut open = self.open.borrow_mut();
        open.insert(address.to_owned(), failure.clone());
        open.len() >= IN_A_ROW
    }

    /// Somebody answered: gives the failures that stand by it, which are in doubt no longer.
    pub(super) fn answered(&self, order: &Order) -> BTreeMap<String, Failure> {
        self.known(order);
        self.open.take()
    }

    /// Somebody is known to have answered before.
    pub(super) fn known(&self, order: &Order) {
        self.answered.replace(Some(order.clone()));
    }

    /// Who answered last.
    pub(super) fn last(&self) -> Option<Order> {
        self.answered.borrow().clone()
    }

    /// Nothing is in doubt.
    pub(super) fn is_empty(&self) -> bool {
        self.open.borrow().is_empty()
    }

    /// What was in doubt counts for nothing.
    pub(super) fn forget(&self) {
        self.open.take();
    }
}
