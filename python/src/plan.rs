//! Plans: everything that a person decides before a crawl, from a dictionary. The names are those of the lab's flags and plans.

use crate::convert::{from_python, to_python};
use crate::errors::{self, PlanError};
use crate::web::WebInput;
use engine::crawl::{CheckedPlan, Crawl, Model};
use engine::learning::trails::read_json;
use engine::strategy;
use evaluation::compare::Comparison;
use pyo3::prelude::*;
use salticid_lab::{assets, scorer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use types::limits;
use types::plan::{PastPage, Plan, Politeness, RelevanceMeasure, Speed};
use types::spec::{ParamValue, StrategySpec};
use types::strategy::StrategyInfo;
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use types::url::Scope;

/// A plan as Python code writes it. An omitted field has the default of `salticid-lab crawl`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PlanInput {
    query: String,
    pub(crate) seeds: Vec<String>,
    /// `ID` or `ID:NAME=VALUE`; by default that of the model, or else the first choice for a query.
    strategy: Option<String>,
    params: BTreeMap<String, Param>,
    /// A list of trails, or the content of a trails file.
    trails: Value,
    taxonomy: Taxonomy,
    excluded: Vec<String>,
    past: Vec<PastPage>,
    pages: Option<u32>,
    rng: Option<u64>,
    parallel: Option<u32>,
    speed: Option<String>,
    unreadable: Option<f64>,
    idf: Option<String>,
    relevance: Option<String>,
    stemming: Option<bool>,
    main_content: Option<bool>,
    host_window: Option<usize>,
    depth: Option<u32>,
    host_pages: Option<u32>,
    frontier: Option<usize>,
    good: Option<f64>,
    scope: Scope,
    /// Links are followed to the hosts of the seeds only.
    stay: bool,
}

/// The value of a parameter: `True` is no number here.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Param {
    Switch(bool),
    Number(f64),
    Word(String),
}

impl From<Param> for ParamValue {
    fn from(param: Param) -> Self {
        match param {
            Param::Switch(on) => Self::Switch(on),
            Param::Number(number) => Self::Number(number),
            Param::Word(word) => Self::Word(word),
        }
    }
}

impl PlanInput {
    /// Reads a plan from a dictionary.
    pub(crate) fn read(plan: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_python(plan, "plan")
    }

    /// Returns the plan without its seeds, for training or scoring alone.
    pub(crate) fn without_seeds(mut self) -> Self {
        self.seeds = vec![scorer::PLACEHOLDER.to_owned()];
        self
    }

    /// Rejects a strategy that learns from pages, unless there is a model.
    pub(crate) fn require_model(&self, model: Option<&Model>) -> PyResult<()> {
        Model::require(&self.spec(model)?.id, model).map_err(|error| errors::of_model(&error))
    }

    /// Reads the plan of a crawl of this web. On the live web, open settings have the defaults with which the lab records it.
    pub(crate) fn read_for(plan: &Bound<'_, PyAny>, web: &WebInput) -> PyResult<Self> {
        let mut input = Self::read(plan)?;
        if web.is_live() {
            input.host_window.get_or_insert(limits::LIVE_HOST_WINDOW);
        }
        Ok(input)
    }

    /// Checks the plan. With a model, its strategy and settings of training apply.
    pub(crate) fn check(self, model: Option<&Model>) -> PyResult<CheckedPlan> {
        let stay = self.stay;
        let strategy = self.spec(model)?;
        let mut plan = self.plan(strategy)?;
        if let Some(model) = model {
            plan = model.spec.apply(plan);
        }
        let assets = assets::of_plan(&plan);
        let mut plan = CheckedPlan::new(plan, &assets).map_err(|errors| errors::of_plan(&errors))?;
        if stay {
            plan.stay_on_hosts();
        }
        Ok(plan)
    }

    /// Returns the strategy with the current names of its parameters.
    fn spec(&self, model: Option<&Model>) -> PyResult<StrategySpec> {
        let trained = model.map(|model| &*model.spec.strategy.id);
        let text = self.strategy.as_deref().or(trained);
        let spec = StrategySpec::read(text.unwrap_or(strategy::DEFAULT.id));
        let spec = spec.map_err(|problem| PlanError::new_err(format!("strategy: {problem}")))?;
        if let Some(trained) = trained.filter(|trained| *trained != spec.id) {
            return Err(PlanError::new_err(format!(
                "the model was trained by “{trained}”: name that strategy, or omit it"
            )));
        }
        Ok(spec)
    }

    fn plan(self, mut strategy: StrategySpec) -> PyResult<Plan> {
        let given = self.params.into_iter();
        strategy.params.extend(given.map(|(name, value)| (name, value.into())));
        let relevance = match self.relevance.as_deref() {
            None => RelevanceMeasure::default(),
            Some(word) => RelevanceMeasure::find(word).ok_or_else(|| {
                PlanError::new_err(format!("relevance is “{word}”: write auto, words, meaning or both"))
            })?,
        };
        let speed = match self.speed.as_deref() {
            None => Speed::default(),
            Some(word) => Speed::find(word)
                .ok_or_else(|| PlanError::new_err(format!("speed is “{word}”: write careful, balanced or fast")))?,
        };
        let idf = self.idf.map(|idf| json!({ "idf": idf }));
        let base: Comparison = match idf {
            None => Comparison::default(),
            Some(idf) => serde_json::from_value(idf).map_err(|error| PlanError::new_err(format!("idf: {error}")))?,
        };
        let settings = Comparison {
            pages: self.pages.unwrap_or(base.pages),
            rng: self.rng.unwrap_or(base.rng),
            parallel: self.parallel.unwrap_or(base.parallel),
            unreadable: self.unreadable.unwrap_or(base.unreadable),
            stemming: self.stemming.unwrap_or(base.stemming),
            main_content: self.main_content.unwrap_or(base.main_content),
            host_window: self.host_window.unwrap_or(base.host_window),
            depth: self.depth.unwrap_or(base.depth),
            host_pages: self.host_pages.unwrap_or(base.host_pages),
            frontier: self.frontier.unwrap_or(base.frontier),
            good: self.good.unwrap_or(base.good),
            excluded: self.excluded,
            taxonomy: self.taxonomy,
            trails: trails(self.trails)?,
            ..base
        };
        Ok(Plan {
            query: self.query,
            past: self.past,
            seeds: self.seeds,
            relevance,
            speed,
            scope: self.scope,
            strategy,
            ..settings.plan()
        })
    }
}

/// Reads trails as a trails file has them. Pages that cannot be crawled are left out, as everywhere.
fn trails(given: Value) -> PyResult<Trails> {
    let file = match given {
        Value::Null => return Ok(Trails::default()),
        Value::Array(list) if list.is_empty() => return Ok(Trails::default()),
        Value::Array(list) => json!({ "version": 1, "trails": list }),
        file => file,
    };
    let (trails, _) =
        read_json(file.to_string().as_bytes()).map_err(|error| PlanError::new_err(format!("trails: {error}")))?;
    Ok(trails)
}

/// Returns a new crawl of a plan, with a model if one is given, at this politeness.
pub(crate) fn new_crawl(mut plan: CheckedPlan, model: Option<&Model>, politeness: Politeness) -> PyResult<Crawl> {
    plan.plan.politeness = politeness;
    Crawl::from_model(plan, model.cloned()).map_err(|error| errors::of_model(&error))
}

/// Returns all strategies, in the order of the app.
#[pyfunction]
pub(crate) fn strategies(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let list: Vec<StrategyInfo> = strategy::LIST.iter().map(|entry| StrategyInfo::from(*entry)).collect();
    to_python(py, &list)
}
