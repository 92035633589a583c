//! Searches the pages of all saved crawls by words.
//!
//! A word counts 1 in a page's title, 0.7 in its address or in the anchor text that led to it, and 0.5 in its snippet.
//! The fit of a page is the mean over all words. The score is `fit · (1 + relevance) / 2`, with the page's highest
//! relevance to any topic. So of pages with equal fit, those that were relevant to their topic come first, and a page
//! that matches all words precedes one that matches half. Words are compared by their stems. Words that are similar by
//! word vectors count too, as a quarter of their cosine times these weights, on pages in English or in an unknown
//! language. Records are read in pieces, and other tasks run in between. There is no index, because every page would
//! have to update it. The whole text of pages is not searched.

use super::LibraryService;
use super::past::Times;
use crate::storage::database::CrawlCard;
use engine::text::{Analyzer, Language, TextOptions};
use engine::vectors::{TermVectors, WordVectors};
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use protocol::library::{HitTopic, Search, SearchHit, SearchResults};
use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use types::limits::{SIMILAR_WORD, SIMILAR_WORDS};
use types::report::{FetchOutcome, Millis, PageRecord};
use types::sorting;
use types::text::clean;
use types::url::CanonicalUrl;

/// The most pages in a result.
const HITS: usize = 100;
/// The most words of a search.
const WORDS: usize = 16;
/// The weight of a word in a page's title, in its address or anchor text, and in its snippet.
const WEIGHTS: [f64; 3] = [1.0, 0.7, 0.5];

/// The factor of a similar word's cosine. A similar word in the title of the most relevant page counts less than the
/// word itself in the snippet of an irrelevant one: `0.25 · 1 < 0.5 · 1/2`.
const SIMILAR: f64 = 0.25;
/// The milliseconds for which a search waits for the word vectors.
const VECTORS_WAIT_MS: u32 = 3_000;

/// Holds the words of a search, as terms, and words similar to them.
struct Words {
    analyzer: Analyzer,
    /// The number of words.
    count: usize,
    /// For each term, the words of the search that it counts for.
    terms: BTreeMap<String, Vec<Count>>,
    /// The similar words, each as a page spells it, once one has it.
    similar: Vec<Option<String>>,
}

/// A word of the search for which a term counts.
#[derive(Clone, Copy)]
struct Count {
    word: usize,
    /// 1 for the word itself.
    factor: f64,
    /// The index among the similar words; `None` for the word itself.
    similar: Option<usize>,
}

impl Words {
    fn new(words: &str) -> Self {
        let mut analyzer = Analyzer::new(TextOptions::default());
        let mut terms: BTreeMap<String, Vec<Count>> = BTreeMap::new();
        analyzer.tokens(words, None, |token| {
            let word = terms.len();
            if word < WORDS && !terms.contains_key(token.term) {
                terms.insert(token.term.to_owned(), vec![Count { word, factor: 1.0, similar: None }]);
            }
        });
        Self { analyzer, count: terms.len(), terms, similar: Vec::new() }
    }

    /// Adds the words that are most similar by word vectors, unless they are words of the search.
    fn add_similar(&mut self, vectors: &WordVectors) {
        let terms = self.terms.iter().map(|(term, counts)| (term.clone(), counts[0].word));
        let mut terms: Vec<(String, usize)> = terms.collect();
        sorting::sort_by_key(&mut terms, |(_, word)| *word);
        for (term, word) in &terms {
            let Some(number) = vectors.find(term) else {
                continue;
            };
            for (near, cosine) in vectors.nearest(number, SIMILAR_WORDS, SIMILAR_WORD) {
                let stem = vectors.stem(near);
                if terms.iter().any(|(term, _)| term == stem) {
                    continue;
                }
                let counts = self.terms.entry(stem.to_owned()).or_default();
                let known = counts.first().and_then(|count| count.similar);
                let similar = known.unwrap_or(self.similar.len());
                if known.is_none() {
                    self.similar.push(None);
                }
                counts.push(Count { word: *word, factor: SIMILAR * cosine, similar: Some(similar) });
            }
        }
    }

    /// Returns the byte ranges of the words and of similar ones in a text, in order and apart from each other.
    fn marks(&mut self, text: &str, language: Option<&str>) -> Vec<(u32, u32)> {
        let language = language.and_then(Language::from_code);
        let reads_similar = TermVectors::cover(language);
        let mut marks: Vec<(u32, u32)> = Vec::new();
        let Self { analyzer, terms, .. } = self;
        analyzer.tokens(text, language, |token| {
            let mut counts = terms.get(token.term).into_iter().flatten();
            if !counts.any(|count| count.similar.is_none() || reads_similar) {
                return;
            }
            let (start, end) = (engine::count(token.start), engine::count(token.end));
            match marks.last_mut() {
                // Bigrams of a script without spaces overlap.
                Some(last) if last.1 > start => last.1 = last.1.max(end),
                _ => marks.push((start, end)),
            }
        });
        marks
    }

    /// Returns the fit of a page, in 0..=1.
    fn fit(&mut self, page: &PageRecord) -> f64 {
        let language = page.text.language.as_deref().and_then(Language::from_code);
        let reads_similar = TermVectors::cover(language);
        let link = format!("{} {}", page.url.path_and_query(), page.discovery.anchor);
        let mut best = vec![0.0_f64; self.count];
        let Self { analyzer, terms, similar, .. } = self;
        for (text, weight) in [&page.text.title, &link, &page.text.snippet].into_iter().zip(WEIGHTS) {
            analyzer.tokens(text, language, |token| {
                for count in terms.get(token.term).into_iter().flatten() {
                    if let Some(at) = count.similar {
                        if !reads_similar {
                            continue;
                        }
                        let spelling = || text[token.start..token.end].to_lowercase();
                        similar[at].get_or_insert_with(spelling);
                    }
                    best[count.word] = best[count.word].max(count.factor * weight);
                }
            });
        }
        best.iter().sum::<f64>() / best.len().max(1) as f64
    }
}

/// A page that fits, over all crawls that contain it.
#[derive(Default)]
struct Match {
    fit: f64,
    relevance: f64,
    title: String,
    snippet: String,
    /// The language of title and snippet (ISO 639-1), if known.
    language: Option<String>,
    times: Times,
    topics: Vec<HitTopic>,
}

impl Match {
    fn score(&self) -> f64 {
        self.fit * (1.0 + self.relevance) / 2.0
    }

    fn add(&mut self, page: PageRecord, fit: f64, gone: Option<Millis>, card: &CrawlCard) {
        self.fit = self.fit.max(fit);
        self.times.add(&page, gone);
        if page.relevance >= self.relevance {
            self.relevance = page.relevance;
            self.title = page.text.title;
            self.snippet = page.text.snippet;
            self.language = page.text.language;
        }
        let query = match card.plan.query.trim() {
            "" => &card.name,
            query => query,
        };
        let crawl = (card.id.clone(), card.name.clone());
        match self.topics.iter_mut().find(|topic| topic.query == query) {
            Some(topic) if page.relevance > topic.relevance => {
                topic.relevance = page.relevance;
                topic.crawls.insert(0, crawl);
            }
            Some(topic) => topic.crawls.push(crawl),
            None => {
                self.topics.push(HitTopic { query: query.to_owned(), relevance: page.relevance, crawls: vec![crawl] });
            }
        }
    }
}

type Matches = BTreeMap<CanonicalUrl, Match>;

impl LibraryService {
    /// Searches. Crawls that cannot be read are skipped.
    pub(crate) async fn search(&self, request: Search) -> SearchResults {
        let mut words = Words::new(&request.words);
        let (mut matches, mut records, mut gone_pages) = (Matches::new(), 0, Vec::new());
        let mut similar = Ok(());
        if !words.terms.is_empty() {
            if !request.is_exact {
                similar = self.vectors().await.map(|vectors| words.add_similar(&vectors));
            }
            if let Ok(store) = self.context.store().await {
                let (cards, _) = store.cards().await.unwrap_or_default();
                for card in cards.iter().filter(|card| card.deleted.is_none()) {
                    let gone = store.gone_pages(&card.id).await;
                    // Pages that were read before an error count as well.
                    let _ = store
                        .each_page(&card.id, |page| {
                            records += 1;
                            if card.has_found_gone(&page) {
                                gone_pages.push((page.url, page.fetch.at));
                                return;
                            }
                            let gone = gone.get(&page.n).copied();
                            add(&mut matches, &mut words, (page, gone), card);
                        })
                        .await;
                }
            }
        }
        for (url, at) in gone_pages {
            matches.entry(url).and_modify(|found| found.times.add_gone(at));
        }
        let found = found(request, matches, records, &mut words);
        SearchResults { similar: similar.map(|()| words.similar.into_iter().flatten().collect()), ..found }
    }

    /// Loads the word vectors. The error is the reason that similar words are not searched, in a sentence.
    async fn vectors(&self) -> Result<Arc<WordVectors>, String> {
        let load = pin!(self.context.vectors.load());
        match select(load, TimeoutFuture::new(VECTORS_WAIT_MS)).await {
            Either::Left((Ok(vectors), _)) => Ok(vectors),
            Either::Left((Err(error), _)) => {
                Err(format!("Similar words were not searched: word vectors could not be loaded ({}).", error.why()))
            }
            Either::Right(_) => {
                Err("Similar words were not searched: word vectors are still loading. Search again later.".to_owned())
            }
        }
    }
}

/// Adds a page of a crawl, with the time at which it was found gone, if it fits. Pages with `noindex` are not shown
/// among results.
fn add(matches: &mut Matches, words: &mut Words, (page, gone): (PageRecord, Option<Millis>), card: &CrawlCard) {
    let fit = if page.outcome == FetchOutcome::Read { words.fit(&page) } else { 0.0 };
    if fit > 0.0 {
        matches.entry(page.url.clone()).or_default().add(page, fit, gone, card);
    }
}

fn found(search: Search, matches: Matches, records: u32, words: &mut Words) -> SearchResults {
    let all = engine::count(matches.len());
    let mut best: Vec<(CanonicalUrl, Match)> = matches.into_iter().collect();
    // The map orders equal scores by address, and the sort is stable.
    sorting::sort_by(&mut best, |(_, a), (_, b)| b.score().total_cmp(&a.score()));
    best.truncate(HITS);
    let hits = best.into_iter().map(|(url, mut found)| {
        let topics = &mut found.topics;
        sorting::sort_by(topics, |a, b| b.relevance.total_cmp(&a.relevance));
        let (title, snippet) = (clean(&found.title), clean(&found.snippet));
        SearchHit {
            url,
            score: found.score(),
            is_gone: found.times.is_gone(),
            title_marks: words.marks(&title, found.language.as_deref()),
            snippet_marks: words.marks(&snippet, found.language.as_deref()),
            title,
            snippet,
            topics: found.topics,
        }
    });
    SearchResults { search, similar: Ok(Vec::new()), hits: hits.collect(), all, records }
}
