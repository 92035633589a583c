//! Implements `salticid-lab topics`, which runs strategies on all topics of a file and prints tables.

use super::print;
use super::settings::Settings;
use crate::experiment::{self, ExperimentContext, FinishedTrials};
use crate::topics::Topic;
use crate::{LabError, assets, file, topics, web};
use archive::compare::{markdown::markdown, report};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use engine::strategy;
use evaluation::compare::{Comparison, Summary};
use std::path::PathBuf;
use std::time::Instant;
use types::compare::SeedUse;
use types::measures::Measure;

/// Flags of an experiment.
#[derive(Debug, Args)]
pub(super) struct TopicsArgs {
    /// A WARC file (.warc or .warc.gz), `demo`, `demo:SEED`, `demo:SEEDxSIZE` for one of SIZE times as many articles, or several demo webs
    /// as `demo:1+2`.
    #[arg(long, value_name = "FILE")]
    web: String,
    /// A file of topics; the demo web has built-in topics.
    #[arg(long, value_name = "FILE")]
    topics: Option<PathBuf>,
    /// Strategies, separated by commas, or `all`; parameters of a single strategy are written as `ID:NAME=VALUE:NAME=VALUE`.
    #[arg(long, value_name = "ID,ID…", value_delimiter = ',', default_value = "all")]
    strategies: Vec<String>,
    /// The seeds of the crawls on a topic.
    #[arg(long, value_parser = seed_uses(), default_value = "together")]
    seeds: SeedUse,
    /// Measures to compute; the seeds of a topic and all training pages are not targets.
    #[arg(
        long = "measure",
        value_parser = measures(),
        value_delimiter = ',',
        default_value = "harvest"
    )]
    measures: Vec<Measure>,
    /// Numbers of pages at which the measure is evaluated; by default 100, 200, 500 and the end.
    #[arg(long, value_name = "N,N…", value_delimiter = ',')]
    at: Vec<u32>,
    /// Number of crawls of each kind, with consecutive random seeds from `--rng` on, for strategies that use random numbers.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// For strategies that start with pages of earlier crawls: the length of an earlier best-first crawl for the same topic.
    #[arg(long, value_name = "N", default_value_t = 0)]
    past_pages: u32,
    /// Number of simultaneous crawls; by default the number of processors.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Output file of the tables; by default the standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// Ids of the measures with their sentences.
fn measures() -> impl clap::builder::TypedValueParser<Value = Measure> {
    let values = Measure::ALL.map(|of| PossibleValue::new(of.id()).help(of.sentence()));
    PossibleValuesParser::new(values).map(|id| Measure::find(&id).unwrap_or_default())
}

/// Returns the ways to use seeds with their sentences.
fn seed_uses() -> impl clap::builder::TypedValueParser<Value = SeedUse> {
    let values = SeedUse::ALL.map(|of| PossibleValue::new(of.id()).help(of.sentence()));
    PossibleValuesParser::new(values).map(|id| {
        let found = SeedUse::ALL.into_iter().find(|of| of.id() == id);
        found.unwrap_or_default()
    })
}

impl TopicsArgs {
    /// Runs the experiment and prints its tables.
    pub(super) fn run(&self) -> Result<(), LabError> {
        let checked = self.comparison()?.check(&self.topics()?);
        let checked = checked.map_err(LabError::Compare)?;
        let web = web::open(&self.web)?;
        experiment::check_seeds(&checked, &*web)?;
        let assets = assets::of(checked.strategies());
        let start = Instant::now();
        let map = checked.needs_map().then(|| experiment::survey(&*web)).flatten();
        let threads = experiment::threads(self.threads);
        let context = ExperimentContext { web: &*web, map: map.as_ref(), assets: &assets, stop: &experiment::NEVER };
        let outcomes = experiment::run(&checked, &context, threads, FinishedTrials::new(), |_| Ok(()))?;
        eprintln!("{} crawls in {:.1} s", checked.len(), start.elapsed().as_secs_f64());
        for outcome in &outcomes {
            if let Some(trouble) = &outcome.trouble {
                eprintln!("{} on {}: {trouble}", outcome.key.contender, outcome.key.topic);
            }
        }
        let summary = Summary::of(&checked, &outcomes);
        self.write(&markdown(&report::tables(&summary), ""))
    }

    fn comparison(&self) -> Result<Comparison, LabError> {
        let strategies = if self.strategies == ["all"] {
            strategy::ids().into_iter().map(str::to_owned).collect()
        } else {
            self.strategies.clone()
        };
        Ok(Comparison {
            web: self.web.clone(),
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
        topics::of(&self.web, self.topics.as_deref())
    }

    fn write(&self, text: &str) -> Result<(), LabError> {
        let Some(path) = &self.out else {
            return print(text);
        };
        file::write(path, text)
    }
}
