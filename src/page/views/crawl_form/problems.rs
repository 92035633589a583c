//! Renders the problems of the form beside the start button; each links to its field.

use crate::page::dom::digits::counted;
use crate::page::dom::focus::focus;
use crate::page::state::form::Form;
use types::text::sentence;
use yew::prelude::*;

/// Renders the problems of all fields, except those of the query, which is beside the button, and of the address, which are shown
/// elsewhere.
pub(super) fn summary(form: &Form) -> Html {
    let problems = form.problems.iter();
    let problems = problems.filter(|problem| !matches!(&*problem.field, "query" | "address"));
    let lines: Vec<Html> = problems
        .map(|problem| {
            let (field, text) = (problem.field.clone(), sentence(&problem.message));
            let onclick = Callback::from(move |_: MouseEvent| focus(&field_of(&field)));
            html! { <li><button type="button" class="inline" {onclick}>{ text }</button></li> }
        })
        .collect();
    if lines.is_empty() {
        return Html::default();
    }
    html! {
        <div class="form-problems" role="group" aria-label="Problems">
            <p><strong>{ "The crawl cannot start: " }{ counted(lines.len(), "problem") }{ "." }</strong></p>
            <ul>{ for lines }</ul>
        </div>
    }
}

/// Returns the selector of a field, which references its problem in `aria-describedby`.
fn field_of(field: &str) -> String {
    format!("[aria-describedby~=\"{field}-problem\"], [data-wrong][id=\"{field}\"], [data-wrong=\"{field}\"]")
}
