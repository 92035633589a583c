//! The interests of a reader, learned from the main text of the pages being read, and the fit of another page to them.
//!
//! As in relevance feedback without a query: `β · Σ w · liked / L − γ · Σ w · rejected / max(L, R)`, all pages at
//! length 1, each with a weight w; L and R are the sums of both groups' weights, and negative terms are dropped.
//! Rejected pages thus count by their weights, and in total at most as much as in Rocchio's mean. A page in neither
//! group has no effect. The fit of a page is its cosine with that vector.
//!
//! Source: Pant §5.4, "Letizia tries to understand user interests based on the pages being browsed"; Rocchio 1971 with
//! the β and γ of [`super::feedback`]. Not covered: the weights of pages, which the caller provides.

use super::feedback::{OTHERS, RELEVANT};
use super::{Fields, Relevance, Topic, Vectorizer};
use crate::html::Document;
use crate::text::{Language, SparseVector, TermId};
use types::plan::IdfSource;

/// The interests, with the terms of their vector.
#[derive(Debug)]
pub struct Interests {
    vectorizer: Vectorizer,
    vector: SparseVector,
}

/// The fit of a page to the interests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    /// The cosine, in 0..=1.
    pub score: f64,
    /// The matching words of the page, the heaviest first, each once regardless of case.
    pub words: Vec<String>,
}

impl Interests {
    /// Learns from pages with weights: positive for liked pages, negative for rejected ones.
    pub fn new<'a>(pages: impl IntoIterator<Item = (&'a Document, f64)>) -> Self {
        Self::under(IdfSource::General, pages)
    }

    fn under<'a>(idf: IdfSource, pages: impl IntoIterator<Item = (&'a Document, f64)>) -> Self {
        let mut vectorizer = Vectorizer::new(true, idf);
        let [mut liked, mut rejected] = [WeightedSum::default(), WeightedSum::default()];
        for (document, weight) in pages {
            let (_, vector) = vectorizer.fields(&Fields::main_text(document), language(document));
            let side = if weight > 0.0 { &mut liked } else { &mut rejected };
            side.add(&vector, weight.abs());
        }
        let rejected_weight = liked.weight.max(rejected.weight);
        let (liked, rejected) = (liked.over(liked.weight), rejected.over(rejected_weight));
        Self { vector: liked.times(RELEVANT).positive_difference(&rejected.times(OTHERS)), vectorizer }
    }

    /// Returns true if no interests are known.
    pub fn is_empty(&self) -> bool {
        self.vector.is_empty()
    }

    /// Returns the fit of a page, with at most `words` matching words.
    pub fn fit(&mut self, document: &Document, words: usize) -> Fit {
        let language = language(document);
        let main = Fields::main_text(document);
        let (_, page) = self.vectorizer.fields(&main, language);
        let Relevance { score, words: products } = Topic::relevance(&page, &self.vector);
        let terms = products.iter().map(|product| product.term);
        let texts = [document.title.as_str(), main.body()];
        let spellings = self.vectorizer.spell(terms, language, texts);
        let mut spelled: Vec<String> = Vec::new();
        for product in products {
            let word = spellings.get(&product.term);
            let word = word.map(|word| word.to_lowercase());
            spelled.extend(word.filter(|word| !spelled.contains(word)));
            if spelled.len() == words {
                break;
            }
        }
        Fit { score, words: spelled }
    }
}

fn language(document: &Document) -> Option<Language> {
    document.language.as_deref().and_then(Language::from_code)
}

/// The weighted sum of vectors at length 1.
#[derive(Default)]
struct WeightedSum {
    sum: Vec<(TermId, f64)>,
    weight: f64,
}

impl WeightedSum {
    fn add(&mut self, vector: &SparseVector, weight: f64) {
        if weight > 0.0 && !vector.is_empty() {
            self.sum.extend(vector.unit().times(weight).iter());
            self.weight += weight;
        }
    }

    fn over(&self, weight: f64) -> SparseVector {
        let sum: SparseVector = self.sum.iter().copied().collect();
        if sum.is_empty() {
            return sum;
        }
        sum.times(1.0 / weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(body: &str) -> Document {
        Document { body: body.to_owned(), language: Some("en".to_owned()), ..Document::default() }
    }

    /// Returns interests without idf, so that a word's weight is its count over the largest.
    fn interests(pages: &[(&str, f64)]) -> Interests {
        let pages: Vec<(Document, f64)> = pages.iter().map(|(body, weight)| (page(body), *weight)).collect();
        let pages = pages.iter().map(|(page, weight)| (page, *weight));
        Interests::under(IdfSource::None, pages)
    }

    fn fit(pages: &[(&str, f64)], body: &str) -> f64 {
        interests(pages).fit(&page(body), 4).score
    }

    fn close(got: f64, wanted: f64) {
        assert!((got - wanted).abs() < 1e-9, "{got} instead of {wanted}");
    }

    #[test]
    fn one_page_suffices_to_learn_interests() {
        // spider 1, silk 1 against spider 1: 1/√2.
        close(fit(&[("spider silk", 1.0)], "spider"), 0.5_f64.sqrt());
        close(fit(&[("spider silk", 1.0)], "ocean"), 0.0);
    }

    #[test]
    fn pages_count_by_their_weights_and_at_length_1() {
        // Mean of (spider 1) and (ocean 1), weights 3 and 1: spider 3/4, ocean 1/4. Cosine with spider: 3/√10; with
        // ocean: 1/√10.
        let read = [("spider", 3.0), ("ocean ocean ocean", 1.0)];
        close(fit(&read, "spider"), 3.0 / 10.0_f64.sqrt());
        close(fit(&read, "ocean"), 1.0 / 10.0_f64.sqrt());
    }

    #[test]
    fn a_rejected_page_counts_against_its_words_and_one_that_is_merely_read_does_not() {
        // Liked: (spider, silk)/√2 · 0.75. Rejected: ocean and silk at 1/√2 · 0.15. Result: spider 0.75/√2, silk
        // 0.6/√2.
        let read = [("spider silk", 1.0), ("silk ocean", -2.0)];
        close(fit(&read, "silk"), 0.6 / libm::hypot(0.75, 0.6));
        close(fit(&read, "ocean"), 0.0);
        // A rejected page with half the weight subtracts half as much: silk (0.75 − 0.075)/√2.
        let faded = [("spider silk", 1.0), ("silk ocean", -0.5)];
        close(fit(&faded, "silk"), 0.675 / libm::hypot(0.75, 0.675));
        // Weight 0: neither liked nor rejected.
        let passed = [("spider silk", 1.0), ("silk ocean", 0.0)];
        close(fit(&passed, "silk"), 0.5_f64.sqrt());
    }

    #[test]
    fn without_liked_pages_no_interests_are_known() {
        for pages in [&[][..], &[("spider", -1.0)], &[("spider", 0.0)], &[("", 1.0)]] {
            assert!(interests(pages).is_empty(), "{pages:?}");
        }
    }

    #[test]
    fn matching_words_are_listed_once_as_written_heaviest_first() {
        let mut interests = interests(&[("silk spiders spiders", 1.0)]);
        let fit = interests.fit(&page("Of Silk: a spider, SPIDERS, and some ocean"), 2);
        assert_eq!(fit.words, ["spider", "silk"]);
    }
}
