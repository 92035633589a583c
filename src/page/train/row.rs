//! The pages of a trail, one a row: label, title, place.
//!
//! A row is moved by its buttons, or with Alt and an arrow key from anywhere in it.

use super::book::title;
use super::desk::Way;
use super::reader::{address, star};
use super::{Act, on};
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::page::state::Action;
use engine::trails::TrailPage;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What is drawn.
pub(super) struct Visits<'a> {
    /// The trail's id.
    pub(super) id: u32,
    /// Its pages.
    pub(super) pages: &'a [TrailPage],
    /// How many are drawn.
    pub(super) drawn: usize,
    /// The place of the page that is shown in the reader.
    pub(super) at: Option<usize>,
    /// They can be changed.
    pub(super) changeable: bool,
    /// The ways to act.
    pub(super) hands: &'a Hands,
}

/// The rows.
pub(super) fn visits(all: &Visits<'_>) -> Html {
    let rows = all.pages.iter().take(all.drawn).enumerate();
    html! { <ol class="visits">{ for rows.map(|(at, page)| visit(all, at, page)) }</ol> }
}

fn visit(all: &Visits<'_>, at: usize, page: &TrailPage) -> Html {
    let name = shown(title(page));
    let read = Act::Read(page.url.clone(), Way::Listed(all.id, at));
    let here = all.at == Some(at);
    html! {
        <li class={classes!("visit", page.relevant.then_some("relevant"))} onkeydown={keys(all, at)}>
            { label(all, at, page, &name) }
            <div class="visit-text">
                <button type="button" id={format!("visit-{}-{at}", all.id)} class="quiet visit-title" onclick={on(all.hands, read)}
                    aria-current={here.then_some("true")}>{ &name }</button>
                <span class="url">{ address(&page.url) }</span>
            </div>
            if all.changeable { { moves(all, at, &name) } }
        </li>
    }
}

/// The star: pressed where the page is relevant.
fn label(all: &Visits<'_>, at: usize, page: &TrailPage, name: &str) -> Html {
    let (id, act) = (all.id, all.hands.act.clone());
    let oninput = Callback::from(move |event: InputEvent| {
        let relevant = event.target_unchecked_into::<HtmlInputElement>().checked();
        act.emit(Action::Train(Act::Relabel(id, at, relevant)));
    });
    html! {
        <label class="label">
            <input class="unseen" type="checkbox" checked={page.relevant} {oninput} disabled={!all.changeable}
                aria-label={format!("{name} is relevant")} />
            { star() }
        </label>
    }
}

fn moves(all: &Visits<'_>, at: usize, name: &str) -> Html {
    let (id, last) = (all.id, all.pages.len().saturating_sub(1));
    let up = Act::MovePage(id, at, at.saturating_sub(1));
    let down = Act::MovePage(id, at, at + 1);
    html! {
        <div class="visit-moves">
            <button type="button" class="quiet" onclick={on(all.hands, up)} disabled={at == 0} aria-label={format!("Move {name} up")}>{ "↑" }</button>
            <button type="button" class="quiet" onclick={on(all.hands, down)} disabled={at == last} aria-label={format!("Move {name} down")}>{ "↓" }</button>
            <button type="button" class="quiet" onclick={on(all.hands, Act::RemovePage(id, at))} aria-label={format!("Remove {name}")}>{ "×" }</button>
        </div>
    }
}

fn keys(all: &Visits<'_>, at: usize) -> Option<Callback<KeyboardEvent>> {
    let (id, act) = (all.id, all.hands.act.clone());
    all.changeable.then(|| {
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowUp" => at.checked_sub(1),
                "ArrowDown" => Some(at + 1),
                _ => return,
            };
            if let Some(to) = to.filter(|_| event.alt_key()) {
                event.prevent_default();
                act.emit(Action::Train(Act::MovePage(id, at, to)));
            }
        })
    })
}
