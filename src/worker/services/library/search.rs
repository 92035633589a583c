//! Searches the pages of all saved crawls by words.
//!
//! A word counts 1 in a page's title, 0.7 in its address or in the anchor text that led to it, and 0.5 in its snippet. The fit of a page is
//! the mean over all words. The score is `fit · (1 + relevance) / 2`, with the page's highest relevance to any topic. So of pages with
//! equal fit, those that were relevant to their topic come first, and a page that matches all words precedes one that matches half. Words
//! are compared by their stems. Records are read in pieces, and other tasks run in between. There is no index, because every page would
//! have to update it. The whole text of pages is not searched.

use super::LibraryService;
use crate::protocol::library::{HitTopic, SearchHit, SearchResults};
use crate::worker::storage::database::{CrawlCard, Database, SavedPart, StorageError};
use engine::journal;
use engine::text::{Analyzer, Language, TextOptions};
use std::collections::BTreeMap;
use types::report::PageRecord;
use types::url::CanonicalUrl;

/// The number of records that are read without a pause: a few milliseconds of work.
pub(super) const PIECE: u32 = 200;
/// The most pages in a result.
const HITS: usize = 100;
/// The most words of a search.
const WORDS: usize = 16;
/// The weight of a word in a page's title, in its address or anchor text, and in its snippet.
const WEIGHTS: [f64; 3] = [1.0, 0.7, 0.5];

/// Holds the words of a search, as terms.
pub(super) struct Words {
    analyzer: Analyzer,
    terms: Vec<String>,
}

impl Words {
    pub(super) fn new(words: &str) -> Self {
        let mut analyzer = Analyzer::new(TextOptions::default());
        let mut terms = Vec::new();
        analyzer.tokens(words, None, |token| {
            if terms.len() < WORDS && !terms.iter().any(|term| term == token.term) {
                terms.push(token.term.to_owned());
            }
        });
        Self { analyzer, terms }
    }

    /// Returns the fit of a page, in 0..=1.
    pub(super) fn fit(&mut self, page: &PageRecord) -> f64 {
        let language = page.text.language.as_deref().and_then(Language::from_code);
        let link = format!("{} {}", page.url.path_and_query(), page.discovery.anchor);
        let mut best = vec![0.0_f64; self.terms.len()];
        for (text, weight) in [&page.text.title, &link, &page.text.snippet]
            .into_iter()
            .zip(WEIGHTS)
        {
            let terms = &self.terms;
            self.analyzer.tokens(text, language, |token| {
                let place = terms.iter().position(|term| term == token.term);
                if let Some(best) = place.and_then(|place| best.get_mut(place)) {
                    *best = best.max(weight);
                }
            });
        }
        best.iter().sum::<f64>() / best.len().max(1) as f64
    }
}

/// A page that fits, over all crawls that contain it.
struct Match {
    fit: f64,
    relevance: f64,
    title: String,
    snippet: String,
    topics: Vec<HitTopic>,
}

impl Match {
    fn score(&self) -> f64 {
        self.fit * (1.0 + self.relevance) / 2.0
    }

    fn add(&mut self, page: PageRecord, fit: f64, card: &CrawlCard) {
        self.fit = self.fit.max(fit);
        if page.relevance >= self.relevance {
            self.relevance = page.relevance;
            self.title = page.text.title;
            self.snippet = page.text.snippet;
        }
        let query = match card.plan.query.trim() {
            "" => &card.name,
            query => query,
        };
        let own = (card.id.clone(), card.name.clone());
        match self.topics.iter_mut().find(|topic| topic.query == query) {
            Some(topic) if page.relevance > topic.relevance => {
                topic.relevance = page.relevance;
                topic.crawls.insert(0, own);
            }
            Some(topic) => topic.crawls.push(own),
            None => self.topics.push(HitTopic {
                query: query.to_owned(),
                relevance: page.relevance,
                crawls: vec![own],
            }),
        }
    }
}

type Matches = BTreeMap<CanonicalUrl, Match>;

impl LibraryService {
    /// Searches; `None` if a later search was started in the meantime. Crawls that cannot be read are skipped.
    pub(crate) async fn search(&self, words: String) -> Option<SearchResults> {
        let search = self.searches.get() + 1;
        self.searches.set(search);
        let is_latest = || self.searches.get() == search;
        let mut looked = Words::new(&words);
        let (mut matches, mut records) = (Matches::new(), 0);
        if !looked.terms.is_empty()
            && let Ok(store) = self.context.store().await
        {
            let cards = store
                .cards()
                .await
                .map_or_else(|_| Vec::new(), |(cards, _)| cards);
            for card in cards.iter().filter(|card| card.deleted.is_none()) {
                let through = search_crawls(&store, card, &mut looked, &mut matches, &is_latest);
                records += through.await.unwrap_or_default();
            }
        }
        is_latest().then(|| found(words, matches, records))
    }
}

/// Searches the pages of one crawl. Returns their number.
async fn search_crawls(
    store: &Database,
    card: &CrawlCard,
    words: &mut Words,
    matches: &mut Matches,
    is_latest: &impl Fn() -> bool,
) -> Result<u32, StorageError> {
    let (mut from, mut records) = (0, 0);
    while is_latest() {
        let piece = store.piece(SavedPart::Pages, &card.id, from, PIECE).await?;
        let Some(last) = piece.last() else { break };
        from = last.number + 1;
        for page in &piece {
            let Ok(page) = journal::unseal::<PageRecord>(&page.bytes) else {
                continue;
            };
            records += 1;
            let fit = words.fit(&page);
            // Pages with `noindex` are not shown among results.
            if fit > 0.0 && page.outcome == types::report::FetchOutcome::Read {
                let empty = || Match {
                    fit: 0.0,
                    relevance: 0.0,
                    title: String::new(),
                    snippet: String::new(),
                    topics: Vec::new(),
                };
                let found = matches.entry(page.url.clone()).or_insert_with(empty);
                found.add(page, fit, card);
            }
        }
    }
    Ok(records)
}

fn found(words: String, matches: Matches, records: u32) -> SearchResults {
    let all = engine::count(matches.len());
    let mut best: Vec<(CanonicalUrl, Match)> = matches.into_iter().collect();
    // The map orders equal scores by address, and the sort is stable.
    best.sort_by(|(_, a), (_, b)| b.score().total_cmp(&a.score()));
    best.truncate(HITS);
    let hits = best.into_iter().map(|(url, mut found)| {
        let topics = &mut found.topics;
        topics.sort_by(|a, b| b.relevance.total_cmp(&a.relevance));
        SearchHit {
            url,
            score: found.score(),
            title: found.title,
            snippet: found.snippet,
            topics: found.topics,
        }
    });
    SearchResults {
        words,
        hits: hits.collect(),
        all,
        records,
    }
}
