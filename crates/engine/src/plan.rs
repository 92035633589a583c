//! The plan of a crawl: everything a person decides before it starts. Checked once, here; what is checked needs no second look.
//!
//! Left out on purpose: where pages come from (proxy, direct, demo web), which is the driver's.

mod check;
mod error;

pub use error::PlanError;

use crate::frontier::politeness::Politeness;
use crate::limits;
use crate::strategy::{self, Assets, Materials, ParamValue, Settings, Strategy};
use crate::taxonomy::{CheckedTaxonomy, Taxonomy};
use crate::topic::IdfSource;
use crate::trails::{CheckedTrails, Trails};
use crate::url::{CanonicalUrl, Scope};
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

#[cfg(test)]
mod tests;
