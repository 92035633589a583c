//! Collects the data that need no fetch: the interests, the page being read, and saved pages linked from it.
//!
//! Browsed pages that are not saved, such as bookmarks that were never opened here, are not fetched, because that would be a separate
//! crawl.

use super::{DEPTH, KNOWN_MS, LookAheadService, PAGES};
use crate::protocol::ahead::{BROWSED_PAGES, LookAheadStart};
use crate::worker::browser::clock;
use crate::worker::storage::database::Database;
use engine::fetch::FetchResponse;
use engine::topic::Interests;
use std::collections::{BTreeMap, BTreeSet};
use types::url::CanonicalUrl;

/// Pages that need not be fetched.
type Known = BTreeMap<CanonicalUrl, FetchResponse>;

impl LookAheadService {
    /// Returns the interests, and pages that need not be fetched; `None` if nothing is known about the interests.
    pub(super) async fn known(&self, look: &LookAheadStart) -> Option<(Interests, Known)> {
        let mut known = Known::new();
        let store = self.context.store().await.ok();
        let shown = self.reader.shown(&look.url);
        known.extend(shown.map(|response| (look.url.clone(), response)));
        let mut browsed: Vec<(CanonicalUrl, f64)> = Vec::new();
        for page in look.read.iter().take(BROWSED_PAGES) {
            let Ok(url) = CanonicalUrl::parse(&page.url) else {
                continue;
            };
            if !known.contains_key(&url)
                && let Some(store) = &store
                && let Ok(Some(kept)) = store.reading(&url).await
            {
                known.insert(url.clone(), kept.response);
            }
            browsed.push((url, page.weight));
        }
        let pages = browsed.iter().filter_map(|(url, weight)| Some((known.get(url)?.document()?, *weight)));
        let interests = Interests::of(pages);
        if interests.is_empty() {
            return None;
        }
        if let Some(store) = &store {
            behind(store, look, &mut known).await;
        }
        Some((interests, known))
    }
}

/// Adds recently saved pages linked from the one being read, with the same source, in the order in which they would be fetched.
async fn behind(store: &Database, look: &LookAheadStart, known: &mut Known) {
    let since = clock::now().saturating_sub(KNOWN_MS);
    let kept = store.readings_since(since).await.unwrap_or_default();
    let mut seen = BTreeSet::from([look.url.clone()]);
    let mut layer = vec![look.url.clone()];
    let mut room = PAGES;
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        let linked: Vec<CanonicalUrl> = layer.iter().flat_map(|url| links(known.get(url))).collect();
        for url in linked {
            if room == 0 || !kept.contains(url.as_str()) || !seen.insert(url.clone()) {
                continue;
            }
            if let Ok(Some(reading)) = store.reading(&url).await
                && reading.source == look.source
            {
                known.insert(url.clone(), reading.response);
                next.push(url);
                room -= 1;
            }
        }
        layer = next;
    }
}

fn links(response: Option<&FetchResponse>) -> Vec<CanonicalUrl> {
    let page = response.and_then(FetchResponse::document);
    page.map(|page| page.links.iter().map(|link| link.url.clone()).collect()).unwrap_or_default()
}
