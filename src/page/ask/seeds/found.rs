//! What was found: pages with boxes to check, from whom, and what could not be had; and the button that takes them.

use crate::page::ask::focus;
use crate::page::catalog::Catalog;
use crate::page::hands::Hands;
use crate::page::href::{SafeHref, outer_link};
use crate::page::seeds::{Act, Finder};
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::seeds::SeedsOrder;
use engine::seeds::Seed;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What was found, and what is waited for.
pub(super) fn found(catalog: &Catalog, finder: &Finder, hands: &Hands) -> Html {
    let seeds = finder.seeds();
    html! {
        <>
            <p class="find-state" role="status">{ standing(catalog, finder, seeds.len()) }</p>
            if finder.waits.is_some() {
                <button type="button" class="quiet" onclick={stop(hands)}>{ "Stop looking" }</button>
            }
            { for finder.answers.iter().filter_map(|answer| answer.found.as_ref().err()).map(|unfound| html! {
                <p class="problem" role="alert">{ &unfound.message }</p>
            }) }
            if !seeds.is_empty() {
                <fieldset class="found">
                    <legend class="unseen">{ "Pages that were found" }</legend>
                    <ul>{ for seeds.iter().map(|(provider, seed)| one(&catalog.provider_title(provider), seed, finder, hands)) }</ul>
                </fieldset>
                { complaints(finder) }
                { take(finder, hands) }
            }
        </>
    }
}

/// How it stands, in a sentence.
fn standing(catalog: &Catalog, finder: &Finder, count: usize) -> String {
    match &finder.waits {
        Some(waits) => {
            let titles = waits.providers.iter();
            let titles: Vec<String> = titles.map(|id| catalog.provider_title(id)).collect();
            format!("Looking: {}…", titles.join(", "))
        }
        None if count == 1 => "1 page was found.".to_owned(),
        None if count > 0 => format!("{count} pages were found."),
        None => finder.said.clone(),
    }
}

/// A page that was found.
fn one(provider: &str, seed: &Seed, finder: &Finder, hands: &Hands) -> Html {
    let url = seed.url.to_string();
    let checked = finder.checked.contains(&url);
    let act = hands.act.clone();
    let of = url.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let on = event.target_unchecked_into::<HtmlInputElement>().checked();
        act.emit(Action::Seeds(Act::Check(of.clone(), on)));
    });
    let title = if seed.title.is_empty() {
        &url
    } else {
        &seed.title
    };
    let place = match seed.place.as_str() {
        "" => provider,
        place => place,
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

/// What was left out.
fn complaints(finder: &Finder) -> Html {
    let found = finder
        .answers
        .iter()
        .filter_map(|answer| answer.found.as_ref().ok());
    let all: Vec<&String> = found.flat_map(|findings| &findings.complaints).collect();
    if all.is_empty() {
        return Html::default();
    }
    html! { <ul class="left-out fine">{ for all.iter().map(|sentence| html! { <li>{ sentence }</li> }) }</ul> }
}

fn take(finder: &Finder, hands: &Hands) -> Html {
    let count = finder.taken().len();
    let text = match count {
        0 => "Check some of them to use them".to_owned(),
        1 => "Use this one".to_owned(),
        many => format!("Use these {many}"),
    };
    let act = hands.act.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        act.emit(Action::Seeds(Act::Use));
        // The button goes; what it did is to be seen in the field.
        focus("#seeds");
    });
    html! { <p><button type="button" class="main" disabled={count == 0} {onclick}>{ text }</button></p> }
}

/// Ends the search.
fn stop(hands: &Hands) -> Callback<MouseEvent> {
    let (act, say) = (hands.act.clone(), hands.say.clone());
    Callback::from(move |_| {
        act.emit(Action::Seeds(Act::Stop));
        say.emit(ToWorker::Seeds(SeedsOrder::Stop));
    })
}
