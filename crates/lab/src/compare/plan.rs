//! Reads the plan of a comparison, and checks it. Errors include their line.
//!
//! Paths in a plan are relative to the plan, so that it runs from any folder.

use crate::error::PlanFileError;
use crate::{LabError, plan_text, topics, web};
use evaluation::compare::{CheckedComparison, CompareError, Comparison, Topic};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};
use types::measures::Measure;

/// An example plan with the settings that most plans have.
pub const EXAMPLE: &str = r#"version = 1
title = "Two strategies on a recording of mine"
web = "mine.warc.gz"             # beside the plan; or demo, which has topics of its own
# topics_file = "topics.json"    # in place of [[topic]]
strategies = ["breadth-first", "best-n-first:n=16"]
pages = 1000                     # of each crawl
at = [100, 1000]                 # where figures are given and tested
seeds = "together"               # of a topic: together, apart, sites, halves, on-topic
repeats = 1                      # crawls of a kind, each with other random numbers
measures = ["harvest", "recall"]
# fingerprint = "0123456789abcdef" # of an earlier run, from its report: checks whether the crawls match

[[topic]]
name = "spiders"
query = "jumping spiders"
seeds = ["http://example.test/"]
relevant = ["http://example.test/salticidae", "http://example.test/portia"]

[[claim]]                        # supported, contradicted or inconclusive
text = "Best-n-first is ahead of breadth-first"
measure = "harvest"
at = 1000
better = "best-n-first:n=16"
worse = "breadth-first"
"#;

/// Returns the help on plans: an example and the measures.
pub fn help() -> String {
    let mut text = example(EXAMPLE);
    text += "\nMeasures:\n\n";
    for measure in Measure::ALL {
        let _ = writeln!(text, "  {:<18} {}", measure.id(), measure.sentence());
    }
    text + "\nStrategies and their parameters: salticid-lab list. Topics: at least three, or no difference can be \
    significant.\n"
}

/// Returns an example of a plan for help texts.
pub(crate) fn example(plan: &str) -> String {
    let lines = plan.lines().map(|line| format!("  {line}\n"));
    format!("A plan:\n\n{}", lines.collect::<String>())
}

/// A plan with its source text.
#[derive(Clone, Debug)]
pub struct PlanFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The text of the file.
    pub text: String,
    /// The comparison. A web in a file is named only by its file name, so that reports reveal no paths.
    pub comparison: Comparison,
    /// The web with its path relative to the current folder.
    pub web: String,
}

/// Returns a plan as JSON, which the app imports. Paths stay as they are written.
pub fn as_json(path: &Path) -> Result<String, LabError> {
    let plan: Comparison = crate::file::read(path, plan_text::parse)?;
    Ok(format!("{:#}\n", plan.without_defaults()))
}

impl PlanFile {
    /// Reads a plan.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        let (text, comparison) = crate::file::read(path, |text| Ok((text.to_owned(), plan_text::parse(text)?)))?;
        Ok(Self::new(path, text, comparison))
    }

    /// Returns a comparison from a file; its paths are relative to that file.
    pub fn new(path: &Path, text: String, comparison: Comparison) -> Self {
        let mut plan = Self { path: path.to_owned(), text, web: String::new(), comparison };
        plan.find_files();
        plan
    }

    /// Replaces the web, or the topics, of the plan. Settings that belong to the old ones are
    /// dropped.
    pub fn instead(&mut self, web: Option<&str>, topics: Option<&Path>) {
        if let Some(web) = web {
            self.take_web(web.to_owned());
        }
        let comparison = &mut self.comparison;
        if let Some(topics) = topics {
            comparison.topics_file = Some(topics.to_string_lossy().into_owned());
            comparison.topics.clear();
            comparison.own_topics.clear();
        }
        if web.is_some() || topics.is_some() {
            comparison.fingerprint = None;
            for claim in &mut comparison.claims {
                claim.why.clear();
            }
        }
    }

    /// Checks that the web exists, before everything else.
    pub fn find_web(&self) -> Result<(), LabError> {
        let wrong = |problem: String| LabError::content(&self.path)(format!("web: {problem}"));
        match web::demo_webs(&self.web) {
            Err(LabError::Flag { problem, .. }) => return Err(wrong(problem)),
            Ok(None) => {}
            _ => return Ok(()),
        }
        let Err(source) = std::fs::metadata(&self.web) else {
            return Ok(());
        };
        if self.comparison.web == "live" {
            return Err(wrong(
                "comparisons need a fixed web: make a recording with salticid-lab record, and name its file".to_owned(),
            ));
        }
        Err(LabError::read(&self.web)(source))
    }

    /// Returns the available topics.
    pub fn topics(&self) -> Result<Vec<Topic>, LabError> {
        match &self.comparison.topics_file {
            // A missing topic is then reported with its line.
            None if !web::is_made_up(&self.web) => Ok(Vec::new()),
            file => topics::of_comparison(&self.web, file.as_deref().map(Path::new)),
        }
    }

    /// Checks it on these topics.
    pub fn check(&self, topics: &[Topic]) -> Result<CheckedComparison, LabError> {
        let located = |error| PlanFileError { line: self.line(&error), error };
        self.comparison.check(topics).map_err(|errors| {
            let problems = errors.into_iter().map(located);
            LabError::PlanFile { path: self.path.clone(), problems: problems.collect() }
        })
    }

    /// Returns the language of the plan.
    pub fn language(&self) -> &'static str {
        plan_text::language(&self.text)
    }

    fn find_files(&mut self) {
        let folder = self.path.parent().unwrap_or(Path::new("")).to_owned();
        let found = |name: &str| folder.join(name).to_string_lossy().into_owned();
        let named = self.comparison.web.clone();
        let is_file = !web::is_made_up(&named);
        self.take_web(if is_file { found(&named) } else { named });
        let file = &mut self.comparison.topics_file;
        *file = file.as_deref().map(found);
    }

    fn take_web(&mut self, web: String) {
        let file = Path::new(&web).file_name().filter(|_| !web::is_made_up(&web));
        let name = file.map(|name| name.to_string_lossy().into_owned());
        self.comparison.web = name.unwrap_or_else(|| web.clone());
        self.web = web;
    }

    /// Returns the line that an error refers to, counted from 1.
    fn line(&self, error: &CompareError) -> Option<usize> {
        let file = DeTable::parse(&self.text).ok()?;
        let (key, value) = file.get_ref().get_key_value(error.field())?;
        let place: Range<usize> = match (error, value.get_ref()) {
            (CompareError::Claim { number, .. }, DeValue::Array(claims)) => claims.get(number.checked_sub(1)?)?.span(),
            _ => key.span(),
        };
        Some(self.text.get(..place.start)?.matches('\n').count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_help_is_a_plan() {
        let comparison: Comparison = toml::from_str(EXAMPLE).unwrap();
        assert!(comparison.check(&[]).is_ok());
        let help = help();
        assert!(help.contains("[[topic]]") && help.contains("  robustness"));
    }
}
