//! Pages of earlier crawls, for a crawl that begins with the best of them.
//!
//! Only crawls of the same kind of source count, since the pages are to be fetched again. All pages are compared with the query by what is in
//! their records: title, the text of the link that led there, and snippet. Those that are chosen ([`engine::past`]) go along with the words of
//! their text where what the server sent is kept, and with those of the record elsewhere: to read the text of all would take minutes.

use super::Librarian;
use super::search::PIECE;
use crate::protocol::SourceKind;
use crate::worker::store::{Card, Part, Store, StoreError};
use crate::worker::why;
use engine::fetch::Content;
use engine::journal;
use engine::past::{self, Likeness};
use engine::plan::PastPage;
use engine::report::{Outcome, PageRecord};
use engine::url::CanonicalUrl;
use std::collections::BTreeMap;

/// Where a page stands, and how like the query it is.
struct Place {
    likeness: f64,
    crawl: String,
    n: u32,
}

/// All pages that there are, by address.
struct Past {
    likeness: Likeness,
    places: BTreeMap<CanonicalUrl, Place>,
}

impl Past {
    /// Takes note of a page; of several records of one the likest counts.
    fn add(&mut self, page: &PageRecord, crawl: &str) {
        let likeness = self.likeness.of(&words_of(page), page.language.as_deref());
        let known = self.places.get(&page.url);
        if known.is_none_or(|known| likeness > known.likeness) {
            let place = Place {
                likeness,
                crawl: crawl.to_owned(),
                n: page.n,
            };
            self.places.insert(page.url.clone(), place);
        }
    }

    /// Those that are chosen, the likest first.
    fn chosen(self) -> Vec<Place> {
        let mut places: Vec<Option<Place>> = self.places.into_values().map(Some).collect();
        let likeness = places.iter().flatten().map(|place| place.likeness);
        let chosen = past::choose(&likeness.collect::<Vec<f64>>()).into_iter();
        chosen
            .filter_map(|at| places.get_mut(at).and_then(Option::take))
            .collect()
    }
}

impl Librarian {
    /// The pages, the likeliest first. Crawls that cannot be read are passed over.
    pub(in crate::worker) async fn past(&self, query: &str, kind: SourceKind) -> Vec<PastPage> {
        let Ok(store) = self.shelf.store().await else {
            return Vec::new();
        };
        let mut past = Past {
            likeness: Likeness::to(query),
            places: BTreeMap::new(),
        };
        let cards = store.cards().await;
        let cards = cards.map_or_else(|_| Vec::new(), |(cards, _)| cards);
        let same = |card: &&Card| card.deleted.is_none() && card.source.kind() == kind;
        for card in cards.iter().filter(same) {
            // What was read of it before it failed is as good as any.
            let _ = look_back(&store, card, &mut past).await;
        }
        let mut pages = Vec::new();
        for place in past.chosen() {
            pages.extend(page(&store, &place).await);
        }
        pages
    }
}

/// Looks through the pages of one crawl.
async fn look_back(store: &Store, card: &Card, past: &mut Past) -> Result<(), StoreError> {
    let mut from = 0;
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
            past.add(&page, &card.id);
        }
    }
}

/// A page that was chosen; none where it is gone meanwhile.
async fn page(store: &Store, place: &Place) -> Option<PastPage> {
    let piece = store.piece(Part::Pages, &place.crawl, place.n.into(), 1);
    let piece = piece.await.ok()?;
    let record: PageRecord = journal::unseal(&piece.first()?.bytes).ok()?;
    let text = text(store, place, &record.url).await;
    Some(PastPage {
        url: record.url.to_string(),
        text: text.unwrap_or_else(|| words_of(&record)),
        language: record.language,
    })
}

/// The words of its text, where what the server sent is kept.
async fn text(store: &Store, place: &Place, url: &CanonicalUrl) -> Option<String> {
    let body = store.body(&place.crawl, place.n).await.ok()??;
    match why::answered(url, body).await.content {
        Content::Page(document) => Some(past::words_of(&document)),
        _ => None,
    }
}

fn words_of(page: &PageRecord) -> String {
    format!("{}\n{}\n{}", page.title, page.anchor, page.snippet)
}
