//! Gathers the data on a topic before any crawl: its relevant pages, and the pages that the measures need.
//!
//! The data are built once per topic and shared by all its crawls, so that all are judged equally. A driver fetches the
//! requested pages ([`JudgingDataBuilder::next_url`]) and adds the available ones ([`JudgingDataBuilder::read`],
//! [`JudgingDataBuilder::map`]). A measure without its pages is omitted, because its values would be wrong. A known
//! page that redirects represents its target, because a crawl has the target. Seeds and training pages are no targets,
//! whichever of the two redirects to the other (Pant §4.2). This module fetches nothing.

use super::ceiling::{self, Ceiling};
use super::importance::{Class, PagePurposes, ReferenceTexts};
use super::{Grid, WebMap};
use crate::stats::spread;
use engine::fetch::FetchResponse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use types::measures::{Measure, Needs};
use types::url::{CanonicalUrl, Scope};

/// Holds the sources of the data on a topic.
#[derive(Clone, Debug, Default)]
pub struct JudgingSources {
    /// The pages known to be relevant.
    pub judgments: RelevanceJudgments,
    /// The number of relevant pages whose words are compared with those of crawled pages; 0 for all of them.
    pub relevant_sample: usize,
    /// The query.
    pub query: String,
    /// All seeds of the topic.
    pub seeds: Vec<CanonicalUrl>,
    /// Pages on the topic, for training the classifier.
    pub examples: Vec<CanonicalUrl>,
    /// Pages off the topic, for training the classifier.
    pub others: Vec<CanonicalUrl>,
    /// Seeds and training pages, which are not targets.
    pub excluded: Vec<CanonicalUrl>,
    /// The seeds and the scope of each group.
    pub starts: Vec<(Vec<CanonicalUrl>, Scope)>,
}

/// Holds the sets of pages by which a crawl is judged. Strategies never see them.
#[derive(Clone, Debug, Default)]
pub struct RelevanceJudgments {
    /// The pages known to be relevant.
    pub relevant: BTreeSet<CanonicalUrl>,
    /// The relevant pages that count for target recall; seeds are never among them.
    pub targets: BTreeSet<CanonicalUrl>,
}

impl RelevanceJudgments {
    /// Returns true if the page is relevant: a known relevant page or a target.
    pub fn is_relevant(&self, url: &CanonicalUrl) -> bool {
        self.relevant.contains(url) || self.targets.contains(url)
    }

    /// Returns the number of relevant pages.
    pub fn len(&self) -> usize {
        self.relevant.union(&self.targets).count()
    }

    /// Returns the judgments without these pages among the targets. They stay relevant.
    #[must_use]
    pub fn beside<'a>(mut self, pages: impl IntoIterator<Item = &'a CanonicalUrl>) -> Self {
        for url in pages {
            self.exclude_target(url);
        }
        self
    }

    /// Removes a page from the targets. It stays relevant.
    fn exclude_target(&mut self, url: &CanonicalUrl) {
        self.relevant.extend(self.targets.take(url));
    }

    /// Returns true if there are no known pages.
    pub fn is_empty(&self) -> bool {
        self.relevant.is_empty() && self.targets.is_empty()
    }
}

/// Collects the data on a topic.
#[derive(Debug)]
pub struct JudgingDataBuilder {
    known: JudgingData,
    next_url: BTreeMap<CanonicalUrl, PagePurposes>,
    /// The answered pages and their purposes.
    answered: BTreeMap<CanonicalUrl, PagePurposes>,
    starts: Vec<(Vec<CanonicalUrl>, Scope)>,
    grid: Grid,
}

/// The data on a topic.
#[derive(Debug)]
pub struct JudgingData {
    pub(super) measures: Vec<Measure>,
    pub(super) judgments: RelevanceJudgments,
    /// The reference texts, if a measure needs them.
    pub(super) words: Option<ReferenceTexts>,
    pub(super) map: Option<Arc<WebMap>>,
    has_query: bool,
    ceilings: Vec<BTreeMap<Measure, Ceiling>>,
}

impl JudgingDataBuilder {
    /// Creates a builder for these measures; curves have the positions of the grid.
    pub fn new(sources: JudgingSources, measures: &[Measure], grid: &Grid) -> Self {
        let by_words = measures.iter().any(|measure| is_by_words(measure.needs()));
        let next_url = next_url(&sources, measures);
        let judgments = sources.judgments.beside(&sources.excluded);
        Self {
            next_url,
            answered: BTreeMap::new(),
            known: JudgingData {
                measures: measures.to_vec(),
                judgments,
                words: by_words.then(|| ReferenceTexts::new(&sources.query)),
                map: None,
                has_query: !sources.query.trim().is_empty(),
                ceilings: Vec::new(),
            },
            starts: sources.starts,
            grid: grid.clone(),
        }
    }

    /// Returns the next page to request; `None` if all have a response.
    pub fn next_url(&self) -> Option<&CanonicalUrl> {
        self.next_url.keys().next()
    }

    /// Adds the response of a requested page, or `None` if it failed. Other pages are ignored.
    pub fn read(&mut self, url: &CanonicalUrl, response: Option<&FetchResponse>) {
        let Some(purposes) = self.next_url.remove(url) else {
            return;
        };
        let had = self.answered.entry(url.clone()).or_default();
        had.join(purposes);
        if had.excluded {
            self.known.judgments.exclude_target(url);
        }
        let Some(response) = response else {
            return;
        };
        if let Some(target) = response.target(url) {
            self.redirect(url, target, purposes);
        } else if let Some(words) = &mut self.known.words {
            words.learn(response, purposes);
        }
    }

    /// Moves the purposes of a redirecting page to its target.
    fn redirect(&mut self, from: &CanonicalUrl, to: CanonicalUrl, purposes: PagePurposes) {
        let RelevanceJudgments { relevant, targets } = &mut self.known.judgments;
        for set in [relevant, targets] {
            if set.remove(from) {
                set.insert(to.clone());
            }
        }
        if self.answered.get(&to).is_some_and(|had| had.excluded) {
            self.known.judgments.exclude_target(&to);
        }
        let left = match self.answered.get(&to) {
            Some(had) => Some(purposes.without(*had)).filter(|left| *left != PagePurposes::default()),
            None => Some(purposes),
        };
        if let Some(left) = left {
            self.next_url.entry(to).or_default().join(left);
        }
    }

    /// Adds the map of the whole web, for measures by links and for ceilings.
    pub fn map(&mut self, map: &Arc<WebMap>) {
        let JudgingData { judgments, measures, .. } = &self.known;
        let ceilings = self
            .starts
            .iter()
            .map(|(seeds, scope)| ceiling::ceilings(map, judgments, seeds, scope, measures, &self.grid));
        self.known.ceilings = ceilings.collect();
        self.known.map = Some(Arc::clone(map));
    }

    /// Builds the data from the pages added so far.
    pub fn known(mut self) -> JudgingData {
        if let Some(words) = &mut self.known.words {
            words.train();
        }
        self.known
    }
}

impl JudgingData {
    /// Returns the requested measures that can be computed.
    pub fn measured(&self) -> impl Iterator<Item = Measure> {
        let measures = self.measures.iter().copied();
        measures.filter(|measure| self.suffices(measure.needs()))
    }

    /// Returns true if a page is known to be relevant.
    pub fn is_relevant(&self, url: &CanonicalUrl) -> bool {
        self.judgments.is_relevant(url)
    }

    /// Returns the ceilings of a group of seeds; empty if the web has no map.
    pub fn ceilings(&self, group: usize) -> BTreeMap<Measure, Ceiling> {
        self.ceilings.get(group).cloned().unwrap_or_default()
    }

    fn suffices(&self, needs: Needs) -> bool {
        let words = self.words.as_ref();
        match needs {
            Needs::Nothing | Needs::Halves => true,
            Needs::Relevant => !self.judgments.is_empty(),
            Needs::Targets => !self.judgments.targets.is_empty(),
            Needs::Query => self.has_query,
            Needs::RelevantWords => words.is_some_and(|words| !words.nearest.is_empty()),
            Needs::SeedWords => words.is_some_and(ReferenceTexts::has_seeds),
            Needs::ExampleWords => words.is_some_and(ReferenceTexts::has_classifier),
            Needs::Links => self.map.is_some(),
        }
    }
}

/// Returns true if pages are judged by their words.
fn is_by_words(needs: Needs) -> bool {
    matches!(needs, Needs::Query | Needs::RelevantWords | Needs::SeedWords | Needs::ExampleWords)
}

/// Returns the pages that the measures need, and their purposes: the redirect targets of known relevant pages, and, if
/// there are targets, of seeds and training pages.
fn next_url(sources: &JudgingSources, measures: &[Measure]) -> BTreeMap<CanonicalUrl, PagePurposes> {
    let known = sources.judgments.relevant.union(&sources.judgments.targets);
    let known = known.map(|url| (url.clone(), PagePurposes::default()));
    let mut next_url: BTreeMap<CanonicalUrl, PagePurposes> = known.collect();
    let has_targets = !sources.judgments.targets.is_empty() && measures.contains(&Measure::TargetRecall);
    for url in sources.excluded.iter().filter(|_| has_targets) {
        next_url.entry(url.clone()).or_default().excluded = true;
    }
    for needs in measures.iter().map(|measure| measure.needs()) {
        let judgments = &sources.judgments;
        match needs {
            Needs::RelevantWords => {
                let all: Vec<_> = judgments.relevant.union(&judgments.targets).collect();
                let sample = match sources.relevant_sample {
                    0 => all,
                    n => spread(&all, n),
                };
                for url in sample {
                    next_url.entry(url.clone()).or_default().relevant = true;
                }
            }
            Needs::SeedWords => {
                for url in &sources.seeds {
                    next_url.entry(url.clone()).or_default().seed = true;
                }
            }
            Needs::ExampleWords => {
                for url in &sources.others {
                    next_url.entry(url.clone()).or_default().class = Some(Class::Off);
                }
                // An example of both this topic and another counts for this topic.
                for url in &sources.examples {
                    next_url.entry(url.clone()).or_default().class = Some(Class::On);
                }
            }
            _ => {}
        }
    }
    next_url
}
