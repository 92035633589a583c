//! Compares the pages of a look-ahead with the interests.

use super::WORDS;
use engine::fetch::FetchResponse;
use engine::html::Document;
use engine::topic::{Fit, Interests};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::url::CanonicalUrl;

/// The interests, and the fit of each page read so far. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Fits {
    interests: Rc<RefCell<Option<Interests>>>,
    pages: Rc<RefCell<BTreeMap<CanonicalUrl, Fit>>>,
}

impl Fits {
    /// Returns the fits of pages that need not be fetched.
    pub(super) fn of(interests: Interests, known: &BTreeMap<CanonicalUrl, FetchResponse>) -> Self {
        let fits = Self::default();
        fits.interests.replace(Some(interests));
        for (url, response) in known {
            if let Some(page) = response.document() {
                fits.add(url, page);
            }
        }
        fits
    }

    /// Compares a page with the interests.
    pub(super) fn add(&self, url: &CanonicalUrl, page: &Document) {
        if let Some(interests) = self.interests.borrow_mut().as_mut() {
            let fit = interests.fit(page, WORDS);
            self.pages.borrow_mut().insert(url.clone(), fit);
        }
    }

    /// Returns the fit of a page; none if it was not read.
    pub(super) fn get(&self, url: &CanonicalUrl) -> Fit {
        self.pages.borrow().get(url).cloned().unwrap_or_default()
    }
}
