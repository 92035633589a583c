//! The model of a form: which one is chosen, and whether a crawl can start with it.
//!
//! A strategy that learns from trails uses a model that was trained before. The choice is always visible: an address
//! names its model, and the form shows the chosen one.

use super::{Form, problem};
use crate::page::state::catalog::Catalog;
use crate::protocol::models::ModelCard;
use std::rc::Rc;
use types::plan::Plan;
use types::strategy::StrategyInfo;
use types::trails::Trails;

/// The message if a model is needed and none is chosen.
const NONE: &str = "Choose a model. This strategy needs one trained on trails.";
/// The message if the crawl's model cannot be found.
const GONE: &str = "This crawl’s model is no longer in this browser. Choose another one.";
/// The message if the address names a model that is not in this browser.
const ELSEWHERE: &str =
    "The linked model is not in this browser. Import its file under Models, or choose another one.";

impl Form {
    /// Returns whether the strategy crawls by a model.
    pub fn is_taught(&self, catalog: &Catalog) -> bool {
        let info = catalog.strategy(&self.strategy_id());
        info.is_some_and(|info| info.needs.trails)
    }

    /// Returns whether there is a model to be found, or one that may no longer be there.
    pub fn needs_model(&self) -> bool {
        self.model.is_some() || self.trails.is_some() || self.taught.is_some()
    }

    /// Records the trails that trained the crawl's model.
    pub(crate) fn remember_trails(&mut self, plan: &Plan) {
        self.trails = trails_digest_of(&plan.trails);
    }

    /// Returns the model by which a strategy crawls: none for one that needs none; or what to do, in a sentence.
    pub(crate) fn model_for(&self, info: &StrategyInfo) -> Result<Option<Rc<ModelCard>>, String> {
        if !info.needs.trails {
            return Ok(None);
        }
        match &self.taught {
            Some(card) if card.strategy.id != info.id => Err(format!(
                "“{}” was trained for another strategy. Choose a model for this one.",
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

    /// Reports the problems of a plan's trails at its model.
    pub(crate) fn place_trails(problems: &mut [super::Problem]) {
        let of_trails = |field: &str| field == "trails" || field.starts_with("trails.");
        for one in problems.iter_mut().filter(|one| of_trails(&one.field)) {
            *one = problem("model", one.message.clone());
        }
    }
}

/// Identifies the trails of a plan.
fn trails_digest_of(trails: &Trails) -> Option<String> {
    (!trails.trails.is_empty()).then(|| crate::protocol::models::trails_digest(trails))
}
