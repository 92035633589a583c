//! The reader: an address bar, ways to go, and the page as clean text.
//!
//! Its keys work where the focus is in it but not in a field, so that a letter never acts where someone types or listens to the rest of the
//! page (WCAG 2.1.4).

use super::article::Article;
use super::desk::{Standing, Train, Way};
use super::{Act, Props, on};
use crate::page::ask::focus;
use crate::page::ask::source::{SOURCES, source};
use crate::page::catalog::Catalog;
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::page::state::Action;
use crate::protocol::SourceKind;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// Most characters of an address that are shown.
const URL_CHARS: usize = 300;

/// The reader.
pub(super) fn reader(props: &Props) -> Html {
    let Props { train, hands, .. } = props;
    let from = props.form.source(&props.catalog);
    let onkeydown = keys(train, hands);
    html! {
        <section class="reader" aria-label="Reader">
            { bar(props) }
            { places(props, from) }
            <div class="reader-page" {onkeydown}>
                { ways(train, hands) }
                { status(train, hands) }
                if let Some(page) = &train.shown {
                    <Article page={page.clone()} hands={hands.clone()} />
                } else if train.wanted.is_none() && train.unread.is_none() {
                    <p class="nothing">{ "No page yet. Type an address, or begin at a page of the demo web." }</p>
                }
            </div>
        </section>
    }
}

/// The address bar. It is read where it stands, since the enter key may come before the state has it.
fn bar(props: &Props) -> Html {
    let (hands, train) = (&props.hands, &props.train);
    let act = hands.act.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        act.emit(Action::Train(Act::Type(text)));
    });
    let (act, address) = (hands.act.clone(), train.address.clone());
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let read = Act::Read(address.clone(), Way::Typed);
        act.emit(Action::Train(read));
    });
    html! {
        <form class="query-box address" {onsubmit} novalidate=true>
            <input id="address" type="text" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"
                aria-label="Address of a page to read" placeholder="address of a page to read" value={train.address.clone()} {oninput} />
            <button type="submit" class="main">{ "Read" }</button>
        </form>
    }
}

/// Where pages come from, and in the demo web where one can begin.
fn places(props: &Props, from: SourceKind) -> Html {
    let title = SOURCES.iter().find(|(source, ..)| *source == from);
    html! {
        <>
            if from == SourceKind::Demo { { starts(&props.catalog, props.train.shown.is_some(), &props.hands) } }
            <details class="reader-source">
                <summary>{ "Pages come from: " }<b>{ title.map(|(_, title, _)| *title) }</b></summary>
                { source(&props.form, &props.catalog, &props.library, &props.hands) }
            </details>
        </>
    }
}

/// The pages of the demo web from which its topics can be reached, each once.
fn starts(catalog: &Catalog, reads: bool, hands: &Hands) -> Html {
    let mut seeds: Vec<&String> = Vec::new();
    for seed in catalog.examples.iter().flat_map(|example| &example.seeds) {
        if !seeds.contains(&seed) {
            seeds.push(seed);
        }
    }
    let chip = |seed: &String| {
        let read = Act::Read(seed.clone(), Way::Typed);
        let name = seed.trim_start_matches("http://").trim_end_matches('/');
        html! { <li><button type="button" class="chip" onclick={on(hands, read)}>{ name.to_owned() }</button></li> }
    };
    html! {
        <details class="starts" open={!reads}>
            <summary>{ "Begin at a page of the demo web" }</summary>
            <ul>{ for seeds.into_iter().map(chip) }</ul>
        </details>
    }
}

/// What can be done with the page that is shown.
fn ways(train: &Train, hands: &Hands) -> Html {
    if train.shown.is_none() {
        return Html::default();
    }
    // On a narrow screen the trails, and what was found ahead, stand below a page that may be long.
    let to_trails = Callback::from(|_: MouseEvent| focus("#trails"));
    let to_ahead = Callback::from(|_: MouseEvent| focus("#ahead"));
    let ahead = train.suggestions().len();
    let visit = train.visit();
    let marked = visit.is_some_and(|visit| visit.relevant);
    html! {
        <div class="reader-ways">
            <button type="button" onclick={on(hands, Act::Back)} disabled={train.back().is_none()}
                aria-keyshortcuts="b">{ "← Back" }<kbd>{ "B" }</kbd></button>
            <button type="button" id="mark" class="mark-page" onclick={on(hands, Act::Mark)} aria-pressed={marked.to_string()}
                disabled={visit.is_none() || !train.is_ours()} aria-keyshortcuts="r">
                { star() }{ "Mark as relevant" }<kbd>{ "R" }</kbd></button>
            if ahead > 0 { <button type="button" class="quiet to-trails" onclick={to_ahead}>{ format!("{ahead} ahead ↓") }</button> }
            <button type="button" class="quiet to-trails" onclick={to_trails}>{ "To the trails ↓" }</button>
        </div>
    }
}

/// The star of relevant pages.
pub(super) fn star() -> Html {
    html! {
        <svg class="star" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
            <path d="M10 1.8l2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.7l-5.1 2.8L6 11.8l-4.3-4 5.8-.7z" />
        </svg>
    }
}

/// What is under way, what went wrong, and into which trail the next step goes.
fn status(train: &Train, hands: &Hands) -> Html {
    let reading = train.wanted.as_ref().map(|wanted| {
        let address = shown(&wanted.address);
        html! { <>{ format!("Reading {address} …") }<button type="button" class="quiet" onclick={on(hands, Act::Stop)}>{ "Stop" }</button></> }
    });
    html! {
        <>
            <p class="reader-status" role="status">{ reading.unwrap_or_else(|| Html::from(recording(train))) }</p>
            if let Some((address, why)) = &train.unread {
                <div id="unread" class="unread-page" tabindex="-1" role="alert">
                    <p><b>{ "Not read: " }</b><code>{ shown(address) }</code></p>
                    <p>{ why }</p>
                </div>
            }
        </>
    }
}

/// Where the next step is recorded.
fn recording(train: &Train) -> String {
    match (&train.standing, train.trail(), train.visit()) {
        (Standing::Elsewhere, ..) => {
            "Not recorded: another tab has the trails. Close it or leave its Train page, and this one takes over.".to_owned()
        }
        (_, Some(own), Some(page)) => {
            let marked = if page.relevant {
                " This page is marked as relevant."
            } else {
                ""
            };
            format!("Recording into “{}”.{marked}", own.name)
        }
        _ => String::new(),
    }
}

/// `R` marks, `B` goes back: where the focus is on the page that is read, and no other key is held.
fn keys(train: &Train, hands: &Hands) -> Callback<KeyboardEvent> {
    let hands = hands.clone();
    let can_back = train.back().is_some();
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || event.repeat() {
            return;
        }
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_none_or(|target| target.matches("input, textarea, select").unwrap_or(true)) {
            return;
        }
        let act = match event.key().as_str() {
            "r" | "R" => Act::Mark,
            "b" | "B" if can_back => Act::Back,
            _ => return,
        };
        event.prevent_default();
        hands.act.emit(Action::Train(act));
    })
}

/// An address, fit to be shown.
pub(super) fn address(url: &str) -> String {
    engine::text::cut(url, URL_CHARS).to_owned()
}
