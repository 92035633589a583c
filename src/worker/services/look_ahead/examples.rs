//! Gathers what is known before anything is fetched: the labeled pages to compare with, the page being read, and saved pages behind it.
//!
//! Labeled pages that are not saved, such as bookmarks that were never opened here, are not fetched: that would be a crawl of its own.

use super::{DEPTH, KNOWN_MS, LABELS, LookAheadService, PAGES};
use crate::protocol::ahead::{Label, LookAheadStart};
use crate::worker::browser::clock;
use crate::worker::storage::database::Database;
use engine::fetch::{Content, FetchResponse};
use std::collections::{BTreeMap, BTreeSet};
use types::trails::{Trail, TrailPage, Trails};
use types::url::CanonicalUrl;

/// Pages that need not be fetched.
type Known = BTreeMap<CanonicalUrl, FetchResponse>;

impl LookAheadService {
    /// Returns the labels to compare with, and pages that need not be fetched; `None` if relevant or other pages are missing.
    pub(super) async fn known(&self, look: &LookAheadStart) -> Option<(Trails, Known)> {
        let mut known = Known::new();
        let store = self.context.store().await.ok();
        let shown = self.reader.shown(&look.url);
        known.extend(shown.map(|response| (look.url.clone(), response)));
        let mut trails = Trails::default();
        for label in look.labels.iter().take(LABELS) {
            let Ok(url) = CanonicalUrl::parse(&label.url) else {
                continue;
            };
            if !known.contains_key(&url)
                && let Some(store) = &store
                && let Ok(Some(kept)) = store.reading(&url).await
            {
                known.insert(url.clone(), kept.response);
            }
            if known.contains_key(&url) {
                trails.trails.push(alone(label));
            }
        }
        let both = [true, false].map(|side| has(&trails, side));
        if both != [true, true] {
            return None;
        }
        if let Some(store) = &store {
            behind(store, look, &mut known).await;
        }
        Some((trails, known))
    }
}

/// Adds recently saved pages behind the one being read, of the same source, in the order in which they would be fetched.
async fn behind(store: &Database, look: &LookAheadStart, known: &mut Known) {
    let since = clock::now().saturating_sub(KNOWN_MS);
    let kept = store.readings_since(since).await.unwrap_or_default();
    let mut seen = BTreeSet::from([look.url.clone()]);
    let mut layer = vec![look.url.clone()];
    let mut room = PAGES;
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        let linked: Vec<CanonicalUrl> =
            layer.iter().flat_map(|url| links(known.get(url))).collect();
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
    match response.map(|response| &response.content) {
        Some(Content::Page(page)) => page.links.iter().map(|link| link.url.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Returns a trail of one page: here the page counts, not the way to it.
fn alone(label: &Label) -> Trail {
    Trail {
        name: String::new(),
        pages: vec![TrailPage {
            url: label.url.clone(),
            relevant: label.relevant,
            ..TrailPage::default()
        }],
        ..Trail::default()
    }
}

fn has(trails: &Trails, relevant: bool) -> bool {
    let mut pages = trails.trails.iter().flat_map(|trail| &trail.pages);
    pages.any(|page| page.relevant == relevant)
}
