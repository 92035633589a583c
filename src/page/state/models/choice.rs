//! Selects the model of a form among those in the browser.

use super::Models;
use crate::page::state::form::Form;
use std::rc::Rc;

impl Form {
    /// Returns true if a model is requested and the list of models is not known yet.
    pub fn waits_for_models(&self, models: &Models) -> bool {
        let wanted = self.model.id.is_some() || self.model.trails.is_some();
        wanted && models.cards.is_none()
    }

    /// Finds the model among the saved ones. If the address lacks strategy or source, those of the model are used.
    pub fn settle_model(&mut self, models: &Models) {
        if self.model.id.is_none()
            && let Some(trails) = &self.model.trails
        {
            let own = models.of_trails(&self.strategy_id(), trails);
            self.model.id = own.map(|card| card.id.clone());
        }
        let card = self.model.id.as_deref().and_then(|id| models.card(id)).cloned();
        if let Some(card) = card.as_ref().filter(|_| self.strategy.id.is_none()) {
            self.strategy.id = Some(card.strategy.id.clone());
        }
        let learned = card.as_ref().and_then(|card| card.source.as_ref());
        if let Some(source) = learned.filter(|_| self.source.kind.is_none()) {
            self.set_source(source);
        }
        self.model.card = card.map(Rc::new);
    }

    /// Selects the latest model of a newly selected strategy.
    pub fn choose_model(&mut self, models: &Models) {
        self.model.trails = None;
        self.model.id = models.usable(&self.strategy_id()).next().map(|card| card.id.clone());
        self.problems.retain(|problem| problem.field != "model");
    }
}
