//! Where the crawl starts: typed or pasted addresses, or, said plainly, the demo web's.

use super::field::{Ties, problem_line};
use crate::page::app::Hands;
use crate::page::catalog::Catalog;
use crate::page::form::Form;
use crate::page::state::{Action, Part};
use crate::protocol::Source;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// How many of the demo web's seeds are named.
const NAMED: usize = 4;

/// The seeds.
#[component]
pub(super) fn Seeds() -> Html {
    let (Some(hands), Some(form), Some(catalog)) = (
        use_context::<Hands>(),
        use_context::<Part<Form>>(),
        use_context::<Part<Catalog>>(),
    ) else {
        return Html::default();
    };
    let problem = form.problem("seeds");
    let ties = Ties::of("seeds", true, problem.as_ref());
    let act = hands.act.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlTextAreaElement>().value();
        act.emit(Action::Edit(
            "seeds",
            Box::new(|form: &mut Form| form.seeds = text),
        ));
    });
    let act = hands.act.clone();
    let onstay = Callback::from(move |event: Event| {
        let on = event.target_unchecked_into::<HtmlInputElement>().checked();
        act.emit(Action::Edit(
            "stay",
            Box::new(move |form: &mut Form| form.stay = on),
        ));
    });
    html! {
        <section class="card seeds">
            <h2><label for="seeds">{ "Where it starts" }</label></h2>
            <textarea id="seeds" rows="4" spellcheck="false" autocapitalize="none"
                placeholder={placeholder(&form, &catalog)} value={form.seeds.clone()} {oninput}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            { problem_line("seeds", problem.as_ref()) }
            <p class="help" id="seeds-help">{ help(&form, &catalog) }</p>
            <label class="check"><input type="checkbox" checked={form.stay} onchange={onstay} />
                { "Stay on the hosts of these seeds" }</label>
        </section>
    }
}

/// The addresses that will be used when none is typed.
fn placeholder(form: &Form, catalog: &Catalog) -> String {
    if form.source(catalog) != Source::Demo {
        return "https://example.org/a-page-that-links-to-your-topic".to_owned();
    }
    let seeds = form.seeds(catalog);
    seeds
        .iter()
        .take(NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n")
}

fn help(form: &Form, catalog: &Catalog) -> String {
    let typed = form.typed_seeds();
    let count = form.seeds(catalog).len();
    match (form.source(catalog), typed.is_empty()) {
        (Source::Demo, true) if count == 0 => "Page addresses, one a line.".to_owned(),
        (Source::Demo, true) => {
            format!("Nothing typed: it starts at {count} pages of the demo web{}.", which(form, catalog))
        }
        (_, true) => "Page addresses, one a line. Pages that link to many others on your topic are the best start.".to_owned(),
        (_, false) => format!("{count} {}.", if count == 1 { "address" } else { "addresses" }),
    }
}

fn which(form: &Form, catalog: &Catalog) -> String {
    let example = form.example(catalog);
    example.map_or_else(String::new, |example| {
        format!(", those of the example “{}”", example.title)
    })
}
