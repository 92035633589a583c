//! Where the crawl starts: typed or pasted addresses, or, said plainly, those that are found by itself.

mod find;
mod found;

pub(super) use find::Find;

use super::field::{Ties, check_box, problem_line};
use crate::page::catalog::Catalog;
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::seeds::{Act, Finder};
use crate::page::state::Action;
use crate::protocol::SourceKind;
use yew::prelude::*;

/// How many of the demo web's seeds are named.
const NAMED: usize = 5;

/// The seeds.
pub(super) fn seeds(form: &Form, catalog: &Catalog, finder: &Finder, hands: &Hands) -> Html {
    let problem = form.problem("seeds");
    let ties = Ties::of("seeds", true, problem.as_ref());
    let oninput = hands.typing("seeds", |form, text| form.seeds = text);
    let onstay = hands.typing("stay", |form, text| form.stay = text == "true");
    let onclick = hands.on(|| vec![Action::Seeds(Act::Toggle)]);
    html! {
        <section class="card seeds">
            <h2><label for="seeds">{ "Where it starts" }</label></h2>
            <textarea id="seeds" rows="5" spellcheck="false" autocapitalize="none"
                placeholder={placeholder(form, catalog)} value={form.seeds.clone()} {oninput}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            { problem_line("seeds", problem.as_ref()) }
            <p class="help" id="seeds-help">{ help(form, catalog) }</p>
            <p><button type="button" class="quiet way" {onclick} aria-expanded={finder.is_open.to_string()} aria-controls="find-seeds">
                { if finder.is_open { "Find seeds ↑" } else { "Find seeds ↓" } }
            </button></p>
            { check_box("stay", "Stay on the hosts of these seeds", "", form.stay, onstay) }
        </section>
    }
}

/// The addresses that will be used when none is typed.
fn placeholder(form: &Form, catalog: &Catalog) -> String {
    if form.lacks_seeds(catalog) {
        return "found when you start".to_owned();
    }
    if form.source(catalog) != SourceKind::Demo {
        return "https://example.org/links".to_owned();
    }
    let seeds = form.seeds(catalog);
    let named: Vec<String> = seeds.into_iter().take(NAMED).collect();
    named.join("\n")
}

fn help(form: &Form, catalog: &Catalog) -> String {
    let count = form.seeds(catalog).len();
    match (form.source(catalog), form.typed_seeds().len()) {
        (source, 0) if form.lacks_seeds(catalog) => itself(source, catalog),
        (SourceKind::Demo, 0) if count == 0 => "Page addresses, one a line.".to_owned(),
        (SourceKind::Demo, 0) => match form.example(catalog) {
            Some(example) => format!("Nothing typed: it starts at {count} pages of the demo web, those of the example “{}”.", example.title),
            None => format!("Nothing typed: it starts at {count} pages of the demo web."),
        },
        (_, 0) => "Page addresses, one a line. Pages that link to many others on your topic are the best start.".to_owned(),
        (_, 1) => "1 address.".to_owned(),
        (_, typed) => format!("{typed} addresses."),
    }
}

/// Who is asked by itself.
fn itself(source: SourceKind, catalog: &Catalog) -> String {
    let ready = catalog.ready_providers(source);
    let titles: Vec<&str> = ready.iter().map(|info| info.title.as_str()).collect();
    format!(
        "Nothing typed: when you start, your words are looked up for pages to start at. Asked: {}.",
        titles.join(", ")
    )
}
