//! Judges the URLs that pages declare as their canonical ones (RFC 6596).
//!
//! Such a URL is another address of the page and is not fetched, unless pages with different texts declare it, as where
//! a site declares one URL for all its pages.

use super::Crawl;
use super::state::UrlState;
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::strategy::UrlChange;
use serde::{Deserialize, Serialize};
use types::report::PageRecord;
use types::url::CanonicalUrl;

/// A URL that was not read when a page declared it as its canonical one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum DeclaredUrl {
    /// An address of that page. Its frontier entry, if it waited.
    Address(Option<FrontierEntry>),
    /// A page of its own, since pages with different texts declare it.
    Page,
}

impl Crawl {
    /// Makes the canonical URL that a page declares a known address of the page, which is not fetched again. Returns
    /// the record of an earlier page with that URL, of which this one is a duplicate.
    ///
    /// Some sites declare one URL for all their pages: a home page is never an address of another page, and once two
    /// pages with different texts declare a URL, it is queued. `from` is the entry of the page if its links are
    /// followed.
    pub(super) fn adopt_canonical(
        &mut self,
        page: UrlId,
        canonical: &CanonicalUrl,
        record: &PageRecord,
        from: Option<&FrontierEntry>,
    ) -> Option<u32> {
        if canonical.path() == "/" && record.url.path() != "/" {
            return None;
        }
        let id = self.state.urls.learn(canonical)?;
        let earlier = self.state.redirects.get(&id).copied();
        match (self.state.url_state(id), self.state.declared.get(&id)) {
            (_, Some(DeclaredUrl::Page)) => {}
            (UrlState::Done(_), _) => return self.state.record_of(id),
            (UrlState::Redirected, Some(_)) if earlier != Some(page) && record.near_duplicate_of.is_none() => {
                self.separate_canonical(id, page, from);
            }
            (UrlState::Redirected, _) => return earlier.and_then(|earlier| self.state.record_of(earlier)),
            (UrlState::Queued, _) if self.state.frontier.get(id).is_some_and(FrontierEntry::is_scored) => {
                let entry = self.state.frontier.drop(id);
                self.strategy.on_url_change(UrlChange::Dropped(id));
                self.merge_canonical(id, page, entry);
            }
            (url_state, _) if url_state.is_open() => self.merge_canonical(id, page, None),
            _ => {}
        }
        None
    }

    /// Makes a canonical URL an address of a page.
    fn merge_canonical(&mut self, id: UrlId, page: UrlId, entry: Option<FrontierEntry>) {
        self.add_address(id, page);
        self.state.declared.insert(id, DeclaredUrl::Address(entry));
    }

    /// Makes a canonical URL a page of its own. It is queued with its earlier entry, or else as a link of the page that
    /// declares it, since links to an address are not followed.
    fn separate_canonical(&mut self, id: UrlId, page: UrlId, from: Option<&FrontierEntry>) {
        let earlier = self.state.declared.insert(id, DeclaredUrl::Page);
        self.state.redirects.remove(&id);
        self.state.set_url_state(id, UrlState::Met);
        let site = self.state.urls.site_of(id);
        let link = from.map(|from| FrontierEntry {
            parent: Some(page),
            depth: from.depth + 1,
            ..FrontierEntry::new(site, from.score.clone())
        });
        let entry = match earlier {
            Some(DeclaredUrl::Address(Some(entry))) => Some(entry),
            _ => link,
        };
        if let Some(entry) = entry.filter(|_| self.may_request(id)) {
            self.push(id, entry);
        }
    }

    /// Records that a URL is another address of a page.
    pub(super) fn add_address(&mut self, url: UrlId, page: UrlId) {
        self.state.redirects.insert(url, page);
        self.state.set_url_state(url, UrlState::Redirected);
    }
}
