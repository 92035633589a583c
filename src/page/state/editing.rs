//! Applies edits of the form, and updates the state that depends on it.

use super::State;
use super::catalog::Proxy;
use super::form::Form;
use super::screen::Start;
use yew::AttrValue;

/// An action on the form of a crawl.
pub enum FormAction {
    /// Changes a field, and forgets its problem.
    Edit(AttrValue, Box<dyn FnOnce(&mut Form)>),
}

impl State {
    pub(super) fn apply_form(&mut self, action: FormAction) {
        let FormAction::Edit(field, change) = action;
        self.leave_seeking(&field);
        self.form.change(|form| form.edit(&field, change));
        if field == "strategy" {
            let models = self.models.clone();
            self.form.change(|form| form.choose_model(&models));
        }
        self.settle_model();
    }

    /// Takes another form in the place of the one that is there, which keeps its proxy where the new one says nothing of any.
    pub(super) fn take_form(&mut self, form: Form) {
        let before = self.form.proxy_address();
        self.form.change(|old| {
            let proxy = form.proxy.clone().or_else(|| old.proxy.take());
            *old = Form { proxy, ..form };
        });
        if self.form.proxy_address() != before {
            self.catalog
                .change(|catalog| catalog.proxy = Proxy::Unknown);
        }
    }

    /// Finds the models of the form and of the crawl among the saved ones; the form's model brings its words.
    pub(super) fn settle_model(&mut self) {
        let models = self.models.clone();
        if self.form.needs_model() {
            self.form.change(|form| form.settle_model(&models));
        }
        if let Some(card) = self.live.model_among(&models) {
            self.live.change(|live| live.is_by(card));
        }
        self.fill_example();
    }

    /// Reports parameters that the strategy does not have; such a crawl waits for the person.
    pub(super) fn report_unknown_params(&mut self) {
        let before = self.form.problems.len();
        let catalog = self.catalog.clone();
        self.form
            .change(|form| form.report_unknown_params(&catalog));
        if self.form.problems.len() > before && self.screen.start == Start::Wanted {
            self.screen.start = Start::No;
            self.screen.asking = true;
        }
    }

    /// The words of the chosen model, or the first example, stand in the query's box until something is typed there; where topics or trails say
    /// what is looked for, nothing does.
    pub(super) fn fill_example(&mut self) {
        let Some(example) = self.catalog.examples.first() else {
            return;
        };
        let query = match &self.form.taught {
            _ if self.form.needs_no_words(&self.catalog) => "",
            Some(card) if !card.query.is_empty() => &card.query,
            _ => &example.query,
        };
        if !self.form.touched && self.form.query != query {
            let query = query.to_owned();
            self.form.change(|form| form.query = query);
        }
    }
}
