//! Plans: everything that a person decides before a crawl, from a dictionary. The names are those of the lab's flags
//! and plans.

use crate::convert::{from_python, to_python};
use crate::driver::{self, WebInput};
use crate::errors::{self, PlanError};
use engine::crawl::{CheckedPlan, Crawl, Model};
use engine::learning::trails::read_json;
use engine::strategy;
use pyo3::prelude::*;
use salticid_lab::{assets, scorer};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use types::plan::{PastPage, Plan, Politeness};
use types::settings::read_beside;
use types::spec::{ParamValue, StrategySpec};
use types::strategy::StrategyInfo;
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use types::url::Scope;

/// A plan as Python code writes it. An omitted field has the default of `salticid-lab crawl`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, remote = "Self")]
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
    scope: Scope,
    /// Links are followed to the hosts of the seeds only.
    stay: bool,
    /// A plan with the settings.
    #[serde(skip)]
    settings: Plan,
}

impl<'de> Deserialize<'de> for PlanInput {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// The fields of a plan without its settings.
        #[derive(Deserialize)]
        #[serde(transparent)]
        struct Fields(#[serde(with = "PlanInput")] PlanInput);

        let mut settings = Plan::default();
        let Fields(fields) = read_beside(from, |_| true, &mut settings)?;
        Ok(Self { settings, ..fields })
    }
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

    /// Reads the plan of a crawl of this web. On the live web, open settings have the defaults with which the lab
    /// records it.
    pub(crate) fn read_for(plan: &Bound<'_, PyAny>, web: &WebInput) -> PyResult<Self> {
        let mut input = Self::read(plan)?;
        if web.is_live() {
            let live = Plan::live();
            if !plan.contains("host_window")? {
                input.settings.host_window = live.host_window;
            }
            if !plan.contains("read_documents")? {
                input.settings.read_documents = live.read_documents;
            }
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
        let assets = assets::load_for_plan(&plan);
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
        Ok(Plan {
            query: self.query,
            seeds: self.seeds,
            excluded: self.excluded,
            past: self.past,
            scope: self.scope,
            taxonomy: self.taxonomy,
            trails: trails(self.trails)?,
            strategy,
            ..self.settings
        })
    }
}

/// Reads trails as a trails file has them. Pages that cannot be crawled are left out with a `UserWarning`.
fn trails(given: Value) -> PyResult<Trails> {
    let file = match given {
        Value::Null => return Ok(Trails::default()),
        Value::Array(list) if list.is_empty() => return Ok(Trails::default()),
        Value::Array(list) => json!({ "version": 1, "trails": list }),
        file => file,
    };
    let (trails, warnings) =
        read_json(file.to_string().as_bytes()).map_err(|error| PlanError::new_err(format!("trails: {error}")))?;
    for warning in warnings {
        Python::attach(|py| driver::warn(py, &format!("trails: {warning}")))?;
    }
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
