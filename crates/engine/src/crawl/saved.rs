//! Saves and restores crawls, and stores trained models apart from them, so that a model can start other crawls without
//! reading its trails again.
//!
//! A model is taken from a crawl that was trained and has not begun. It contains the trails or topics and the training
//! settings, so that a version that cannot read the rest can train it again ([`crate::journal::read_model`]). Not
//! covered: pages, which are not needed after the training.

use super::Crawl;
use super::checked_plan::CheckedPlan;
use super::state::State;
use crate::strategy::{self, Assets};
use crate::topic::{Topic, Vectorizer, VectorizerState};
use serde::{Deserialize, Serialize};
use types::model::ModelSpec;
use types::plan::{Plan, PlanError};
use types::report::{Phase, TrainingReport};
use types::taxonomy::Taxonomy;
use types::text::joined;

/// A complete crawl as plain data, read by [`crate::journal::open`].
#[derive(Debug, Deserialize)]
pub struct Saved {
    plan: Plan,
    vectorizer: VectorizerState,
    topic: Topic,
    strategy: Vec<u8>,
    state: State,
}

/// An error of restoring a saved crawl.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// The plan is not valid in this version.
    #[error("the saved crawl's plan is not valid in this version: {}", joined(.0))]
    Plan(Vec<PlanError>),
    /// The parts of the crawl are inconsistent.
    #[error("the saved crawl is inconsistent ({0}): run it again from its plan")]
    Unsound(&'static str),
    /// The strategy cannot read the saved state.
    #[error("the strategy “{0}” cannot read its saved state: run the crawl again from its plan")]
    Strategy(String),
}

/// A trained model of a strategy.
#[derive(Clone, Debug)]
pub struct Model {
    /// The inputs of the training.
    pub spec: ModelSpec,
    pub(crate) learned: Learned,
}

/// The learned data, in the format of this version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Learned {
    vectorizer: VectorizerState,
    topic: Topic,
    strategy: Vec<u8>,
    report: TrainingReport,
}

/// An error of starting a crawl from a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// There is no model, and the strategy needs one.
    #[error("“{strategy}” learns from pages: train a model, and name it")]
    Missing {
        /// The title of the strategy.
        strategy: String,
    },
    /// The settings differ from those of the training.
    #[error("the model “{name}” was trained with other settings{}: use its settings, or retrain it", which(settings))]
    Unfit {
        /// The name of the model.
        name: String,
        /// The names of the parameters that differ; empty if something else does.
        settings: Vec<String>,
    },
}

fn which(settings: &[String]) -> String {
    if settings.is_empty() { String::new() } else { format!(" ({})", settings.join(", ")) }
}

/// Returns the training parameters that differ between the plan and the model's specification.
fn changed_training_params(plan: &CheckedPlan, spec: &ModelSpec) -> Vec<String> {
    let learned = plan.entry.settings(&spec.strategy.params);
    let changed = learned.iter().flat_map(|learned| plan.settings.trained_otherwise(learned));
    changed.map(|param| param.name.to_owned()).collect()
}

impl Model {
    /// Rejects a strategy that is trained before the crawl, unless there is a model.
    ///
    /// # Errors
    /// Returns [`ModelError::Missing`].
    pub fn require(strategy: &str, model: Option<&Self>) -> Result<(), ModelError> {
        let entry = strategy::find(strategy).filter(|entry| entry.needs.training());
        match (entry, model) {
            (Some(entry), None) => Err(ModelError::Missing { strategy: entry.title.to_owned() }),
            _ => Ok(()),
        }
    }

    /// Returns the training report.
    pub fn report(&self) -> &TrainingReport {
        &self.learned.report
    }
}

impl Crawl {
    /// Returns the fields of [`Saved`] in their order, to be serialized without a copy of the crawl.
    pub fn saved(&self) -> impl Serialize {
        (&self.plan.plan, self.vectorizer.state(), &self.topic, self.strategy.save(), &self.state)
    }

    /// Restores a saved crawl. Its requests in flight are in [`Crawl::in_flight`].
    ///
    /// # Errors
    /// Returns an error if the plan is invalid, the state inconsistent, or the strategy's state unreadable.
    pub fn restore(saved: Saved, assets: &Assets) -> Result<Self, SnapshotError> {
        let plan = CheckedPlan::new(saved.plan, assets).map_err(SnapshotError::Plan)?;
        let mut state = saved.state;
        state.check(plan.examples.len()).map_err(SnapshotError::Unsound)?;
        state.count_in_flight();
        let mut strategy = plan.strategy();
        if !strategy.restore(&saved.strategy) {
            return Err(SnapshotError::Strategy(plan.entry.id.to_owned()));
        }
        let vectorizer = Vectorizer::with_state(plan.plan.stemming, saved.vectorizer);
        Ok(Self::assemble(plan, saved.topic, vectorizer, strategy, state))
    }

    /// Returns the learned data as a model with this name; `None` unless the training is finished and the crawl has
    /// requested no page beyond the examples.
    pub fn model(&self, name: &str) -> Option<Model> {
        // A crawl that learned from words alone starts without confirmation.
        let has_begun = self.state.phase != Phase::Prepared && self.state.requests > 0;
        let report = self.state.training.report.clone();
        let report = report.filter(|report| report.trouble.is_none() && !has_begun)?;
        let mut spec = ModelSpec::of(name, &self.plan.plan);
        let needs = self.plan.entry.needs;
        if !needs.query && !needs.taxonomy {
            // Nothing was learned from it.
            spec.query.clear();
        }
        if !needs.taxonomy {
            spec.taxonomy = Taxonomy::default();
        }
        Some(Model {
            spec,
            learned: Learned {
                vectorizer: self.vectorizer.state().clone(),
                topic: self.topic.clone(),
                strategy: self.strategy.save(),
                report,
            },
        })
    }

    /// Creates a crawl from a model, or without one. The model's specification must have been applied to the plan
    /// ([`ModelSpec::apply`]).
    ///
    /// # Errors
    /// Returns an error if the settings of the plan differ from those of the model's training.
    pub fn from_model(plan: CheckedPlan, model: impl Into<Option<Model>>) -> Result<Self, ModelError> {
        let Some(Model { spec, learned }) = model.into() else {
            return Ok(Self::new(plan));
        };
        let unfit = |settings| ModelError::Unfit { name: spec.name.clone(), settings };
        let differ = changed_training_params(&plan, &spec);
        if !differ.is_empty() {
            return Err(unfit(differ));
        }
        let mut strategy = plan.strategy();
        let has_same_topics = !plan.entry.needs.taxonomy || plan.plan.taxonomy == spec.taxonomy;
        let is_same = plan.plan.strategy.id == spec.strategy.id && plan.plan.trails == spec.trails && has_same_topics;
        if !is_same || !strategy.restore(&learned.strategy) {
            return Err(unfit(Vec::new()));
        }
        let mut state = State::new(&plan.plan);
        state.training.report = Some(learned.report);
        state.training.is_from_model = true;
        let mut topic = learned.topic.asked(&plan.plan.query);
        let mut vectorizer = Vectorizer::with_state(plan.plan.stemming, learned.vectorizer);
        super::learn_judged(&plan.plan, &mut topic, &mut vectorizer);
        Ok(Self::assemble(plan, topic, vectorizer, strategy, state))
    }

    /// Returns true if the strategy started from a model. No event records this, so a journal needs a snapshot as well.
    pub fn is_from_model(&self) -> bool {
        self.state.training.is_from_model
    }
}
