//! Implements `salticid-lab topics`, which runs strategies on all topics of a file and prints tables.

use super::args::{ThreadsArg, WebArg, choice};
use super::print;
use super::settings::Settings;
use crate::experiment::{self, ExperimentContext, FinishedTrials};
use crate::topics::Topic;
use crate::{LabError, assets, file, topics};
use archive::compare::{markdown::markdown, report};
use clap::Args;
use engine::strategy;
use evaluation::compare::{Comparison, Summary};
use std::path::PathBuf;
use std::time::Instant;
use types::compare::SeedUse;
use types::measures::Measure;

/// Flags of an experiment.
#[derive(Debug, Args)]
pub(super) struct TopicsArgs {
    #[command(flatten)]
    web: WebArg,
    /// A file of topics; the demo web has built-in topics.
    #[arg(long, value_name = "FILE")]
    topics: Option<PathBuf>,
    /// Strategies, separated by commas, or `all`; parameters of a single strategy are written as
    /// `ID:NAME=VALUE:NAME=VALUE`.
    #[arg(long, value_name = "ID,ID…", value_delimiter = ',', default_value = "all")]
    strategies: Vec<String>,
    /// The seeds of the crawls on a topic.
    #[arg(long, value_parser = choice(SeedUse::ALL, SeedUse::id, SeedUse::sentence), default_value = "together")]
    seeds: SeedUse,
    /// Measures to compute; the seeds of a topic and all training pages are not targets.
    #[arg(
        long = "measure",
        value_parser = choice(Measure::ALL, Measure::id, Measure::sentence),
        value_delimiter = ',',
        default_value = "harvest"
    )]
    measures: Vec<Measure>,
    /// Numbers of pages at which the measure is evaluated; by default 100, 200, 500 and the end.
    #[arg(long, value_name = "N,N…", value_delimiter = ',')]
    at: Vec<u32>,
    /// Number of crawls of each kind, with consecutive random seeds from `--rng` on, for strategies that use random
    /// numbers.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// For strategies that start with pages of earlier crawls: the length of an earlier best-first crawl for the same
    /// topic.
    #[arg(long, value_name = "N", default_value_t = 0)]
    past_pages: u32,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Output file of the tables; by default the standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

impl TopicsArgs {
    /// Runs the experiment and prints its tables.
    pub(super) fn run(&self) -> Result<(), LabError> {
        let checked = self.comparison()?.check(&self.topics()?);
        let checked = checked.map_err(LabError::Compare)?;
        let web = self.web.open()?;
        experiment::check_seeds(&checked, &*web)?;
        let assets = assets::load(checked.strategies());
        let start = Instant::now();
        let map = checked.needs_map().then(|| experiment::survey(&*web)).flatten();
        let context = ExperimentContext { web: &*web, map: map.as_ref(), assets: &assets, stop: &experiment::NEVER };
        let outcomes = experiment::run(&checked, &context, self.threads.n(), FinishedTrials::new(), |_| Ok(()))?;
        eprintln!("{} crawls in {:.1} s", checked.len(), start.elapsed().as_secs_f64());
        for outcome in &outcomes {
            if let Some(trouble) = &outcome.trouble {
                eprintln!("{} on {}: {trouble}", outcome.key.contender, outcome.key.topic);
            }
        }
        let summary = Summary::new(&checked, &outcomes);
        self.write(&markdown(&report::tables(&summary), ""))
    }

    fn comparison(&self) -> Result<Comparison, LabError> {
        let strategies = if self.strategies == ["all"] {
            strategy::ids().into_iter().map(str::to_owned).collect()
        } else {
            self.strategies.clone()
        };
        Ok(Comparison {
            web: self.web.name.clone(),
            strategies,
            seeds: self.seeds,
            at: self.at.clone(),
            repeats: self.repeat,
            measures: self.measures.clone(),
            // The tables have no column for it.
            ceiling: false,
            past_pages: self.past_pages,
            ..self.settings.comparison()?
        })
    }

    fn topics(&self) -> Result<Vec<Topic>, LabError> {
        topics::of_comparison(&self.web.name, self.topics.as_deref())
    }

    fn write(&self, text: &str) -> Result<(), LabError> {
        let Some(path) = &self.out else {
            return print(text);
        };
        file::write(path, text)
    }
}
