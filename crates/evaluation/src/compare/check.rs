//! Checks a comparison once, before the first crawl, and reports all problems.

use super::comparison::Comparison;
use super::outcome::FINGERPRINT_DIGITS;
use super::seeds::groups;
use super::{CheckedComparison, CompareError, ComparedStrategy, Topic, Trial};
use crate::limits;
use crate::measures::Grid;
use engine::crawl::CheckedPlan;
use engine::strategy::{self, Assets};
use std::collections::{BTreeMap, BTreeSet};
use types::compare::SeedUse;
use types::measures::{Measure, Needs};
use types::plan::{Plan, PlanError, Politeness, RelevanceMeasure};
use types::spec::{ParamValue, StrategySpec};
use types::taxonomy::TaxonomyError;
use types::text::{clean, cut};

/// Maximum number of bytes that are shown of an invalid text.
const SHOWN_BYTES: usize = 40;

impl Comparison {
    /// Checks the comparison; `topics` are those of the web or of its file. Topics in the plan precede them.
    pub fn check(&self, topics: &[Topic]) -> Result<CheckedComparison, Vec<CompareError>> {
        // The limits are checked first, so that excessive lists are not processed.
        let mut errors = self.too_long(topics);
        if !errors.is_empty() {
            return Err(errors);
        }
        if self.version != 1 {
            errors.push(CompareError::Version(self.version));
        }
        errors.extend(self.rng_error());
        errors.extend(self.fingerprint_error());
        let contenders = self.contenders(&mut errors);
        let topics = self.chosen(topics, &mut errors);
        let marks = self.marks(&mut errors);
        let groups: Vec<usize> = topics.iter().map(|of| groups(self.seeds, of).len()).collect();
        let crawls = groups.iter().sum::<usize>() * contenders.len();
        if let Some(error) = CompareError::too_many_trials(crawls.saturating_mul(self.repeats as usize)) {
            errors.push(error);
            return Err(errors);
        }
        let checked = CheckedComparison {
            grid: Grid::new(self.pages, &marks),
            slots: slots(contenders.len(), &groups),
            comparison: self.spelled(),
            contenders,
            topics,
            marks,
        };
        errors.extend(checked.too_much());
        errors.extend(checked.measures_without_truth());
        errors.extend(checked.seeds_missing());
        errors.extend(checked.claims_beside());
        if errors.is_empty() {
            errors.extend(checked.impossible());
        }
        if errors.is_empty() { Ok(checked) } else { Err(errors) }
    }

    /// Returns the lists that exceed their limits.
    fn too_long(&self, topics: &[Topic]) -> Vec<CompareError> {
        let compared = self.topics.len().max(self.own_topics.len());
        let given = if compared == 0 { topics.len() } else { 0 };
        let bounds = [
            ("strategies", self.strategies.len(), limits::CONTENDERS),
            ("params", self.params.len(), limits::COMPARED_PARAMS),
            ("topics", compared.max(given), limits::COMPARED_TOPICS),
            ("at", self.at.len(), limits::MARKS),
            ("measures", self.measures.len(), Measure::ALL.len()),
            ("claims", self.claims.len(), limits::CLAIMS),
        ];
        let errors = bounds.into_iter().filter_map(|(what, n, limit)| CompareError::too_many(what, n, limit));
        errors.collect()
    }

    /// Returns the first random seed that is too large for some programs: numbers in a browser are exact up to 2⁵³.
    fn rng_error(&self) -> Option<CompareError> {
        let max = types::limits::RNG_SEED;
        (self.rng > max).then_some(CompareError::Number {
            field: "rng",
            value: self.rng as f64,
            min: 0.0,
            max: max as f64,
        })
    }

    /// Returns the problem of the fingerprint if it is malformed.
    pub fn fingerprint_error(&self) -> Option<CompareError> {
        let print = self.fingerprint.as_deref()?;
        let is_one =
            print.len() == FINGERPRINT_DIGITS && print.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        (!is_one).then(|| CompareError::Fingerprint(cut(&clean(print), SHOWN_BYTES).to_owned()))
    }

    /// Returns the comparison with the strategies of claims in the notation of the contenders.
    fn spelled(&self) -> Self {
        let mut same = self.clone();
        for claim in &mut same.claims {
            for name in [&mut claim.better, &mut claim.worse] {
                if let Ok(spec) = known_spec(name) {
                    *name = spec.to_string();
                }
            }
        }
        same
    }

    /// Returns the plan of a crawl, without strategy and topic. It has no delays: recordings need none, and drivers of
    /// live webs have their own politeness.
    pub fn plan(&self) -> Plan {
        Plan {
            pages: self.pages,
            rng_seed: self.rng,
            politeness: Politeness::Replay,
            // The same for all strategies, with word vectors or without.
            relevance: RelevanceMeasure::Words,
            excluded: self.excluded.clone(),
            taxonomy: self.taxonomy.clone(),
            trails: self.trails.clone(),
            ..self.settings.clone()
        }
    }

    /// Returns the strategies with their parameters. Each gets the common parameters that it has, unless it sets them
    /// itself. Each common parameter must belong to some strategy.
    fn contenders(&self, errors: &mut Vec<CompareError>) -> Vec<ComparedStrategy> {
        let mut specs: Vec<StrategySpec> = Vec::new();
        for text in &self.strategies {
            match known_spec(text) {
                Ok(spec) if specs.contains(&spec) => {
                    errors.push(CompareError::StrategyTwice(text.clone()));
                }
                Ok(spec) => specs.push(spec),
                Err(problem) => errors.push(CompareError::Strategy(problem)),
            }
        }
        if self.strategies.is_empty() {
            errors.push(CompareError::StrategiesMissing);
        }
        let mut params = Vec::new();
        for text in &self.params {
            match ParamValue::named(text) {
                Ok((name, _)) if !specs.iter().any(|spec| has_param(spec, &name)) => {
                    let ids: Vec<&str> = specs.iter().map(|spec| &*spec.id).collect();
                    let problem = format!("none of {} has a parameter “{name}”", ids.join(", "));
                    errors.push(CompareError::Param(problem));
                }
                Ok((name, _)) if params.iter().any(|(other, _)| *other == name) => {
                    let problem = format!("“{name}” is set twice for all strategies: set it once");
                    errors.push(CompareError::Param(problem));
                }
                Ok(param) => params.push(param),
                Err(problem) => errors.push(CompareError::Param(format!("{text}: {problem}"))),
            }
        }
        let contender = |mut spec: StrategySpec| {
            let all = params.iter().filter(|(name, _)| has_param(&spec, name));
            let mut params: BTreeMap<_, _> = all.cloned().collect();
            let name = spec.to_string();
            params.extend(spec.params);
            spec.params = params;
            let plan = Plan { strategy: spec, ..self.plan() };
            ComparedStrategy { name, plan }
        };
        specs.into_iter().map(contender).collect()
    }

    /// Returns the topics by their names.
    fn chosen(&self, given: &[Topic], errors: &mut Vec<CompareError>) -> Vec<Topic> {
        let all: Vec<&Topic> = self.own_topics.iter().chain(given).collect();
        let mut names = BTreeSet::new();
        for topic in &all {
            if topic.name.is_empty() || !names.insert(&topic.name) {
                errors.push(CompareError::TopicTwice(topic.name.clone()));
            }
        }
        let mut chosen = Vec::new();
        errors.extend(twice("topics", &self.topics));
        for name in &self.topics {
            match all.iter().find(|topic| topic.name == *name) {
                Some(topic) => chosen.push((*topic).clone()),
                None => errors.push(CompareError::TopicUnknown { name: name.clone(), known: some(&names) }),
            }
        }
        if self.topics.is_empty() {
            let offered = if self.own_topics.is_empty() { given } else { &self.own_topics };
            chosen = offered.to_vec();
        }
        if chosen.is_empty() && self.topics.is_empty() {
            errors.push(CompareError::TopicsMissing);
        }
        chosen
    }

    /// Returns the marks. By default they are the usual ones within the length of the crawls, and the end.
    pub(super) fn marks(&self, errors: &mut Vec<CompareError>) -> Vec<u32> {
        let mut marks = self.at.clone();
        if marks.is_empty() {
            let usual = limits::MARKS_DEFAULT.into_iter();
            marks = usual.filter(|mark| *mark < self.pages).collect();
            marks.push(self.pages);
        }
        marks.sort_unstable();
        marks.dedup();
        // Crawls of no pages are a separate problem.
        let outside = marks.iter().filter(|mark| self.pages > 0 && !(1..=self.pages).contains(*mark));
        errors.extend(outside.map(|mark| CompareError::Mark { mark: *mark, pages: self.pages }));
        marks
    }
}

/// Joins names, up to a readable number.
fn some(names: &BTreeSet<&String>) -> String {
    let first: Vec<&str> = names.iter().take(limits::LISTED_NAMES).map(|name| &***name).collect();
    let more = names.len() - first.len();
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    first.join(", ") + &rest
}

/// Returns the items that a list names more than once.
fn twice<'a, T: Ord + ToString>(field: &'static str, list: &'a [T]) -> impl Iterator<Item = CompareError> + 'a {
    let mut met = BTreeSet::new();
    let for_another_crawl = list.iter().filter(move |of| !met.insert(*of));
    for_another_crawl.map(move |of| CompareError::Twice { field, name: of.to_string() })
}

/// Returns every strategy on every group of seeds of every topic.
fn slots(contenders: usize, groups: &[usize]) -> Vec<(usize, usize, usize)> {
    let of = |contender: usize| {
        let topics = groups.iter().enumerate();
        topics.flat_map(move |(topic, n)| (0..*n).map(move |group| (contender, topic, group)))
    };
    (0..contenders).flat_map(of).collect()
}

impl CheckedComparison {
    fn too_much(&self) -> Vec<CompareError> {
        let repeats = self.comparison.repeats as usize;
        let most = limits::REPEATS as usize;
        let bounds = [
            CompareError::too_many("repeats", repeats, most),
            (repeats == 0).then_some(CompareError::Number {
                field: "repeats",
                value: 0.0,
                min: 1.0,
                max: f64::from(limits::REPEATS),
            }),
        ];
        bounds.into_iter().flatten().collect()
    }

    fn measures_without_truth(&self) -> Vec<CompareError> {
        let measures = &self.comparison.measures;
        let mut errors: Vec<CompareError> = twice("measures", measures).collect();
        if measures.is_empty() {
            errors.push(CompareError::MeasuresMissing);
        }
        if measures.contains(&Measure::Robustness) && self.comparison.seeds != SeedUse::Halves {
            errors.push(CompareError::Robustness);
        }
        for measure in measures {
            let lacking = self.topics.iter().enumerate().find_map(|(at, topic)| {
                let lacks = self.lacks(measure.needs(), at)?;
                Some((topic.name.clone(), lacks))
            });
            errors.extend(lacking.map(|(topic, lacks)| CompareError::Measure { measure: *measure, topic, lacks }));
        }
        errors
    }

    /// Returns what a topic lacks for a measure, with the remedy.
    fn lacks(&self, needs: Needs, at: usize) -> Option<&'static str> {
        let topic = &self.topics[at];
        let (is_there, lacks) = match needs {
            Needs::Nothing | Needs::Links | Needs::Halves => return None,
            Needs::Relevant | Needs::RelevantWords => (
                !(topic.relevant.is_empty() && topic.targets.is_empty()),
                "known relevant pages: add some, or use a measure without them, such as average-relevance",
            ),
            Needs::Targets => (
                !self.judgments(at).targets.is_empty(),
                "targets except seeds and training pages: add others to the topics file",
            ),
            Needs::Query => (!topic.query.trim().is_empty(), "query: add one"),
            Needs::SeedWords => (!topic.seeds.is_empty(), "seeds: add some"),
            Needs::ExampleWords => (!topic.examples.is_empty(), "examples: add some"),
        };
        (!is_there).then_some(lacks)
    }

    fn seeds_missing(&self) -> Vec<CompareError> {
        let seeds = self.comparison.seeds;
        let lacking = self.topics.iter().filter_map(|topic| {
            let groups = groups(seeds, topic);
            let is_whole = !groups.is_empty() && groups.iter().all(|group| !group.is_empty());
            match seeds {
                _ if is_whole => None,
                SeedUse::Halves => Some(CompareError::Halves(topic.name.clone())),
                _ => Some(CompareError::Seeds(topic.name.clone())),
            }
        });
        lacking.collect()
    }

    /// Rejects claims about strategies or measures that are not compared.
    fn claims_beside(&self) -> Vec<CompareError> {
        let mut errors = Vec::new();
        for (at, claim) in self.comparison.claims.iter().enumerate() {
            let mut wrong = |problem: String| {
                let number = at + 1;
                errors.push(CompareError::Claim { number, problem });
            };
            for name in [&claim.better, &claim.worse] {
                if !self.contenders.iter().any(|contender| contender.name == *name) {
                    wrong(format!("“{name}” is not compared: add it to the strategies"));
                }
            }
            if claim.better == claim.worse {
                wrong("“better” and “worse” are the same strategy: use two different ones".to_owned());
            }
            if let Some(by) = claim.by.filter(|by| !(by.is_finite() && *by > 0.0)) {
                wrong(format!("“by” is {by}: give a factor, such as 1.5, or remove it"));
            }
            if !self.comparison.measures.contains(&claim.measure) {
                wrong(format!("“{}” is not measured: add it to the measures", claim.measure));
            }
            if claim.area && claim.at.is_some() {
                wrong("“at” and “area” exclude each other: remove one".to_owned());
            }
            let marks = self.marks_of(claim.measure);
            if let Some(mark) = claim.at.filter(|mark| !marks.contains(mark)) {
                let known: Vec<String> = marks.iter().map(ToString::to_string).collect();
                wrong(format!("{mark} is not one of the marks: use one of {}", known.join(", ")));
            }
        }
        errors
    }

    /// Rejects impossible crawls, each kind once.
    fn impossible(&self) -> Vec<CompareError> {
        let repeats = self.comparison.repeats as usize;
        let mut errors = Vec::new();
        for at in (0..self.len()).step_by(repeats) {
            let Some(trial) = self.trial(at) else { break };
            if let Some(missing) = self.trails_missing(&trial) {
                errors.push(missing);
                continue;
            }
            let has_query = !trial.plan.query.trim().is_empty();
            let found = CheckedPlan::new(trial.plan, &Assets::core()).err().unwrap_or_default();
            // The driver provides the code, the lexicon and the starter topics; the starter topics need a query as
            // their target.
            let found = found.into_iter().filter(|error| match error {
                PlanError::LanguageDataMissing(_) | PlanError::CodeMissing(_) => false,
                PlanError::Taxonomy(TaxonomyError::NoTopics) => !has_query,
                _ => true,
            });
            for problem in found {
                let error = CompareError::of_all(&problem).unwrap_or_else(|| CompareError::Plan {
                    contender: trial.key.contender.clone(),
                    topic: trial.key.topic.clone(),
                    problem: Box::new(problem),
                });
                if !errors.contains(&error) {
                    errors.push(error);
                }
            }
        }
        errors
    }

    /// Returns an error for a strategy that learns from trails, with the possible sources of
    /// trails.
    fn trails_missing(&self, trial: &Trial) -> Option<CompareError> {
        let entry = strategy::find(&trial.plan.strategy.id).filter(|entry| entry.needs.trails)?;
        let is_lacking = trial.plan.trails.trails.is_empty();
        is_lacking.then(|| CompareError::TrailsMissing {
            strategy: entry.title.to_owned(),
            topic: self.topics[trial.topic].name.clone(),
        })
    }
}

/// Reads a strategy with parameters and rejects an unknown id.
fn known_spec(text: &str) -> Result<StrategySpec, String> {
    let spec = StrategySpec::read(text)?;
    if strategy::find(&spec.id).is_some() {
        return Ok(spec);
    }
    let (id, known) = (spec.id, strategy::ids().join(", "));
    Err(format!("there is no strategy “{id}”: choose from {known}"))
}

fn has_param(spec: &StrategySpec, name: &str) -> bool {
    strategy::find(&spec.id).is_some_and(|entry| entry.param(name).is_some())
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
