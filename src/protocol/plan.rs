//! Serializes the plan of a crawl for the page: without the rules of its scope.
//!
//! A rule needs the URL parser, which would make the page a fifth larger. The page only needs one switch of the scope, which is sent
//! separately. Settings that no form has are omitted.

use serde::{Deserialize, Serialize};
use types::plan::{IdfSource, PastPage, Plan, Politeness, RelevanceMeasure, Speed};
use types::spec::StrategySpec;
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use types::url::Scope;

/// The fields of [`Plan`], for serde only.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Plan")]
pub(super) struct PagePlan {
    query: String,
    taxonomy: Taxonomy,
    trails: Trails,
    excluded: Vec<String>,
    #[serde(skip)]
    past: Vec<PastPage>,
    seeds: Vec<String>,
    strategy: StrategySpec,
    pages: u32,
    rng_seed: u64,
    #[serde(skip)]
    scope: Scope,
    #[serde(skip)]
    politeness: Politeness,
    in_flight: u32,
    speed: Speed,
    frontier: usize,
    host_window: usize,
    depth: u32,
    host_pages: u32,
    stemming: bool,
    main_content: bool,
    idf: IdfSource,
    relevance: RelevanceMeasure,
    good: f64,
    unreadable: f64,
}
