//! Defines a checked comparison: its crawls in a fixed order, and the data that judges each topic.

use super::comparison::Comparison;
use super::seeds::{groups, scope};
use super::{Topic, Trial, TrialKey, TrialOutcome, seeds_and_training_pages, topic};
use crate::measures::{Grid, JudgingDataBuilder, JudgingSources, MEASURES_WITH_CEILING, PERCENTS, RelevanceJudgments};
use engine::strategy;
use types::measures::{Measure, Needs};
use types::plan::Plan;
use types::spec::StrategySpec;
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use types::url::{CanonicalUrl, Scope};

/// A checked comparison with its crawls in a fixed order.
#[derive(Clone, Debug)]
pub struct CheckedComparison {
    /// The comparison as given.
    pub comparison: Comparison,
    /// The strategies to compare.
    pub contenders: Vec<ComparedStrategy>,
    /// The topics of the comparison.
    pub topics: Vec<Topic>,
    /// The positions of all curves.
    pub grid: Grid,
    /// Numbers of pages at which figures are given and tested, ascending.
    pub marks: Vec<u32>,
    /// The crawls: strategy, topic, seeds.
    pub(super) slots: Vec<(usize, usize, usize)>,
}

/// A strategy of a comparison.
#[derive(Clone, Debug)]
pub struct ComparedStrategy {
    /// The spelling in the comparison.
    pub name: String,
    /// Its plan, without a topic.
    pub(super) plan: Plan,
}

/// Returns the valid addresses of a list.
fn canonical(written: &[String]) -> Vec<CanonicalUrl> {
    let urls = written.iter();
    urls.filter_map(|url| CanonicalUrl::from_person(url).ok()).collect()
}

impl CheckedComparison {
    /// Returns the ids of the strategies, from which the driver derives the required assets.
    pub fn strategies(&self) -> impl Iterator<Item = &str> {
        self.specs().map(|spec| &*spec.id)
    }

    /// Returns the strategies with their parameters.
    pub fn specs(&self) -> impl Iterator<Item = &StrategySpec> {
        self.contenders.iter().map(|of| &of.plan.strategy)
    }

    /// Returns the number of crawls.
    pub fn len(&self) -> usize {
        self.slots.len() * self.comparison.repeats as usize
    }

    /// Returns true if there are no crawls: only for a comparison that was
    /// [restored](Comparison::restored).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the crawls in their order: by contender, topic, seeds, random numbers. Each is created on demand.
    pub fn trials(&self) -> impl Iterator<Item = Trial> + '_ {
        (0..self.len()).filter_map(|at| self.trial(at))
    }

    /// Returns the crawl at an index of the order; `None` beyond the last.
    pub fn trial(&self, at: usize) -> Option<Trial> {
        let repeats = self.comparison.repeats.max(1) as usize;
        let (contender, topic, group) = *self.slots.get(at / repeats)?;
        let repeat = u32::try_from(at % repeats).ok()?;
        Some(self.trial_of(contender, topic, group, repeat))
    }

    fn trial_of(&self, contender: usize, topic: usize, group: usize, repeat: u32) -> Trial {
        let (runs, on) = (&self.contenders[contender], &self.topics[topic]);
        let seeds = groups(self.comparison.seeds, on).swap_remove(group);
        Trial {
            contender,
            topic,
            group,
            repeat,
            key: TrialKey { contender: runs.name.clone(), topic: on.name.clone(), group, repeat },
            plan: Plan {
                query: on.query.clone(),
                scope: scope(&self.comparison, &seeds),
                rng_seed: self.comparison.rng.wrapping_add(u64::from(repeat)),
                seeds,
                taxonomy: self.taxonomy(topic),
                trails: self.trails(on).clone(),
                ..runs.plan.clone()
            },
            past_pages: self.comparison.past_pages,
            latency_ms: self.comparison.latency_ms,
            grid: self.grid.clone(),
        }
    }

    /// Returns a topic with a crawl whose start addresses the web does not contain, and the first of these addresses.
    pub fn unreachable_start(&self, has: impl Fn(&CanonicalUrl) -> bool) -> Option<(&Topic, CanonicalUrl)> {
        self.topics.iter().find_map(|topic| {
            let groups = groups(self.comparison.seeds, topic).into_iter();
            let starts = groups.map(|group| canonical(&group));
            let lost = starts.filter(|urls| !urls.iter().any(&has)).find_map(|urls| urls.into_iter().next());
            lost.map(|url| (topic, url))
        })
    }

    /// Returns true if the map of the whole web is needed: for a measure by links, or for a ceiling.
    pub fn needs_map(&self) -> bool {
        let measures = &self.comparison.measures;
        let by_links = measures.iter().any(|of| of.needs() == Needs::Links);
        by_links || (self.comparison.ceiling && measures.iter().any(|of| MEASURES_WITH_CEILING.contains(of)))
    }

    /// Returns a builder of the data for judging crawls on a topic; the driver brings the requested pages.
    pub fn gather(&self, topic: usize) -> JudgingDataBuilder {
        let on = &self.topics[topic];
        let others = self.topics.iter().enumerate().filter(|(at, _)| *at != topic);
        let others = others.flat_map(|(_, other)| canonical(&other.examples));
        let seeds = self.topics.iter().flat_map(|topic| canonical(&topic.seeds));
        let sources = JudgingSources {
            judgments: on.judgments(),
            relevant_sample: self.comparison.relevant_sample as usize,
            excluded: self.excluded(topic),
            query: on.query.clone(),
            seeds: canonical(&on.seeds),
            examples: canonical(&on.examples),
            others: others.chain(seeds).collect(),
            starts: self.starts(on),
        };
        JudgingDataBuilder::new(sources, &self.comparison.measures, &self.grid)
    }

    /// Returns the seeds and scopes of the crawls on a topic; empty if no ceiling is wanted.
    fn starts(&self, topic: &Topic) -> Vec<(Vec<CanonicalUrl>, Scope)> {
        if !self.comparison.ceiling {
            return Vec::new();
        }
        let groups = groups(self.comparison.seeds, topic).into_iter();
        groups.map(|group| (canonical(&group), scope(&self.comparison, &group))).collect()
    }

    /// Returns the judgments of a topic that are known before any page is read.
    pub(super) fn judgments(&self, topic: usize) -> RelevanceJudgments {
        self.topics[topic].judgments().beside(&self.excluded(topic))
    }

    /// Returns the seeds and training pages of all strategies on a topic. They are excluded together, so that all
    /// strategies are judged by the same targets.
    fn excluded(&self, topic: usize) -> Vec<CanonicalUrl> {
        let on = &self.topics[topic];
        let starts = groups(self.comparison.seeds, on);
        let written = on.seeds.iter().chain(starts.iter().flatten());
        let mut entries = self.strategies().filter_map(strategy::find);
        let learns = entries.any(|entry| entry.needs.taxonomy);
        let folders = learns.then(|| self.taxonomy(topic));
        let written = written.chain(&on.examples);
        seeds_and_training_pages(written, self.trails(on), folders.as_ref())
    }

    /// Returns the training topics of crawls on a topic: those of the comparison, or the topic and the others. Returns
    /// none if the starter topics are used, which the engine adds.
    fn taxonomy(&self, topic: usize) -> Taxonomy {
        let given = &self.comparison.taxonomy;
        if !given.topics.is_empty() {
            given.clone()
        } else if self.uses_starter_topics() {
            Taxonomy::default()
        } else {
            topic::taxonomy(&self.topics, topic)
        }
    }

    /// Returns true if a driver must provide the starter topics ([`engine::strategy::Assets::starter`]).
    pub fn needs_starter_topics(&self) -> bool {
        let mut entries = self.strategies().filter_map(strategy::find);
        let has_none = self.comparison.taxonomy.topics.is_empty();
        has_none && self.uses_starter_topics() && entries.any(|entry| entry.needs.taxonomy)
    }

    /// Returns true if the starter topics are requested, or a compared topic has no examples.
    fn uses_starter_topics(&self) -> bool {
        let lacks = |topic: &Topic| topic.examples.is_empty();
        self.comparison.starter_topics || self.topics.iter().any(lacks)
    }

    /// Returns the training trails of crawls on a topic: those of the comparison, or the topic's.
    fn trails<'a>(&'a self, topic: &'a Topic) -> &'a Trails {
        let given = &self.comparison.trails;
        if given.trails.is_empty() { &topic.trails } else { given }
    }

    /// Returns the positions at which figures of a measure are given.
    pub fn marks_of(&self, measure: Measure) -> &[u32] {
        if measure.is_over_percents() { &PERCENTS } else { &self.marks }
    }
}

impl Comparison {
    /// Restores a comparison from its outcomes that may no longer be valid: a parameter or a limit has changed. Its
    /// figures still are. Returns the comparison without crawls, with the strategies and topics of these outcomes, in
    /// their order.
    pub fn restored(&self, outcomes: &[TrialOutcome]) -> CheckedComparison {
        // Marks that are no longer valid are not shown.
        let mut marks = self.marks(&mut Vec::new());
        marks.retain(|mark| (1..=self.pages).contains(mark));
        let contender = |name| ComparedStrategy { name, plan: Plan::default() };
        let topic = |name| Topic { name, ..Topic::default() };
        let contenders = names(outcomes, |key| &key.contender).into_iter();
        let topics = names(outcomes, |key| &key.topic).into_iter();
        CheckedComparison {
            grid: Grid::new(self.pages, &marks),
            slots: Vec::new(),
            comparison: self.clone(),
            contenders: contenders.map(contender).collect(),
            topics: topics.map(topic).collect(),
            marks,
        }
    }
}

/// Returns the names in outcomes, each once.
fn names(outcomes: &[TrialOutcome], of: impl Fn(&TrialKey) -> &String) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in outcomes.iter().map(|outcome| of(&outcome.key)) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::outcome::tests::outcome;
    use crate::compare::{Summary, words};
    use crate::measures::curve_of;
    use std::collections::BTreeMap;
    use types::measures::Axis;

    #[test]
    fn figures_of_a_rejected_plan_can_be_restored() {
        let comparison = Comparison {
            strategies: vec!["gone-first:n=4".to_owned(), "best-first".to_owned()],
            pages: 2,
            measures: vec![Measure::AverageRelevance],
            ..Comparison::default()
        };
        assert!(comparison.check(&[]).is_err());
        let grid = Grid::new(2, &[2]);
        let judgments = |contender: &str, topic: &str, found: [f64; 2]| TrialOutcome {
            page_curves: BTreeMap::from([(
                Measure::AverageRelevance,
                curve_of(Measure::AverageRelevance, &grid, found),
            )]),
            ..outcome(contender, topic)
        };
        let outcomes = [
            judgments("gone-first:n=4", "a", [0.0, 1.0]),
            judgments("best-first", "a", [0.0, 0.0]),
            judgments("best-first", "b", [1.0, 1.0]),
        ];
        let checked = comparison.restored(&outcomes);
        assert!(checked.is_empty() && checked.trial(0).is_none());
        let summary = Summary::new(&checked, &outcomes);
        assert_eq!(summary.fingerprint, None, "nobody knows how many crawls there were to be");
        assert_eq!(summary.contenders, ["gone-first:n=4", "best-first"]);
        assert_eq!((&summary.topics[..], summary.done), (&["a".to_owned(), "b".to_owned()][..], 3));
        let lines = summary.lines(Measure::AverageRelevance, Axis::Pages);
        assert!(lines.iter().all(|line| line.figure(2).is_some()));
        assert!(!words(&summary).is_empty());
    }
}
