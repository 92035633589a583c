//! Pages of earlier crawls, for a crawl that begins with the best of them: what the Library's search finds for its query, and others to tell it from.
//!
//! Only crawls of the same kind of source count, since the pages are to be fetched again. Of each page there is what is kept in its record:
//! title, snippet, and the text of the link that led there. Of the others at most a few come from one crawl.

use super::Librarian;
use super::search::{PIECE, Words};
use crate::protocol::SourceKind;
use crate::worker::store::{Card, Part, Store, StoreError};
use engine::journal;
use engine::limits::PAST_PAGES;
use engine::plan::PastPage;
use engine::report::{Outcome, PageRecord};
use engine::url::CanonicalUrl;
use std::collections::BTreeMap;

/// Pages without any of the words.
const OTHERS: usize = PAST_PAGES / 3;
/// Such pages of one crawl.
const OTHERS_OF_ONE: usize = 25;

/// What was found so far, by address, each with its score.
#[derive(Default)]
struct Past {
    likely: BTreeMap<CanonicalUrl, (f64, PastPage)>,
    others: BTreeMap<CanonicalUrl, PastPage>,
}

impl Past {
    fn add(&mut self, page: PageRecord, words: &mut Words, others: &mut usize) {
        let fit = words.fit(&page);
        let score = fit * (1.0 + page.relevance) / 2.0;
        let text = format!("{}\n{}\n{}", page.title, page.anchor, page.snippet);
        let past = PastPage {
            url: page.url.to_string(),
            text,
            language: page.language,
        };
        if score > 0.0 {
            let known = self.likely.get(&page.url);
            if known.is_none_or(|(best, _)| score > *best) {
                self.likely.insert(page.url, (score, past));
            }
        } else if *others < OTHERS_OF_ONE && self.others.len() < OTHERS {
            *others += 1;
            self.others.insert(page.url, past);
        }
        if self.likely.len() > 4 * PAST_PAGES {
            self.shorten();
        }
    }

    /// Lets go of those that cannot be among the best any more.
    fn shorten(&mut self) {
        let mut scores: Vec<f64> = self.likely.values().map(|(score, _)| *score).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        if let Some(least) = scores.get(PAST_PAGES).copied() {
            self.likely.retain(|_, (score, _)| *score >= least);
        }
    }

    /// The best, then the others.
    fn pages(self) -> Vec<PastPage> {
        let mut likely: Vec<(f64, PastPage)> = self.likely.into_values().collect();
        likely.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let likely = likely.into_iter().take(PAST_PAGES - OTHERS);
        let likely = likely.map(|(_, page)| page);
        likely.chain(self.others.into_values()).collect()
    }
}

impl Librarian {
    /// The pages, the likeliest first. Crawls that cannot be read are passed over.
    pub(in crate::worker) async fn past(&self, query: &str, kind: SourceKind) -> Vec<PastPage> {
        let (mut words, mut past) = (Words::new(query), Past::default());
        if let Ok(store) = self.shelf.store().await {
            let cards = store.cards().await;
            let cards = cards.map_or_else(|_| Vec::new(), |(cards, _)| cards);
            let same = |card: &&Card| card.deleted.is_none() && card.source.kind() == kind;
            for card in cards.iter().filter(same) {
                // What was read of it before it failed is as good as any.
                let _ = look_back(&store, card, &mut words, &mut past).await;
            }
        }
        past.pages()
    }
}

/// Looks through the pages of one crawl.
async fn look_back(
    store: &Store,
    card: &Card,
    words: &mut Words,
    past: &mut Past,
) -> Result<(), StoreError> {
    let (mut from, mut others) = (0, 0);
    loop {
        let piece = store.piece(Part::Pages, &card.id, from, PIECE).await?;
        let Some(last) = piece.last() else {
            return Ok(());
        };
        from = last.number + 1;
        let records = piece
            .iter()
            .filter_map(|page| journal::unseal::<PageRecord>(&page.bytes).ok());
        // A page that asks not to be shown among results is not.
        for page in records.filter(|page| page.outcome == Outcome::Read) {
            past.add(page, words, &mut others);
        }
    }
}
