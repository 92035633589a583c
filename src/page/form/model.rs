//! The model of a form: which one is chosen, and whether a crawl can be started by it.
//!
//! A strategy that learns from trails crawls by a model that was learned before, so that what it knows can be looked at and used again.
//! Nothing is chosen in silence: an address names its model, and a person who chooses a strategy sees which model it gets.

use super::{Form, problem};
use crate::page::catalog::Catalog;
use crate::page::models::Models;
use crate::protocol::models::ModelCard;
use engine::plan::Plan;
use engine::strategy::Info;
use engine::trails::Trails;
use std::rc::Rc;

/// What is said where a model is needed and none is chosen.
const NONE: &str = "Choose a model: this strategy follows what it learned from trails.";
/// What is said where the crawl's model cannot be found.
const GONE: &str = "The model of this crawl is not in this browser any more: choose another one.";
/// What is said where the address names a model that is not here.
const ELSEWHERE: &str = "The model of this address is not in this browser: bring its file in under Models, or choose another one.";

impl Form {
    /// True where the strategy crawls by a model.
    pub fn is_taught(&self, catalog: &Catalog) -> bool {
        let info = catalog.strategy(&self.strategy_id());
        info.is_some_and(|info| info.needs.trails)
    }

    /// True where a model is wanted and it is not yet known which there are.
    pub fn waits_for_models(&self, models: &Models) -> bool {
        let wanted = self.model.is_some() || self.trails.is_some();
        wanted && models.cards.is_none()
    }

    /// True where there is a model to be found, or one that may no longer be there.
    pub fn needs_model(&self) -> bool {
        self.model.is_some() || self.trails.is_some() || self.taught.is_some()
    }

    /// Finds the model among those that are kept; an address need not say the strategy of its model.
    pub fn settle_model(&mut self, models: &Models) {
        if self.model.is_none()
            && let Some(trails) = &self.trails
        {
            let own = models.of_trails(&self.strategy_id(), trails);
            self.model = own.map(|card| card.id.clone());
        }
        let card = self
            .model
            .as_deref()
            .and_then(|id| models.card(id))
            .cloned();
        if let Some(card) = card.as_ref().filter(|_| self.strategy.is_none()) {
            self.strategy = Some(card.strategy.clone());
        }
        self.taught = card.map(Rc::new);
    }

    /// Another strategy was chosen: the latest of its models is, too.
    pub fn choose_model(&mut self, models: &Models) {
        self.trails = None;
        self.model = models
            .usable(&self.strategy_id())
            .next()
            .map(|card| card.id.clone());
        self.problems.retain(|problem| problem.field != "model");
    }

    /// The crawl was taught by the trails of its plan.
    pub(super) fn remember_trails(&mut self, plan: &Plan) {
        self.trails = told_by(&plan.trails);
    }

    /// The model by which a strategy crawls: none for one that needs none; or what to do, in a sentence.
    pub(super) fn model_for(&self, info: &Info) -> Result<Option<Rc<ModelCard>>, String> {
        if !info.needs.trails {
            return Ok(None);
        }
        match &self.taught {
            Some(card) if card.strategy != info.id => Err(format!(
                "“{}” was learned for another strategy: choose a model of this one.",
                card.name
            )),
            Some(card) => match &card.stale {
                Some(reason) => Err(reason.clone()),
                None => Ok(Some(Rc::clone(card))),
            },
            None if self.model.is_some() => Err(ELSEWHERE.to_owned()),
            None if self.trails.is_some() => Err(GONE.to_owned()),
            None => Err(NONE.to_owned()),
        }
    }

    /// What is wrong with the trails of a plan is wrong with its model.
    pub(super) fn place_trails(problems: &mut [super::Problem]) {
        let of_trails = |field: &str| field == "trails" || field.starts_with("trails.");
        for one in problems.iter_mut().filter(|one| of_trails(&one.field)) {
            *one = problem("model", one.message.clone());
        }
    }
}

/// By which trails a plan was taught.
fn told_by(trails: &Trails) -> Option<String> {
    (!trails.trails.is_empty()).then(|| crate::protocol::models::trails_digest(trails))
}
