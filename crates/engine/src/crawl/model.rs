//! What was learned before a crawl, kept apart from it: a model starts other crawls without reading its trails again.
//!
//! A model is taken from a crawl whose examples were read and that has not begun ([`crate::report::Phase::Prepared`]). It holds the trails and the settings
//! under which it was learned, so that it can be learned again by a version that cannot read the rest ([`crate::journal::read_model`]).
//! Left out on purpose: pages. What was read of them is in what was learned.

use super::Crawl;
use super::state::State;
use crate::event::Step;
use crate::plan::{Plan, PlanError};
use crate::report::{Lesson, Phase};
use crate::strategy::{Assets, ParamValue};
use crate::topic::{IdfSource, Lens, Memory, Topic};
use crate::trails::Trails;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a model was made from: enough to make it again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recipe {
    /// What the person calls it.
    pub name: String,
    /// The id of its strategy.
    pub strategy: String,
    /// The strategy's parameters; those left out have their defaults.
    pub params: BTreeMap<String, ParamValue>,
    /// Words are stemmed.
    pub stemming: bool,
    /// Where the weights of words come from.
    pub idf: IdfSource,
    /// The seed number of random numbers.
    pub rng_seed: u64,
    /// The trails.
    pub trails: Trails,
}

impl Recipe {
    /// The recipe of what a plan learns.
    pub fn of(name: &str, plan: &Plan) -> Self {
        Self {
            name: name.to_owned(),
            strategy: plan.strategy.clone(),
            params: plan.params.clone(),
            stemming: plan.stemming,
            idf: plan.idf,
            rng_seed: plan.rng_seed,
            trails: plan.trails.clone(),
        }
    }

    /// A plan that learns this, or crawls by it: its own parameters go before those of the recipe.
    #[must_use]
    pub fn apply(&self, plan: Plan) -> Plan {
        let mut params = self.params.clone();
        params.extend(plan.params);
        Plan {
            strategy: self.strategy.clone(),
            params,
            stemming: self.stemming,
            idf: self.idf,
            rng_seed: self.rng_seed,
            trails: self.trails.clone(),
            ..plan
        }
    }
}

/// A model.
#[derive(Clone, Debug)]
pub struct Model {
    /// What it was made from.
    pub recipe: Recipe,
    pub(crate) learned: Learned,
}

/// What was learned, in the format of this version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Learned {
    memory: Memory,
    topic: Topic,
    strategy: Vec<u8>,
    lesson: Lesson,
}

/// Why a crawl cannot be started from a model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// The plan is not valid.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Plan(Vec<PlanError>),
    /// The settings are others than those with which it was learned.
    #[error(
        "the model “{0}” was learned with other settings: take those of the model, or learn again"
    )]
    Unfit(String),
}

impl ModelError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Plan(_) => "model-plan",
            Self::Unfit(_) => "model-unfit",
        }
    }
}

impl Model {
    /// What was learned, for people.
    pub fn lesson(&self) -> &Lesson {
        &self.learned.lesson
    }
}

impl Crawl {
    /// What was learned, as a model of this name; `None` unless the examples were read and the crawl waits for the word to begin.
    pub fn model(&self, name: &str) -> Option<Model> {
        let lesson = self
            .state
            .lesson
            .clone()
            .filter(|_| self.state.phase == Phase::Prepared)?;
        Some(Model {
            recipe: Recipe::of(name, &self.plan.plan),
            learned: Learned {
                memory: self.lens.memory().clone(),
                topic: self.topic.clone(),
                strategy: self.strategy.save(),
                lesson,
            },
        })
    }

    /// A crawl that has not begun and knows what a model knows. The model's recipe is applied to the plan ([`Recipe::apply`]).
    pub fn with_model(plan: Plan, model: Model, assets: &Assets) -> Result<Self, ModelError> {
        let Model { recipe, learned } = model;
        let plan = recipe.apply(plan).check(assets).map_err(ModelError::Plan)?;
        let mut strategy = plan.strategy();
        if !strategy.restore(&learned.strategy) {
            return Err(ModelError::Unfit(recipe.name));
        }
        let mut state = State::new(&plan.plan);
        state.lesson = Some(learned.lesson);
        Ok(Self {
            topic: learned.topic.asked(&plan.plan.query),
            lens: Lens::with(plan.plan.stemming, learned.memory),
            strategy,
            state,
            step: Step::default(),
            plan,
        })
    }

    /// True where what the strategy knows came from elsewhere and is in no event: only a snapshot keeps it.
    pub fn needs_snapshot(&self) -> bool {
        self.state.lesson.is_some() && self.state.orders == 0
    }
}
