//! A plan's file: TOML, or JSON where its name ends so. What is wrong is told with its line.
//!
//! Files that a plan names are looked for beside the plan, so that it runs from anywhere.

use crate::{LabError, topics, web};
use engine::compare::{Checked, CompareError, Comparison, Topic};
use std::fmt::{self, Display};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// A plan as it was written.
#[derive(Clone, Debug)]
pub struct PlanFile {
    /// Where it stands.
    pub path: PathBuf,
    /// What stands there.
    pub text: String,
    /// What it means; of a web in a file it has the file's name alone, so that reports say nothing of where files are.
    pub comparison: Comparison,
    /// The web, as it is found from here.
    pub web: String,
}

/// What cannot be carried out of a plan, with its line where that is known.
#[derive(Debug)]
pub struct Problem {
    line: Option<usize>,
    error: CompareError,
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "{}: {}", self.error.field(), self.error)
    }
}

impl PlanFile {
    /// Reads a plan.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        let (text, comparison) = crate::file::read(path, |text| {
            let comparison: Comparison = if is_json(path) {
                serde_json::from_str(text).map_err(|error| error.to_string())?
            } else {
                toml::from_str(text).map_err(|error| error.to_string())?
            };
            Ok((text.to_owned(), comparison))
        })?;
        let mut plan = Self {
            path: path.to_owned(),
            text,
            web: String::new(),
            comparison,
        };
        plan.find_files();
        Ok(plan)
    }

    /// Takes another web, or other topics, than the plan names. What was said of its own ones goes.
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
            for claim in &mut comparison.claims {
                claim.why.clear();
            }
        }
    }

    /// The topics that it may choose from.
    pub fn topics(&self) -> Result<Vec<Topic>, LabError> {
        match &self.comparison.topics_file {
            // What it lacks is then told with its line.
            None if !web::is_made_up(&self.web) => Ok(Vec::new()),
            file => topics::of(&self.web, file.as_deref().map(Path::new)),
        }
    }

    /// Checks it on these topics.
    pub fn check(&self, topics: &[Topic]) -> Result<Checked, LabError> {
        let located = |error| Problem {
            line: self.line(&error),
            error,
        };
        self.comparison.check(topics).map_err(|errors| {
            let problems = errors.into_iter().map(located);
            LabError::PlanFile {
                path: self.path.clone(),
                problems: problems.collect(),
            }
        })
    }

    /// The language that the plan is written in.
    pub fn language(&self) -> &'static str {
        if is_json(&self.path) { "json" } else { "toml" }
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
        let file = Path::new(&web)
            .file_name()
            .filter(|_| !web::is_made_up(&web));
        let name = file.map(|name| name.to_string_lossy().into_owned());
        self.comparison.web = name.unwrap_or_else(|| web.clone());
        self.web = web;
    }

    /// The line of what an error speaks of, counted from 1.
    fn line(&self, error: &CompareError) -> Option<usize> {
        let file = DeTable::parse(&self.text)
            .ok()
            .filter(|_| !is_json(&self.path))?;
        let (key, value) = file.get_ref().get_key_value(error.field())?;
        let place: Range<usize> = match (error, value.get_ref()) {
            (CompareError::Claim { number, .. }, DeValue::Array(claims)) => {
                claims.get(number.checked_sub(1)?)?.span()
            }
            _ => key.span(),
        };
        Some(self.text.get(..place.start)?.matches('\n').count() + 1)
    }
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}
