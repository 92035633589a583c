//! Serializes the plan of a crawl for the page: without the rules of its scope.
//!
//! A rule needs the URL parser, which would make the page a fifth larger. The page only needs one switch of the scope,
//! which is sent separately. Pages of earlier crawls and politeness, which no form has, are omitted.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use types::plan::Plan;
use types::settings::settings;
use types::spec::{ParamValue, StrategySpec};
use types::taxonomy::Taxonomy;
use types::trails::Trails;

/// The inputs of a plan, and its settings in their order.
#[derive(Serialize, Deserialize)]
struct PagePlan {
    query: String,
    taxonomy: Taxonomy,
    trails: Trails,
    excluded: Vec<String>,
    seeds: Vec<String>,
    strategy: StrategySpec,
    settings: Vec<ParamValue>,
}

pub(super) fn serialize<S: Serializer>(plan: &Plan, to: S) -> Result<S::Ok, S::Error> {
    let Plan { query, taxonomy, trails, excluded, seeds, strategy, .. } = plan.clone();
    let settings = settings().map(|setting| (setting.get)(plan)).collect();
    PagePlan { query, taxonomy, trails, excluded, seeds, strategy, settings }.serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Plan, D::Error> {
    let PagePlan { query, taxonomy, trails, excluded, seeds, strategy, settings: values } =
        PagePlan::deserialize(from)?;
    let mut plan = Plan { query, taxonomy, trails, excluded, seeds, strategy, ..Plan::default() };
    for (setting, value) in settings().zip(&values) {
        (setting.set)(&mut plan, value);
    }
    Ok(plan)
}
