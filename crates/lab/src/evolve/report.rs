//! Builds the report of an evolution: the formula, the fitness of every generation, and the comparison on other topics.

use super::evolution::Generation;
use super::plan::EvolutionPlan;
use archive::compare::block::{Block, Cell, Figure, Table};
use archive::compare::svg::{Chart, Line, svg};

/// Returns the blocks before those of the comparison.
pub fn blocks(plan: &EvolutionPlan, generations: &[Generation]) -> Vec<Block> {
    let Some(last) = generations.last() else {
        return Vec::new();
    };
    let title = match plan.title.as_str() {
        "" => "A formula evolved",
        title => title,
    };
    vec![
        Block::Heading(1, title.to_owned()),
        Block::Text(setup(plan, generations)),
        Block::Heading(2, "Formula".to_owned()),
        Block::Code("text", last.best.formula.to_string()),
        Block::Heading(2, "Fitness".to_owned()),
        Block::Text(format!(
            "Fitness is the mean of the curve of {} over pages, in the mean over the training topics. Formulas are \
            selected by their fitness less {} for each number, feature and operator.",
            plan.measure.title().to_lowercase(),
            plan.settings.parsimony
        )),
        Block::Chart(chart(plan, generations)),
        Block::Table(table(generations)),
    ]
}

/// Returns a short description of the evolution.
fn setup(plan: &EvolutionPlan, generations: &[Generation]) -> String {
    let (settings, training) = (&plan.settings, &plan.training.plan.comparison);
    let crawled = generations.iter().fold(0, |sum, of| sum + of.new);
    format!(
        "{} generations of {} formulas, seed number {}: {crawled} different formulas, each rated by a crawl of {} \
        pages on each of {} topics of the web “{}” ({}).",
        settings.generations,
        settings.population,
        settings.rng,
        training.pages,
        training.topics.len(),
        training.web,
        training.topics.join(", "),
    )
}

fn chart(plan: &EvolutionPlan, generations: &[Generation]) -> Figure {
    let numbers = generations.iter().map(|of| u32::try_from(of.number));
    let at: Vec<u32> = numbers.filter_map(Result::ok).collect();
    let best: Vec<f64> = generations.iter().map(|of| of.best.fitness).collect();
    let mean: Vec<f64> = generations.iter().map(|of| of.mean).collect();
    let line = |name, values| Line { name, at: &at, values, errors: &[], is_bound: false };
    let title = "Fitness on the training topics";
    let chart = Chart {
        title,
        across: "generation",
        up: plan.measure.title(),
        lines: vec![line("best of the generation", &best), line("mean of the generation", &mean)],
    };
    Figure { file: "fitness.svg".to_owned(), title: title.to_owned(), svg: svg(&chart) }
}

fn table(generations: &[Generation]) -> Table {
    let head = ["generation", "best", "mean", "size", "best formula"];
    let row = |of: &Generation| {
        let cells = [
            of.number.to_string(),
            format!("{:.3}", of.best.fitness),
            format!("{:.3}", of.mean),
            of.best.formula.nodes().len().to_string(),
            of.best.formula.to_string(),
        ];
        cells.into_iter().map(Cell::plain).collect()
    };
    Table { head: head.map(str::to_owned).to_vec(), rows: generations.iter().map(row).collect() }
}
