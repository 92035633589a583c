//! Specifies the inputs of a trained model.

use crate::plan::{IdfSource, Plan};
use crate::spec::ParamValue;
use crate::trails::Trails;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The inputs of a model, sufficient to train it again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelSpec {
    /// The name.
    pub name: String,
    /// The id of its strategy.
    pub strategy: String,
    /// The strategy's parameters; those left out have their defaults.
    pub params: BTreeMap<String, ParamValue>,
    /// Words are stemmed.
    pub stemming: bool,
    /// The words are those of the pages' main content.
    pub main_content: bool,
    /// The source of the word weights.
    pub idf: IdfSource,
    /// The seed number of random numbers.
    pub rng_seed: u64,
    /// The words beside the trails; empty if its strategy needs none.
    pub query: String,
    /// The trails.
    pub trails: Trails,
}

impl ModelSpec {
    /// Returns the specification of what a plan learns.
    pub fn of(name: &str, plan: &Plan) -> Self {
        Self {
            name: name.to_owned(),
            strategy: plan.strategy.clone(),
            params: plan.params.clone(),
            stemming: plan.stemming,
            main_content: plan.main_content,
            idf: plan.idf,
            rng_seed: plan.rng_seed,
            query: plan.query.clone(),
            trails: plan.trails.clone(),
        }
    }

    /// Returns a plan that learns this, or crawls by it: its own parameters go before those of the specification, and so do its words, where it has any.
    #[must_use]
    pub fn apply(&self, plan: Plan) -> Plan {
        let mut params = self.params.clone();
        params.extend(plan.params);
        let query = if plan.query.trim().is_empty() {
            self.query.clone()
        } else {
            plan.query
        };
        Plan {
            strategy: self.strategy.clone(),
            params,
            stemming: self.stemming,
            main_content: self.main_content,
            idf: self.idf,
            rng_seed: self.rng_seed,
            query,
            trails: self.trails.clone(),
            ..plan
        }
    }
}
