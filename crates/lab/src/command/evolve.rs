//! Implements `salticid-lab evolve`, which evolves a formula by genetic programming and evaluates it on other topics.

use super::args::ThreadsArg;
use super::compare::{map_web, report_crawl};
use super::print;
use crate::compare::report;
use crate::evolve::evolution::{Generation, evolve};
use crate::evolve::plan::EvolutionPlan;
use crate::evolve::report::blocks;
use crate::experiment::{self, ExperimentContext, FinishedTrials};
use crate::{LabError, assets};
use archive::compare::block::Block;
use archive::compare::csv;
use archive::compare::report::{Origin, report as compared};
use clap::Args;
use engine::strategy::EVOLVED;
use evaluation::compare::Summary;
use indicatif::ProgressBar;
use std::path::PathBuf;

/// Flags of an evolution.
#[derive(Debug, Args)]
pub(super) struct EvolveArgs {
    /// The plan in TOML or JSON; `--help` has an example.
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// Folder for the formula and the report; by default one named after the plan in the current folder.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
}

impl EvolveArgs {
    /// Evolves a formula, judges it, and writes the formula and the report.
    pub(super) fn run(&self) -> Result<(), LabError> {
        let plan = EvolutionPlan::read(&self.plan)?;
        let out = super::report_folder(&self.plan, self.out.as_deref())?;
        let generations = self.evolved(&plan)?;
        let mut report = blocks(&plan, &generations);
        let best = generations.last().map(|of| of.best.formula.to_string());
        let formula = best.unwrap_or_default();
        report::put(&out, "formula.txt", &format!("{formula}\n"))?;
        report.extend(self.judged(&plan, &formula, &out)?);
        report::write_blocks(&out, &plan.title, &report)?;
        print(&format!("{formula}\nformula.txt, report.html and report.md are in {}\n", out.display()))
    }

    fn evolved(&self, plan: &EvolutionPlan) -> Result<Vec<Generation>, LabError> {
        let context = ExperimentContext {
            web: &*plan.training.web,
            map: None,
            assets: &assets::load([EVOLVED.id]),
            stop: &experiment::NEVER,
        };
        let rate = |formulas: &[_]| plan.fitness(&context, self.threads.n(), formulas);
        evolve(&plan.settings, plan.names, rate, |of| {
            eprintln!(
                "generation {} of {}: best {:.3}, mean {:.3}, {}",
                of.number, plan.settings.generations, of.best.fitness, of.mean, of.best.formula
            );
        })
    }

    /// Returns the blocks of the comparison on the topics that were not used for evolution.
    fn judged(&self, plan: &EvolutionPlan, formula: &str, out: &std::path::Path) -> Result<Vec<Block>, LabError> {
        let checked = plan.judgment_of(formula)?;
        let web = &*plan.judgment.web;
        let bar = ProgressBar::hidden();
        bar.set_length(checked.len() as u64);
        let map = checked.needs_map().then(|| map_web(web, &bar)).flatten();
        let context = ExperimentContext {
            web,
            map: map.as_ref(),
            assets: &assets::load(checked.strategies()),
            stop: &experiment::NEVER,
        };
        let none = FinishedTrials::new();
        let outcomes = experiment::run(&checked, &context, self.threads.n(), none, |outcome| {
            report_crawl(&bar, outcome);
            Ok(())
        })?;
        report::put(out, "summary.csv", &csv::figures(&checked, &outcomes))?;
        let plan_text = (plan.judgment.plan.language(), plan.judgment.plan.text.as_str());
        let origin = Origin {
            command: &super::quoted(&["salticid-lab", "evolve", &self.plan.to_string_lossy()]),
            plan: plan_text,
        };
        // The fingerprint is for the plan of a comparison, not for a plan of an evolution.
        let summary = Summary { fingerprint: None, ..Summary::new(&checked, &outcomes) };
        let mut blocks = compared(&checked, &summary, &origin);
        if let Some(Block::Heading(level, title)) = blocks.first_mut() {
            *level = 2;
            "Topics that evolution never saw".clone_into(title);
        }
        Ok(blocks)
    }
}
