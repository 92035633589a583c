//! The plan of a crawl: everything a person decides before it starts. Checked once, here; what is checked needs no second look.
//!
//! Left out on purpose: where pages come from (proxy, direct, demo web), which is the driver's.

use crate::frontier::politeness::Politeness;
use crate::limits;
use crate::strategy::{self, Assets, Materials, Needs, ParamError, ParamValue, Settings, Strategy};
use crate::taxonomy::{CheckedTaxonomy, Taxonomy, TaxonomyError};
use crate::text::{Analyzer, TextOptions};
use crate::topic::IdfSource;
use crate::trails::{CheckedTrails, Trails, TrailsError};
use crate::url::{CanonicalUrl, Scope, UrlProblem};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A plan as a person or a program writes it, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// What the crawl looks for, in words.
    pub query: String,
    /// The topics to tell apart and to look for, for strategies that learn from such.
    pub taxonomy: Taxonomy,
    /// Paths to relevant pages, for strategies that learn from such; without a query the topic is learned from them, too.
    pub trails: Trails,
    /// Words and senses that the person does not want among the related ones ([`crate::lexicon`]), for strategies that use such.
    pub struck: Vec<String>,
    /// Pages of earlier crawls that may be about the query, the likeliest first, for strategies that begin with such.
    pub past: Vec<PastPage>,
    /// Where it starts.
    pub seeds: Vec<String>,
    /// The id of a strategy in [`strategy::LIST`].
    pub strategy: String,
    /// The strategy's parameters; those left out have their defaults.
    pub params: BTreeMap<String, ParamValue>,
    /// Pages to fetch: every answer that is not a redirect counts, a refusal by the crawler does not.
    pub pages: u32,
    /// The seed number of the crawl's random numbers, for strategies that draw any.
    pub rng_seed: u64,
    /// Which URLs may be followed.
    pub scope: Scope,
    /// How requests to one host are spaced.
    pub politeness: Politeness,
    /// Fetches under way at once, over all hosts.
    pub in_flight: u32,
    /// URLs that wait at most.
    pub frontier: usize,
    /// A host is picked at most once in this many consecutive picks while others are ready; 0 and 1 switch the rule off.
    pub host_window: usize,
    /// Link distance from the seeds beyond which links are not followed.
    pub depth: u32,
    /// Pages of one host at most.
    pub host_pages: u32,
    /// Words are stemmed (Pant §2.4 tells of a domain in which it hurt).
    pub stemming: bool,
    /// Where the weights of words come from.
    pub idf: IdfSource,
    /// A page of at least this relevance counts as harvested, in 0..=1.
    pub good: f64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            query: String::new(),
            taxonomy: Taxonomy::default(),
            trails: Trails::default(),
            struck: Vec::new(),
            past: Vec::new(),
            seeds: Vec::new(),
            strategy: strategy::DEFAULT.id.to_owned(),
            params: BTreeMap::new(),
            pages: limits::PAGES_DEFAULT,
            rng_seed: 1,
            scope: Scope::default(),
            politeness: Politeness::default(),
            in_flight: limits::IN_FLIGHT,
            frontier: limits::FRONTIER_URLS,
            host_window: 0,
            depth: limits::DEPTH,
            host_pages: limits::HOST_PAGES,
            stemming: true,
            idf: IdfSource::default(),
            good: limits::GOOD_RELEVANCE,
        }
    }
}

/// A page of an earlier crawl.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PastPage {
    /// Where it is.
    pub url: String,
    /// Its words, or some of them; of a long text the first [`limits::PAST_TEXT_BYTES`] are read.
    pub text: String,
    /// Its language (ISO 639-1), where known.
    pub language: Option<String>,
}

/// Why a plan cannot be carried out. Each is about one field of a form.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum PlanError {
    /// No strategy has this id.
    #[error("there is no strategy “{0}”: choose one of {list}", list = strategy::ids().join(", "))]
    UnknownStrategy(String),
    /// The strategy compares pages with a query, and there is none.
    #[error("say what to look for: “{0}” compares every page with your words")]
    QueryMissing(String),
    /// The query is longer than [`limits::QUERY_CHARS`].
    #[error("the query has {0} characters: shorten it to {limit}", limit = limits::QUERY_CHARS)]
    QueryTooLong(usize),
    /// The query has no word in it, or only words that stand on every page.
    #[error("there is no word in “{0}” that tells pages apart: name the thing you look for")]
    QueryWithoutWords(String),
    /// The strategy learns from a taxonomy, and something is wrong with it.
    #[error(transparent)]
    Taxonomy(#[from] TaxonomyError),
    /// The strategy learns from trails, and something is wrong with them.
    #[error(transparent)]
    Trails(#[from] TrailsError),
    /// The strategy needs the lexicon, and the driver brought none.
    #[error("“{0}” needs the lexicon, which is not there: load it first")]
    LexiconMissing(String),
    /// More struck words than [`limits::STRUCK_WORDS`].
    #[error("{0} struck words are too many: the limit is {limit}", limit = limits::STRUCK_WORDS)]
    TooManyStruck(usize),
    /// More pages of earlier crawls than [`limits::PAST_PAGES`].
    #[error("{0} pages of earlier crawls are too many: the limit is {limit}", limit = limits::PAST_PAGES)]
    TooManyPast(usize),
    /// There is no seed.
    #[error("give at least one address to start from")]
    SeedsMissing,
    /// More seeds than [`limits::SEEDS`].
    #[error("{0} seeds are too many: the limit is {limit}", limit = limits::SEEDS)]
    TooManySeeds(usize),
    /// A seed is not a URL that can be crawled.
    #[error("seed {number}: {problem}")]
    Seed {
        /// Which one, counted from 1.
        number: usize,
        /// What is wrong with it.
        problem: UrlProblem,
    },
    /// A number of the plan is out of its range.
    #[error("{field} is {value}: give a number from {min} to {max}")]
    OutOfRange {
        /// The field's name in [`Plan`].
        field: String,
        /// The value given.
        value: f64,
        /// Least value allowed.
        min: f64,
        /// Largest value allowed.
        max: f64,
    },
    /// A parameter of the strategy is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl PlanError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownStrategy(_) => "strategy-unknown",
            Self::QueryMissing(_) => "query-missing",
            Self::QueryTooLong(_) => "query-too-long",
            Self::QueryWithoutWords(_) => "query-without-words",
            Self::Taxonomy(error) => error.code(),
            Self::Trails(error) => error.code(),
            Self::LexiconMissing(_) => "lexicon-missing",
            Self::TooManyStruck(_) => "struck-too-many",
            Self::TooManyPast(_) => "past-too-many",
            Self::SeedsMissing => "seeds-missing",
            Self::TooManySeeds(_) => "seeds-too-many",
            Self::Seed { .. } => "seed-bad",
            Self::OutOfRange { .. } => "number-out-of-range",
            Self::Param(_) => "param-bad",
        }
    }

    /// The field of [`Plan`] that has to change; a strategy's parameter is named `params.<name>`, a place in the taxonomy
    /// `taxonomy.topics[0].examples[3]`, one in the trails `trails.trails[0].pages[2].url`.
    pub fn field(&self) -> String {
        match self {
            Self::UnknownStrategy(_) | Self::LexiconMissing(_) => "strategy".to_owned(),
            Self::Taxonomy(error) => format!("taxonomy.{}", error.field()),
            Self::Trails(error) => format!("trails.{}", error.field()),
            Self::TooManyStruck(_) => "struck".to_owned(),
            Self::TooManyPast(_) => "past".to_owned(),
            Self::QueryMissing(_) | Self::QueryTooLong(_) | Self::QueryWithoutWords(_) => {
                "query".to_owned()
            }
            Self::SeedsMissing | Self::TooManySeeds(_) | Self::Seed { .. } => "seeds".to_owned(),
            Self::OutOfRange { field, .. } => field.clone(),
            Self::Param(error) => format!("params.{}", error.param()),
        }
    }
}

/// A plan that was checked: what a crawl is made from.
#[derive(Clone, Debug)]
pub struct CheckedPlan {
    /// The plan as it was given.
    pub plan: Plan,
    /// Its seeds, canonical, each once, in order.
    pub seeds: Vec<CanonicalUrl>,
    /// Its strategy.
    pub entry: &'static strategy::Entry,
    /// The strategy's parameters, complete and in range.
    pub settings: Settings,
    /// Its topics, where the strategy learns from such; else none.
    pub taxonomy: CheckedTaxonomy,
    /// Its trails, where the strategy learns from such, or the topic does for want of a query; else none.
    pub trails: CheckedTrails,
    /// The pages that it learns from.
    pub examples: Vec<Example>,
    /// What the driver brought along.
    pub assets: Assets,
}

/// A page to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Where it is.
    pub url: CanonicalUrl,
    /// The crawl looks for pages like it.
    pub good: bool,
}

impl CheckedPlan {
    /// Makes the strategy, which has seen nothing yet.
    pub fn strategy(&self) -> Box<dyn Strategy> {
        (self.entry.make)(&Materials {
            settings: &self.settings,
            plan: &self.plan,
            taxonomy: &self.taxonomy,
            trails: &self.trails,
            lexicon: self.assets.lexicon.as_ref(),
        })
    }
}

impl Plan {
    /// Checks every field and gives all that is wrong, in the order of the form. What the strategy does not need is not looked at.
    pub fn check(self, assets: &Assets) -> Result<CheckedPlan, Vec<PlanError>> {
        let mut errors = Vec::new();
        let entry = strategy::find(&self.strategy);
        if entry.is_none() {
            errors.push(PlanError::UnknownStrategy(self.strategy.clone()));
        }
        errors.extend(self.query_error(entry));
        let needs = entry.map(|entry| entry.needs).unwrap_or_default();
        let taxonomy = self.checked_taxonomy(needs, &mut errors);
        let trails = self.checked_trails(needs, &mut errors);
        errors.extend(self.lexicon_error(entry, assets));
        if needs.past && self.past.len() > limits::PAST_PAGES {
            errors.push(PlanError::TooManyPast(self.past.len()));
        }
        let seeds = self.canonical_seeds(&mut errors);
        errors.extend(self.number_errors());
        let settings = entry.map(|entry| Settings::check(entry, &self.params));
        match (entry, settings) {
            (Some(entry), Some(Ok(settings))) if errors.is_empty() => Ok(CheckedPlan {
                plan: self,
                seeds,
                entry,
                settings,
                examples: examples(&taxonomy, &trails),
                trails,
                taxonomy,
                assets: assets.clone(),
            }),
            (_, settings) => {
                errors.extend(
                    settings
                        .and_then(Result::err)
                        .into_iter()
                        .flatten()
                        .map(PlanError::from),
                );
                Err(errors)
            }
        }
    }

    fn query_error(&self, entry: Option<&strategy::Entry>) -> Option<PlanError> {
        let length = self.query.chars().count();
        let query = self.query.trim();
        if length > limits::QUERY_CHARS {
            return Some(PlanError::QueryTooLong(length));
        }
        if query.is_empty() {
            let entry = entry.filter(|entry| entry.needs.query)?;
            return Some(PlanError::QueryMissing(entry.title.to_owned()));
        }
        let mut words = 0;
        Analyzer::new(TextOptions::default()).tokens(query, None, |_| words += 1);
        (words == 0).then(|| PlanError::QueryWithoutWords(query.to_owned()))
    }

    fn checked_taxonomy(&self, needs: Needs, errors: &mut Vec<PlanError>) -> CheckedTaxonomy {
        if !needs.taxonomy {
            return CheckedTaxonomy::default();
        }
        self.taxonomy.check().unwrap_or_else(|found| {
            errors.extend(found.into_iter().map(PlanError::from));
            CheckedTaxonomy::default()
        })
    }

    fn checked_trails(&self, needs: Needs, errors: &mut Vec<PlanError>) -> CheckedTrails {
        // Without a query they are what the topic is learned from, whatever the strategy.
        let is_topic = self.query.trim().is_empty() && !self.trails.trails.is_empty();
        if !needs.trails && (needs.taxonomy || !is_topic) {
            return CheckedTrails::default();
        }
        self.trails.check().unwrap_or_else(|found| {
            errors.extend(found.into_iter().map(PlanError::from));
            CheckedTrails::default()
        })
    }

    fn lexicon_error(&self, entry: Option<&strategy::Entry>, assets: &Assets) -> Option<PlanError> {
        let entry = entry.filter(|entry| entry.needs.lexicon)?;
        if assets.lexicon.is_none() {
            return Some(PlanError::LexiconMissing(entry.title.to_owned()));
        }
        let struck = self.struck.len();
        (struck > limits::STRUCK_WORDS).then_some(PlanError::TooManyStruck(struck))
    }

    fn canonical_seeds(&self, errors: &mut Vec<PlanError>) -> Vec<CanonicalUrl> {
        let written: Vec<&str> = self
            .seeds
            .iter()
            .map(|seed| seed.trim())
            .filter(|seed| !seed.is_empty())
            .collect();
        if written.is_empty() {
            errors.push(PlanError::SeedsMissing);
        }
        if written.len() > limits::SEEDS {
            errors.push(PlanError::TooManySeeds(written.len()));
            return Vec::new();
        }
        let mut seeds: Vec<CanonicalUrl> = Vec::new();
        for (at, seed) in written.iter().enumerate() {
            match CanonicalUrl::from_person(seed) {
                Ok(url) if seeds.contains(&url) => {}
                Ok(url) => seeds.push(url),
                Err(problem) => errors.push(PlanError::Seed {
                    number: at + 1,
                    problem,
                }),
            }
        }
        seeds
    }

    fn number_errors(&self) -> Vec<PlanError> {
        let ranges = [
            (
                "pages",
                f64::from(self.pages),
                1.0,
                f64::from(limits::PAGES),
            ),
            (
                "in_flight",
                f64::from(self.in_flight),
                1.0,
                f64::from(limits::IN_FLIGHT_MAX),
            ),
            (
                "frontier",
                self.frontier as f64,
                1.0,
                limits::FRONTIER_URLS_MAX as f64,
            ),
            (
                "depth",
                f64::from(self.depth),
                0.0,
                f64::from(limits::DEPTH_MAX),
            ),
            (
                "host_window",
                self.host_window as f64,
                0.0,
                limits::HOST_WINDOW_MAX as f64,
            ),
            (
                "host_pages",
                f64::from(self.host_pages),
                1.0,
                f64::from(limits::PAGES),
            ),
            ("good", self.good, 0.0, 1.0),
        ];
        let outside = ranges
            .into_iter()
            .filter(|(_, value, min, max)| !(min..=max).contains(&value));
        outside
            .map(|(field, value, min, max)| PlanError::OutOfRange {
                field: field.to_owned(),
                value,
                min,
                max,
            })
            .collect()
    }
}

/// The pages of the topics, or of the trails.
fn examples(taxonomy: &CheckedTaxonomy, trails: &CheckedTrails) -> Vec<Example> {
    let of_topics = taxonomy.examples().iter().map(|example| Example {
        url: example.url.clone(),
        good: taxonomy.nodes()[example.node].good,
    });
    let of_trails = trails.pages().iter().map(|page| Example {
        url: page.url.clone(),
        good: page.relevant,
    });
    of_topics.chain(of_trails).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            query: "dengue fever".into(),
            seeds: vec!["http://a.test/".into()],
            ..Plan::default()
        }
    }

    fn codes(plan: Plan) -> Vec<(&'static str, String)> {
        plan.check(&Assets::default())
            .err()
            .unwrap_or_default()
            .iter()
            .map(|error| (error.code(), error.field()))
            .collect()
    }

    #[test]
    fn a_plain_plan_is_fine_and_its_seeds_are_canonical_and_unique() {
        let seeds = vec![
            "http://A.test".into(),
            " http://a.test/#top ".into(),
            String::new(),
        ];
        let checked = Plan { seeds, ..plan() }
            .check(&Assets::default())
            .expect("plan is fine");
        assert_eq!(
            checked
                .seeds
                .iter()
                .map(CanonicalUrl::as_str)
                .collect::<Vec<_>>(),
            ["http://a.test/"]
        );
    }

    #[test]
    fn every_fault_is_named_with_its_field() {
        let wrong = |change: fn(&mut Plan)| {
            let mut plan = plan();
            change(&mut plan);
            codes(plan)
        };
        assert_eq!(
            wrong(|p| p.strategy = "no-such".into()),
            [("strategy-unknown", "strategy".into())]
        );
        assert_eq!(
            wrong(|p| p.query = "  ".into()),
            [("query-missing", "query".into())]
        );
        assert_eq!(
            wrong(|p| p.query = "?!".into()),
            [("query-without-words", "query".into())]
        );
        assert_eq!(
            wrong(|p| p.query = "the and of".into()),
            [("query-without-words", "query".into())]
        );
        assert_eq!(
            wrong(|p| p.query = "x".repeat(1_001)),
            [("query-too-long", "query".into())]
        );
        assert_eq!(
            wrong(|p| p.seeds.clear()),
            [("seeds-missing", "seeds".into())]
        );
        assert_eq!(
            wrong(|p| p.seeds = vec!["ftp://a.test/".into()]),
            [("seed-bad", "seeds".into())]
        );
        assert_eq!(
            wrong(|p| p.pages = 0),
            [("number-out-of-range", "pages".into())]
        );
        assert_eq!(
            wrong(|p| p.good = f64::NAN),
            [("number-out-of-range", "good".into())]
        );
    }

    #[test]
    fn no_more_pages_of_earlier_crawls_are_taken_than_a_snapshot_can_bear() {
        let past = |n: usize| Plan {
            strategy: "info-spiders-db".into(),
            past: vec![PastPage::default(); n],
            ..plan()
        };
        assert_eq!(codes(past(limits::PAST_PAGES)), []);
        let many = [("past-too-many", "past".into())];
        assert_eq!(codes(past(limits::PAST_PAGES + 1)), many);
    }

    #[test]
    fn several_faults_are_all_told_at_once() {
        let all = Plan {
            query: String::new(),
            seeds: vec![],
            pages: 0,
            ..plan()
        };
        assert_eq!(codes(all).len(), 3);
    }

    #[test]
    fn what_is_wrong_with_topics_is_told_with_its_place_where_the_strategy_learns_from_them() {
        let topic = |name: &str, good, example: &str| crate::taxonomy::Topic {
            name: name.into(),
            good,
            examples: vec!["http://a.test/1".into(), example.into()],
            topics: Vec::new(),
        };
        let taught = |strategy: &str| Plan {
            query: String::new(),
            strategy: strategy.into(),
            taxonomy: Taxonomy {
                topics: vec![topic("A", true, ""), topic("B", false, "ftp://b.test/")],
            },
            ..plan()
        };
        assert_eq!(
            codes(taught("focused")),
            [("example-bad", "taxonomy.topics[1].examples[1]".into())]
        );
        assert_eq!(codes(taught("breadth-first")), []);
        let untaught = Plan {
            taxonomy: Taxonomy::default(),
            ..taught("focused")
        };
        assert_eq!(
            codes(untaught),
            [("topics-missing", "taxonomy.topics".into())]
        );
    }

    #[test]
    fn a_strategy_that_needs_no_query_does_without() {
        let blind = Plan {
            query: String::new(),
            strategy: "breadth-first".into(),
            ..plan()
        };
        assert!(blind.check(&Assets::default()).is_ok());
    }
}
