//! Evaluates formulas by crawling the training topics with each: the fitness is the mean over topics of the mean of the measure's curve.

use super::plan::{EvolutionPlan, PARAM};
use crate::LabError;
use crate::experiment::{self, ExperimentContext, FinishedTrials};
use engine::strategy::{EVOLVED, Formula};
use evaluation::compare::Summary;
use types::measures::Axis;

/// Returns the fitness of each formula.
pub fn fitness(
    plan: &EvolutionPlan,
    context: &ExperimentContext<'_>,
    threads: usize,
    formulas: &[Formula],
) -> Result<Vec<f64>, LabError> {
    if formulas.is_empty() {
        return Ok(Vec::new());
    }
    let spec = |formula: &Formula| format!("{}:{PARAM}={formula}", EVOLVED.id);
    let checked = plan.training_of(formulas.iter().map(spec).collect())?;
    let outcomes = experiment::run(&checked, context, threads, FinishedTrials::new(), |_| Ok(()))?;
    let summary = Summary::of(&checked, &outcomes);
    let lines = summary.lines(plan.measure, Axis::Pages);
    Ok(lines.iter().map(|line| line.area().map_or(0.0, |of| of.mean)).collect())
}
