//! A small form of one field and its buttons, as the panel has several: label, field, what is wrong, help.

use crate::page::ask::field::{Ties, problem_line};
use yew::prelude::*;

/// A field that is sent by itself.
pub(super) struct OneField<'a> {
    /// The field's id.
    pub(super) id: &'static str,
    /// Its label.
    pub(super) label: &'static str,
    /// What it takes.
    pub(super) help: &'a str,
    /// What stands in it.
    pub(super) value: String,
    /// An example, shown while it is empty.
    pub(super) placeholder: &'a str,
    /// It takes several lines.
    pub(super) is_long: bool,
    /// What is wrong with it.
    pub(super) problem: Option<String>,
    /// Takes what was typed.
    pub(super) oninput: Callback<InputEvent>,
    /// Sends it.
    pub(super) onsubmit: Callback<SubmitEvent>,
}

impl OneField<'_> {
    /// Draws it; `buttons` stand beside the field, one of them submits.
    pub(super) fn draw(&self, buttons: Html) -> Html {
        let ties = Ties::of(self.id, !self.help.is_empty(), self.problem.as_ref());
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

/// The text of a field that is typed in; text areas have a value as inputs do.
pub(super) fn typed(event: &InputEvent) -> String {
    event
        .target_unchecked_into::<web_sys::HtmlInputElement>()
        .value()
}
