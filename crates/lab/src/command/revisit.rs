//! Implements `salticid-lab revisit`, which measures the freshness of the pages of a changing web under each policy.

use super::print;
use crate::LabError;
use crate::compare::report;
use crate::revisit::plan::RevisitPlan;
use crate::revisit::report::blocks;
use crate::revisit::simulation::simulate;
use clap::Args;
use std::path::PathBuf;

/// Flags of revisits.
#[derive(Debug, Args)]
pub(super) struct RevisitArgs {
    /// The plan in TOML or JSON; `--help` has an example.
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// Folder for the report; by default one named after the plan in the current folder.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl RevisitArgs {
    /// Simulates the revisits of a plan, and writes the report.
    pub(super) fn run(&self) -> Result<(), LabError> {
        let plan = RevisitPlan::read(&self.plan)?;
        let out = super::report_folder(&self.plan, self.out.as_deref())?;
        let results = simulate(&plan)?;
        let command = super::quoted(&["salticid-lab", "revisit", &self.plan.to_string_lossy()]);
        report::write_blocks(&out, &plan.title, &blocks(&plan, &results, &command))?;
        print(&format!("report.html and report.md are in {}\n", out.display()))
    }
}
