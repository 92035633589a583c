//! Checking a comparison, once: everything that is wrong is told before the first crawl.

use super::comparison::Comparison;
use super::{CompareError, SeedUse, Topic, Trial, TrialKey, Variant, topic};
use crate::eval::{Gathering, Grid, Judged, Measure, Needs, Sources};
use crate::frontier::politeness::Politeness;
use crate::limits;
use crate::plan::{Plan, PlanError};
use crate::strategy::{self, Assets};
use crate::url::{CanonicalUrl, Scope};
use std::collections::BTreeSet;

/// A comparison that was checked: the crawls that it consists of, in a fixed order.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The comparison as it was given.
    pub comparison: Comparison,
    /// What is compared.
    pub contenders: Vec<Contender>,
    /// The topics that it is compared on.
    pub topics: Vec<Topic>,
    /// The places of all curves.
    pub grid: Grid,
    /// Numbers of pages at which figures are given and tested, ascending.
    pub marks: Vec<u32>,
    /// The crawls: contender, topic, seeds.
    slots: Vec<(usize, usize, usize)>,
}

/// A strategy of a comparison.
#[derive(Clone, Debug)]
pub struct Contender {
    /// As it is written.
    pub name: String,
    /// Its plan, without a topic.
    plan: Plan,
}

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
    fn marks(&self, errors: &mut Vec<CompareError>) -> Vec<u32> {
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

/// The addresses of a list that are such.
fn canonical(written: &[String]) -> Vec<CanonicalUrl> {
    let urls = written.iter();
    urls.filter_map(|url| CanonicalUrl::from_person(url).ok())
        .collect()
}

impl Checked {
    /// The ids of the strategies, for the driver who has to know what they need.
    pub fn strategies(&self) -> impl Iterator<Item = &str> {
        self.contenders.iter().map(|of| &*of.plan.strategy)
    }

    /// How many crawls there are.
    pub fn len(&self) -> usize {
        self.slots.len() * self.comparison.repeats as usize
    }

    /// True where there is no crawl, which no checked comparison is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The crawls in their order: by contender, topic, seeds, random numbers. Each is made when it is asked for.
    pub fn trials(&self) -> impl Iterator<Item = Trial> + '_ {
        (0..self.len()).filter_map(|at| self.trial(at))
    }

    /// The crawl at a place of the order; `None` beyond the last.
    pub fn trial(&self, at: usize) -> Option<Trial> {
        let repeats = self.comparison.repeats.max(1) as usize;
        let (contender, topic, group) = *self.slots.get(at / repeats)?;
        let repeat = u32::try_from(at % repeats).ok()?;
        Some(self.trial_of(contender, topic, group, repeat))
    }

    fn trial_of(&self, contender: usize, topic: usize, group: usize, repeat: u32) -> Trial {
        let (runs, on) = (&self.contenders[contender], &self.topics[topic]);
        let mut plan = runs.plan.clone();
        if plan.taxonomy.topics.is_empty() {
            plan.taxonomy = topic::taxonomy(&self.topics, topic);
        }
        if plan.trails.trails.is_empty() {
            plan.trails = on.trails.clone();
        }
        let seeds = self.comparison.seeds.groups(on).swap_remove(group);
        Trial {
            contender,
            topic,
            group,
            repeat,
            key: TrialKey {
                contender: runs.name.clone(),
                topic: on.name.clone(),
                group,
                repeat,
            },
            plan: Plan {
                query: on.query.clone(),
                scope: self.comparison.seeds.scope(&seeds),
                rng_seed: self.comparison.rng.wrapping_add(u64::from(repeat)),
                seeds,
                ..plan
            },
            past_pages: self.comparison.past_pages,
            grid: self.grid.clone(),
        }
    }

    /// What crawls for a topic are judged by; the pages whose words are wanted have to be brought by the driver.
    pub fn gather(&self, topic: usize) -> Gathering {
        let on = &self.topics[topic];
        let others = self
            .topics
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != topic);
        let others = others.flat_map(|(_, other)| canonical(&other.examples));
        let seeds = self.topics.iter().flat_map(|topic| canonical(&topic.seeds));
        let sources = Sources {
            judged: self.judged(on),
            query: on.query.clone(),
            seeds: canonical(&on.seeds),
            examples: canonical(&on.examples),
            others: others.chain(seeds).collect(),
            starts: self.starts(on),
        };
        Gathering::new(sources, &self.comparison.measures, &self.grid)
    }

    /// Where the crawls for a topic start, and where they may go.
    fn starts(&self, topic: &Topic) -> Vec<(Vec<CanonicalUrl>, Scope)> {
        let seeds = self.comparison.seeds;
        let groups = seeds.groups(topic).into_iter();
        groups
            .map(|group| (canonical(&group), seeds.scope(&group)))
            .collect()
    }

    fn judged(&self, topic: &Topic) -> Judged {
        let given = &self.comparison.trails;
        topic.judged_beside(if given.trails.is_empty() {
            &topic.trails
        } else {
            given
        })
    }

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

    /// The places at which figures of a measure are given.
    pub fn marks_of(&self, measure: Measure) -> &[u32] {
        if measure.is_over_percents() {
            &crate::eval::PERCENTS
        } else {
            &self.marks
        }
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
