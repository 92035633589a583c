//! `salticid-lab topics`: strategies on all topics of a file, as tables.

use super::print;
use super::settings::{Settings, Variant};
use crate::experiment::{self, Measure, Seeds};
use crate::log::MARKS;
use crate::topics::Topic;
use crate::{LabError, assets, table, topics, web};
use clap::Args;
use engine::plan::Plan;
use engine::strategy;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Flags of an experiment.
#[derive(Debug, Args)]
pub(super) struct TopicsArgs {
    /// A WARC file (.warc or .warc.gz), `demo`, `demo:SEED`, or several demo webs as `demo:1+2`.
    #[arg(long, value_name = "FILE")]
    web: String,
    /// A file of topics; the demo web has its own.
    #[arg(long, value_name = "FILE")]
    topics: Option<PathBuf>,
    /// Strategies, separated by commas, or `all`; one with parameters of its own is written `ID:NAME=VALUE:NAME=VALUE`.
    #[arg(
        long,
        value_name = "ID,ID…",
        value_delimiter = ',',
        default_value = "all"
    )]
    strategies: Vec<String>,
    /// One crawl from all seeds of a topic, or one from each, or one on the sites of the targets.
    #[arg(long, value_enum, default_value_t = Seeds::Together)]
    seeds: Seeds,
    /// What crawls are judged by; the seeds of a topic and all that strategies learn from are no targets.
    #[arg(
        long = "measure",
        value_enum,
        value_delimiter = ',',
        default_value = "harvest"
    )]
    measures: Vec<Measure>,
    /// Numbers of pages after which the measure is taken; 100, 200 and 500 where nothing is said.
    #[arg(long, value_name = "N,N…", value_delimiter = ',')]
    at: Vec<usize>,
    /// Crawls of each kind with so many seeds of the random numbers, from `--rng` on, for strategies that draw any.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    repeat: u64,
    /// For strategies that begin with pages of earlier crawls: the length of a best-first crawl for the same topic that went before.
    #[arg(long, value_name = "N", default_value_t = 0)]
    past_pages: u32,
    /// Crawls that run at the same time; the processors' number where nothing is said.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Where the tables go; the standard output where nothing is said.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// A strategy that learns from trails says where it would get them.
fn trails_are_there(plans: &[Plan], topics: &[Topic]) -> Result<(), LabError> {
    for plan in plans.iter().filter(|plan| plan.trails.trails.is_empty()) {
        let entry = strategy::find(&plan.strategy).filter(|entry| entry.needs.trails);
        let lacking = topics.iter().find(|topic| topic.trails.trails.is_empty());
        if let (Some(entry), Some(topic)) = (entry, lacking) {
            return Err(LabError::Flag {
                flag: "trails",
                problem: format!(
                    "“{}” learns from trails, and the topic {} has none: name a file of them, give the topics “trails” in their file, or leave the strategy out",
                    entry.title, topic.name
                ),
            });
        }
    }
    Ok(())
}

impl TopicsArgs {
    /// Runs the experiment and prints its tables.
    pub(super) fn run(&self) -> Result<(), LabError> {
        let marks = self.marks()?;
        let strategies = self.strategies()?;
        let plans = self.settings.plans(&strategies)?;
        let strategies: Vec<String> = strategies.iter().map(ToString::to_string).collect();
        let topics = self.topics()?;
        trails_are_there(&plans, &topics)?;
        self.targets_are_there(&plans, &topics)?;
        let web = web::open(&self.web)?;
        let mut trials = experiment::trials(&plans, &topics, self.seeds);
        experiment::look_back(&mut trials, self.past_pages, &*web).map_err(LabError::Plan)?;
        let trials = experiment::repeated(trials, self.repeat);
        let start = Instant::now();
        let outcomes =
            experiment::run(&trials, &topics, &*web, &assets::of(&plans), self.threads())
                .map_err(LabError::Plan)?;
        eprintln!(
            "{} crawls in {:.1} s",
            trials.len(),
            start.elapsed().as_secs_f64()
        );
        let names: Vec<String> = topics.into_iter().map(|topic| topic.name).collect();
        let of = |measure: &Measure| {
            let mut text = table::caption(*measure, &names, self.repeat);
            text += &table::means(*measure, &strategies, &names, &marks, &outcomes);
            for mark in &marks {
                text += "\n";
                text += &table::by_topic(*measure, &strategies, &names, *mark, &outcomes);
            }
            text
        };
        let texts: Vec<String> = self.measures.iter().map(of).collect();
        self.write(&texts.join("\n"))
    }

    /// Target recall needs targets.
    fn targets_are_there(&self, plans: &[Plan], topics: &[Topic]) -> Result<(), LabError> {
        let judged = |topic: &&Topic| {
            let given = plans.first().map(|plan| &plan.trails);
            let given = given.filter(|trails| !trails.trails.is_empty());
            topic.judged_beside(given.unwrap_or(&topic.trails))
        };
        let asked = self.measures.contains(&Measure::TargetRecall);
        let lacking = topics.iter().find(|topic| judged(topic).targets.is_empty());
        match lacking.filter(|_| asked) {
            None => Ok(()),
            Some(topic) => Err(LabError::Flag {
                flag: "measure",
                problem: format!(
                    "the topic {} has no targets but what crawls start or learn from: name others in the file of topics",
                    topic.name
                ),
            }),
        }
    }

    /// The marks. Those that nobody asked for are the usual ones within the crawls' length, or their end.
    fn marks(&self) -> Result<Vec<usize>, LabError> {
        let pages = self.settings.pages as usize;
        if self.at.is_empty() {
            let within = MARKS.map(|mark| mark as usize).into_iter();
            let within: Vec<usize> = within.filter(|mark| *mark <= pages).collect();
            return Ok(if within.is_empty() {
                vec![pages]
            } else {
                within
            });
        }
        match self.at.iter().find(|mark| !(1..=pages).contains(*mark)) {
            None => Ok(self.at.clone()),
            Some(mark) => Err(LabError::Flag {
                flag: "at",
                problem: format!("{mark} is not from 1 to the number of pages, {pages}"),
            }),
        }
    }

    fn strategies(&self) -> Result<Vec<Variant>, LabError> {
        if self.strategies == ["all"] {
            return Ok(strategy::ids().into_iter().map(Variant::plain).collect());
        }
        let read = self.strategies.iter().map(|text| Variant::read(text));
        read.collect::<Result<_, _>>()
            .map_err(|problem| LabError::Flag {
                flag: "strategies",
                problem,
            })
    }

    fn topics(&self) -> Result<Vec<Topic>, LabError> {
        match (&self.topics, web::demo_seed(&self.web)?) {
            (Some(file), _) => topics::read(file),
            (None, Some(seed)) => Ok(topics::of_demo(seed)),
            (None, None) => Err(LabError::Flag {
                flag: "topics",
                problem: "name a file of topics: only the demo web has its own".to_owned(),
            }),
        }
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(all)
    }

    fn write(&self, text: &str) -> Result<(), LabError> {
        let Some(path) = &self.out else {
            return print(text);
        };
        std::fs::write(path, text).map_err(|source| LabError::Write {
            path: Path::new(path).to_owned(),
            source,
        })
    }
}
