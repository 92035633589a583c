//! Renders a small form of one field: label, field, buttons, problem, help.

use super::field::{AriaLinks, problem_line};
use yew::prelude::*;

/// A field that is submitted on its own.
pub(crate) struct InlineForm<'a> {
    pub(crate) id: &'static str,
    /// Its label.
    pub(crate) label: &'static str,
    /// The help text.
    pub(crate) help: &'a str,
    /// The text.
    pub(crate) value: String,
    /// An example, shown while the field is empty.
    pub(crate) placeholder: &'a str,
    /// The field has several lines.
    pub(crate) is_long: bool,
    /// Its problem.
    pub(crate) problem: Option<String>,
    /// Called with the typed text.
    pub(crate) oninput: Callback<InputEvent>,
    /// Submits the form.
    pub(crate) onsubmit: Callback<SubmitEvent>,
}

impl InlineForm<'_> {
    /// Renders the form; `buttons` are beside the field and include the submit button.
    pub(crate) fn draw(&self, buttons: Html) -> Html {
        let ties = AriaLinks::of(self.id, !self.help.is_empty(), self.problem.as_ref());
        let (id, oninput) = (self.id, self.oninput.clone());
        let (value, placeholder) = (self.value.clone(), self.placeholder.to_owned());
        let control = if self.is_long {
            html! { <textarea {id} rows="3" spellcheck="false" autocapitalize="none" {placeholder} {value} {oninput} aria-describedby={ties.described_by} aria-invalid={ties.invalid} /> }
        } else {
            html! { <input {id} type="text" autocomplete="off" spellcheck="false" autocapitalize="none" {placeholder} {value} {oninput} aria-describedby={ties.described_by} aria-invalid={ties.invalid} /> }
        };
        html! {
            <form class="steer-field" onsubmit={self.onsubmit.clone()} novalidate=true>
                <label for={id}>{ self.label }</label>
                <div class={classes!("steer-line", self.is_long.then_some("long"))}>{ control }{ buttons }</div>
                { problem_line(id, self.problem.as_ref()) }
                if !self.help.is_empty() { <p class="help" id={format!("{id}-help")}>{ self.help }</p> }
            </form>
        }
    }
}

/// Returns the text of the edited field; text areas have a `value` property like inputs.
pub(crate) fn typed(event: &InputEvent) -> String {
    event
        .target_unchecked_into::<web_sys::HtmlInputElement>()
        .value()
}
