//! Gathers the knowledge on a topic before any crawl: its relevant pages, and the pages that the measures need.
//!
//! It is built once per topic and shared by all its crawls, so that all are judged alike. A driver asks for the wanted pages
//! ([`Gathering::wants`]) and brings those it can ([`Gathering::read`], [`Gathering::map`]). A measure without its pages is
//! not measured, rather than measured wrong. A known page that redirects stands for its target, since a crawl has the target.
//! Seeds and training pages are no targets, whichever of the two redirects to the other (Pant §4.2). It does not fetch.

use super::ceiling::{self, Ceiling};
use super::importance::{Class, Roles, Yardstick};
use super::{Grid, Judged, WebMap};
use engine::fetch::FetchResponse;
use std::collections::BTreeMap;
use std::sync::Arc;
use types::measures::{Measure, Needs};
use types::url::{CanonicalUrl, Scope};

/// The sources of knowledge on a topic.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The pages known to be relevant.
    pub judged: Judged,
    /// The query.
    pub query: String,
    /// All seeds of the topic.
    pub seeds: Vec<CanonicalUrl>,
    /// Pages on the topic that a classifier may learn from.
    pub examples: Vec<CanonicalUrl>,
    /// Pages off the topic that it may learn from.
    pub others: Vec<CanonicalUrl>,
    /// Seeds and training pages, which are not targets.
    pub apart: Vec<CanonicalUrl>,
    /// The seeds and the scope of each group.
    pub starts: Vec<(Vec<CanonicalUrl>, Scope)>,
}

/// The knowledge on a topic while it is gathered.
#[derive(Debug)]
pub struct Gathering {
    known: Known,
    wants: BTreeMap<CanonicalUrl, Roles>,
    /// The answered pages and their purposes.
    answered: BTreeMap<CanonicalUrl, Roles>,
    starts: Vec<(Vec<CanonicalUrl>, Scope)>,
    grid: Grid,
}

/// The knowledge on a topic.
#[derive(Debug)]
pub struct Known {
    pub(super) measures: Vec<Measure>,
    pub(super) judged: Judged,
    /// The reference texts, if a measure needs them.
    pub(super) words: Option<Yardstick>,
    pub(super) map: Option<Arc<WebMap>>,
    has_query: bool,
    ceilings: Vec<BTreeMap<Measure, Ceiling>>,
}

impl Gathering {
    /// Of these sources for these measures; curves have the places of the grid.
    pub fn new(sources: Sources, measures: &[Measure], grid: &Grid) -> Self {
        let by_words = measures.iter().any(|measure| is_by_words(measure.needs()));
        let wants = wants(&sources, measures);
        let judged = sources.judged.beside(&sources.apart);
        Self {
            wants,
            answered: BTreeMap::new(),
            known: Known {
                measures: measures.to_vec(),
                judged,
                words: by_words.then(|| Yardstick::new(&sources.query)),
                map: None,
                has_query: !sources.query.trim().is_empty(),
                ceilings: Vec::new(),
            },
            starts: sources.starts,
            grid: grid.clone(),
        }
    }

    /// Returns a page that is wanted and has had no answer; `None` if all have.
    pub fn wants(&self) -> Option<&CanonicalUrl> {
        self.wants.keys().next()
    }

    /// Takes the answer of a wanted page, or that there is none. What is not wanted (any more) changes nothing.
    pub fn read(&mut self, url: &CanonicalUrl, response: Option<&FetchResponse>) {
        let Some(roles) = self.wants.remove(url) else {
            return;
        };
        let had = self.answered.entry(url.clone()).or_default();
        had.join(roles);
        if had.apart {
            self.known.judged.set_apart(url);
        }
        let Some(response) = response else {
            return;
        };
        if let Some(target) = response.target(url) {
            self.redirect(url, target, roles);
        } else if let Some(words) = &mut self.known.words {
            words.learn(response, roles);
        }
    }

    /// Moves the purposes of a redirecting page to its target.
    fn redirect(&mut self, from: &CanonicalUrl, to: CanonicalUrl, roles: Roles) {
        let Judged { relevant, targets } = &mut self.known.judged;
        for set in [relevant, targets] {
            if set.remove(from) {
                set.insert(to.clone());
            }
        }
        if self.answered.get(&to).is_some_and(|had| had.apart) {
            self.known.judged.set_apart(&to);
        }
        let left = match self.answered.get(&to) {
            Some(had) => Some(roles.beyond(*had)).filter(|left| *left != Roles::default()),
            None => Some(roles),
        };
        if let Some(left) = left {
            self.wants.entry(to).or_default().join(left);
        }
    }

    /// Takes the map of the whole web, if there is one: for measures by links, and for ceilings.
    pub fn map(&mut self, map: &Arc<WebMap>) {
        let Known {
            judged, measures, ..
        } = &self.known;
        let ceilings = self.starts.iter().map(|(seeds, scope)| {
            ceiling::ceilings(map, judged, seeds, scope, measures, &self.grid)
        });
        self.known.ceilings = ceilings.collect();
        self.known.map = Some(Arc::clone(map));
    }

    /// Returns the knowledge gathered so far.
    pub fn known(mut self) -> Known {
        if let Some(words) = &mut self.known.words {
            words.settle();
        }
        self.known
    }
}

impl Known {
    /// Returns the measures that can be taken, of those that were asked for.
    pub fn measured(&self) -> impl Iterator<Item = Measure> {
        let measures = self.measures.iter().copied();
        measures.filter(|measure| self.suffices(measure.needs()))
    }

    /// Returns true if a page is known to be relevant.
    pub fn is_relevant(&self, url: &CanonicalUrl) -> bool {
        self.judged.is_relevant(url)
    }

    /// Returns the ceilings of a group of seeds; empty if the web has no map.
    pub fn ceilings(&self, group: usize) -> BTreeMap<Measure, Ceiling> {
        self.ceilings.get(group).cloned().unwrap_or_default()
    }

    fn suffices(&self, needs: Needs) -> bool {
        let words = self.words.as_ref();
        match needs {
            Needs::Nothing | Needs::Halves => true,
            Needs::Relevant => !self.judged.is_empty(),
            Needs::Targets => !self.judged.targets.is_empty(),
            Needs::Query => self.has_query,
            Needs::RelevantWords => words.is_some_and(|words| !words.nearest.is_empty()),
            Needs::SeedWords => words.is_some_and(Yardstick::knows_seeds),
            Needs::ExampleWords => words.is_some_and(Yardstick::has_classifier),
            Needs::Links => self.map.is_some(),
        }
    }
}

/// Returns true if pages are judged by their words.
fn is_by_words(needs: Needs) -> bool {
    matches!(
        needs,
        Needs::Query | Needs::RelevantWords | Needs::SeedWords | Needs::ExampleWords
    )
}

/// Returns the pages whose answers the measures need, and what for: of those known to be relevant, where they redirect to, and where there are targets, of
/// those that are none.
fn wants(sources: &Sources, measures: &[Measure]) -> BTreeMap<CanonicalUrl, Roles> {
    let known = sources.judged.relevant.union(&sources.judged.targets);
    let known = known.map(|url| (url.clone(), Roles::default()));
    let mut wants: BTreeMap<CanonicalUrl, Roles> = known.collect();
    let has_targets =
        !sources.judged.targets.is_empty() && measures.contains(&Measure::TargetRecall);
    for url in sources.apart.iter().filter(|_| has_targets) {
        wants.entry(url.clone()).or_default().apart = true;
    }
    for needs in measures.iter().map(|measure| measure.needs()) {
        let judged = &sources.judged;
        match needs {
            Needs::RelevantWords => {
                for url in judged.relevant.union(&judged.targets) {
                    wants.entry(url.clone()).or_default().relevant = true;
                }
            }
            Needs::SeedWords => {
                for url in &sources.seeds {
                    wants.entry(url.clone()).or_default().seed = true;
                }
            }
            Needs::ExampleWords => {
                for url in &sources.others {
                    wants.entry(url.clone()).or_default().class = Some(Class::Off);
                }
                // A page that is an example of this topic and of another is one of this.
                for url in &sources.examples {
                    wants.entry(url.clone()).or_default().class = Some(Class::On);
                }
            }
            _ => {}
        }
    }
    wants
}
