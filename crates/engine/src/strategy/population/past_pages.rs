//! Chooses starting pages among the pages of earlier crawls: those that a linear SVM classifies as on topic, by
//! similarity to the query.
//!
//! The choice is made once every seed was read or lost. The SVM is trained on the person's seed pages (Evolving §4.1).
//! The paper does not say what its negative class is: here it is the quarter of the earlier pages that is least similar
//! to the query. Errors in the smaller class cost more, so that few seeds have the same total weight as many other
//! pages. With fewer than four earlier pages or no readable seed there is no SVM. In that case, or if it classifies no
//! page as on topic since the seeds are off topic themselves, every page with a query word counts. If no page of the
//! crawl could be read, the query has no language, and the first earlier pages in the plan's order are taken.
//!
//! Source: Evolving §4.1, “Improved InfoSpiders”.

use crate::learning::{Svm, SvmOptions};
use crate::strategy::prelude::*;
use crate::text::{Language, SparseVector, cosine};
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use types::plan::{PastPage, Plan};
use types::url::CanonicalUrl;

/// The pages of earlier crawls, and the state of the choice.
pub(in crate::strategy) struct PastPages {
    query: String,
    pages: Vec<PastPage>,
    /// Indexes of the pages that are not seeds.
    new: Vec<usize>,
    /// The maximum number of chosen pages.
    best: usize,
    rng_seed: u64,
    state: ChoiceState,
}

/// The state until the choice is made.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct ChoiceState {
    /// Seeds that were neither read nor lost; `None` before the first choice.
    awaited: Option<BTreeSet<UrlId>>,
    /// The term vectors of the seeds that were read.
    seeds: Vec<SparseVector>,
    /// The analyzed pages of earlier crawls, in order; the person may still add seeds.
    read: Vec<AnalyzedPage>,
    has_chosen: bool,
    chosen: Vec<CanonicalUrl>,
}

/// An analyzed page of an earlier crawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct AnalyzedPage {
    /// Its term vector, at length 1.
    words: SparseVector,
    /// Its similarity to the query, in 0..=1.
    similarity: f64,
}

/// Returns the indices of the pages of earlier crawls that are not seeds.
fn besides_seeds(plan: &Plan) -> Vec<usize> {
    let seeds = plan.seeds.iter();
    let seeds: BTreeSet<_> = seeds.filter_map(|seed| CanonicalUrl::from_person(seed).ok()).collect();
    let is_new = |page: &PastPage| {
        let url = CanonicalUrl::parse(&page.url);
        url.is_ok_and(|url| !seeds.contains(&url))
    };
    let places = plan.past.iter().enumerate();
    places.filter_map(|(at, page)| is_new(page).then_some(at)).collect()
}

impl PastPages {
    /// Returns the past pages of a plan, of which at most `best` are chosen.
    pub(in crate::strategy) fn new(plan: &Plan, best: usize) -> Self {
        Self {
            query: plan.query.clone(),
            pages: plan.past.clone(),
            new: besides_seeds(plan),
            best,
            rng_seed: plan.rng_seed,
            state: ChoiceState::default(),
        }
    }

    pub(super) fn state(&self) -> &ChoiceState {
        &self.state
    }

    /// Returns true if a saved state belongs to these past pages.
    pub(super) fn fits(&self, state: &ChoiceState) -> bool {
        state.read.is_empty() || state.read.len() == self.pages.len()
    }

    pub(super) fn restore(&mut self, state: ChoiceState) {
        self.state = state;
    }

    /// Takes the frontier at the first choice as the seeds.
    pub(super) fn begin(&mut self, frontier: &Frontier) {
        self.state.awaited.get_or_insert_with(|| {
            let waiting = frontier.top(frontier.len());
            let seeds = waiting.filter(|(_, waiting)| waiting.parent.is_none());
            seeds.map(|(id, _)| id).collect()
        });
    }

    /// Handles a page that was read.
    pub(super) fn read(&mut self, page: &PageView<'_>, vectorizer: &mut Vectorizer) {
        if !self.state.has_chosen && self.state.read.is_empty() {
            self.read_all(vectorizer);
        }
        if self.take(page.id) {
            self.state.seeds.push(page.vector.unit());
        }
        self.look_back();
    }

    /// Handles a URL that will not be read.
    pub(super) fn on_lost(&mut self, url: UrlId) {
        self.take(url);
        self.look_back();
    }

    /// Replaces an awaited URL by another.
    pub(super) fn on_redirected(&mut self, from: UrlId, to: UrlId) {
        if self.take(from) {
            self.state.awaited.get_or_insert_default().insert(to);
        }
    }

    /// Returns the chosen pages, and empties the list.
    pub(super) fn chosen(&mut self) -> Vec<CanonicalUrl> {
        std::mem::take(&mut self.state.chosen)
    }

    /// Removes an awaited URL; returns false if it was not awaited.
    fn take(&mut self, url: UrlId) -> bool {
        let awaited = self.state.awaited.as_mut();
        awaited.is_some_and(|awaited| awaited.remove(&url))
    }

    /// Analyzes the earlier pages, each in its language.
    fn read_all(&mut self, vectorizer: &mut Vectorizer) {
        let read = |page: &PastPage| {
            let language = page.language.as_deref().and_then(Language::from_code);
            let words = vectorizer.vector(page.read_text(), language);
            let query = vectorizer.vector(&self.query, language);
            AnalyzedPage { similarity: cosine(&words, &query), words: words.unit() }
        };
        self.state.read = self.pages.iter().map(read).collect();
    }

    /// Makes the choice as soon as no seed is awaited.
    fn look_back(&mut self) {
        let awaited = self.state.awaited.as_ref();
        if self.state.has_chosen || !awaited.is_some_and(BTreeSet::is_empty) {
            return;
        }
        self.state.has_chosen = true;
        let chosen = if self.state.read.is_empty() {
            self.new.iter().copied().take(self.best).collect()
        } else {
            let ChoiceState { read, seeds, .. } = &self.state;
            best(read, &self.new, seeds, self.best, self.rng_seed)
        };
        let urls = chosen.into_iter().filter_map(|at| self.pages.get(at));
        self.state.chosen = urls.filter_map(|page| CanonicalUrl::parse(&page.url).ok()).collect();
        // They are no longer needed.
        self.state.read.clear();
        self.state.seeds.clear();
    }
}

/// Minimum number of earlier pages for training, so that a quarter of them is not empty.
const FEWEST: usize = 4;

/// Returns the indexes of at most `n` of the `new` pages, the most similar to the query first, of equal ones the first.
fn best(past_pages: &[AnalyzedPage], new: &[usize], seeds: &[SparseVector], n: usize, seed: u64) -> Vec<usize> {
    let mut order = new.to_vec();
    order.sort_by(|a, b| past_pages[*b].similarity.total_cmp(&past_pages[*a].similarity));
    let kept = order.len() - order.len() / FEWEST;
    let off_topic = order[kept..].iter().map(|at| (false, &past_pages[*at].words));
    let examples = seeds.iter().map(|seed| (true, seed)).chain(off_topic);
    let options = SvmOptions { seed, ..SvmOptions::default() };
    let svm = Svm::train(examples, options).ok();
    order.truncate(kept);
    order.retain(|at| past_pages[*at].similarity > 0.0);
    let is_marked = |at: &usize| {
        let decision = svm.as_ref().map(|svm| svm.decision(&past_pages[*at].words));
        decision.is_some_and(|decision| decision > 0.0)
    };
    let marked: Vec<usize> = order.iter().copied().filter(is_marked).collect();
    let mut chosen = if marked.is_empty() { order } else { marked };
    chosen.truncate(n);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(terms: &[u32], similarity: f64) -> AnalyzedPage {
        let words: SparseVector = terms.iter().map(|term| (*term, 1.0)).collect();
        AnalyzedPage { words: words.unit(), similarity }
    }

    /// Returns pages about spiders (terms 1 to 3), webs of another kind (7 and 8) and the sea (9).
    fn library() -> Vec<AnalyzedPage> {
        vec![
            page(&[7, 8], 0.9),
            page(&[1, 2], 0.5),
            page(&[9], 0.0),
            page(&[1, 3], 0.7),
            page(&[7, 8, 9], 0.1),
            page(&[7, 9], 0.05),
            page(&[2, 3], 0.0),
            page(&[2, 3, 1], 0.4),
            page(&[8, 7, 9], 0.02),
        ]
    }

    /// Returns the best pages if none of them is a seed.
    fn best_of(past_pages: &[AnalyzedPage], seeds: &[SparseVector], n: usize) -> Vec<usize> {
        let all: Vec<usize> = (0..past_pages.len()).collect();
        best(past_pages, &all, seeds, n, 1)
    }

    #[test]
    fn pages_similar_to_the_seeds_are_chosen_by_similarity_to_the_query() {
        let seeds = [page(&[1, 2, 3], 0.0).words];
        let most = |n| best_of(&library(), &seeds, n);
        assert_eq!(most(10), [3, 1, 7], "0 is about another kind of webs");
        assert_eq!(most(2), [3, 1]);
        let others = [0, 1, 2, 4, 5, 6, 7, 8];
        assert_eq!(best(&library(), &others, &seeds, 2, 1), [1, 7], "3 is a seed");
    }

    #[test]
    fn without_training_data_query_words_suffice() {
        assert_eq!(best_of(&library(), &[], 3), [0, 3, 1]);
        let few = [page(&[9], 0.0), page(&[1], 0.3)];
        assert_eq!(best_of(&few, &[page(&[5], 0.0).words], 9), [1]);
        assert_eq!(best_of(&[], &[], 9), Vec::<usize>::new());
    }

    #[test]
    fn with_off_topic_seeds_the_pages_most_similar_to_the_query_are_chosen() {
        let seeds = [page(&[40, 41], 0.0).words];
        assert_eq!(best_of(&library(), &seeds, 3), [0, 3, 1]);
    }
}
