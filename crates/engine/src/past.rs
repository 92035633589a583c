//! Chooses pages of earlier crawls for a crawl that starts from the best of them.
//!
//! The pages most similar to the query come first. The remaining places are filled with pages spread evenly over the
//! rest, as negative examples. Not covered: the storage of earlier crawls, and the use of the pages by a strategy.
//! Evolving §4.1 takes them from a database of fetched pages, and leaves the choice open.

use crate::html::Document;
use crate::text::Language;
use crate::topic::{Topic, Vectorizer};
use types::limits;
use types::plan::{IdfSource, PastPage};
use types::sorting;

/// The number of pages chosen for their similarity: two thirds of all.
const LIKELY: usize = limits::PAST_PAGES * 2 / 3;

/// Computes the similarity of texts to a query.
pub struct QuerySimilarity {
    vectorizer: Vectorizer,
    query: String,
}

impl QuerySimilarity {
    /// Creates the similarity to this query.
    pub fn to(query: &str) -> Self {
        Self { vectorizer: Vectorizer::new(true, IdfSource::None), query: query.to_owned() }
    }

    /// Returns the cosine of a text's words and the query's, in 0..=1; `language` is the text's (ISO 639-1), if known.
    pub fn similarity(&mut self, text: &str, language: Option<&str>) -> f64 {
        let language = language.and_then(Language::from_code);
        let words = self.vectorizer.vector(text, language);
        let query = self.vectorizer.vector(&self.query, language);
        Topic::relevance(&words, &query).score
    }
}

/// Returns the indices of at most [`limits::PAST_PAGES`] pages, given the similarity of each to the query: the most
/// similar first, then every n-th of the others. Ties keep their order.
pub fn select_indices(similarity: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..similarity.len()).collect();
    sorting::sort_by(&mut order, |a, b| similarity[*b].total_cmp(&similarity[*a]));
    let others = order.len().saturating_sub(LIKELY);
    let step = others.div_ceil(limits::PAST_PAGES - LIKELY).max(1);
    let is_chosen = |at: usize| at < LIKELY || (at - LIKELY).is_multiple_of(step);
    let places = order.into_iter().enumerate();
    places.filter(|(at, _)| is_chosen(*at)).map(|(_, place)| place).collect()
}

/// Returns at most [`limits::PAST_PAGES`] pages: the most similar to `query` first, then every n-th of the others.
pub fn select_pages(pages: &[PastPage], query: &str) -> Vec<PastPage> {
    let mut query = QuerySimilarity::to(query);
    let judged = pages.iter();
    let judged = judged.map(|page| query.similarity(&page.text, page.language.as_deref()));
    let places = select_indices(&judged.collect::<Vec<f64>>()).into_iter();
    places.filter_map(|place| pages.get(place).cloned()).collect()
}

/// Returns a page with this URL for a later crawl.
pub fn page(url: String, document: &Document) -> PastPage {
    PastPage { url, text: words_of(document), language: document.language.clone() }
}

/// Returns the stored text of a page: its title and the beginning of its main text, at most
/// [`limits::PAST_TEXT_BYTES`].
pub fn words_of(document: &Document) -> String {
    let mut text = format!("{}\n{}", document.title, document.main_text());
    text.truncate(text.floor_char_boundary(limits::PAST_TEXT_BYTES));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_come_first_and_others_fill_the_rest() {
        let similarity: Vec<f64> = (0..1_000).map(f64::from).collect();
        let chosen = select_indices(&similarity);
        assert_eq!(chosen.len(), limits::PAST_PAGES);
        assert_eq!((chosen[0], chosen[199]), (999, 800));
        assert_eq!((chosen[200], chosen[299]), (799, 7));
    }

    #[test]
    fn few_pages_are_all_chosen_and_ties_keep_their_order() {
        assert_eq!(select_indices(&[0.5, 0.7, 0.5]), [1, 0, 2]);
        assert!(select_indices(&[]).is_empty());
    }

    #[test]
    fn similarity_grows_with_the_query_words_in_a_text() {
        let mut query = QuerySimilarity::to("jumping spiders");
        let [both, one, none] = ["a spider that jumps", "a spider that sleeps", "bread and butter"]
            .map(|text| query.similarity(text, Some("en")));
        assert!(both > one && one > none && none.abs() < f64::EPSILON, "{both} {one} {none}");
    }

    #[test]
    fn the_stored_text_is_title_and_text_truncated_between_characters() {
        let document =
            Document { title: "Spiders".to_owned(), body: "ä".repeat(limits::PAST_TEXT_BYTES), ..Document::default() };
        let words = words_of(&document);
        assert!(words.starts_with("Spiders\nää"));
        assert!((limits::PAST_TEXT_BYTES - 1..=limits::PAST_TEXT_BYTES).contains(&words.len()));
    }
}
