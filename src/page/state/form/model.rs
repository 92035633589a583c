//! Determines the model of a form, and whether a crawl can start with it.
//!
//! A strategy that learns from trails uses a model trained before. The choice is always visible: an address names its model, and the form
//! shows the selected one.

use super::{Form, problem};
use crate::page::state::catalog::Catalog;
use crate::protocol::models::ModelCard;
use std::rc::Rc;
use types::plan::Plan;
use types::strategy::StrategyInfo;
use types::trails::Trails;

/// The message if a model is needed and none is selected.
const NONE: &str = "Choose a model. This strategy needs one trained on trails.";
/// The message if the crawl's model cannot be found.
const GONE: &str = "This crawl’s model is no longer in this browser. Choose another one.";
/// The message if the address names a model that is not in this browser.
const ELSEWHERE: &str = "The linked model is not in this browser. Import its file under Models, or choose another one.";

/// Holds the choice of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelInput {
    /// The id of the chosen model, if any.
    pub id: Option<String>,
    /// The model, once found among the saved ones.
    pub card: Option<Rc<ModelCard>>,
    /// The digest of the crawl's trails with these settings, which identifies its model.
    pub trails: Option<String>,
}

impl ModelInput {
    /// Returns whether the form refers to a model that is not loaded or may no longer exist.
    pub fn is_wanted(&self) -> bool {
        self.id.is_some() || self.trails.is_some() || self.card.is_some()
    }

    /// Stores the digest of the trails that trained the crawl's model.
    pub(crate) fn remember_trails(&mut self, plan: &Plan) {
        self.trails = trails_digest_of(&plan.trails);
    }

    /// Returns the model for a strategy, or none if it needs none. The error is the remedy, in a sentence.
    pub(crate) fn card_for(&self, info: &StrategyInfo) -> Result<Option<Rc<ModelCard>>, String> {
        if !info.needs.trails {
            return Ok(None);
        }
        match &self.card {
            Some(card) if card.strategy.id != info.id => {
                Err(format!("“{}” was trained for another strategy. Choose a model for this one.", card.name))
            }
            Some(card) => match &card.stale {
                Some(reason) => Err(reason.clone()),
                None => Ok(Some(Rc::clone(card))),
            },
            None if self.id.is_some() => Err(ELSEWHERE.to_owned()),
            None if self.trails.is_some() => Err(GONE.to_owned()),
            None => Err(NONE.to_owned()),
        }
    }
}

impl Form {
    /// Returns whether the strategy uses a model.
    pub fn uses_model(&self, catalog: &Catalog) -> bool {
        let info = catalog.strategy(&self.strategy_id());
        info.is_some_and(|info| info.needs.trails)
    }

    /// Moves the problems of a plan's trails to the field of its model.
    pub(crate) fn place_trails(problems: &mut [super::Problem]) {
        let of_trails = |field: &str| field == "trails" || field.starts_with("trails.");
        for one in problems.iter_mut().filter(|one| of_trails(&one.field)) {
            *one = problem("model", one.message.clone());
        }
    }
}

/// Returns the digest of the trails of a plan.
fn trails_digest_of(trails: &Trails) -> Option<String> {
    (!trails.trails.is_empty()).then(|| crate::protocol::models::trails_digest(trails))
}
