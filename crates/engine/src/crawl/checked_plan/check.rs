//! Checks every field of a plan that its strategy needs, and reports all errors at once.

use super::{CheckedPlan, Example};
use crate::learning::taxonomy::filing;
use crate::strategy;
use crate::strategy::Assets;
use crate::text::{Analyzer, TextOptions};
use types::limits;
use types::plan::{Plan, PlanError};
use types::settings::{Kind, settings};
use types::spec::ParamValue;
use types::strategy::Needs;
use types::taxonomy::{CheckedTaxonomy, ExampleContent};
use types::trails::CheckedTrails;
use types::url::CanonicalUrl;

impl CheckedPlan {
    /// Checks a plan. A strategy that learns from topics gets the starter topics if the plan has none, and the query as
    /// a target topic if no topic is one ([`filing::with_query`]).
    ///
    /// # Errors
    /// Returns all errors, in the order of the form.
    pub fn new(mut plan: Plan, assets: &Assets) -> Result<Self, Vec<PlanError>> {
        let mut errors = Vec::new();
        let entry = strategy::find(&plan.strategy.id);
        if entry.is_none() {
            errors.push(PlanError::UnknownStrategy { id: plan.strategy.id.clone(), known: strategy::ids().join(", ") });
        }
        errors.extend(query_error(&plan, entry));
        let needs = entry.map(|entry| entry.needs).unwrap_or_default();
        if needs.taxonomy {
            complete_topics(&mut plan, assets);
        }
        let taxonomy = checked_taxonomy(&plan, needs, &mut errors);
        let trails = checked_trails(&plan, needs, &mut errors);
        errors.extend(language_data_error(&plan, entry, assets));
        let make = entry.and_then(|entry| assets.code.find(entry.id));
        let missing = entry.filter(|_| make.is_none());
        errors.extend(missing.map(|entry| PlanError::CodeMissing(entry.title.to_owned())));
        if plan.past.len() > limits::PAST_PAGES {
            errors.push(PlanError::TooManyPast(plan.past.len()));
        }
        if plan.judged.len() > limits::JUDGED_PAGES {
            errors.push(PlanError::TooManyJudged(plan.judged.len()));
        }
        if plan.known.len() > limits::KNOWN_PAGES {
            errors.push(PlanError::TooManyKnown(plan.known.len()));
        }
        plan.known.sort_unstable();
        let mut seed_addresses = Vec::new();
        let seeds = canonical_seeds(&plan, &mut seed_addresses, &mut errors);
        let spare_seeds = whole_spares(&plan, &mut errors);
        errors.extend(number_errors(&plan));
        if let Some(entry) = entry {
            let needs = entry.needs_with(&plan.strategy.params);
            plan.relevance = plan.relevance.resolved(needs);
        }
        let settings = entry.map(|entry| entry.settings(&plan.strategy.params));
        match (entry.zip(make), settings) {
            (Some((entry, make)), Some(Ok(settings))) if errors.is_empty() => Ok(Self {
                plan,
                seeds,
                seed_addresses,
                spare_seeds,
                entry,
                make,
                settings,
                examples: examples(&taxonomy, &trails),
                trails,
                taxonomy,
                assets: assets.clone(),
                initial_weights: None,
            }),
            (_, settings) => {
                errors.extend(settings.and_then(Result::err).into_iter().flatten().map(PlanError::from));
                Err(errors)
            }
        }
    }
}

fn query_error(plan: &Plan, entry: Option<&strategy::Entry>) -> Option<PlanError> {
    let length = plan.query.chars().count();
    let query = plan.query.trim();
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

fn complete_topics(plan: &mut Plan, assets: &Assets) {
    if let Some(starter) = assets.starter.as_deref().filter(|_| plan.taxonomy.topics.is_empty()) {
        plan.taxonomy = starter.clone();
    }
    if let Some(filed) = filing::with_query(&plan.taxonomy, &plan.query, plan.stemming) {
        plan.taxonomy = filed;
    }
}

fn checked_taxonomy(plan: &Plan, needs: Needs, errors: &mut Vec<PlanError>) -> CheckedTaxonomy {
    if !needs.taxonomy {
        return CheckedTaxonomy::default();
    }
    plan.taxonomy.check().unwrap_or_else(|found| {
        errors.extend(found.into_iter().map(PlanError::from));
        CheckedTaxonomy::default()
    })
}

fn checked_trails(plan: &Plan, needs: Needs, errors: &mut Vec<PlanError>) -> CheckedTrails {
    // Without a query, every strategy's topic is learned from the trails.
    let is_topic = plan.query.trim().is_empty() && !plan.trails.trails.is_empty();
    if !needs.trails && (needs.taxonomy || !is_topic) {
        return CheckedTrails::default();
    }
    plan.trails.check().unwrap_or_else(|found| {
        errors.extend(found.into_iter().map(PlanError::from));
        CheckedTrails::default()
    })
}

fn language_data_error(plan: &Plan, entry: Option<&strategy::Entry>, assets: &Assets) -> Option<PlanError> {
    let entry = entry?;
    if !assets.has_language_data(entry.needs_with(&plan.strategy.params)) {
        return Some(PlanError::LanguageDataMissing(entry.title.to_owned()));
    }
    if plan.relevance.requires_vectors() && assets.vectors.is_none() {
        return Some(PlanError::VectorsMissing);
    }
    if !entry.needs.lexicon {
        return None;
    }
    let excluded = plan.excluded.len();
    (excluded > limits::EXCLUDED_WORDS).then_some(PlanError::TooManyExcluded(excluded))
}

/// Returns the seeds; adds the whole addresses of those that have some.
fn canonical_seeds(plan: &Plan, addresses: &mut Vec<CanonicalUrl>, errors: &mut Vec<PlanError>) -> Vec<CanonicalUrl> {
    let written: Vec<&str> = plan.seeds.iter().map(|seed| seed.trim()).filter(|seed| !seed.is_empty()).collect();
    if written.is_empty() {
        errors.push(PlanError::SeedsMissing);
    }
    if written.len() > limits::SEEDS {
        errors.push(PlanError::TooManySeeds(written.len()));
        return Vec::new();
    }
    let mut seeds: Vec<CanonicalUrl> = Vec::new();
    for (at, seed) in written.iter().enumerate() {
        match CanonicalUrl::from_person_with_omitted(seed) {
            Ok((url, omitted)) => {
                addresses.extend(omitted.original);
                if !seeds.contains(&url) {
                    seeds.push(url);
                }
            }
            Err(problem) => errors.push(PlanError::Seed { number: at + 1, problem }),
        }
    }
    seeds
}

/// Returns the whole addresses of the spare seeds. They count after the seeds: their numbers and the limit continue
/// theirs.
fn whole_spares(plan: &Plan, errors: &mut Vec<PlanError>) -> Vec<CanonicalUrl> {
    let count = plan.seeds.len() + plan.spare_seeds.len();
    if count > limits::SEEDS && !plan.spare_seeds.is_empty() {
        errors.push(PlanError::TooManySeeds(count));
        return Vec::new();
    }
    let numbered = plan.spare_seeds.iter().zip(plan.seeds.len() + 1..);
    let spares = numbered.filter_map(|(seed, number)| {
        let seed = CanonicalUrl::whole_from_person(seed);
        seed.map_err(|problem| errors.push(PlanError::Seed { number, problem })).ok()
    });
    spares.collect()
}

fn number_errors(plan: &Plan) -> Vec<PlanError> {
    let mut errors = Vec::new();
    for setting in settings() {
        let value = (setting.get)(plan);
        if let (Kind::Number { min, max, .. }, ParamValue::Number(value)) = (setting.kind, &value)
            && !(min..=max).contains(value)
        {
            errors.push(PlanError::OutOfRange { field: setting.name.to_owned(), value: *value, min, max });
        }
    }
    errors
}

/// Returns the examples of the topics, or the pages of the trails.
fn examples(taxonomy: &CheckedTaxonomy, trails: &CheckedTrails) -> Vec<Example> {
    let of_topics = taxonomy
        .examples()
        .iter()
        .map(|example| Example { content: example.content.clone(), good: taxonomy.nodes()[example.node].good });
    let of_trails = trails
        .pages()
        .iter()
        .map(|page| Example { content: ExampleContent::Page(page.url.clone()), good: page.relevant });
    of_topics.chain(of_trails).collect()
}
