//! Reads a plan of an evolution: its settings, its topics, and the comparison that evaluates the result on other
//! topics.

use super::evolution::Settings;
use crate::compare::plan::PlanFile;
use crate::experiment::{self, ExperimentContext, FinishedTrials};
use crate::topics::Topic;
use crate::web::Web;
use crate::{LabError, plan_text, web};
use engine::strategy::{EVOLVED, Formula, Range};
use evaluation::compare::{CheckedComparison, Comparison, Summary};
use serde::Deserialize;
use std::path::Path;
use types::measures::{Axis, Better, Measure};
use types::plan::Plan;

/// An example plan with the settings that most plans have.
pub const EXAMPLE: &str = r#"version = 1
title = "A formula for my web"

[training]
web = "demo"                     # or a recording, beside the plan, with topics_file = "topics.json"
topics = ["asthma", "chess", "jazz"]
pages = 200                      # of each crawl
measure = "harvest"              # the fitness: the mean of its curve

[evolution]
population = 40                  # formulas of a generation
generations = 15
tournament = 4                   # formulas drawn; the best of them is a parent
crossover = 0.7                  # share of the children
mutation = 0.25                  # share of the children; the others are copies
elite = 2                        # best formulas that survive
parsimony = 0.0005               # fitness that each part of a formula costs
rng = 1                          # seed number

[judgment]                       # a plan as of `compare`; evolved gets the formula that was found
web = "demo"
topics = ["linux", "sailing", "first-aid"]
strategies = ["evolved", "best-first", "adaptive"]
pages = 200
"#;

/// A plan with its source text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    #[serde(default)]
    title: String,
    training: Training,
    #[serde(default)]
    evolution: Settings,
    judgment: Comparison,
}

/// Describes the crawls that evaluate a formula.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Training {
    #[serde(default = "demo")]
    web: String,
    #[serde(default)]
    topics_file: Option<String>,
    topics: Vec<String>,
    pages: u32,
    #[serde(default = "harvest")]
    measure: Measure,
}

fn demo() -> String {
    "demo".to_owned()
}

fn harvest() -> Measure {
    Measure::Harvest
}

/// The crawls of one part of an evolution, with the opened web.
pub struct Stage {
    /// The plan, as it was read.
    pub plan: PlanFile,
    /// Its web.
    pub web: Box<dyn Web>,
    topics: Vec<Topic>,
}

/// The plan of an evolution.
pub struct EvolutionPlan {
    /// The title.
    pub title: String,
    /// The settings of the evolution.
    pub settings: Settings,
    /// The crawls that evaluate formulas, without strategies.
    pub training: Stage,
    /// The measure that serves as the fitness.
    pub measure: Measure,
    /// The comparison on topics that evolution does not use.
    pub judgment: Stage,
    /// The features of formulas.
    pub names: &'static [&'static str],
}

impl EvolutionPlan {
    /// Reads a plan.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        let (text, written) = crate::file::read(path, |text| {
            let written: Written = plan_text::parse(text)?;
            written.problem().map_or(Ok(()), Err)?;
            Ok((text.to_owned(), written))
        })?;
        let training = Comparison {
            web: written.training.web,
            topics_file: written.training.topics_file,
            topics: written.training.topics,
            pages: written.training.pages,
            measures: vec![written.training.measure],
            strategies: vec![EVOLVED.id.to_owned()],
            ceiling: false,
            settings: Plan { in_flight: 1, ..Plan::default() },
            ..Comparison::default()
        };
        let plan = Self {
            title: written.title,
            settings: written.evolution,
            measure: written.training.measure,
            training: Stage::open(PlanFile::new(path, text.clone(), training))?,
            judgment: Stage::open(PlanFile::new(path, text, written.judgment))?,
            names: names(),
        };
        plan.check()?;
        Ok(plan)
    }

    /// Checks the whole plan before any crawl runs.
    fn check(&self) -> Result<(), LabError> {
        self.training_of(vec![EVOLVED.id.to_owned()])?;
        self.judgment_of("page")?;
        Ok(())
    }

    /// Returns the comparison of these strategies on the training topics.
    fn training_of(&self, strategies: Vec<String>) -> Result<CheckedComparison, LabError> {
        self.training.checked(Comparison { strategies, ..self.training.plan.comparison.clone() })
    }

    /// Returns the fitness of each formula: the mean over the training topics of the mean of the measure's curve.
    pub fn fitness(
        &self,
        context: &ExperimentContext<'_>,
        threads: usize,
        formulas: &[Formula],
    ) -> Result<Vec<f64>, LabError> {
        if formulas.is_empty() {
            return Ok(Vec::new());
        }
        let spec = |formula: &Formula| format!("{}:{PARAM}={formula}", EVOLVED.id);
        let checked = self.training_of(formulas.iter().map(spec).collect())?;
        let outcomes = experiment::run(&checked, context, threads, FinishedTrials::new(), |_| Ok(()))?;
        let summary = Summary::new(&checked, &outcomes);
        let lines = summary.lines(self.measure, Axis::Pages);
        Ok(lines.iter().map(|line| line.area().map_or(0.0, |of| of.mean)).collect())
    }

    /// Returns the comparison that judges a formula.
    pub fn judgment_of(&self, formula: &str) -> Result<CheckedComparison, LabError> {
        let mut comparison = self.judgment.plan.comparison.clone();
        comparison.params.push(format!("{PARAM}={formula}"));
        self.judgment.checked(comparison)
    }
}

/// The name of the parameter that contains the formula.
const PARAM: &str = "formula";

/// Returns the names of the features of formulas.
fn names() -> &'static [&'static str] {
    match EVOLVED.param(PARAM).map(|param| param.range) {
        Some(Range::Formula { features, .. }) => features,
        _ => &[],
    }
}

impl Stage {
    fn open(plan: PlanFile) -> Result<Self, LabError> {
        plan.find_web()?;
        Ok(Self { topics: plan.topics()?, web: web::open(&plan.web)?, plan })
    }

    /// Checks a comparison that replaces the plan's own.
    fn checked(&self, comparison: Comparison) -> Result<CheckedComparison, LabError> {
        let plan = PlanFile { comparison, ..self.plan.clone() };
        let checked = plan.check(&self.topics)?;
        experiment::check_seeds(&checked, &*self.web)?;
        Ok(checked)
    }
}

impl Written {
    fn problem(&self) -> Option<String> {
        if self.version != 1 {
            return Some(format!("version is {}: write version = 1", self.version));
        }
        if self.training.topics.is_empty() || self.judgment.topics.is_empty() {
            return Some("name the topics of [training] and of [judgment]".to_owned());
        }
        if self.training.measure.better() != Better::Higher {
            return Some("measure: choose one of which more is better".to_owned());
        }
        let trained = &self.training.topics;
        let seen = self.judgment.topics.iter().find(|of| trained.contains(of));
        if let Some(topic) = seen {
            return Some(format!(
                "{topic} is a topic of [training] and of [judgment]: judge on topics that evolution never saw"
            ));
        }
        if !self.judgment.strategies.iter().any(|of| of == EVOLVED.id) {
            return Some(format!("add {} to the strategies of [judgment]", EVOLVED.id));
        }
        self.evolution.problem()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(from: &str, to: &str) -> Option<String> {
        let text = EXAMPLE.replace(from, to);
        assert_ne!(text, EXAMPLE, "{from}");
        toml::from_str::<Written>(&text).unwrap().problem()
    }

    #[test]
    fn the_example_of_the_help_is_a_plan() {
        let written: Written = toml::from_str(EXAMPLE).unwrap();
        assert_eq!(written.problem(), None);
        assert_eq!(written.evolution, Settings::default());
    }

    #[test]
    fn judged_topics_are_not_training_topics() {
        let seen = problem("\"linux\"", "\"chess\"").unwrap();
        assert!(seen.starts_with("chess is a topic of [training]"), "{seen}");
        let missing = problem("\"evolved\", ", "").unwrap();
        assert!(missing.contains("add evolved"), "{missing}");
        let lower = problem("\"harvest\" ", "\"search-length\" ").unwrap();
        assert!(lower.contains("more is better"), "{lower}");
        assert!(problem("elite = 2", "elite = 99").unwrap().contains("elite"));
    }
}
