//! The model of a form, chosen among those in the browser.

use super::Models;
use crate::page::state::form::Form;
use std::rc::Rc;

impl Form {
    /// Returns true if a model is requested and the list of models is not known yet.
    pub fn waits_for_models(&self, models: &Models) -> bool {
        let wanted = self.model.is_some() || self.trails.is_some();
        wanted && models.cards.is_none()
    }

    /// Finds the model among the saved ones; an address need not name the strategy of its model.
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
            self.strategy = Some(card.strategy.id.clone());
        }
        self.source = self.source.or(card.as_ref().and_then(|card| card.source));
        self.taught = card.map(Rc::new);
    }

    /// Chooses the latest model of a newly chosen strategy.
    pub fn choose_model(&mut self, models: &Models) {
        self.trails = None;
        self.model = models
            .usable(&self.strategy_id())
            .next()
            .map(|card| card.id.clone());
        self.problems.retain(|problem| problem.field != "model");
    }
}
