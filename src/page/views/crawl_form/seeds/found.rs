//! Renders the pages that a search for seeds found, as a list with check boxes.

use crate::page::dom::digits::counted;
use crate::page::dom::focus::focus;
use crate::page::dom::href::{SafeHref, outer_link};
use crate::page::dom::text::title_or;
use crate::page::state::Action;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::seeds::{SeedFinder, SeedsAction};
use types::seeds::Seed;
use yew::prelude::*;

/// Renders the results and the pending providers.
pub(crate) fn found(catalog: &Catalog, search: &SeedFinder, dispatch: &Dispatch) -> Html {
    let seeds = &search.found;
    let stop = dispatch.on(|| vec![Action::Seeds(SeedsAction::Stop)]);
    html! {
        <>
            <p class="find-state" role="status">{ standing(catalog, search, seeds.len()) }</p>
            if search.waits.is_some() {
                <button type="button" class="quiet" onclick={stop}>{ "Stop search" }</button>
            }
            { for search.answers.iter().filter_map(|answer| answer.found.as_ref().err()).map(|error| html! {
                <p class="problem" role="alert">{ error }</p>
            }) }
            if !seeds.is_empty() {
                <fieldset class="found">
                    <legend class="unseen">{ "Pages found" }</legend>
                    <ul>{ for seeds.iter().map(|found| one(&catalog.provider_titles(&found.providers), &found.seed, search, dispatch)) }</ul>
                </fieldset>
                { warnings(search) }
                { submit_button(search, dispatch) }
            }
        </>
    }
}

/// Returns the status in a sentence.
fn standing(catalog: &Catalog, search: &SeedFinder, count: usize) -> String {
    match &search.waits {
        Some(waits) => {
            let titles = waits.providers.iter();
            let titles: Vec<String> = titles.map(|id| catalog.provider_title(id)).collect();
            format!("Searching: {}…", titles.join(", "))
        }
        None if count > 0 => format!("{} found.", counted(count, "page")),
        None => search.notice.clone(),
    }
}

/// Renders a page that was found.
fn one(provider: &str, seed: &Seed, search: &SeedFinder, dispatch: &Dispatch) -> Html {
    let url = seed.url.to_string();
    let checked = search.checked.contains(&url);
    let of = url.clone();
    let oninput = dispatch.on_check(move |on| Action::Seeds(SeedsAction::Check(of.clone(), on)));
    let title = title_or(&seed.title, &url);
    let place = match seed.place.as_str() {
        "" => provider.to_owned(),
        place => format!("{provider}: {place}"),
    };
    html! {
        <li key={url.clone()}>
            <label class="check"><input type="checkbox" {checked} {oninput} /><span><b>{ title }</b><span class="from">{ place }</span></span></label>
            <p class="url">{ address(seed) }</p>
            if !seed.snippet.is_empty() { <p class="snippet">{ &seed.snippet }</p> }
        </li>
    }
}

fn address(seed: &Seed) -> Html {
    match SafeHref::of(&seed.url) {
        Some(href) => outer_link(&href, seed.url.as_str(), true),
        None => html! { { seed.url.as_str() } },
    }
}

/// Renders the warnings about skipped content.
fn warnings(search: &SeedFinder) -> Html {
    let answers = search.answers.iter();
    let left_out = answers.filter_map(|answer| answer.found.as_ref().ok());
    let all: Vec<&String> = left_out.flatten().collect();
    if all.is_empty() {
        return Html::default();
    }
    html! { <ul class="left-out fine">{ for all.iter().map(|sentence| html! { <li>{ sentence }</li> }) }</ul> }
}

fn submit_button(search: &SeedFinder, dispatch: &Dispatch) -> Html {
    let count = search.checked_seeds().len();
    let text = match count {
        0 => "Select pages to use".to_owned(),
        count => format!("Use {}", counted(count, "page")),
    };
    let actions = dispatch.actions.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        actions.emit(Action::Seeds(SeedsAction::Use));
        // The button disappears; its effect is visible in the field.
        focus("#seeds");
    });
    html! { <p><button type="button" class="main" disabled={count == 0} {onclick}>{ text }</button></p> }
}
