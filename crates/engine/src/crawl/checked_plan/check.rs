//! Checking a plan: every field that its strategy needs, and all that is wrong at once.

use super::{CheckedPlan, Example};
use crate::limits;
use crate::plan::{Plan, PlanError};
use crate::strategy::{self, Assets, Needs};
use crate::taxonomy::CheckedTaxonomy;
use crate::text::{Analyzer, TextOptions};
use crate::trails::CheckedTrails;
use crate::url::CanonicalUrl;

impl Plan {
    /// Checks every field and gives all that is wrong, in the order of the form. What the strategy does not need is not looked at.
    pub fn check(self, assets: &Assets) -> Result<CheckedPlan, Vec<PlanError>> {
        let mut errors = Vec::new();
        let entry = strategy::find(&self.strategy);
        if entry.is_none() {
            errors.push(PlanError::UnknownStrategy {
                id: self.strategy.clone(),
                known: strategy::ids().join(", "),
            });
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
        let settings = entry.map(|entry| entry.settings(&self.params));
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

/// Returns the pages of the topics, or of the trails.
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
