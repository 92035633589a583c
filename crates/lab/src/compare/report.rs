//! The files of a comparison that is done: figures, charts, and the report as a page and as text.

use super::plan::PlanFile;
use crate::LabError;
use archive::compare::block::Block;
use archive::compare::csv;
use archive::compare::html::html;
use archive::compare::markdown::markdown;
use archive::compare::report::{self, report};
use evaluation::compare::{CheckedComparison, Summary, TrialOutcome};
use std::path::Path;

/// Writes all reports into a folder.
pub fn write(
    folder: &Path,
    checked: &CheckedComparison,
    outcomes: &[TrialOutcome],
    summary: &Summary,
    plan: &PlanFile,
    command: &str,
) -> Result<(), LabError> {
    let origin = report::Origin {
        command,
        plan: (plan.language(), &plan.text),
    };
    let blocks = report(checked, summary, &origin);
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|source| LabError::Write { path, source })
    };
    put("summary.csv", &csv::figures(checked, outcomes))?;
    put("report.html", &html(&report::title(checked), &blocks))?;
    put("report.md", &markdown(&blocks, ""))?;
    for block in &blocks {
        if let Block::Chart(figure) = block {
            put(&figure.file, &figure.svg)?;
        }
    }
    Ok(())
}
