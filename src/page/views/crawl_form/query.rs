//! Renders the query, the number of pages, the start button, and examples.

use super::scope::scope;
use crate::page::state::Action;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::Form;
use crate::page::state::numbers::PAGES;
use crate::page::widgets::buttons::toggle_label;
use crate::page::widgets::field::{AriaLinks, problem_line};
use crate::protocol::Example;
use yew::prelude::*;

/// Renders the query box with its controls.
pub(crate) fn query(form: &Form, catalog: &Catalog, dispatch: &Dispatch, input: &NodeRef) -> Html {
    let problem = form.problem("query");
    let ties = AriaLinks::of("query", false, problem.as_ref());
    let oninput = dispatch.typing("query", |form, text| {
        form.query.text = text;
        form.query.is_touched = true;
    });
    html! {
        <div class="query">
            <label for="query" class="unseen">{ "Query" }</label>
            <div class="query-box">
                <input id="query" ref={input} type="search" autocomplete="off" spellcheck="false" enterkeyhint="go"
                    placeholder={placeholder(form, catalog)} value={form.query.text.clone()} {oninput}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                { pages(form, catalog, dispatch) }
                <button type="submit" class="main">{ toggle_label(["Start crawl", "Map site"], form.scope.site_map) }</button>
            </div>
            { problem_line("query", problem.as_ref()) }
            { problem_line("pages", form.problem("pages").as_ref()) }
            { scope(form, catalog, dispatch) }
            <p class="examples">
                if !catalog.examples.is_empty() { <span>{ "Try" }</span> }
                { for catalog.examples.iter().map(|example| chip(example, dispatch)) }
            </p>
        </div>
    }
}

/// Returns the placeholder of the query box.
fn placeholder(form: &Form, catalog: &Catalog) -> &'static str {
    if form.needs_no_words(catalog) { "Optional for this strategy" } else { "Topic keywords" }
}

/// Renders the field for the number of pages, as part of a sentence.
fn pages(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let ties = AriaLinks::of("pages", false, form.problem("pages").as_ref());
    let oninput = dispatch.typing("pages", |form, text| {
        form.numbers.insert(PAGES.name.to_owned(), text);
    });
    html! {
        <span class="pages">
            <input id="pages" type="text" inputmode="numeric" autocomplete="off" size="6"
                value={form.number(&PAGES, catalog)} {oninput} aria-label={PAGES.title} title={PAGES.help}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            <span aria-hidden="true">{ "pages" }</span>
        </span>
    }
}

/// Renders an example of the demo web, which a click starts.
fn chip(example: &Example, dispatch: &Dispatch) -> Html {
    let query = example.query.clone();
    let onclick = dispatch.pressing(Action::Form, "query", move |form| {
        form.query.text.clone_from(&query);
        form.query.is_touched = true;
        form.scope.seeds.clear();
        form.source.kind = None;
    });
    html! { <button type="button" class="chip" {onclick}>{ &example.title }</button> }
}
