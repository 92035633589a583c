//! The one box: the query, how many pages, the button that starts, and examples to try.

use super::field::{Ties, problem_line};
use crate::page::catalog::Catalog;
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::numbers::PAGES;
use crate::page::state::Action;
use crate::protocol::Example;
use yew::prelude::*;

/// The box and what belongs to it.
pub(super) fn query(form: &Form, catalog: &Catalog, hands: &Hands, input: &NodeRef) -> Html {
    let problem = form.problem("query");
    let ties = Ties::of("query", false, problem.as_ref());
    let oninput = hands.typing("query", |form, text| {
        form.query = text;
        form.touched = true;
    });
    html! {
        <div class="query">
            <label for="query" class="unseen">{ "What to look for" }</label>
            <div class="query-box">
                <input id="query" ref={input} type="search" autocomplete="off" spellcheck="false" enterkeyhint="go"
                    placeholder={placeholder(form, catalog)} value={form.query.clone()} {oninput}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                { pages(form, hands) }
                <button type="submit" class="main">{ "Start crawl" }</button>
            </div>
            { problem_line("query", problem.as_ref()) }
            { problem_line("pages", form.problem("pages").as_ref()) }
            <p class="examples">
                if !catalog.examples.is_empty() { <span>{ "Try" }</span> }
                { for catalog.examples.iter().map(|example| chip(example, hands)) }
            </p>
        </div>
    }
}

/// What the box waits for.
fn placeholder(form: &Form, catalog: &Catalog) -> &'static str {
    if form.needs_no_words(catalog) {
        "no words needed"
    } else {
        "words that name your topic"
    }
}

/// How many pages, as part of the sentence that the box is.
fn pages(form: &Form, hands: &Hands) -> Html {
    let ties = Ties::of("pages", false, form.problem("pages").as_ref());
    let oninput = hands.typing("pages", |form, text| {
        form.numbers.insert(PAGES.name.to_owned(), text);
    });
    html! {
        <span class="pages">
            <input id="pages" type="text" inputmode="numeric" autocomplete="off" size="6"
                value={form.number(&PAGES)} {oninput} aria-label={PAGES.title} title={PAGES.help}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            <span aria-hidden="true">{ "pages" }</span>
        </span>
    }
}

/// An example of the demo web, a press away.
fn chip(example: &Example, hands: &Hands) -> Html {
    let query = example.query.clone();
    let onclick = hands.on(move || {
        let query = query.clone();
        let change = move |form: &mut Form| {
            form.query = query;
            form.touched = true;
            form.seeds.clear();
            form.source = None;
        };
        vec![Action::Edit("query".into(), Box::new(change))]
    });
    html! { <button type="button" class="chip" {onclick}>{ &example.title }</button> }
}
