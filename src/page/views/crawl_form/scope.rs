//! Renders the choice between a crawl of the web and a site map, the speed of the crawl, and the field of the site.

use crate::page::state::Action;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::Form;
use crate::page::views::parts::speed::speed;
use crate::page::widgets::field::{AriaLinks, problem_line};
use types::plan::Speed;
use yew::prelude::*;

/// The choices: whether it is a site map, and the title.
const CHOICES: [(bool, &str); 2] = [(false, "Crawl the web"), (true, "Map a site")];

/// Renders the choice and the field of the site.
pub(crate) fn scope(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let choice = |(site_map, title): (bool, &'static str)| {
        let onclick = dispatch.on(move || {
            // A change of the scope also changes the strategy and the fields that depend on it.
            vec![Action::edit_form("strategy", move |form| {
                form.map_site(site_map);
            })]
        });
        html! { <button type="button" aria-pressed={(form.scope.site_map == site_map).to_string()} {onclick}>{ title }</button> }
    };
    // Local webs answer at once, and a site map has one host.
    let has_delays = !form.scope.site_map && form.source(catalog).is_live();
    html! {
        <div class="examples">
            <div class="map-head">
                <div class="map-switch" role="group" aria-label="Scope">{ for CHOICES.into_iter().map(choice) }</div>
                if form.scope.site_map { { site(form, catalog, dispatch) } }
            </div>
            if has_delays { { speed("speed", form.speed, &choose_speed(dispatch)) } }
        </div>
    }
}

/// Returns a callback that chooses a speed.
fn choose_speed(dispatch: &Dispatch) -> Callback<Speed> {
    let dispatch = dispatch.clone();
    Callback::from(move |speed| {
        dispatch.dispatch(Action::edit_form("speed", move |form| form.speed = speed));
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
                placeholder={usual.unwrap_or_else(|| "example.org".to_owned())} value={form.scope.seeds.replace('\n', " ")} {oninput}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            <span class="fine" id="seeds-help">{ "A host or a URL. Only this host is crawled." }</span>
            { problem_line("seeds", problem.as_ref()) }
        </div>
    }
}
