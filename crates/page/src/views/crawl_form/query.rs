//! Renders the query, the number of pages, the start button, the scope, the speed; and examples.

use crate::views::parts::speed::speed;
use crate::views::prelude::*;
use protocol::Example;
use types::plan::{PAGES, SPEED, Speed};

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
                <button type="submit" class="main">
                    { toggle_label(["Start crawl", "Map site"], form.scope.site_map) }
                </button>
            </div>
            { problem_line("query", problem.as_ref()) }
            { problem_line("pages", form.problem("pages").as_ref()) }
            { scope(form, catalog, dispatch) }
        </div>
    }
}

/// Renders the examples of the demo web, folded if the Library has topics; nothing if the person chose another source.
pub(crate) fn examples(form: &Form, catalog: &Catalog, library: &Library, dispatch: &Dispatch) -> Html {
    if !form.offers_examples(catalog) {
        return Html::default();
    }
    let examples = html! {
        <p class="examples">
            if !catalog.examples.is_empty() { <span>{ "Try" }</span> }
            { for catalog.examples.iter().map(|example| chip(example, catalog, dispatch)) }
        </p>
    };
    if library.topics().next().is_none() {
        return examples;
    }
    html! { <details class="how"><summary>{ "Examples of the demo web" }</summary>{ examples }</details> }
}

/// Returns the placeholder of the query box.
fn placeholder(form: &Form, catalog: &Catalog) -> &'static str {
    if form.needs_no_words(catalog) { "Optional for this strategy" } else { "Topic keywords" }
}

/// Renders the field for the number of pages, as part of a sentence.
fn pages(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let ties = AriaLinks::of("pages", false, form.problem("pages").as_ref());
    let oninput = dispatch.typing(PAGES.name, |form, text| form.set(&PAGES, text));
    html! {
        <span class="pages">
            <input id="pages" type="text" inputmode="numeric" autocomplete="off" size="6"
                value={form.setting(&PAGES, catalog)} {oninput} aria-label={PAGES.title} title={PAGES.help}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            <span aria-hidden="true">{ "pages" }</span>
        </span>
    }
}

/// Renders an example of the demo web, which a click starts.
fn chip(example: &Example, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let query = example.query.clone();
    // Without a choice the demo web is implied, and a query of one's own may crawl the web again.
    let source = catalog.last_source.map(|_| SourceKind::Demo);
    let onclick = dispatch.pressing(Action::Form, "query", move |form| {
        form.query.text.clone_from(&query);
        form.query.is_touched = true;
        form.scope.seeds.clear();
        form.source.kind = source;
    });
    html! { <button type="button" class="chip" {onclick}>{ &example.title }</button> }
}

/// Renders the switch to a site map, the field of its site, and the speed.
fn scope(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let site_map = form.scope.site_map;
    let onclick = dispatch.on::<MouseEvent>(move || {
        // A change of the scope also changes the strategy and the fields that depend on it.
        vec![Action::edit_form("strategy", move |form| form.map_site(!site_map))]
    });
    // Local webs answer at once, and a site map has one host.
    let has_delays = !site_map && form.source(catalog).is_live();
    html! {
        <div class="crawl-scope">
            <div class="map-head">
                <div class="map-switch">
                    <button type="button" aria-pressed={site_map.to_string()} {onclick}>{ "Map a site" }</button>
                </div>
                if site_map { { site(form, catalog, dispatch) } }
            </div>
            if has_delays { { speed(SPEED.name, form.plan().speed, &choose_speed(dispatch)) } }
        </div>
    }
}

/// Returns a callback that chooses a speed.
fn choose_speed(dispatch: &Dispatch) -> Callback<Speed> {
    let dispatch = dispatch.clone();
    Callback::from(move |speed: Speed| {
        dispatch.dispatch(Action::edit_form(SPEED.name, move |form| form.set(&SPEED, speed.word().to_owned())));
    })
}

fn site(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let problem = form.problem("seeds");
    let ties = AriaLinks::of("seeds", true, problem.as_ref());
    let oninput = dispatch.typing("seeds", |form, text| form.scope.seeds = text);
    let usual = form.seeds(catalog).into_iter().next();
    html! {
        <div class="map-search">
            <label for="seeds">{ "Site" }</label>
            <input id="seeds" type="text" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"
                placeholder={usual.unwrap_or_else(|| "example.org".to_owned())}
                value={form.scope.seeds.replace('\n', " ")} {oninput} aria-describedby={ties.described_by}
                aria-invalid={ties.invalid} />
            <span class="fine" id="seeds-help">{ "A host or a URL. Only this host is crawled." }</span>
            { problem_line("seeds", problem.as_ref()) }
        </div>
    }
}
