//! Writes a crawled page as one line of JSON: for the crawl log of the lab, and for the list of pages that the tab
//! exports.
//!
//! The first eight fields are a contract for other programs; more may follow. Other pages are identified by their URLs,
//! so that each line is meaningful by itself. Snippets and matched words are omitted, because they are only for
//! display.

use serde::Serialize;
use types::report::PageRecord;
use types::url::CanonicalUrl;

/// Holds a page as one line.
#[derive(Clone, Debug, Serialize)]
pub struct PageLine<'a> {
    /// Its position in the order of the crawl, from 1.
    pub n: u32,
    /// Its URL.
    pub url: &'a CanonicalUrl,
    /// The HTTP status; 0 without a response.
    pub status: u16,
    /// The page whose link led here; none for a seed.
    pub parent: Option<&'a CanonicalUrl>,
    /// Link distance from a seed.
    pub depth: u32,
    /// The score with which it was selected.
    pub priority: f64,
    /// Its relevance to the topic, in 0..=1.
    pub relevance: f64,
    /// Scheme, name and port of its host.
    pub host: &'a str,
    /// The outcome of the fetch: `read`, `noindex`, `status-404`, or the code of a refusal, of a failure, or of a page
    /// without content.
    pub outcome: String,
    /// Its title; empty if there is none.
    pub title: &'a str,
    /// The text of the link that led here.
    pub anchor: &'a str,
    /// The parts of the score, in the order of the strategy's parts.
    pub parts: &'a [f64],
    /// The duration of the fetch in milliseconds.
    pub ms: u32,
    /// The time of its completion, in milliseconds since 1970 by the crawl's clock.
    pub at: u64,
    /// `Last-Modified` of the response, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<u64>,
    /// `ETag` of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub etag: Option<&'a str>,
    /// Language (ISO 639-1), if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'a str>,
    /// The document that was read like a page: `PDF, 12 pages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// The strategy's probability that the page is relevant, if it predicts one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// An earlier page whose words it nearly repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<&'a CanonicalUrl>,
    /// A browser has run the page's scripts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rendered: bool,
    /// The judged relevance of the page, if judgments were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevant: Option<bool>,
}

impl<'a> PageLine<'a> {
    /// Returns the line of a page; `pages` are all known pages of the crawl in order.
    pub fn among(page: &'a PageRecord, pages: &'a [PageRecord]) -> Self {
        Self::new(page, |n| Some(&pages[pages.binary_search_by_key(&n, |page| page.n).ok()?].url))
    }

    /// Returns the line of a page; `url_of` returns the URL of the crawl's page with a record number, if it is known.
    pub fn new(page: &'a PageRecord, url_of: impl Fn(u32) -> Option<&'a CanonicalUrl>) -> Self {
        Self {
            n: page.n,
            url: &page.url,
            status: page.status,
            parent: page.discovery.parent.and_then(&url_of),
            depth: page.discovery.depth,
            priority: page.discovery.priority,
            relevance: page.relevance,
            host: &page.host,
            outcome: page.outcome.code(),
            title: &page.text.title,
            anchor: &page.discovery.anchor,
            parts: &page.discovery.parts,
            ms: page.fetch.elapsed_ms,
            at: page.fetch.at,
            last_modified: page.fetch.validators.last_modified,
            etag: page.fetch.validators.etag.as_deref(),
            language: page.text.language.as_deref(),
            document: page.text.document.map(|document| document.to_string()),
            probability: page.probability(),
            repeats: page.near_duplicate_of.and_then(&url_of),
            rendered: page.fetch.is_rendered,
            relevant: None,
        }
    }

    /// Returns the line with its line end.
    pub fn to_json(&self) -> String {
        json(self) + "\n"
    }
}

fn json(line: &PageLine<'_>) -> String {
    serde_json::to_string(line).expect("numbers, words and URLs can be written as JSON")
}

/// Returns the lines of all pages of a crawl, in order.
pub fn lines(pages: &[PageRecord]) -> impl Iterator<Item = PageLine<'_>> {
    pages.iter().map(|page| PageLine::among(page, pages))
}

/// Returns pages as JSON lines.
pub fn jsonl<'a>(lines: impl Iterator<Item = PageLine<'a>>) -> String {
    lines.map(|line| line.to_json()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{crawl, golden};
    use types::report::PagePrediction;

    #[test]
    fn pages_are_lines_to_the_byte() {
        golden("pages.jsonl", &jsonl(lines(&crawl())));
    }

    #[test]
    fn a_page_has_the_probability_of_the_relevant_class() {
        let prediction = |class: &str| {
            let shares = vec![("2 links away".to_owned(), 0.5), (class.to_owned(), 0.25)];
            PagePrediction::shares("This page is", shares)
        };
        let mut pages = crawl();
        for (class, expected) in [("relevant", Some(0.25)), ("other", None)] {
            pages[0].predictions = vec![prediction(class)];
            assert_eq!(PageLine::among(&pages[0], &pages).probability, expected);
        }
        pages[0].predictions = vec![prediction("relevant")];
        assert!(jsonl(lines(&pages)).contains("\"probability\":0.25"));
    }

    #[test]
    fn a_page_with_an_unknown_parent_has_none() {
        let mut pages = crawl();
        for n in [0, 9, u32::MAX] {
            pages[1].discovery.parent = Some(n);
            assert_eq!(PageLine::among(&pages[1], &pages).parent, None);
        }
        // The record of the first page cannot be read.
        pages[3].discovery.parent = Some(2);
        assert_eq!(PageLine::among(&pages[3], &pages[1..]).parent, Some(&pages[1].url));
    }
}
