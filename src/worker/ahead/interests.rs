//! What is known before anything is fetched: the labeled pages to compare with, the page being read, and what was kept of the pages behind it.
//!
//! Left out on purpose: fetching labeled pages that were not kept, bookmarks that nobody opened here above all; it would be a crawl of its own.

use super::{DEPTH, KNOWN_MS, LABELS, Lookahead, PAGES};
use crate::protocol::ahead::{Label, Look};
use crate::worker::clock;
use crate::worker::store::Store;
use engine::fetch::{Answer, Content};
use engine::trails::{Trail, TrailPage, Trails};
use engine::url::CanonicalUrl;
use std::collections::{BTreeMap, BTreeSet};

/// Pages that need not be fetched.
type Known = BTreeMap<CanonicalUrl, Answer>;

impl Lookahead {
    /// The labels to compare with, and pages that need not be fetched; nothing where pages of one side are missing.
    pub(super) async fn known(&self, look: &Look) -> Option<(Trails, Known)> {
        let mut known = Known::new();
        let store = self.shelf.store().await.ok();
        let shown = self.reader.shown(&look.url);
        known.extend(shown.map(|answer| (look.url.clone(), answer)));
        let mut trails = Trails::default();
        for label in look.labels.iter().take(LABELS) {
            let Ok(url) = CanonicalUrl::parse(&label.url) else {
                continue;
            };
            if !known.contains_key(&url)
                && let Some(store) = &store
                && let Ok(Some(kept)) = store.reading(&url).await
            {
                known.insert(url.clone(), kept.answer);
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

/// Adds what was kept, not long ago and from the same source, of the pages behind the one being read, in the order in which they would be fetched.
async fn behind(store: &Store, look: &Look, known: &mut Known) {
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
                known.insert(url.clone(), reading.answer);
                next.push(url);
                room -= 1;
            }
        }
        layer = next;
    }
}

fn links(answer: Option<&Answer>) -> Vec<CanonicalUrl> {
    match answer.map(|answer| &answer.content) {
        Some(Content::Page(page)) => page.links.iter().map(|link| link.url.clone()).collect(),
        _ => Vec::new(),
    }
}

/// A trail of one page: it is the page that counts here, not the way to it.
fn alone(label: &Label) -> Trail {
    Trail {
        name: String::new(),
        pages: vec![TrailPage {
            url: label.url.clone(),
            relevant: label.relevant,
            ..TrailPage::default()
        }],
    }
}

fn has(trails: &Trails, relevant: bool) -> bool {
    let mut pages = trails.trails.iter().flat_map(|trail| &trail.pages);
    pages.any(|page| page.relevant == relevant)
}
