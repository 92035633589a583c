//! Writes the files of a finished comparison: figures, charts, and the report as a page and as
//! text.

use super::plan::PlanFile;
use crate::{LabError, file};
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
    let origin = report::Origin { command, plan: (plan.language(), &plan.text) };
    let blocks = report(checked, summary, &origin);
    put(folder, "summary.csv", &csv::figures(checked, outcomes))?;
    write_blocks(folder, &report::title(checked), &blocks)
}

/// Writes a report as a page and as text, with its charts, into a folder.
pub fn write_blocks(folder: &Path, title: &str, blocks: &[Block]) -> Result<(), LabError> {
    put(folder, "report.html", &html(title, blocks))?;
    put(folder, "report.md", &markdown(blocks, ""))?;
    for block in blocks {
        if let Block::Chart(figure) = block {
            put(folder, &figure.file, &figure.svg)?;
        }
    }
    Ok(())
}

/// Writes a file into a folder.
pub fn put(folder: &Path, name: &str, text: &str) -> Result<(), LabError> {
    file::write(&folder.join(name), text)
}
