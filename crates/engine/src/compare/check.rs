//! Checking a comparison, once: everything that is wrong is told before the first crawl.

use super::comparison::Comparison;
use super::{Checked, CompareError, Contender, SeedUse, Topic, Trial, Variant};
use crate::eval::{Grid, Measure, Needs};
use crate::frontier::politeness::Politeness;
use crate::limits;
use crate::plan::{Plan, PlanError};
use crate::strategy::{self, Assets};
use std::collections::BTreeSet;

impl Comparison {
    /// Checks the comparison; `topics` are the web's own, or those of its file. Topics that are written in it go before them.
    pub fn check(&self, topics: &[Topic]) -> Result<Checked, Vec<CompareError>> {
        let mut errors = Vec::new();
        if self.version != 1 {
            errors.push(CompareError::Version(self.version));
        }
        let contenders = self.contenders(&mut errors);
        let topics = self.chosen(topics, &mut errors);
        let marks = self.marks(&mut errors);
        let checked = Checked {
            grid: Grid::new(self.pages, &marks),
            slots: slots(contenders.len(), &topics, self.seeds),
            comparison: self.clone(),
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
        if errors.is_empty() {
            Ok(checked)
        } else {
            Err(errors)
        }
    }

    /// A plan without strategy and topic. Nobody is at the other end of a recording, and what is live is fetched by a driver with manners of its own:
    /// there are no delays.
    fn settings(&self) -> Plan {
        Plan {
            pages: self.pages,
            rng_seed: self.rng,
            politeness: Politeness::Replay,
            in_flight: self.parallel,
            frontier: self.frontier,
            host_window: self.host_window,
            depth: self.depth,
            host_pages: self.host_pages,
            stemming: self.stemming,
            idf: self.idf,
            good: self.good,
            struck: self.struck.clone(),
            taxonomy: self.taxonomy.clone(),
            trails: self.trails.clone(),
            ..Plan::default()
        }
    }

    /// The strategies: each gets the parameters that it has, its own before those of all, and each of those must be one of theirs.
    fn contenders(&self, errors: &mut Vec<CompareError>) -> Vec<Contender> {
        let mut variants: Vec<Variant> = Vec::new();
        for text in &self.strategies {
            match Variant::read(text) {
                Ok(variant) if variants.contains(&variant) => {
                    errors.push(CompareError::StrategyTwice(text.clone()));
                }
                Ok(variant) => variants.push(variant),
                Err(problem) => errors.push(CompareError::Strategy(problem)),
            }
        }
        if self.strategies.is_empty() {
            errors.push(CompareError::StrategiesMissing);
        }
        let mut params = Vec::new();
        for text in &self.params {
            match Variant::param(text) {
                Ok((name, _)) if !variants.iter().any(|variant| variant.takes(&name)) => {
                    let ids: Vec<&str> = variants.iter().map(|of| &*of.strategy).collect();
                    let problem = format!("none of {} has a parameter “{name}”", ids.join(", "));
                    errors.push(CompareError::Param(problem));
                }
                Ok(param) => params.push(param),
                Err(problem) => errors.push(CompareError::Param(format!("{text}: {problem}"))),
            }
        }
        let contender = |variant: &Variant| {
            let all = params.iter().filter(|(name, _)| variant.takes(name));
            Contender {
                name: variant.to_string(),
                plan: Plan {
                    strategy: variant.strategy.clone(),
                    params: all.chain(&variant.params).cloned().collect(),
                    ..self.settings()
                },
            }
        };
        variants.iter().map(contender).collect()
    }

    /// The topics by their names.
    fn chosen(&self, given: &[Topic], errors: &mut Vec<CompareError>) -> Vec<Topic> {
        let all: Vec<&Topic> = self.own_topics.iter().chain(given).collect();
        let mut names = BTreeSet::new();
        for topic in &all {
            if topic.name.is_empty() || !names.insert(&topic.name) {
                errors.push(CompareError::TopicTwice(topic.name.clone()));
            }
        }
        let mut chosen = Vec::new();
        for name in &self.topics {
            match all.iter().find(|topic| topic.name == *name) {
                Some(topic) => chosen.push((*topic).clone()),
                None => errors.push(CompareError::TopicUnknown {
                    name: name.clone(),
                    known: names
                        .iter()
                        .map(|name| &***name)
                        .collect::<Vec<_>>()
                        .join(", "),
                }),
            }
        }
        if self.topics.is_empty() {
            let own = if self.own_topics.is_empty() {
                given
            } else {
                &self.own_topics
            };
            chosen = own.to_vec();
        }
        if chosen.is_empty() && self.topics.is_empty() {
            errors.push(CompareError::TopicsMissing);
        }
        chosen
    }

    /// The marks. Those that nobody asked for are the usual ones within the crawls' length, or their end.
    pub(super) fn marks(&self, errors: &mut Vec<CompareError>) -> Vec<u32> {
        let mut marks = self.at.clone();
        if marks.is_empty() {
            let usual = limits::MARKS_DEFAULT.into_iter();
            marks = usual.filter(|mark| *mark <= self.pages).collect();
        }
        if marks.is_empty() {
            marks.push(self.pages);
        }
        marks.sort_unstable();
        marks.dedup();
        let outside = marks
            .iter()
            .filter(|mark| !(1..=self.pages).contains(*mark));
        errors.extend(outside.map(|mark| CompareError::Mark {
            mark: *mark,
            pages: self.pages,
        }));
        marks
    }
}

fn slots(contenders: usize, topics: &[Topic], seeds: SeedUse) -> Vec<(usize, usize, usize)> {
    let groups: Vec<usize> = topics
        .iter()
        .map(|topic| seeds.groups(topic).len())
        .collect();
    let of = |contender: usize| {
        let topics = groups.iter().enumerate();
        topics.flat_map(move |(topic, n)| (0..*n).map(move |group| (contender, topic, group)))
    };
    (0..contenders).flat_map(of).collect()
}

impl Checked {
    fn too_much(&self) -> Vec<CompareError> {
        let repeats = self.comparison.repeats as usize;
        let most = limits::REPEATS as usize;
        let bounds = [
            CompareError::too_many("strategies", self.contenders.len(), limits::CONTENDERS),
            CompareError::too_many("topics", self.topics.len(), limits::COMPARED_TOPICS),
            CompareError::too_many("repeats", repeats, most),
            CompareError::too_many("at", self.marks.len(), limits::MARKS),
            CompareError::too_many_trials(self.slots.len().saturating_mul(repeats)),
            (repeats == 0).then_some(CompareError::NoRepeats),
        ];
        bounds.into_iter().flatten().collect()
    }

    fn measures_without_truth(&self) -> Vec<CompareError> {
        let measures = &self.comparison.measures;
        let mut errors = Vec::new();
        if measures.is_empty() {
            errors.push(CompareError::MeasuresMissing);
        }
        if measures.contains(&Measure::Robustness) && self.comparison.seeds != SeedUse::Halves {
            errors.push(CompareError::Robustness);
        }
        for measure in measures {
            let lacking = self.topics.iter().find_map(|topic| {
                let lacks = self.lacks(measure.needs(), topic)?;
                Some((topic.name.clone(), lacks))
            });
            errors.extend(lacking.map(|(topic, lacks)| CompareError::Measure {
                measure: *measure,
                topic,
                lacks,
            }));
        }
        errors
    }

    /// What a topic lacks for a measure, and what to do.
    fn lacks(&self, needs: Needs, topic: &Topic) -> Option<&'static str> {
        let judged = self.judged(topic);
        let (is_there, lacks) = match needs {
            Needs::Nothing | Needs::Links | Needs::Halves => return None,
            Needs::Relevant | Needs::RelevantWords => (
                !judged.is_empty(),
                "known relevant pages: name some, or take a measure that needs none, such as average-relevance",
            ),
            Needs::Targets => (
                !judged.targets.is_empty(),
                "targets but what crawls start or learn from: name others in the file of topics",
            ),
            Needs::Query => (!topic.query.trim().is_empty(), "query: write one"),
            Needs::SeedWords => (!topic.seeds.is_empty(), "seeds: name some"),
            Needs::ExampleWords => (
                !topic.examples.is_empty(),
                "examples: name some pages on it",
            ),
        };
        (!is_there).then_some(lacks)
    }

    fn seeds_missing(&self) -> Vec<CompareError> {
        let seeds = self.comparison.seeds;
        let lacking = self.topics.iter().filter_map(|topic| {
            let groups = seeds.groups(topic);
            let is_whole = !groups.is_empty() && groups.iter().all(|group| !group.is_empty());
            match seeds {
                _ if is_whole => None,
                SeedUse::Halves => Some(CompareError::Halves(topic.name.clone())),
                _ => Some(CompareError::Seeds(topic.name.clone())),
            }
        });
        lacking.collect()
    }

    /// Claims about what is not compared.
    fn claims_beside(&self) -> Vec<CompareError> {
        let mut errors = Vec::new();
        for (at, claim) in self.comparison.claims.iter().enumerate() {
            let mut wrong = |problem: String| {
                let number = at + 1;
                errors.push(CompareError::Claim { number, problem });
            };
            for name in [&claim.better, &claim.worse] {
                if !self
                    .contenders
                    .iter()
                    .any(|contender| contender.name == *name)
                {
                    wrong(format!(
                        "“{name}” is not compared: name it among the strategies"
                    ));
                }
            }
            if !self.comparison.measures.contains(&claim.measure) {
                wrong(format!(
                    "“{}” is not measured: name it among the measures",
                    claim.measure
                ));
            }
            let marks = self.marks_of(claim.measure);
            if let Some(mark) = claim.at.filter(|mark| !marks.contains(mark)) {
                let known: Vec<String> = marks.iter().map(ToString::to_string).collect();
                wrong(format!(
                    "{mark} is no mark: take one of {}",
                    known.join(", ")
                ));
            }
        }
        errors
    }

    /// Crawls that are not possible, each kind once.
    fn impossible(&self) -> Vec<CompareError> {
        let repeats = self.comparison.repeats as usize;
        let mut errors = Vec::new();
        for at in (0..self.len()).step_by(repeats) {
            let Some(trial) = self.trial(at) else { break };
            if let Some(missing) = self.trails_missing(&trial) {
                errors.push(missing);
                continue;
            }
            let found = trial
                .plan
                .check(&Assets::default())
                .err()
                .unwrap_or_default();
            // The lexicon comes with the driver.
            let found = found
                .into_iter()
                .filter(|error| !matches!(error, PlanError::LexiconMissing(_)));
            errors.extend(found.map(|problem| CompareError::Plan {
                contender: trial.key.contender.clone(),
                topic: trial.key.topic.clone(),
                problem: Box::new(problem),
            }));
        }
        errors.dedup();
        errors
    }

    /// A strategy that learns from trails says where it would get them.
    fn trails_missing(&self, trial: &Trial) -> Option<CompareError> {
        let entry = strategy::find(&trial.plan.strategy).filter(|entry| entry.needs.trails)?;
        let is_lacking = trial.plan.trails.trails.is_empty();
        is_lacking.then(|| CompareError::TrailsMissing {
            strategy: entry.title.to_owned(),
            topic: self.topics[trial.topic].name.clone(),
        })
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
