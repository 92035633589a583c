//! Reads a plan of revisits: the webs, the duration, and the number of requests.

use crate::web::demo_web;
use crate::{LabError, plan_text};
use demo_web::{DEFAULT_SEED, DemoWeb, DemoWebSpec};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::path::Path;

/// An example plan with all settings.
pub const EXAMPLE: &str = r#"version = 1
title = "Revisits of a changing web"
webs = ["demo:1", "demo:2"]      # demo webs; results are means over them
topics = ["asthma", "chess"]     # their pages are relevant
days = 100

[[case]]
title = "Fifty requests a day"
requests = 50                    # a day
dates = true                     # hosts send Last-Modified
others = 0.1                     # relevance of the other pages; that of relevant pages is 1
"#;

/// The conditions under which all policies are compared.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The title.
    pub title: String,
    /// The number of requests per day.
    pub requests: usize,
    /// Hosts send the dates of last changes.
    pub dates: bool,
    /// The relevance of pages off the topics, in 0..=1.
    pub others: f64,
}

/// A plan.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevisitPlan {
    version: u32,
    /// The title.
    pub title: String,
    /// The webs.
    #[serde(deserialize_with = "specs")]
    pub webs: Vec<DemoWebSpec>,
    /// The topics whose pages have relevance 1.
    pub topics: Vec<String>,
    /// The number of days.
    pub days: u32,
    /// The cases.
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
    /// The text of the plan.
    #[serde(skip)]
    pub text: String,
}

/// The most days of a plan.
const MOST_DAYS: u32 = 3_650;

/// Reads the names of demo webs.
fn specs<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<DemoWebSpec>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    let spec = |name: &String| match demo_web(name) {
        Ok(Some(spec)) => Ok(spec),
        _ => Err(D::Error::custom(format!("{name}: write the name of a demo web, as demo:7"))),
    };
    names.iter().map(spec).collect()
}

impl RevisitPlan {
    /// Reads a plan.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        crate::file::read(path, Self::parse)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let plan = Self { text: text.to_owned(), ..plan_text::parse(text)? };
        match plan.problem().or_else(|| unknown_topic(&plan.topics)) {
            Some(problem) => Err(problem),
            None => Ok(plan),
        }
    }

    fn problem(&self) -> Option<String> {
        if self.version != 1 {
            return Some(format!("version is {}: write version = 1", self.version));
        }
        if self.webs.is_empty() {
            return Some("webs: name a demo web".to_owned());
        }
        if !(1..=MOST_DAYS).contains(&self.days) {
            return Some(format!("days: write a number from 1 to {MOST_DAYS}"));
        }
        if self.cases.is_empty() {
            return Some("case: write at least one [[case]]".to_owned());
        }
        let is_weightless = |case: &&Case| case.others <= 0.0 && self.topics.is_empty();
        if let Some(case) = self.cases.iter().find(is_weightless) {
            return Some(format!(
                "{}: name topics, or give others a relevance over 0: otherwise no page counts",
                case.title
            ));
        }
        let wrong = |case: &&Case| case.requests == 0 || !(0.0..=1.0).contains(&case.others);
        let case = self.cases.iter().find(wrong)?;
        Some(format!("{}: requests must be over 0, and others between 0 and 1", case.title))
    }
}

/// Returns the first topic that is not in the demo web.
fn unknown_topic(topics: &[String]) -> Option<String> {
    let web = DemoWeb::new(DEFAULT_SEED);
    let known: Vec<&str> = web.topics().iter().map(|topic| topic.id).collect();
    let unknown = topics.iter().find(|topic| !known.contains(&topic.as_str()))?;
    Some(format!("topics: {unknown} is none of {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_help_is_a_plan() {
        let plan = RevisitPlan::parse(EXAMPLE).unwrap();
        assert_eq!((plan.webs.len(), plan.cases[0].requests), (2, 50));
    }

    #[test]
    fn impossible_plans_are_rejected_with_the_remedy() {
        for (from, to, problem) in [
            ("version = 1", "version = 2", "write version = 1"),
            ("\"demo:2\"", "\"web.warc\"", "name of a demo web"),
            ("\"chess\"", "\"ches\"", "ches is none of"),
            ("days = 100", "days = 0", "from 1 to"),
            ("requests = 50", "requests = 0", "over 0"),
            ("others = 0.1", "others = 2.0", "between 0 and 1"),
        ] {
            let error = RevisitPlan::parse(&EXAMPLE.replace(from, to)).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
        let weightless = EXAMPLE.replace("[\"asthma\", \"chess\"]", "[]").replace("others = 0.1", "others = 0.0");
        let error = RevisitPlan::parse(&weightless).unwrap_err();
        assert!(error.contains("no page counts"), "{error}");
        let (head, _) = EXAMPLE.split_once("[[case]]").unwrap();
        let error = RevisitPlan::parse(&format!("{head}case = []")).unwrap_err();
        assert!(error.contains("at least one"), "{error}");
    }
}
