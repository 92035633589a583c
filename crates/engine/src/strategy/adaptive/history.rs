//! Stores the pages read and the links in the frontier, and computes the cues of a link from them.
//!
//! A page is stored as its heaviest terms, a link as its linking pages, positions and terms. All cues can therefore be
//! recomputed when the relevance of the pages changes. Not covered: the weights of the cues ([`super::query`]).

use super::cues::Cues;
use super::examples::{ExamplePage, Examples};
use super::idf::SmoothedIdf;
use super::link::FrontierLink;
use super::meaning::TopicMeaning;
use super::topic::{Topic, TopicPage};
use crate::strategy::prelude::*;
use crate::text::TermId;
use crate::vectors::{QueryMeaning, TextVector};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of terms stored for a link's text, heading and URL each.
pub(super) const STORED_TERMS_PER_TEXT: usize = 12;
/// Maximum number of terms stored for a link's context.
pub(super) const STORED_TERMS_PER_CONTEXT: usize = 24;
/// Maximum distance of two sibling links on a page.
const SIBLING_PLACES: u32 = 5;
/// Number of linking pages whose groups count for a link.
const GROUPS: usize = 8;
/// The share of a page's relevance that remains on each further link of a path, as in shark-search.
const PATH_DECAY: f64 = 0.5;

/// A page that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ReadPage {
    pub(super) id: UrlId,
    /// Its heaviest terms, with the weights `1 + ln f`.
    pub(super) words: Box<[(TermId, f64)]>,
    /// Its similarity to the query.
    pub(super) query_similarity: f64,
    /// Its similarity in meaning to the query, in 0..=1; `None` if it or the query has no vector.
    pub(super) meaning: Option<f64>,
    /// The probability, learned from trails, that it is relevant; `None` without trails.
    pub(super) class: Option<f64>,
    /// False for a page in a language without vectors.
    has_vector: bool,
    /// The vector of its terms at length 1, once it was needed; computed again after a restart.
    #[serde(skip)]
    vector: Option<TextVector>,
    pub(super) host: u32,
    pub(super) folder: u64,
    /// The features of its link when it was fetched; `None` for a seed.
    pub(super) link: Option<(Box<FrontierLink>, Cues)>,
    /// The relevance, in 0..=1.
    pub(super) good: f64,
    /// The value that paths through it inherit.
    path: f64,
    /// The relevance of the pages behind its links.
    led_to: MeanRelevance,
    /// The same pages, with the positions of their links.
    children: Vec<(u32, u32)>,
}

/// The number of pseudo-pages with the overall mean that a group's rate includes.
const IMAGINED_PAGES: f64 = 2.0;

/// The total relevance of some pages and their number; their mean is shrunk toward the overall mean if they are few.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct MeanRelevance {
    good: f64,
    pages: f64,
}

impl MeanRelevance {
    fn count(&mut self, good: f64) {
        self.good += good;
        self.pages += 1.0;
    }

    /// Returns the group's mean, shrunk toward `mean`, that of all pages.
    fn rate(self, mean: f64) -> f64 {
        (self.good + IMAGINED_PAGES * mean) / (self.pages + IMAGINED_PAGES)
    }
}

/// The relevance records by key.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Records {
    all: MeanRelevance,
    hosts: BTreeMap<u32, MeanRelevance>,
    folders: BTreeMap<u64, MeanRelevance>,
    /// By linking page and group of links there.
    groups: BTreeMap<(u32, u32), MeanRelevance>,
    /// By host and group of links.
    host_groups: BTreeMap<(u32, u32), MeanRelevance>,
    words: BTreeMap<TermId, MeanRelevance>,
}

/// The pages and links so far, with relevance statistics.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct History {
    pub(super) idf: SmoothedIdf,
    pub(super) topic: Topic,
    pub(super) meaning: TopicMeaning,
    pub(super) reads: Vec<ReadPage>,
    /// The index of each page in `reads`.
    pub(super) places: BTreeMap<UrlId, u32>,
    pub(super) links: BTreeMap<UrlId, FrontierLink>,
    records: Records,
    /// The difference between the mean relevance of the pages behind links with each term and that of all pages, by
    /// term number, for fast access; recomputed after a restart.
    #[serde(skip)]
    lifts: Vec<f64>,
}

impl ReadPage {
    /// Creates a page without link and statistics.
    pub(super) fn new(id: UrlId, words: Box<[(TermId, f64)]>, query_similarity: f64) -> Self {
        Self {
            id,
            words,
            query_similarity,
            meaning: None,
            class: None,
            has_vector: false,
            vector: None,
            host: 0,
            folder: 0,
            link: None,
            good: 0.0,
            path: 0.0,
            led_to: MeanRelevance::default(),
            children: Vec::new(),
        }
    }

    /// Returns the page with this similarity in meaning to the query.
    pub(super) fn with_meaning(self, meaning: Option<f64>, has_vector: bool) -> Self {
        Self { meaning, has_vector, ..self }
    }

    /// Returns the page with this probability of relevance by the trails.
    pub(super) fn with_class(self, class: Option<f64>) -> Self {
        Self { class, ..self }
    }

    /// Returns the page with this host and folder.
    pub(super) fn on(self, host: u32, folder: u64) -> Self {
        Self { host, folder, ..self }
    }
}

impl History {
    /// Returns the links of the frontier that were found on pages.
    pub(super) fn waiting<'a>(&'a self, frontier: &'a Frontier) -> impl Iterator<Item = (UrlId, &'a FrontierLink)> {
        self.links.iter().map(|(id, link)| (*id, link)).filter(|(id, _)| frontier.get(*id).is_some())
    }

    /// Adds a page that was read.
    pub(super) fn read(&mut self, mut page: ReadPage) {
        let number = crate::count(self.reads.len());
        if let Some(found) = self.links.remove(&page.id) {
            // Computed before the page is counted under its linking pages, so that it is no evidence for itself.
            let cues = self.cues(&found);
            for (linking_page, place) in &found.linking_pages {
                let children = &mut self.reads[*linking_page as usize].children;
                let at = children.partition_point(|(other, _)| other < place);
                children.insert(at, (*place, number));
            }
            page.link = Some((Box::new(found), cues));
        }
        self.places.insert(page.id, number);
        self.reads.push(page);
    }

    /// Recomputes the relevance of all pages under the current topic, all statistics, and the topic's vector. The topic
    /// is learned from the examples too; without feedback it is the query.
    pub(super) fn judge(
        &mut self,
        judged: &BTreeMap<UrlId, bool>,
        query: Option<&QueryMeaning>,
        examples: Option<&mut Examples>,
        has_feedback: bool,
    ) {
        let features = |page: &ReadPage| TopicPage {
            words: self.idf.unit(page.words.iter().copied()),
            query_similarity: page.query_similarity,
            meaning: page.meaning,
            class: page.class,
            judged: judged.get(&page.id).copied(),
        };
        let features: Vec<TopicPage> = self.reads.iter().map(features).collect();
        let words = |page: &ExamplePage| self.idf.unit(page.words.iter().copied());
        let known = examples.iter().flat_map(|examples| &examples.pages);
        let known: Vec<_> = known.map(|page| (words(page), page.is_relevant)).collect();
        let good = self.topic.learn(&features, &known, &self.idf, has_feedback);
        for (page, good) in self.reads.iter_mut().zip(&good) {
            page.good = *good;
            page.led_to = MeanRelevance::default();
        }
        self.records = Records::default();
        for (at, good) in good.iter().enumerate() {
            self.record(at, *good);
        }
        self.compute_lifts();
        if let Some(query) = query {
            let mean = self.mean();
            let vector = |words: &[(TermId, f64)]| query.vectors().sum(words.iter().copied()).unit();
            let pages = self.reads.iter_mut().filter(|page| has_feedback && page.has_vector);
            let pages = pages.map(|page| (&*page.vector.get_or_insert_with(|| vector(&page.words)), page.good - mean));
            let known = examples.into_iter().filter(|_| has_feedback).flat_map(|examples| {
                let mean = examples.relevant() / examples.pages.len() as f64;
                let pages = examples.pages.iter_mut().filter(|page| page.has_vector);
                pages.map(move |page| {
                    let relevance = f64::from(u8::from(page.is_relevant));
                    (&*page.vector.get_or_insert_with(|| vector(&page.words)), relevance - mean)
                })
            });
            self.meaning.learn(query, pages.chain(known));
        }
    }

    /// Returns whether the page at this place was judged. The strategy does so when it learns, which is not after every
    /// page.
    pub(super) fn is_judged(&self, place: u32) -> bool {
        f64::from(place) < self.records.all.pages
    }

    /// Counts a page in all statistics. Earlier pages must have been counted.
    fn record(&mut self, at: usize, good: f64) {
        let link = self.reads[at].link.take();
        let mut handed_down = 0.0_f64;
        if let Some((found, _)) = &link {
            let host = self.reads[at].host;
            for ((number, _), group) in found.linking_pages.iter().zip(&found.groups) {
                self.records.groups.entry((*number, *group)).or_default().count(good);
                self.records.host_groups.entry((host, *group)).or_default().count(good);
            }
            for (linking_page, _) in &found.linking_pages {
                let linking_page = &mut self.reads[*linking_page as usize];
                handed_down = handed_down.max(PATH_DECAY * linking_page.path);
                linking_page.led_to.count(good);
            }
            for term in found.words() {
                self.records.words.entry(*term).or_default().count(good);
            }
        }
        let page = &mut self.reads[at];
        page.path = good.max(handed_down);
        page.link = link;
        self.records.all.count(good);
        self.records.hosts.entry(page.host).or_default().count(good);
        self.records.folders.entry(page.folder).or_default().count(good);
    }

    /// Returns the mean relevance of all pages.
    fn mean(&self) -> f64 {
        self.records.all.good / self.records.all.pages.max(1.0)
    }

    /// Returns the current cues of a link.
    pub(super) fn cues(&self, found: &FrontierLink) -> Cues {
        let mean = self.mean();
        let (mut page, mut asked, mut sibling) =
            (MeanRelevance::default(), MeanRelevance::default(), MeanRelevance::default());
        let (mut hub, mut path) = (0.0, 0.0_f64);
        for (linking_page, place) in &found.linking_pages {
            let linking_page = &self.reads[*linking_page as usize];
            page.count(linking_page.good);
            asked.count(linking_page.query_similarity);
            hub += linking_page.led_to.rate(mean);
            path = path.max(linking_page.path);
            self.count_siblings(linking_page, *place, &mut sibling);
        }
        let [meaning, topic] = self.meaning.similarities(found);
        let linking_pages = page.pages.max(1.0);
        let like = |words: &[TermId]| self.topic.similarity(words, &self.idf);
        let rate = |mean_relevance: Option<&MeanRelevance>| mean_relevance.copied().unwrap_or_default().rate(mean);
        [
            page.rate(mean),
            asked.rate(0.0),
            (page.good - mean * page.pages) / (page.pages + 1.0).sqrt(),
            like(&found.anchor),
            self.topic.query_similarity(&found.anchor, &self.idf),
            like(&found.context),
            like(&found.heading),
            like(&found.address),
            rate(self.records.hosts.get(&found.host)),
            rate(self.records.folders.get(&found.folder)),
            sibling.rate(mean),
            hub / linking_pages,
            -libm::log(1.0 + f64::from(found.depth)),
            path,
            self.lift(found),
            found.related.unwrap_or(0.0),
            meaning,
            topic,
            self.group(found, mean),
            found.predicted[0],
            found.predicted[1],
            found.predicted[2],
            found.predicted[3],
            found.predicted[4],
            found.predicted[5],
        ]
    }

    /// Returns the relevance of the pages behind links of its groups: those of the same shape and path in the markup on
    /// its linking pages, shrunk toward those on its host. Of several linking pages, the best counts.
    fn group(&self, found: &FrontierLink, mean: f64) -> f64 {
        let groups = found.linking_pages.iter().zip(&found.groups).take(GROUPS);
        let of_page = groups.map(|((page, _), group)| {
            let on_host = self.records.host_groups.get(&(found.host, *group)).copied().unwrap_or_default();
            let on_page = self.records.groups.get(&(*page, *group)).copied().unwrap_or_default();
            on_page.rate(on_host.rate(mean))
        });
        of_page.fold(0.0, f64::max)
    }

    /// Counts the pages behind sibling links, weighted by their nearness.
    fn count_siblings(&self, linking_page: &ReadPage, place: u32, siblings: &mut MeanRelevance) {
        let from = place.saturating_sub(SIBLING_PLACES);
        let start = linking_page.children.partition_point(|(at, _)| *at < from);
        let near = linking_page.children[start..].iter();
        let near = near.take_while(|(at, _)| *at <= place.saturating_add(SIBLING_PLACES));
        for (at, child) in near.filter(|(_, child)| self.is_judged(*child)) {
            let nearness = 1.0 / f64::from(at.abs_diff(place).max(1));
            siblings.good += nearness * self.reads[*child as usize].good;
            siblings.pages += nearness;
        }
    }

    /// Returns how much more relevant than the mean the pages behind links with these terms were.
    fn lift(&self, found: &FrontierLink) -> f64 {
        let (mut sum, mut words) = (0.0, 0.0_f64);
        for term in found.words() {
            sum += self.lifts.get(*term as usize).copied().unwrap_or_default();
            words += 1.0;
        }
        sum / words.max(1.0)
    }

    /// Computes the lift of each term. It ignores unknown terms, since a restored state may contain any number.
    fn compute_lifts(&mut self) {
        let mean = self.mean();
        self.lifts = vec![0.0; self.idf.terms()];
        for (term, mean_relevance) in &self.records.words {
            if let Some(lift) = self.lifts.get_mut(*term as usize) {
                *lift = mean_relevance.rate(mean) - mean;
            }
        }
    }

    /// Removes a link that left the frontier; a redirect moves it to its target.
    pub(super) fn on_url_change(&mut self, change: UrlChange) {
        match change {
            UrlChange::Lost(url) | UrlChange::Dropped(url) => drop(self.links.remove(&url)),
            UrlChange::Redirected { from, to } => {
                if let Some(link) = self.links.remove(&from) {
                    self.links.entry(to).or_insert(link);
                }
            }
        }
    }

    /// Recomputes the data that is not saved.
    pub(super) fn rebuild(&mut self) {
        self.topic.rebuild(&self.idf);
        self.compute_lifts();
    }

    /// Returns true if every index refers to an existing page and all numbers are finite.
    pub(super) fn is_valid(&self) -> bool {
        let pages = self.reads.len();
        let is_page = |number: u32| (number as usize) < pages;
        let sound = |found: &FrontierLink| {
            found.linking_pages.iter().all(|(page, _)| is_page(*page))
                && found.groups.len() == found.linking_pages.len()
                && found.related.is_none_or(f64::is_finite)
                && found.has_valid_vector()
                && found.predicted.iter().all(|x| (0.0..=1.0).contains(x))
        };
        let links = self.reads.iter().filter_map(|page| page.link.as_ref());
        let mut children = self.reads.iter().flat_map(|page| &page.children);
        self.links.values().chain(links.map(|(found, _)| &**found)).all(sound)
            && children.all(|(_, page)| is_page(*page))
            && self.places.len() == pages
            && self.topic.is_valid()
            && self.meaning.is_valid()
            && self
                .reads
                .iter()
                .all(|page| page.good.is_finite() && page.path.is_finite() && page.meaning.is_none_or(f64::is_finite))
    }
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
