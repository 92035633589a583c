//! Chooses starting pages among the pages of earlier crawls by similarity to the query, and collects the topic
//! community: the crawled pages that a linear SVM marks as on topic.
//!
//! The choice is made once every seed was read or lost: `starting_urls.add(database(query, 50))` (Evolving Fig. 4.2).
//! Pages with a word of the query count. If no page of the crawl could be read, the query has no language, and the
//! first earlier pages in the plan's order are taken.
//!
//! The SVM is trained "on the features of a seed set", and "pages that are marked by the SVM as positive, or related to
//! the topic, are also put into topic community list" (§4.1). The paper does not say what its negative class is: here
//! it is the quarter of the earlier pages that is least similar to the query. Errors in the smaller class cost more, so
//! that few seeds have the same total weight as many other pages. With fewer than four earlier pages or no readable
//! seed there is no SVM and no community.
//!
//! Source: Evolving §4.1, “Improved InfoSpiders”.

use crate::learning::{Svm, SvmOptions};
use crate::strategy::prelude::*;
use crate::text::{Language, SparseVector, cosine, sort_by_weight};
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::plan::{PastPage, Plan};
use types::sorting;
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
    /// The pages of this crawl that were read before the choice.
    unlabeled: Vec<CrawledPage>,
    /// The analyzed pages of earlier crawls, in order; the person may still add seeds.
    read: Vec<AnalyzedPage>,
    has_chosen: bool,
    chosen: Vec<CanonicalUrl>,
    /// `None` before the choice, and without examples of both classes.
    svm: Option<Svm>,
    /// The labels of the pages of this crawl.
    labels: BTreeMap<UrlId, Label>,
}

/// A page of this crawl, its term vector at length 1.
#[derive(Clone, Serialize, Deserialize)]
struct CrawledPage {
    id: UrlId,
    words: SparseVector,
    is_seed: bool,
}

/// The judgment of the SVM on a page.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Label {
    /// Its decision value, above 0 for pages on topic.
    pub(super) decision: f64,
    /// The probability that the page is on topic, in 0..=1.
    pub(super) probability: f64,
}

impl ChoiceState {
    fn label(&mut self, page: UrlId, words: &SparseVector) {
        if let Some(svm) = &self.svm {
            let label = Label { decision: svm.decision(words), probability: svm.probability(words) };
            self.labels.insert(page, label);
        }
    }
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
        let is_seed = self.take(page.id);
        let words = page.vector.unit();
        if self.state.has_chosen {
            self.state.label(page.id, &words);
        } else {
            self.state.unlabeled.push(CrawledPage { id: page.id, words, is_seed });
            self.look_back();
        }
    }

    /// Returns the label of a page, if it has one.
    pub(super) fn label(&self, page: UrlId) -> Option<Label> {
        self.state.labels.get(&page).copied()
    }

    /// Returns the topic community: the pages that the SVM marks, with their decision values, the largest first.
    pub(super) fn community(&self) -> Vec<(UrlId, f64)> {
        let labels = self.state.labels.iter().map(|(page, label)| (*page, label.decision));
        let mut community: Vec<(UrlId, f64)> = labels.filter(|(_, decision)| *decision > 0.0).collect();
        sort_by_weight(&mut community);
        community
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

    /// Makes the choice as soon as no seed is awaited, and labels the pages so far.
    fn look_back(&mut self) {
        let awaited = self.state.awaited.as_ref();
        if self.state.has_chosen || !awaited.is_some_and(BTreeSet::is_empty) {
            return;
        }
        self.state.has_chosen = true;
        let chosen = if self.state.read.is_empty() {
            self.new.iter().copied().take(self.best).collect()
        } else {
            best(&self.state.read, &self.new, self.best)
        };
        let urls = chosen.into_iter().filter_map(|at| self.pages.get(at));
        self.state.chosen = urls.filter_map(|page| CanonicalUrl::parse(&page.url).ok()).collect();
        let past_pages = std::mem::take(&mut self.state.read);
        let crawled = std::mem::take(&mut self.state.unlabeled);
        if !past_pages.is_empty() {
            let seeds = crawled.iter().filter(|page| page.is_seed).map(|page| &page.words);
            self.state.svm = classifier(&past_pages, &self.new, seeds, self.rng_seed);
        }
        for page in &crawled {
            self.state.label(page.id, &page.words);
        }
    }
}

/// The share of the earlier pages that are the negative class, as a divisor.
const QUARTER: usize = 4;

/// Returns the indexes of the `new` pages, the most similar to the query first, of equal ones the first.
fn by_similarity(past_pages: &[AnalyzedPage], new: &[usize]) -> Vec<usize> {
    let mut order = new.to_vec();
    sorting::sort_by(&mut order, |a, b| past_pages[*b].similarity.total_cmp(&past_pages[*a].similarity));
    order
}

/// Returns the indexes of at most `n` of the `new` pages with words of the query, the best first.
fn best(past_pages: &[AnalyzedPage], new: &[usize], n: usize) -> Vec<usize> {
    let mut order = by_similarity(past_pages, new);
    order.retain(|at| past_pages[*at].similarity > 0.0);
    order.truncate(n);
    order
}

/// Returns a classifier of pages on topic, trained on the seeds and the least similar quarter of the `new` pages;
/// `None` without examples of both classes.
fn classifier<'a>(
    past_pages: &'a [AnalyzedPage],
    new: &[usize],
    seeds: impl Iterator<Item = &'a SparseVector>,
    seed: u64,
) -> Option<Svm> {
    let order = by_similarity(past_pages, new);
    let off_topic = &order[order.len() - order.len() / QUARTER..];
    let off_topic = off_topic.iter().map(|at| (false, &past_pages[*at].words));
    let examples = seeds.map(|seed| (true, seed)).chain(off_topic);
    Svm::train(examples, SvmOptions { seed, ..SvmOptions::default() }).ok()
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
            page(&[7, 8, 9], 0.01),
            page(&[2, 3], 0.2),
            page(&[2, 3, 1], 0.4),
            page(&[8, 7, 9], 0.1),
        ]
    }

    #[test]
    fn the_pages_most_similar_to_the_query_are_chosen() {
        let all: Vec<usize> = (0..8).collect();
        assert_eq!(best(&library(), &all, 3), [0, 3, 1]);
        assert_eq!(best(&library(), &all, 99), [0, 3, 1, 6, 5, 7, 4], "2 has no word of the query");
        assert_eq!(best(&library(), &[0, 1, 2, 4], 2), [0, 1], "the others are seeds");
        assert!(best(&[], &[], 9).is_empty());
    }

    /// The least similar quarter is 4 and 2: the seeds' words speak for a page, 7 to 9 against it.
    #[test]
    fn pages_are_marked_that_resemble_the_seeds_and_not_the_least_similar_earlier_pages() {
        let (library, all) = (library(), (0..8).collect::<Vec<_>>());
        let seeds = [page(&[1, 2, 3], 0.0).words];
        let svm = classifier(&library, &all, seeds.iter(), 1).unwrap();
        let marked: Vec<usize> = all.iter().copied().filter(|at| svm.decision(&library[*at].words) > 0.0).collect();
        assert_eq!(marked, [1, 3, 5, 6]);
        assert!(classifier(&library, &all, [].iter(), 1).is_none());
        assert!(classifier(&library, &all[..3], seeds.iter(), 1).is_none(), "a quarter of three is none");
    }

    #[test]
    fn without_a_page_of_the_crawl_the_first_pages_are_chosen_and_none_is_labeled() {
        let past = |n| PastPage { url: format!("http://a.test/{n}"), text: String::new(), language: None };
        let plan = Plan { past: (1..=3).map(past).collect(), ..Plan::default() };
        let mut past_pages = PastPages::new(&plan, 2);
        past_pages.state.awaited = Some([UrlId(0)].into());
        past_pages.on_lost(UrlId(0));
        let chosen = past_pages.chosen();
        assert_eq!(chosen.iter().map(CanonicalUrl::as_str).collect::<Vec<_>>(), ["http://a.test/1", "http://a.test/2"]);
        assert!(past_pages.community().is_empty());
    }
}
