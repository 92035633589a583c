//! The one box: the query, the button that starts, examples to try, and how many pages.

use super::field::{Ties, problem_line};
use crate::page::app::Hands;
use crate::page::catalog::Catalog;
use crate::page::form::Form;
use crate::page::numbers::PAGES;
use crate::page::state::{Action, Part};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The box and what belongs to it.
#[component]
pub(super) fn Query() -> Html {
    let (Some(hands), Some(form)) = (use_context::<Hands>(), use_context::<Part<Form>>()) else {
        return Html::default();
    };
    let input = use_node_ref();
    use_ready_to_type(&input, form.touched, &form.query);
    let problem = form.problem("query");
    let ties = Ties::of("query", false, problem.as_ref());
    let act = hands.act.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        let change = move |form: &mut Form| {
            form.query = text;
            form.touched = true;
        };
        act.emit(Action::Edit("query", Box::new(change)));
    });
    html! {
        <div class="query">
            <label for="query" class="unseen">{ "What to look for" }</label>
            <div class="query-box">
                <input id="query" ref={input} type="search" autocomplete="off" spellcheck="false" enterkeyhint="go"
                    placeholder="words that name your topic" value={form.query.clone()} {oninput}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                <Pages />
                <button type="submit" class="main">{ "Start crawl" }</button>
            </div>
            { problem_line("query", problem.as_ref()) }
            { problem_line("pages", form.problem("pages").as_ref()) }
            <Examples />
        </div>
    }
}

/// Puts the focus into the box, and selects the worked example, so that typing replaces it.
#[hook]
fn use_ready_to_type(input: &NodeRef, touched: bool, query: &str) {
    let input = input.clone();
    let example = (!touched).then(|| query.to_owned());
    use_effect_with(example, move |example| {
        let Some(input) = input
            .cast::<HtmlInputElement>()
            .filter(|_| example.is_some())
        else {
            return;
        };
        // A browser that keeps the focus elsewhere loses only this convenience.
        let _ = input.focus();
        input.select();
    });
}

/// How many pages, as part of the sentence that the box is.
#[component]
fn Pages() -> Html {
    let (Some(hands), Some(form)) = (use_context::<Hands>(), use_context::<Part<Form>>()) else {
        return Html::default();
    };
    let problem = form.problem("pages");
    let ties = Ties::of("pages", false, problem.as_ref());
    let act = hands.act.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        let change = move |form: &mut Form| {
            form.numbers.insert(PAGES.name.to_owned(), text);
        };
        act.emit(Action::Edit("pages", Box::new(change)));
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

/// Examples of the demo web, each a press away.
#[component]
fn Examples() -> Html {
    let (Some(hands), Some(catalog)) = (use_context::<Hands>(), use_context::<Part<Catalog>>())
    else {
        return Html::default();
    };
    let chip = |title: &str, query: &str| {
        let (act, query) = (hands.act.clone(), query.to_owned());
        let onclick = Callback::from(move |_: MouseEvent| {
            let query = query.clone();
            let change = move |form: &mut Form| {
                form.query = query;
                form.touched = true;
                form.seeds.clear();
                form.source = None;
            };
            act.emit(Action::Edit("query", Box::new(change)));
        });
        html! { <button type="button" class="chip" {onclick}>{ title.to_lowercase() }</button> }
    };
    html! {
        <p class="examples">
            <span>{ "Try" }</span>
            for example in &catalog.examples {
                { chip(&example.title, &example.query) }
            }
        </p>
    }
}
