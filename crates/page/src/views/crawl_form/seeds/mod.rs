//! Renders the seeds of a crawl: typed or pasted addresses, or the way in which they will be found.

mod find;
pub(crate) use find::Find;

use crate::views::prelude::*;
use crate::widgets::field::check_box;
use page_state::seeds::{SeedFinder, SeedsAction, web_of};
use types::seeds::{ProviderInfo, Web};

/// The number of demo web seeds that are listed.
const NAMED: usize = 5;

/// Renders the seeds in one line, with a button to the field.
pub(crate) fn summary(form: &Form, catalog: &Catalog) -> Html {
    let onclick = Callback::from(|_: MouseEvent| focus("#seeds"));
    html! {
        <p class="starts-at"><b>{ "Seeds" }</b><span>{ described(form, catalog) }</span>
            <button type="button" class="quiet" {onclick}>{ "Edit seeds" }</button></p>
    }
}

/// Renders the seeds.
pub(crate) fn seeds(form: &Form, catalog: &Catalog, search: &SeedFinder, dispatch: &Dispatch) -> Html {
    let problem = form.problem("seeds");
    let ties = AriaLinks::of("seeds", true, problem.as_ref());
    let oninput = dispatch.typing("seeds", |form, text| form.scope.seeds = text);
    let onstay = dispatch.typing("stay", |form, text| form.scope.stay = text == "true");
    let onclick = dispatch.on(|| vec![Action::Seeds(SeedsAction::Toggle)]);
    html! {
        <section class="advanced-part seeds">
            <h2><label for="seeds">{ "Seeds" }</label></h2>
            <textarea id="seeds" rows="5" spellcheck="false" autocapitalize="none"
                placeholder={placeholder(form, catalog)} value={form.scope.seeds.clone()} {oninput}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            { problem_line("seeds", problem.as_ref()) }
            <p class="help" id="seeds-help">{ help(form, catalog) }</p>
            <p>
                <button type="button" class="quiet way" {onclick} aria-expanded={search.is_open.to_string()}
                    aria-controls="find-seeds">
                    { if search.is_open { "Find seeds ↑" } else { "Find seeds ↓" } }
                </button>
            </p>
            { providers(form, catalog, dispatch) }
            { check_box("stay", "Stay on these hosts", "", form.scope.stay, onstay) }
        </section>
    }
}

/// Returns the addresses that are used if none is typed.
fn placeholder(form: &Form, catalog: &Catalog) -> String {
    if form.needs_seed_search(catalog) {
        return "Found automatically at the start".to_owned();
    }
    if form.source(catalog) != SourceKind::Demo {
        return "https://example.org/links".to_owned();
    }
    let seeds = form.seeds(catalog);
    let named: Vec<String> = seeds.into_iter().take(NAMED).collect();
    named.join("\n")
}

/// Returns the help of the field, except for the meaning of an empty field.
fn described(form: &Form, catalog: &Catalog) -> String {
    let help = help(form, catalog);
    let rest = help.strip_prefix("Empty: uses ").or_else(|| help.strip_prefix("Empty: "));
    let Some(rest) = rest else { return help };
    types::text::sentence(rest)
}

fn help(form: &Form, catalog: &Catalog) -> String {
    let count = form.seeds(catalog).len();
    match (form.source(catalog), form.scope.typed_seeds().len()) {
        (source, 0) if form.needs_seed_search(catalog) => seed_search_help(source, catalog),
        (SourceKind::Demo, 0) if count == 0 => "One URL per line.".to_owned(),
        (SourceKind::Demo, 0) => match form.example(catalog) {
            Some(example) => format!("Empty: uses the {count} demo pages of the example “{}”.", example.title),
            None => format!("Empty: uses {count} pages of the demo web."),
        },
        (_, 0) => "One URL per line. Pages with many links on your topic work best.".to_owned(),
        (_, typed) => counted(typed, "URL") + ".",
    }
}

/// Returns the help text that names the providers which are searched automatically.
fn seed_search_help(source: SourceKind, catalog: &Catalog) -> String {
    let asked = catalog.asked_providers(source);
    let titles: Vec<&str> = asked.iter().map(|info| info.title.as_str()).collect();
    format!("Empty: at the start, Salticid searches for seeds in {}.", titles.join(", "))
}

/// Renders the providers, folded; nothing if no provider is on the web.
fn providers(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let source = form.source(catalog);
    if web_of(source) != Web::Live {
        return Html::default();
    }
    let ready = catalog.ready_providers(source);
    let asked = catalog.asked_providers(source).len();
    html! {
        <details class="how fine">
            <summary>{ format!("Seed providers: {asked} of {}", ready.len()) }</summary>
            <p>{ "If you enter no seeds, a start sends your query to these providers. This browser remembers your \
                choice." }</p>
            { for ready.into_iter().map(|info| provider(info, catalog, dispatch)) }
        </details>
    }
}

fn provider(info: &ProviderInfo, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let id = info.id.clone();
    let oninput = dispatch.on_check(move |on| Action::Seeds(SeedsAction::Ask(id.clone(), on)));
    let is_asked = catalog.is_asked(info);
    check_box(&format!("ask-{}", info.id), &info.title, &info.description, is_asked, oninput)
}
