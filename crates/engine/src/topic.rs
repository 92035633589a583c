//! The topic of a crawl, and the definition of a page's relevance to it, which is the same for all strategies.
//!
//! Relevance = the cosine of the page's words with the query's words (Batsakis eq. 2, Pant eq. 1), in 0..=1. A page's words are
//! those of its title, its headings and its text, the whole of it or its main content; title, headings and bold text weigh more
//! (Evolving §2.1.4). Both are read in the language
//! of the page, so that its stemmer and its stop words serve the query as well. Where a crawl has no query, but good examples, the
//! centroid of these, less that of the others, stands in its place (Pant §4.1, “similarity to seed pages”).

mod feedback;
mod fields;
mod interests;

use crate::html::Document;
use crate::lexicon::{Lexicon, Mention, Mentions};
use crate::text::{
    Analyzer, Idf, Language, Product, SparseVector, TermCounts, TermId, Terms, TextOptions, cosine,
};
pub(crate) use feedback::Feedback;
pub use fields::Fields;
pub use interests::{Fit, Interests};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use types::limits;
use types::plan::IdfSource;
use types::url::CanonicalUrl;

/// The words that a crawl has met, and how texts become vectors of them.
pub struct Vectorizer {
    analyzer: Analyzer,
    memory: VectorizerState,
}

impl std::fmt::Debug for Vectorizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vectorizer")
            .field("terms", &self.memory.terms.len())
            .finish_non_exhaustive()
    }
}

/// The state of a [`Vectorizer`], for snapshots.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VectorizerState {
    terms: Terms,
    idf: Idf,
}

impl Vectorizer {
    /// Returns a vectorizer that has met no words. An `idf` that is left to the strategy is to be resolved before ([`IdfSource::resolved`]).
    pub fn new(stemming: bool, idf: IdfSource) -> Self {
        let mut analyzer = Analyzer::new(TextOptions {
            stemming,
            ..TextOptions::default()
        });
        let mut terms = Terms::new();
        let idf = match idf {
            IdfSource::None | IdfSource::Auto => Idf::None,
            IdfSource::General => Idf::general(&mut analyzer, &mut terms),
            IdfSource::Crawl => Idf::counted(),
        };
        Self {
            analyzer,
            memory: VectorizerState { terms, idf },
        }
    }

    /// Returns a vectorizer with the state of an earlier one.
    pub fn with_state(stemming: bool, memory: VectorizerState) -> Self {
        Self {
            analyzer: Analyzer::new(TextOptions {
                stemming,
                ..TextOptions::default()
            }),
            memory,
        }
    }

    /// Returns its state.
    pub fn memory(&self) -> &VectorizerState {
        &self.memory
    }

    /// Returns the terms of a text with their counts.
    pub fn counts(&mut self, text: &str, language: Option<Language>) -> TermCounts {
        TermCounts::of(text, language, &mut self.analyzer, &mut self.memory.terms)
    }

    /// Returns the terms of a text in their order.
    pub fn sequence(&mut self, text: &str, language: Option<Language>) -> Vec<TermId> {
        let mut sequence = Vec::new();
        self.analyzer.tokens(text, language, |token| {
            sequence.push(self.memory.terms.intern(token.term));
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

    /// Returns the crawl's idf of a stem.
    pub fn idf(&mut self, stem: &str) -> f64 {
        let term = self.memory.terms.intern(stem);
        self.memory.idf.get(term)
    }

    /// Returns term counts as a vector under the crawl's idf.
    pub fn weigh(&self, counts: &TermCounts) -> SparseVector {
        SparseVector::weighted(counts, &self.memory.idf)
    }

    /// Returns a text as a vector under the crawl's idf.
    pub fn vector(&mut self, text: &str, language: Option<Language>) -> SparseVector {
        let counts = self.counts(text, language);
        self.weigh(&counts)
    }

    /// Returns the words of a page, its fields weighted, as counts and as a vector under the crawl's idf; the idf learns from it where it
    /// counts the crawl.
    pub fn page(
        &mut self,
        document: &Document,
        language: Option<Language>,
    ) -> (TermCounts, SparseVector) {
        self.fields(&Fields::whole(document), language)
    }

    /// Returns the same for some fields of a page.
    pub fn fields(
        &mut self,
        page: &Fields<'_>,
        language: Option<Language>,
    ) -> (TermCounts, SparseVector) {
        let mut counts = self.counts(&page.body, language);
        counts.merge(&self.counts(page.title, language), limits::TITLE_WEIGHT);
        for (emphasized, weight) in [
            (&page.headings, limits::HEADING_WEIGHT),
            (&page.bold, limits::BOLD_WEIGHT),
        ] {
            counts.merge(&self.counts(emphasized, language), weight - 1);
        }
        self.memory.idf.observe(&counts);
        let vector = self.weigh(&counts);
        (counts, vector)
    }

    /// Returns some words of a page's text, where the most different ones of these terms stand together, and the byte ranges of such words in
    /// it. Words of links come second: menus repeat the topic on every page of a site.
    pub fn snippet(
        &mut self,
        document: &Document,
        language: Option<Language>,
        wanted: &[TermId],
    ) -> (String, Vec<(u32, u32)>) {
        let head = &document.body[..document.body.floor_char_boundary(limits::SNIPPET_BYTES)];
        let mut places = if wanted.is_empty() {
            Vec::new()
        } else {
            self.places(head, language, wanted)
        };
        let in_prose: Vec<Place> = places
            .iter()
            .copied()
            .filter(|place| !in_link(document, place.start))
            .collect();
        if !in_prose.is_empty() {
            places = in_prose;
        }
        let shown = window(head, richest(&places));
        let marks = if places.is_empty() {
            Vec::new()
        } else {
            self.places(&shown, language, wanted)
        };
        (
            shown,
            marks
                .into_iter()
                .map(|mark| (crate::count(mark.start), crate::count(mark.end)))
                .collect(),
        )
    }

    /// Returns the byte ranges of the words of a text that are one of these terms, in order.
    fn places(&mut self, text: &str, language: Option<Language>, wanted: &[TermId]) -> Vec<Place> {
        let mut places = Vec::new();
        let terms = &self.memory.terms;
        self.analyzer.tokens(text, language, |token| {
            if let Some(term) = terms.get(token.term).filter(|term| wanted.contains(term)) {
                places.push(Place {
                    term,
                    start: token.start,
                    end: token.end,
                });
            }
        });
        places
    }

    /// Tells each term of a page's title and text that is known, and how it is written there, in order.
    pub fn spellings(
        &mut self,
        document: &Document,
        language: Option<Language>,
        mut each: impl FnMut(TermId, &str),
    ) {
        let terms = &self.memory.terms;
        for text in [&document.title, &document.body] {
            self.analyzer.tokens(text, language, |token| {
                if let Some(term) = terms.get(token.term) {
                    each(term, &text[token.start..token.end]);
                }
            });
        }
    }

    /// Tells where one of these terms stands in a text, in order: the term, and its first byte.
    pub(crate) fn stands(
        &mut self,
        text: &str,
        language: Option<Language>,
        wanted: &[TermId],
    ) -> impl Iterator<Item = (TermId, usize)> {
        let places = self.places(text, language, wanted).into_iter();
        places.map(|place| (place.term, place.start))
    }

    /// Returns the first word of a text that is this term, as it is written there.
    pub(crate) fn spelling(
        &mut self,
        text: &str,
        language: Option<Language>,
        term: TermId,
    ) -> Option<String> {
        let place = self.places(text, language, &[term]).into_iter().next()?;
        Some(text[place.start..place.end].to_owned())
    }
}

/// The position of a wanted word in a text.
#[derive(Clone, Copy)]
struct Place {
    term: TermId,
    start: usize,
    end: usize,
}

/// Returns true if the words of a link stand. Links stand in the order of the page.
fn in_link(document: &Document, at: usize) -> bool {
    let before = document
        .links
        .partition_point(|link| link.span.0 as usize <= at);
    document.links[..before]
        .last()
        .is_some_and(|link| at < link.span.1 as usize)
}

/// Returns the place from which the most different terms stand within a snippet's length, the first of several; 0 if there is none.
fn richest(places: &[Place]) -> usize {
    let different = |from: usize| {
        let within = places[from..]
            .iter()
            .take_while(|place| place.end <= places[from].start + limits::SNIPPET_CHARS * 3 / 4);
        within
            .map(|place| place.term)
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    let best = (0..places.len()).max_by_key(|from| (different(*from), std::cmp::Reverse(*from)));
    best.map_or(0, |from| places[from].start)
}

/// Returns up to [`limits::SNIPPET_CHARS`] characters of a text, beginning a few words before a byte offset, on one line.
fn window(text: &str, at: usize) -> String {
    let lead = text[..at]
        .char_indices()
        .rev()
        .take(limits::SNIPPET_CHARS / 4)
        .last()
        .map_or(at, |(offset, _)| offset);
    let start = text[lead..at]
        .find(char::is_whitespace)
        .map_or(lead, |space| lead + space);
    let start = if lead == 0 { 0 } else { start };
    let shown: String = text[start..]
        .trim_start()
        .chars()
        .take(limits::SNIPPET_CHARS)
        .collect();
    shown.replace(char::is_whitespace, " ")
}

/// The topic of a crawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Topic {
    query: String,
    /// The centroid of the target examples, used without a query.
    examples: SparseVector,
    /// The ratings since.
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
        Self {
            query: query.trim().to_owned(),
            examples: SparseVector::new(),
            feedback: Feedback::default(),
        }
    }

    /// Takes examples, given as [`Vectorizer::page`] gives them, for the topic where there is no query: what good ones have in common beyond
    /// what the others have (Rocchio 1971). Words of every page fall out by that, which no query would hold.
    pub fn learn(&mut self, good: &[SparseVector], others: &[SparseVector]) {
        self.examples =
            SparseVector::centroid(good).positive_difference(&SparseVector::centroid(others));
    }

    /// Returns the same examples under a query of one's own.
    #[must_use]
    pub fn asked(self, query: &str) -> Self {
        Self {
            examples: self.examples,
            ..Self::new(query)
        }
    }

    /// Applies a person's judgment of a page, or withdraws it with `None`; the page as [`Vectorizer::page`] returns it.
    pub fn judge(&mut self, url: &CanonicalUrl, page: &SparseVector, good: Option<bool>) {
        self.feedback.judge(url, page, good);
    }

    /// Multiplies the weight of a word by a person's factor: 0 excludes it, 1 withdraws the change.
    pub fn weigh(&mut self, word: &str, weight: f64) {
        self.feedback.weigh(word, weight);
    }

    /// Returns the words of the query, and those that were weighed, as they are written.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.query.split_whitespace().chain(self.feedback.words())
    }

    /// Returns the topic as a vector: the query read in a language, or what the examples have in common; and what the person said since.
    pub fn vector(
        &self,
        language: Option<Language>,
        vectorizer: &mut Vectorizer,
    ) -> Cow<'_, SparseVector> {
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

    /// Returns the relevance of a page, given as [`Vectorizer::page`] gives it, to a query, given as [`Topic::vector`] gives it.
    pub fn relevance(page: &SparseVector, query: &SparseVector) -> Relevance {
        Relevance {
            score: cosine(page, query),
            words: page.products(query),
        }
    }

    /// Returns a term as people write it: as it stands in the query, among the words that were weighed, or else in a text; stems are not for people.
    pub fn word(
        &self,
        term: TermId,
        language: Option<Language>,
        text: &str,
        vectorizer: &mut Vectorizer,
    ) -> Option<String> {
        let own = std::iter::once(self.query.as_str());
        let mut texts = own.chain(self.feedback.words()).chain([text]);
        texts.find_map(|text| vectorizer.spelling(text, language, term))
    }
}
