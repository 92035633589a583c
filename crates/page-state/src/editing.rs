//! Applies edits of the form, and updates the state that depends on it.

use super::State;
use super::catalog::Proxy;
use super::effect::Effect;
use super::form::Form;
use protocol::SourceKind;
use std::borrow::Cow;

/// The key in local storage of the source of pages that the person chose last.
pub(super) const LAST_SOURCE: &str = "salticid-source";

/// The name of a field of a form, which its problems have too.
pub type FieldName = Cow<'static, str>;

/// A change of a field of a form.
pub type FieldChange<T> = Box<dyn FnOnce(&mut T)>;

impl State {
    /// Changes a field of the form and clears its problem.
    pub(super) fn edit_form(&mut self, field: &str, change: FieldChange<Form>) {
        self.leave_seeking(field);
        let before = self.setup.form.source.kind;
        self.setup.form.change(|form| form.edit(field, change));
        // A recording is open in one tab only.
        let is_remembered = |kind: &SourceKind| Some(*kind) != before && *kind != SourceKind::Recorded;
        let chosen = self.setup.form.source.kind.filter(is_remembered);
        if let Some(kind) = chosen.filter(|_| matches!(field, "source" | "proxy")) {
            self.effects.push(Effect::Store(LAST_SOURCE, kind.name().to_owned()));
            self.catalog.change(|catalog| catalog.last_source = Some(kind));
        }
        if field == "strategy" {
            let models = self.models.clone();
            self.setup.form.change(|form| form.choose_model(&models));
        }
        self.find_models();
        if field == "query" {
            self.expect_search();
        }
    }

    /// Replaces the form. The old proxy and allowed addresses are kept if the new form has none.
    pub(super) fn replace_form(&mut self, form: Form) {
        self.change_source(|old| {
            let before = std::mem::replace(old, form);
            old.source.keep_entered(before.source);
        });
    }

    /// Changes the form and perhaps its source. The status of a changed proxy becomes unknown.
    pub(super) fn change_source(&mut self, change: impl FnOnce(&mut Form)) {
        let before = self.setup.form.source.proxy_address();
        self.setup.form.change(change);
        if self.setup.form.source.proxy_address() != before {
            self.catalog.change(|catalog| catalog.proxy = Proxy::Unknown);
        }
    }

    /// Finds the models of the form and of the crawl among the saved ones. The form's model also fills in its query.
    pub(super) fn find_models(&mut self) {
        let models = self.models.clone();
        if self.setup.form.model.is_wanted() {
            self.change_source(|form| form.find_model(&models));
        }
        if let Some(card) = self.crawl.live.model_among(&models) {
            self.crawl.live.change(|live| {
                if let Some(request) = &mut live.request {
                    request.model = Some(card);
                }
            });
        }
        self.fill_example();
    }

    /// Fills the query with that of the selected model, or with the first example, until something is typed. With
    /// topics or trails as the target, with topics in the Library, with another source, or where the page reaches the
    /// web, the query stays empty.
    pub(super) fn fill_example(&mut self) {
        let Some(example) = self.catalog.examples.first() else {
            return;
        };
        let query = match &self.setup.form.model.card {
            _ if self.setup.form.needs_no_words(&self.catalog) => "",
            Some(card) if !card.query.is_empty() => &card.query,
            _ if self.library.topics().next().is_some() => "",
            _ if !self.setup.form.offers_examples(&self.catalog) || self.catalog.reaches_web() => "",
            _ if self.library.is_awaited(&self.catalog) && self.crawl.live.request.is_none() => return,
            _ => &example.query,
        };
        if !self.setup.form.query.is_touched && self.setup.form.query.text != query {
            let query = query.to_owned();
            self.setup.form.change(|form| form.query.text = query);
        }
    }
}
