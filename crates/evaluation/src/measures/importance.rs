//! Estimates the importance of a page by its words: its similarity to the known relevant pages, and the first four of
//! Pant's six measures. The fifth, the rank among the pages of all crawls, needs all outcomes
//! ([`crate::compare::Summary`]). The sixth, links, is in [`super::WebMap`].
//!
//! 1. keywords: the share of the query's words that occur on the page;
//! 2. the cosine with the query;
//! 3. the cosine with all seeds together as one document;
//! 4. a classifier trained on pages of the topic and others: multinomial naive Bayes with Laplace's rule and equal
//!    priors. Long texts are weighted like texts of [`CLASSIFIED_WORDS`] words; otherwise its result would be near 0 or
//!    1 for nearly every page.
//!
//! Source: Pant §4.1, Batsakis §4.2 a, b.

use engine::fetch::FetchResponse;
use engine::learning::{NaiveBayes, Priors};
use engine::text::{Language, SparseVector, TermCounts, TermId, cosine};
use engine::topic::{Vectorizer, VectorizerState};
use types::plan::IdfSource;

/// The number of words to which the classifier scales a longer text.
pub const CLASSIFIED_WORDS: u32 = 50;

/// The reference texts for page values, during and after gathering.
#[derive(Debug)]
pub(super) struct ReferenceTexts {
    vectorizer: Vectorizer,
    query: String,
    pub(super) nearest: RelevantTexts,
    seeds: TermCounts,
    examples: Vec<(Class, TermCounts)>,
    classifier: Option<NaiveBayes>,
}

/// The purposes of a requested page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PagePurposes {
    pub(super) relevant: bool,
    pub(super) seed: bool,
    /// The class of which it is a training example.
    pub(super) class: Option<Class>,
    /// A crawl starts from it or is trained on it, so that it and its redirect target are no targets.
    pub(super) excluded: bool,
}

impl PagePurposes {
    /// Adds purposes. A page that is an example of this topic and of another counts as one of this topic.
    pub(super) fn join(&mut self, other: Self) {
        self.relevant |= other.relevant;
        self.seed |= other.seed;
        self.excluded |= other.excluded;
        self.class = match (self.class, other.class) {
            (Some(Class::On), _) | (_, Some(Class::On)) => Some(Class::On),
            (class, other) => class.or(other),
        };
    }

    /// Returns the purposes that `before` does not have.
    pub(super) fn without(self, before: Self) -> Self {
        Self {
            relevant: self.relevant && !before.relevant,
            seed: self.seed && !before.seed,
            excluded: self.excluded && !before.excluded,
            class: self.class.filter(|_| before.class.is_none()),
        }
    }
}

/// The classes of the classifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Pages on the topic.
    On = 0,
    /// Other pages.
    Off = 1,
}

/// Holds the values of a page by its words; 0 for those not requested.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PageImportance {
    pub(super) nearest: f64,
    pub(super) keywords: f64,
    pub(super) query: f64,
    pub(super) seeds: f64,
    pub(super) classifier: f64,
}

impl ReferenceTexts {
    pub(super) fn new(query: &str) -> Self {
        Self {
            vectorizer: Vectorizer::new(true, IdfSource::General),
            query: query.to_owned(),
            nearest: RelevantTexts::default(),
            seeds: TermCounts::new(),
            examples: Vec::new(),
            classifier: None,
        }
    }

    /// Returns a copy for another crawl, because each crawl has its own vocabulary.
    pub(super) fn for_another_crawl(&self) -> Self {
        Self {
            vectorizer: Vectorizer::with_state(true, VectorizerState::clone(self.vectorizer.state())),
            query: self.query.clone(),
            nearest: self.nearest.clone(),
            seeds: self.seeds.clone(),
            examples: Vec::new(),
            classifier: self.classifier.clone(),
        }
    }

    /// Adds a known page.
    pub(super) fn learn(&mut self, response: &FetchResponse, purposes: PagePurposes) {
        if !(purposes.relevant || purposes.seed || purposes.class.is_some()) {
            return;
        }
        let Some((counts, vector, _)) = self.words(response) else {
            return;
        };
        if purposes.relevant {
            self.nearest.add(&vector);
        }
        if purposes.seed {
            self.seeds.merge(&counts, 1);
        }
        self.examples.extend(purposes.class.map(|class| (class, counts)));
    }

    /// Trains the classifier once all known pages were added.
    pub(super) fn train(&mut self) {
        let examples = std::mem::take(&mut self.examples);
        let has = |class| examples.iter().any(|(of, _)| *of == class);
        if has(Class::On) && has(Class::Off) {
            let examples = examples.iter().map(|(class, counts)| (*class as usize, counts));
            self.classifier = NaiveBayes::train(2, examples, 1.0, Priors::Uniform).ok();
        }
    }

    pub(super) fn has_seeds(&self) -> bool {
        !self.seeds.is_empty()
    }

    pub(super) fn has_classifier(&self) -> bool {
        self.classifier.is_some()
    }

    /// Returns the values of a page; a response that is not a page has none.
    pub(super) fn worth(&mut self, response: &FetchResponse) -> PageImportance {
        let Some((counts, vector, language)) = self.words(response) else {
            return PageImportance::default();
        };
        let query = self.vectorizer.counts(&self.query, language);
        let classes = self.classifier.as_ref();
        let classes = classes.map(|of| of.probabilities_of_at_most(&counts, CLASSIFIED_WORDS));
        PageImportance {
            nearest: self.nearest.cosine(&vector),
            keywords: keywords(&counts, &query),
            query: cosine(&vector, &self.vectorizer.weigh(&query)),
            seeds: cosine(&vector, &self.vectorizer.weigh(&self.seeds)),
            classifier: classes.map_or(0.0, |classes| classes[Class::On as usize]),
        }
    }

    fn words(&mut self, response: &FetchResponse) -> Option<(TermCounts, SparseVector, Option<Language>)> {
        let document = response.document()?;
        let language = document.language.as_deref().and_then(Language::from_code);
        let (counts, vector) = self.vectorizer.page(document, language);
        Some((counts, vector, language))
    }
}

/// Returns the share of the query's terms that occur on a page; 0 for a query without terms.
fn keywords(page: &TermCounts, query: &TermCounts) -> f64 {
    let stand = query.iter().filter(|(term, _)| page.get(*term) > 0).count();
    stand as f64 / query.len().max(1) as f64
}

/// Holds the known relevant pages, indexed by their words, so that a page takes as many steps as its words have
/// entries.
///
/// A page above [`crate::limits::LIKENESS`] counts as harvested, and the mean of the maxima is the average similarity.
/// A known relevant page has similarity 1. The vectors are Batsakis eq. 1 over title, headings and text. Every crawl
/// uses the idf of general English, because an idf counted during the crawl would give each crawl another measure.
/// Source: Batsakis §4.2 a, b.
#[derive(Clone, Debug, Default)]
pub(super) struct RelevantTexts {
    /// For each term the pages that contain it, with its weight.
    by_term: Vec<Vec<(u32, f64)>>,
    norms: Vec<f64>,
}

impl RelevantTexts {
    /// Adds a known page.
    pub(super) fn add(&mut self, page: &SparseVector) {
        let Ok(number) = u32::try_from(self.norms.len()) else {
            return;
        };
        for (term, weight) in page.iter() {
            let at = term as usize;
            if self.by_term.len() <= at {
                self.by_term.resize_with(at + 1, Vec::new);
            }
            self.by_term[at].push((number, weight));
        }
        self.norms.push(page.norm());
    }

    /// Returns true if there are no known pages.
    pub(super) fn is_empty(&self) -> bool {
        self.norms.is_empty()
    }

    /// Returns the largest cosine of a page with a known one, in 0..=1; 0 if there are none.
    pub(super) fn cosine(&self, page: &SparseVector) -> f64 {
        let mut products = vec![0.0; self.norms.len()];
        for (term, weight) in page.iter() {
            for (number, known) in self.pages_with(term) {
                products[*number as usize] += weight * known;
            }
        }
        let cosines = products.iter().zip(&self.norms).map(|(product, norm)| {
            let scale = norm * page.norm();
            if scale > 0.0 { product / scale } else { 0.0 }
        });
        cosines.fold(0.0, f64::max).min(1.0)
    }

    fn pages_with(&self, term: TermId) -> &[(u32, f64)] {
        self.by_term.get(term as usize).map_or(&[], |pages| pages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::html::Document;

    fn page(text: &str) -> FetchResponse {
        let document = Document { body: text.to_owned(), language: Some("en".to_owned()), ..Document::default() };
        crate::measures::tests::page(document)
    }

    const SEED: PagePurposes = PagePurposes { relevant: false, seed: true, class: None, excluded: false };

    fn example(class: Class) -> PagePurposes {
        PagePurposes { class: Some(class), ..PagePurposes::default() }
    }

    #[test]
    fn keywords_are_the_share_of_the_querys_words_that_stand_on_the_page() {
        let mut references = ReferenceTexts::new("jumping spiders hunt");
        for (text, share) in
            [("A spider hunts. A spider!", 2.0 / 3.0), ("spiders jump and hunt", 1.0), ("bread and butter", 0.0)]
        {
            let found = references.worth(&page(text)).keywords;
            assert!((found - share).abs() < 1e-15, "{text}: {found}");
        }
    }

    #[test]
    fn a_page_of_the_querys_words_alone_is_like_the_query_and_one_without_them_is_not() {
        let mut references = ReferenceTexts::new("jumping spiders");
        let [same, half, none] =
            ["jumping spiders", "jumping horses", "bread"].map(|text| references.worth(&page(text)).query);
        assert!((same - 1.0).abs() < 1e-12 && none.abs() < 1e-12);
        assert!(half > 0.1 && half < 0.9, "{half}");
    }

    /// Two seeds of one word each are one document of two words: a page with one of two words as rare as the other is
    /// at 45°.
    #[test]
    fn the_seeds_are_one_document() {
        let mut references = ReferenceTexts::new("");
        references.learn(&page("xylotree"), SEED);
        references.learn(&page("quasifrog"), SEED);
        let found = references.worth(&page("quasifrog quasifrog")).seeds;
        assert!((found - 0.5_f64.sqrt()).abs() < 1e-12, "{found}");
    }

    /// By hand: one example a class, {a a b} against {b c}; vocabulary 3, Laplace: P(a | on) = 3/6, P(a | off) = 1/5.
    /// Even priors: the page "a" is on the topic with .5 / (.5 + .2).
    #[test]
    fn the_classifier_is_naive_bayes_with_laplaces_rule_and_even_priors() {
        let mut references = ReferenceTexts::new("");
        references.learn(&page("xylotree xylotree quasifrog"), example(Class::On));
        references.learn(&page("quasifrog zebrawort"), example(Class::Off));
        references.train();
        let found = references.worth(&page("xylotree")).classifier;
        assert!((found - 0.5 / 0.7).abs() < 1e-12, "{found}");
    }

    #[test]
    fn without_pages_of_both_classes_there_is_no_classifier() {
        let mut references = ReferenceTexts::new("");
        references.learn(&page("xylotree"), example(Class::On));
        references.train();
        assert!(!references.has_classifier());
    }

    fn vector(of: &[(TermId, f64)]) -> SparseVector {
        of.iter().copied().collect()
    }

    #[test]
    fn the_largest_cosine_is_that_of_the_nearest_page() {
        let known = [vector(&[(0, 1.0), (1, 1.0)]), vector(&[(2, 3.0), (3, 4.0)])];
        let mut nearest = RelevantTexts::default();
        for page in &known {
            nearest.add(page);
        }
        for (page, cosine) in [
            (vector(&[(3, 2.0)]), 0.8),
            (vector(&[(0, 5.0), (1, 5.0)]), 1.0),
            (vector(&[(0, 1.0), (2, 1.0)]), 0.5),
            (vector(&[(9, 1.0)]), 0.0),
            (vector(&[]), 0.0),
        ] {
            let found = nearest.cosine(&page);
            assert!((found - cosine).abs() < 1e-15, "{found} {cosine}");
        }
        assert!(RelevantTexts::default().cosine(&known[0]).abs() < f64::EPSILON);
    }
}
