//! A strategy's view of a crawl: the page just read, its links, the topic, the crawled graph. It contains no ground
//! truth and no clock.

use crate::frontier::Frontier;
use crate::graph::{LinkGraph, UrlId, Urls};
use crate::html::{Document, Link};
use crate::text::{Language, SparseVector, TermCounts, cosine};
use crate::topic::Vectorizer;
use types::report::{Cell, PageRecord};
use types::url::CanonicalUrl;

/// The page that was just read.
#[derive(Clone, Copy, Debug)]
pub struct PageView<'a> {
    /// Its number.
    pub id: UrlId,
    /// Its URL.
    pub url: &'a CanonicalUrl,
    /// Its text and links.
    pub document: &'a Document,
    /// The language by which its words are analyzed.
    pub language: Option<Language>,
    /// The word counts, weighted by field.
    pub counts: &'a TermCounts,
    /// Its term vector, weighted by field, under the crawl's idf.
    pub vector: &'a SparseVector,
    /// Its relevance to the topic, in 0..=1: `sim(p, q)`.
    pub relevance: f64,
    /// Its similarity in meaning to the query, in 0..=1; `None` if it or the query has no vector, or if neither the
    /// strategy nor the measure of relevance uses word vectors.
    pub meaning: Option<f64>,
    /// Its link distance from a seed.
    pub depth: u32,
    /// The page on which it was found.
    pub parent: Option<UrlId>,
}

/// A training page, read before the crawl began.
#[derive(Clone, Copy, Debug)]
pub struct ExampleView<'a> {
    /// Its index among the examples of the plan.
    pub number: usize,
    /// Its text and links.
    pub document: &'a Document,
    /// The language by which its words are analyzed.
    pub language: Option<Language>,
    /// The word counts, weighted by field.
    pub counts: &'a TermCounts,
    /// Its term vector, weighted by field, under the crawl's idf.
    pub vector: &'a SparseVector,
}

/// A link of the page that was just read.
#[derive(Clone, Copy, Debug)]
pub struct LinkView<'a> {
    /// The number of its target.
    pub id: UrlId,
    /// Its target, text and context.
    pub link: &'a Link,
}

/// The data that a strategy may use.
#[derive(Debug)]
pub struct Context<'a> {
    /// The query as a vector, analyzed in the language of the page.
    pub query: &'a SparseVector,
    /// The language of the page and of its texts.
    pub language: Option<Language>,
    /// Converts texts to vectors of the crawl's terms.
    pub vectorizer: &'a mut Vectorizer,
    /// Links between the pages so far, including the page just read.
    pub graph: &'a LinkGraph,
    /// The URLs by id.
    pub urls: &'a Urls,
    /// Number of pages read so far, including the one just read.
    pub pages_read: u32,
}

impl Context<'_> {
    /// Returns `sim(text, q)`: the cosine of a text of the page (an anchor, a context) with the query, in 0..=1.
    pub fn similarity(&mut self, text: &str) -> f64 {
        if text.is_empty() || self.query.is_empty() {
            return 0.0;
        }
        let counts = self.vectorizer.counts(text, self.language);
        self.likeness(&counts)
    }

    /// Returns the same similarity for counted terms.
    pub fn likeness(&self, counts: &TermCounts) -> f64 {
        cosine(&self.vectorizer.weigh(counts), self.query)
    }
}

/// The whole crawl, for a strategy's reports.
#[derive(Clone, Copy)]
pub struct CrawlOverview<'a> {
    /// The frontier.
    pub frontier: &'a Frontier,
    /// Links between the pages so far.
    pub graph: &'a LinkGraph,
    /// The URLs by id.
    pub urls: &'a Urls,
    /// The record of a fetched page.
    pub record: &'a dyn Fn(UrlId) -> Option<&'a PageRecord>,
}

impl std::fmt::Debug for CrawlOverview<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CrawlOverview").field("urls", &self.urls.len()).finish_non_exhaustive()
    }
}

impl CrawlOverview<'_> {
    /// Returns a URL as a table cell, with the title of its page if it was read.
    pub fn cell(&self, id: UrlId) -> Cell {
        let record = (self.record)(id);
        let title = record.map(|record| record.text.title.clone());
        let title = title.filter(|title| !title.is_empty());
        let url = self.urls.get(id);
        url.map_or_else(|| Cell::Text(String::new()), |url| Cell::Page(url.clone(), title))
    }
}
