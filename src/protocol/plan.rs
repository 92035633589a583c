//! A crawl's plan as the page is told it: without the rules of its scope.
//!
//! A rule reads its host as every URL is read, and that would bring the whole reader of URLs into the page: a fifth of its size. What
//! the page needs of the scope is one switch, which is told beside the plan. Left out as well: what no form can say.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::plan::{IdfSource, PastPage, Plan, Politeness};
use types::spec::ParamValue;
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use types::url::Scope;

/// The fields of [`Plan`], for serde alone.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Plan")]
pub(super) struct ToldPlan {
    query: String,
    taxonomy: Taxonomy,
    trails: Trails,
    excluded: Vec<String>,
    #[serde(skip)]
    past: Vec<PastPage>,
    seeds: Vec<String>,
    strategy: String,
    params: BTreeMap<String, ParamValue>,
    pages: u32,
    rng_seed: u64,
    #[serde(skip)]
    scope: Scope,
    #[serde(skip)]
    politeness: Politeness,
    in_flight: u32,
    frontier: usize,
    host_window: usize,
    depth: u32,
    host_pages: u32,
    stemming: bool,
    idf: IdfSource,
    good: f64,
}
