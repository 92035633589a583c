//! Implements `salticid-lab train`, which trains a model on trails, prints it, and writes it to a file.

use super::args::WebArg;
use super::crawl::{check_trails_are_given, check_trails_are_used, report_training};
use super::print;
use super::settings::{Settings, strategy_ids};
use crate::driver::{self, Exchange};
use crate::{LabError, assets, model, topics, training_report};
use clap::Args;
use engine::crawl::CheckedPlan;
use std::path::PathBuf;
use std::time::Instant;

/// Flags of learning.
#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    #[command(flatten)]
    web: WebArg,
    /// The strategy to train.
    #[arg(long, value_name = "ID", value_parser = strategy_ids())]
    strategy: String,
    /// Query, for strategies that need one.
    #[arg(long, value_name = "WORDS")]
    query: Option<String>,
    /// Query and trails of a topic; other flags take precedence.
    #[arg(long, value_name = "FILE#NAME")]
    topic: Option<String>,
    /// Name of the model; by default the id of the strategy.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Model file to write.
    #[arg(long, value_name = "FILE.salticid-model")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
}

impl TrainArgs {
    /// Trains a model, prints its tables, and writes it.
    pub(super) fn run(&self) -> Result<(), LabError> {
        check_trails_are_used(&self.strategy, &self.settings)?;
        let mut plan = self.settings.plan(&self.strategy)?;
        if let Some(reference) = &self.topic {
            let (topic, _) = topics::read_one(reference)?;
            plan.query = topic.query;
            if plan.trails.trails.is_empty() {
                plan.trails = topic.trails;
            }
        }
        if let Some(query) = &self.query {
            plan.query.clone_from(query);
        }
        check_trails_are_given(&plan)?;
        // The crawl ends before it begins, so any address will do.
        let first = plan.trails.trails.iter().flat_map(|trail| &trail.pages).next();
        plan.seeds = first.map(|page| page.url.clone()).into_iter().collect();
        let assets = assets::load([&*plan.strategy.id]);
        let plan = CheckedPlan::new(plan, &assets).map_err(LabError::Plan)?;
        let web = self.web.open()?;
        let start = Instant::now();
        let crawl = driver::learn(plan, &*web, |exchange| {
            if let Exchange::Step(step) = exchange {
                report_training(&step.notifications);
            }
        });
        eprintln!("trained in {:.2} s", start.elapsed().as_secs_f64());
        let name = self.name.as_ref().unwrap_or(&self.strategy);
        let Some(learned) = crawl.model(name) else {
            return Err(LabError::flag("trails", "training failed: see the message above"));
        };
        model::write(&self.model, &learned)?;
        print(&training_report::tables(learned.report()))
    }
}
