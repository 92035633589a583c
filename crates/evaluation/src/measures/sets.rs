//! Defines the sets of pages that crawls are judged against: known relevant pages, and the targets among
//! them (Pant §4.2).

use std::collections::BTreeSet;
use types::url::CanonicalUrl;

/// Holds the sets of pages by which a crawl is judged. Strategies never see them.
#[derive(Clone, Debug, Default)]
pub struct RelevanceJudgments {
    /// The pages known to be relevant.
    pub relevant: BTreeSet<CanonicalUrl>,
    /// The relevant pages that count for target recall; seeds are never among them.
    pub targets: BTreeSet<CanonicalUrl>,
}

impl RelevanceJudgments {
    /// Returns true if the page is relevant: a known relevant page or a target.
    pub fn is_relevant(&self, url: &CanonicalUrl) -> bool {
        self.relevant.contains(url) || self.targets.contains(url)
    }

    /// Returns the number of relevant pages.
    pub fn len(&self) -> usize {
        self.relevant.union(&self.targets).count()
    }

    /// Returns the judgments without these pages among the targets. They stay relevant.
    #[must_use]
    pub fn beside<'a>(mut self, pages: impl IntoIterator<Item = &'a CanonicalUrl>) -> Self {
        for url in pages {
            self.exclude_target(url);
        }
        self
    }

    /// Removes a page from the targets. It stays relevant.
    pub(super) fn exclude_target(&mut self, url: &CanonicalUrl) {
        self.relevant.extend(self.targets.take(url));
    }

    /// Returns true if there are no known pages.
    pub fn is_empty(&self) -> bool {
        self.relevant.is_empty() && self.targets.is_empty()
    }
}
