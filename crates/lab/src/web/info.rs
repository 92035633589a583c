//! Counts the contents of a recorded web: pages, hosts, statuses, types, links, languages.
//!
//! Every page is parsed as in a crawl, so the figures cover what a crawl can read.

use super::{Recording, Response};
use crate::assets;
use archive::warc::Damage;
use engine::fetch::Content;
use engine::html::{Document, EncodingRs};
use engine::text::{Analyzer, Language, TextOptions};
use engine::vectors::{TermVectors, WordVectors};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use types::header::MediaType;
use types::text::clean;
use types::url::CanonicalUrl;

/// The figures of a recorded web.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WebInfo {
    /// The number of recorded URLs, including errors and redirects.
    pub pages: u32,
    /// The number of URLs that a crawl can read.
    pub read: u32,
    /// The records that are not pages, by kind: `request`, `metadata`, …
    pub others: BTreeMap<&'static str, u32>,
    /// The number of damaged places, and of records that cannot be read.
    pub skipped: u32,
    /// The first of these places, with the reasons.
    pub skipped_places: Vec<SkippedPlace>,
    /// The number of further records of a URL.
    pub repeated: u32,
    /// The bytes of all bodies, decoded.
    pub bytes: u64,
    /// Pages by host (scheme, name and port).
    pub hosts: BTreeMap<String, u32>,
    /// Pages by HTTP status; `0` if the record cannot be read.
    pub statuses: BTreeMap<u16, u32>,
    /// Pages by media type, without its parameters.
    pub media_types: BTreeMap<String, u32>,
    /// Pages that were read, by language (ISO 639-1); `unknown` if it cannot be detected.
    pub languages: BTreeMap<String, u32>,
    /// The number of English words on the pages that were read, without stop words.
    pub english_words: u64,
    /// The number of these words that have a word vector.
    pub words_with_vector: u64,
    /// The number of links on all pages. A repeated target on a page counts once; links to the page itself do not
    /// count.
    pub links: u64,
    /// The number of links that lead to a recorded URL.
    pub links_within: u64,
    /// The date of the first record, as written.
    pub first: Option<String>,
    /// The date of the last record, as written.
    pub last: Option<String>,
}

/// A damaged place of a recording, or a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkippedPlace {
    /// The offset in bytes.
    pub offset: u64,
    /// The reason, in a sentence without its period.
    pub reason: String,
}

impl WebInfo {
    /// Reads all pages of a recording.
    pub fn new(web: &Recording) -> Self {
        let known: BTreeSet<&CanonicalUrl> = web.urls().collect();
        let mut info = Self {
            others: web.others().by_kind().clone(),
            skipped: web.skipped().count,
            skipped_places: web.skipped().listed.iter().map(SkippedPlace::from).collect(),
            repeated: web.repeated(),
            first: web.dates().map(|(first, _)| first.to_owned()),
            last: web.dates().map(|(_, last)| last.to_owned()),
            ..Self::default()
        };
        let mut words = WordCounter::new();
        for url in web.urls() {
            let response = web.answer(url.as_str()).and_then(Result::ok);
            info.count(url, response, &known, &mut words);
        }
        info
    }

    fn count(
        &mut self,
        url: &CanonicalUrl,
        response: Option<Response>,
        known: &BTreeSet<&CanonicalUrl>,
        words: &mut WordCounter,
    ) {
        self.pages += 1;
        one_more(&mut self.hosts, url.host_key().to_owned());
        let response = response.unwrap_or_default();
        one_more(&mut self.statuses, response.status);
        one_more(&mut self.media_types, media_type(&response));
        self.bytes += response.body.len() as u64;
        if let Content::Page(document) = response.as_page(url, &EncodingRs).content {
            self.read += 1;
            let language = document.language.clone();
            one_more(&mut self.languages, language.unwrap_or_else(|| "unknown".to_owned()));
            self.count_links(url, &document, known);
            let (all, with_vector) = words.count(&document);
            self.english_words += all;
            self.words_with_vector += with_vector;
        }
    }

    fn count_links(&mut self, page: &CanonicalUrl, document: &Document, known: &BTreeSet<&CanonicalUrl>) {
        let targets: BTreeSet<&CanonicalUrl> = document
            .links
            .iter()
            .map(|link| link.omitted.original.as_ref().filter(|whole| known.contains(whole)).unwrap_or(&link.url))
            .collect();
        for target in targets.into_iter().filter(|target| *target != page) {
            self.links += 1;
            self.links_within += u64::from(known.contains(target));
        }
    }
}

/// Counts the words that have a vector.
struct WordCounter {
    analyzer: Analyzer,
    vectors: WordVectors,
}

impl WordCounter {
    fn new() -> Self {
        Self { analyzer: Analyzer::new(TextOptions::default()), vectors: assets::vectors() }
    }

    /// Returns the number of words of an English page, and of those with a vector; 0 for other pages.
    fn count(&mut self, document: &Document) -> (u64, u64) {
        let language = document.language.as_deref().and_then(Language::from_code);
        let (mut all, mut with_vector) = (0, 0);
        if TermVectors::cover(language) {
            self.analyzer.tokens(&document.body, language, |token| {
                all += 1;
                with_vector += u64::from(self.vectors.find(token.term).is_some());
            });
        }
        (all, with_vector)
    }
}

impl From<&Damage> for SkippedPlace {
    fn from(damage: &Damage) -> Self {
        Self { offset: damage.offset, reason: damage.reason.clone() }
    }
}

impl std::fmt::Display for WebInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "pages        {} ({} can be read)", self.pages, self.read)?;
        writeln!(f, "bytes        {}", self.bytes)?;
        writeln!(f, "links        {} ({} within the web)", self.links, self.links_within)?;
        writeln!(f, "recorded     {} to {}", shown(self.first.as_ref()), shown(self.last.as_ref()))?;
        writeln!(f, "repeated     {} records", self.repeated)?;
        writeln!(f, "no pages     {}", counts(&self.others))?;
        writeln!(f, "skipped      {} damaged places or unreadable records", self.skipped)?;
        for SkippedPlace { offset, reason } in &self.skipped_places {
            writeln!(f, "             byte {offset}: {}", clean(reason))?;
        }
        writeln!(f, "statuses     {}", counts(&self.statuses))?;
        writeln!(f, "media types  {}", counts(&self.media_types))?;
        writeln!(f, "languages    {}", counts(&self.languages))?;
        writeln!(f, "words        {} in English ({} with a vector)", self.english_words, self.words_with_vector)?;
        writeln!(f, "hosts        {}", self.hosts.len())?;
        for (host, pages) in by_size(&self.hosts) {
            writeln!(f, "  {pages:>7}  {host}")?;
        }
        Ok(())
    }
}

fn shown(date: Option<&String>) -> &str {
    date.map_or("unknown", String::as_str)
}

fn counts<K: std::fmt::Display + Ord>(counts: &BTreeMap<K, u32>) -> String {
    let parts = by_size(counts).into_iter().map(|(name, n)| format!("{name}: {n}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns the entries, the largest first, equal ones ordered by name.
fn by_size<K: Ord>(counts: &BTreeMap<K, u32>) -> Vec<(&K, u32)> {
    let mut sorted: Vec<(&K, u32)> = counts.iter().map(|(name, n)| (name, *n)).collect();
    sorted.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    sorted
}

fn one_more<K: Ord>(counts: &mut BTreeMap<K, u32>, key: K) {
    *counts.entry(key).or_default() += 1;
}

fn media_type(response: &Response) -> String {
    let values = response.headers.iter().filter(|(name, _)| name == "content-type");
    let known = MediaType::extract(values.map(|(_, value)| value.as_str()));
    known.map_or_else(|| "none".to_owned(), |known| known.essence)
}
