//! The topic of a crawl, and the definition of a page's relevance to it, which is the same for all strategies.
//!
//! Relevance is the cosine of the page's terms with the query's terms (Batsakis eq. 2, Pant eq. 1), in 0..=1. A page's
//! terms are those of its title, its headings and its whole text or main content; title, headings and bold text have
//! larger weights (Evolving §2.1.4), unless the plan counts every occurrence once. Both are analyzed in the language of
//! the page, with its stemmer and stop words. Without a query, the topic is the centroid of the good examples minus
//! that of the others (Pant §4.1, “similarity to seed pages”).

mod feedback;
mod fields;
mod interests;

use crate::html::Document;
use crate::lexicon::{Lexicon, Mention, Mentions};
use crate::text::{
    Analyzer, Idf, Language, Product, SparseVector, TermCounts, TermId, Terms, TextOptions, WordMap, cosine,
};
pub(crate) use feedback::Feedback;
pub use fields::Fields;
pub use interests::{Fit, Interests};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use types::limits;
use types::plan::IdfSource;
use types::text::cut;
use types::url::CanonicalUrl;

/// The terms of a crawl and their weights; converts texts to vectors.
pub struct Vectorizer {
    analyzer: Analyzer,
    state: VectorizerState,
    recent: RecentTexts,
}

/// The most texts whose counts are kept.
const RECENT_TEXTS: usize = 4_096;
/// The bytes of the longest text whose counts are kept: texts of links are shorter.
const RECENT_BYTES: usize = 512;

/// The counts of the latest short texts, since several models read the same links, and menus repeat theirs.
#[derive(Default)]
struct RecentTexts {
    language: Option<Language>,
    /// The indices of the texts in `counts`. The type is that of another table, whose code this one shares.
    indices: WordMap<Box<str>, Option<u32>>,
    counts: Vec<TermCounts>,
}

impl RecentTexts {
    fn clear(&mut self) {
        self.indices.clear();
        self.counts.clear();
    }
}

impl std::fmt::Debug for Vectorizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vectorizer").field("terms", &self.state.terms.len()).finish_non_exhaustive()
    }
}

/// The state of a [`Vectorizer`], for snapshots.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VectorizerState {
    terms: Terms,
    idf: Idf,
    /// True if words of titles, headings and bold text have larger weights.
    emphasis: bool,
}

impl Vectorizer {
    /// Returns a vectorizer without terms. [`IdfSource::Auto`] must be resolved before ([`IdfSource::resolved`]).
    pub fn new(stemming: bool, idf: IdfSource) -> Self {
        let mut analyzer = Analyzer::new(TextOptions { stemming, ..TextOptions::default() });
        let mut terms = Terms::new();
        let idf = match idf {
            IdfSource::None | IdfSource::Auto => Idf::None,
            IdfSource::General => Idf::general(&mut analyzer, &mut terms),
            IdfSource::Crawl => Idf::counted(),
        };
        Self { analyzer, state: VectorizerState { terms, idf, emphasis: true }, recent: RecentTexts::default() }
    }

    /// Returns a vectorizer that weighs titles, headings and bold text more, or counts every occurrence once.
    #[must_use]
    pub fn with_emphasis(mut self, emphasis: bool) -> Self {
        self.state.emphasis = emphasis;
        self
    }

    /// Restores a vectorizer from its state.
    pub fn with_state(stemming: bool, state: VectorizerState) -> Self {
        let analyzer = Analyzer::new(TextOptions { stemming, ..TextOptions::default() });
        Self { analyzer, state, recent: RecentTexts::default() }
    }

    /// Returns its state.
    pub fn state(&self) -> &VectorizerState {
        &self.state
    }

    /// Returns to an earlier state of this vectorizer. The cache of stems remains.
    pub(crate) fn reset(&mut self, earlier: &VectorizerState) {
        self.state.terms.truncate(earlier.terms.len());
        self.analyzer.forget_numbers();
        self.recent.clear();
        if matches!(earlier.idf, Idf::Counted(_)) {
            self.state.idf.clone_from(&earlier.idf);
        }
    }

    /// Returns the terms so far.
    pub(crate) fn terms(&self) -> &Terms {
        &self.state.terms
    }

    /// Returns the terms of a text with their counts.
    pub fn counts(&mut self, text: &str, language: Option<Language>) -> TermCounts {
        let recent = &mut self.recent;
        if recent.language != language || recent.counts.len() == RECENT_TEXTS {
            recent.clear();
            recent.language = language;
        }
        if let Some(Some(index)) = recent.indices.get(text) {
            return recent.counts[*index as usize].clone();
        }
        let counts = TermCounts::count(text, language, &mut self.analyzer, &mut self.state.terms);
        if text.len() <= RECENT_BYTES {
            recent.indices.insert(text.into(), Some(crate::count(recent.counts.len())));
            recent.counts.push(counts.clone());
        }
        counts
    }

    /// Returns the terms of a text in their order.
    pub fn sequence(&mut self, text: &str, language: Option<Language>) -> Vec<TermId> {
        let mut sequence = Vec::new();
        self.analyzer.term_ids(text, language, &mut self.state.terms, |term| {
            sequence.push(term);
        });
        sequence
    }

    /// Returns the lexicon terms in a text, and the words that the lexicon does not contain ([`Mentions::find`]).
    pub fn mentions(
        &mut self,
        finder: &mut Mentions,
        lexicon: &Lexicon,
        text: &str,
        language: Option<Language>,
        each: impl FnMut(Mention<'_>),
    ) {
        finder.find(lexicon, &mut self.analyzer, text, language, each);
    }

    /// Returns the crawl's idf of a stem; for a collocation, whose stems are separated by spaces, that of all of them
    /// ([`Idf::together`]).
    pub fn idf(&mut self, stems: &str) -> f64 {
        let VectorizerState { terms, idf, .. } = &mut self.state;
        idf.together(stems.split(' ').map(|stem| terms.intern(stem)))
    }

    /// Returns term counts as a vector under the crawl's idf.
    pub fn weigh(&self, counts: &TermCounts) -> SparseVector {
        SparseVector::weighted(counts, &self.state.idf)
    }

    /// Returns a text as a vector under the crawl's idf.
    pub fn vector(&mut self, text: &str, language: Option<Language>) -> SparseVector {
        let counts = self.counts(text, language);
        self.weigh(&counts)
    }

    /// Returns the terms of a page, weighted by field, as counts and as a vector under the crawl's idf. An idf of the
    /// crawl counts the page.
    pub fn page(&mut self, document: &Document, language: Option<Language>) -> (TermCounts, SparseVector) {
        self.fields(&Fields::whole(document), language)
    }

    /// Returns the same for the given fields of a page.
    pub fn fields(&mut self, page: &Fields<'_>, language: Option<Language>) -> (TermCounts, SparseVector) {
        let counts = self.weighted_counts(page, language);
        self.state.idf.observe(&counts);
        let vector = self.weigh(&counts);
        (counts, vector)
    }

    /// Returns the terms of the given fields of a page, weighted by field.
    pub(crate) fn weighted_counts(&mut self, page: &Fields<'_>, language: Option<Language>) -> TermCounts {
        let mut counts = self.counts(&page.body, language);
        counts.merge(&self.counts(page.title, language), self.title_weight());
        if self.state.emphasis {
            for (emphasized, weight) in [(&page.headings, limits::HEADING_WEIGHT), (&page.bold, limits::BOLD_WEIGHT)] {
                counts.merge(&self.counts(emphasized, language), weight - 1);
            }
        }
        counts
    }

    /// Returns the number of times that a word of a title counts.
    pub(crate) fn title_weight(&self) -> u32 {
        if self.state.emphasis { limits::TITLE_WEIGHT } else { 1 }
    }

    /// Returns the part of a page's main text with the most distinct terms among these, and the byte ranges of their
    /// words in it.
    pub fn snippet(
        &mut self,
        document: &Document,
        language: Option<Language>,
        wanted: &[TermId],
    ) -> (String, Vec<(u32, u32)>) {
        let main = document.main_text();
        let head = &main[..main.floor_char_boundary(limits::SNIPPET_BYTES)];
        let occurrences = if wanted.is_empty() { Vec::new() } else { self.find_terms(head, language, wanted) };
        let shown = window(head, best_start(&occurrences));
        let marks = if occurrences.is_empty() { Vec::new() } else { self.find_terms(&shown, language, wanted) };
        (shown, marks.into_iter().map(|mark| (crate::count(mark.start), crate::count(mark.end))).collect())
    }

    /// Returns the positions of the words of a text that have one of these terms, in order.
    fn find_terms(&mut self, text: &str, language: Option<Language>, wanted: &[TermId]) -> Vec<Occurrence> {
        let mut occurrences = Vec::new();
        self.analyzer.known_terms(text, language, &self.state.terms, |term, word| {
            if wanted.contains(&term) {
                occurrences.push(Occurrence { term, start: word.start, end: word.end });
            }
        });
        occurrences
    }

    /// Calls a function with each known term of a page's title and text and its spelling, in order.
    pub fn spellings(&mut self, document: &Document, language: Option<Language>, mut each: impl FnMut(TermId, &str)) {
        for text in [&document.title, &document.body] {
            self.analyzer.known_terms(text, language, &self.state.terms, |term, word| each(term, &text[word]));
        }
    }

    /// Returns the occurrences of these terms in a text, in order: the term and its byte offset.
    pub(crate) fn occurrences(
        &mut self,
        text: &str,
        language: Option<Language>,
        wanted: &[TermId],
    ) -> impl Iterator<Item = (TermId, usize)> {
        let occurrences = self.find_terms(text, language, wanted).into_iter();
        occurrences.map(|occurrence| (occurrence.term, occurrence.start))
    }

    /// Returns the known terms of a text, each once with the spelling of its first word, in order.
    pub(crate) fn spelled(&mut self, text: &str, language: Option<Language>) -> Vec<(TermId, String)> {
        let mut spelled: Vec<(TermId, String)> = Vec::new();
        self.analyzer.known_terms(text, language, &self.state.terms, |term, word| {
            if spelled.iter().all(|(known, _)| *known != term) {
                spelled.push((term, text[word].to_owned()));
            }
        });
        spelled
    }

    /// Returns the spellings of terms: that of the first word of the first text that has the term. Terms that no text
    /// has are left out.
    pub(crate) fn spell<'a>(
        &mut self,
        terms: impl Iterator<Item = TermId>,
        language: Option<Language>,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> BTreeMap<TermId, String> {
        let mut missing: BTreeSet<TermId> = terms.collect();
        let mut spellings = BTreeMap::new();
        for text in texts {
            if missing.is_empty() {
                break;
            }
            self.analyzer.known_terms(text, language, &self.state.terms, |term, word| {
                if missing.remove(&term) {
                    spellings.insert(term, text[word].to_owned());
                }
            });
        }
        spellings
    }
}

/// An occurrence of a wanted word in a text.
#[derive(Clone, Copy)]
struct Occurrence {
    term: TermId,
    start: usize,
    end: usize,
}

/// Returns the start of the first snippet-long part with the most distinct terms; 0 without any.
fn best_start(occurrences: &[Occurrence]) -> usize {
    let different = |from: usize| {
        let within = occurrences[from..]
            .iter()
            .take_while(|occurrence| occurrence.end <= occurrences[from].start + limits::SNIPPET_CHARS * 3 / 4);
        within.map(|occurrence| occurrence.term).collect::<std::collections::BTreeSet<_>>().len()
    };
    let best = (0..occurrences.len()).max_by_key(|from| (different(*from), std::cmp::Reverse(*from)));
    best.map_or(0, |from| occurrences[from].start)
}

/// Returns up to [`limits::SNIPPET_CHARS`] characters of a text on one line, starting a few words before a byte offset.
/// They end with a whole word, unless that is long or the script has no spaces.
fn window(text: &str, at: usize) -> String {
    let lead = text[..at].char_indices().rev().take(limits::SNIPPET_CHARS / 4).last().map_or(at, |(offset, _)| offset);
    let start = text[lead..at].find(char::is_whitespace).map_or(lead, |space| lead + space);
    let start = if lead == 0 { 0 } else { start };
    let text = text[start..].trim_start();
    let shown = cut(text, limits::SNIPPET_CHARS);
    let is_cut = text[shown.len()..].starts_with(|next: char| !next.is_whitespace());
    let end = shown.rfind(char::is_whitespace).filter(|end| is_cut && *end > shown.len() * 3 / 4);
    shown[..end.unwrap_or(shown.len())].replace(char::is_whitespace, " ")
}

/// The topic of a crawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Topic {
    query: String,
    /// The vector of the examples, used without a query.
    examples: SparseVector,
    /// The person's feedback.
    feedback: Feedback,
}

/// The relevance of a page, with the words that contribute.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relevance {
    /// The cosine with the query, in 0..=1.
    pub score: f64,
    /// The contribution of each word, largest first.
    pub words: Vec<Product>,
}

impl Topic {
    /// Returns the topic of a query.
    pub fn new(query: &str) -> Self {
        Self { query: query.trim().to_owned(), examples: SparseVector::new(), feedback: Feedback::default() }
    }

    /// Learns the topic from examples as [`Vectorizer::page`] returns them, for crawls without a query: the difference
    /// between the means of the good and of the other examples (Rocchio 1971). It removes words that occur on every
    /// page.
    pub fn learn(&mut self, good: &[SparseVector], others: &[SparseVector]) {
        self.examples = SparseVector::centroid(good).positive_difference(&SparseVector::centroid(others));
    }

    /// Returns the same examples with another query.
    #[must_use]
    pub fn asked(self, query: &str) -> Self {
        Self { examples: self.examples, ..Self::new(query) }
    }

    /// Applies a person's judgment of a page as [`Vectorizer::page`] returns it, or withdraws it with `None`.
    pub fn judge(&mut self, url: &CanonicalUrl, page: &SparseVector, good: Option<bool>) {
        self.feedback.judge(url, page, good);
    }

    /// Multiplies the weight of a word by a person's factor: 0 excludes it, 1 withdraws the change.
    pub fn weigh(&mut self, word: &str, weight: f64) {
        self.feedback.weigh(word, weight);
    }

    /// Returns the words of the query and the reweighted words, as typed.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.query.split_whitespace().chain(self.feedback.words())
    }

    /// Returns the words of the query and the reweighted words as a vector, if the topic also has words learned from
    /// judged pages; `None` without a query, where all words are learned.
    pub(crate) fn named(&self, language: Option<Language>, vectorizer: &mut Vectorizer) -> Option<SparseVector> {
        if self.query.is_empty() || !self.feedback.has_judged() {
            return None;
        }
        let words: Vec<&str> = self.words().collect();
        Some(vectorizer.vector(&words.join(" "), language))
    }

    /// Returns the topic as a vector: the query, analyzed in a language, or the examples, with the person's feedback
    /// applied.
    pub fn vector(&self, language: Option<Language>, vectorizer: &mut Vectorizer) -> Cow<'_, SparseVector> {
        let topic = if self.query.is_empty() {
            Cow::Borrowed(&self.examples)
        } else {
            Cow::Owned(vectorizer.vector(&self.query, language))
        };
        if self.feedback.is_empty() {
            return topic;
        }
        Cow::Owned(self.feedback.applied(&topic, language, vectorizer))
    }

    /// Returns the relevance of a page (from [`Vectorizer::page`]) to a query (from [`Topic::vector`]).
    pub fn relevance(page: &SparseVector, query: &SparseVector) -> Relevance {
        Relevance { score: cosine(page, query), words: page.products(query) }
    }

    /// Returns the spellings of terms for display: from the query, the reweighted words, or else a text.
    pub(crate) fn spellings(
        &self,
        terms: impl Iterator<Item = TermId>,
        language: Option<Language>,
        text: &str,
        vectorizer: &mut Vectorizer,
    ) -> BTreeMap<TermId, String> {
        let query = std::iter::once(self.query.as_str());
        let texts = query.chain(self.feedback.words()).chain([text]);
        vectorizer.spell(terms, language, texts)
    }
}
