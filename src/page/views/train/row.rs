//! Renders the pages of a trail: label, title, position.
//!
//! A row is moved by its buttons, or with Alt and an arrow key.

use super::on;
use super::star::star;
use crate::page::state::train::trail_editor::title;
use crate::page::views::prelude::*;
use types::trails::TrailPage;

/// Holds the pages of a trail and their context.
pub(crate) struct Visits<'a> {
    /// The trail's id.
    pub(crate) id: u32,
    /// Its pages.
    pub(crate) pages: &'a [TrailPage],
    /// The number of pages to draw.
    pub(crate) drawn: usize,
    /// The index of the page that is visible in the reader.
    pub(crate) at: Option<usize>,
    /// They can be changed.
    pub(crate) changeable: bool,
    pub(crate) dispatch: &'a Dispatch,
}

/// Renders the rows.
pub(crate) fn visits(all: &Visits<'_>) -> Html {
    let rows = all.pages.iter().take(all.drawn).enumerate();
    html! { <ol class="visits">{ for rows.map(|(at, page)| visit(all, at, page)) }</ol> }
}

fn visit(all: &Visits<'_>, at: usize, page: &TrailPage) -> Html {
    let name = shown(title(page));
    let read = TrainAction::Read(page.url.clone(), NavigationKind::Listed(all.id, at));
    let here = all.at == Some(at);
    html! {
        <li class={classes!("visit", page.relevant.then_some("relevant"))} onkeydown={keys(all, at)}>
            { label(all, at, page, &name) }
            <div class="visit-text">
                <button type="button" id={format!("visit-{}-{at}", all.id)} class="quiet visit-title" onclick={on(all.dispatch, read)}
                    aria-current={here.then_some("true")}>{ &name }</button>
                <span class="url">{ address(&page.url) }</span>
            </div>
            if all.changeable { { moves(all, at, &name) } }
        </li>
    }
}

/// Renders the star, which is pressed if the page is relevant.
fn label(all: &Visits<'_>, at: usize, page: &TrailPage, name: &str) -> Html {
    let id = all.id;
    let relabel = move |relevant| Action::Train(TrainAction::Relabel(id, at, relevant));
    let oninput = all.dispatch.on_check::<InputEvent>(relabel);
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
    let up = TrainAction::MovePage(id, at, at.saturating_sub(1));
    let down = TrainAction::MovePage(id, at, at + 1);
    html! {
        <div class="visit-moves">
            <button type="button" class="quiet" onclick={on(all.dispatch, up)} disabled={at == 0} aria-label={format!("Move {name} up")}>{ "↑" }</button>
            <button type="button" class="quiet" onclick={on(all.dispatch, down)} disabled={at == last} aria-label={format!("Move {name} down")}>{ "↓" }</button>
            <button type="button" class="quiet" onclick={on(all.dispatch, TrainAction::RemovePage(id, at))} aria-label={format!("Remove {name}")}>{ "×" }</button>
        </div>
    }
}

fn keys(all: &Visits<'_>, at: usize) -> Option<Callback<KeyboardEvent>> {
    let (id, actions) = (all.id, all.dispatch.actions.clone());
    all.changeable.then(|| {
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowUp" => at.checked_sub(1),
                "ArrowDown" => Some(at + 1),
                _ => return,
            };
            if let Some(to) = to.filter(|_| event.alt_key()) {
                event.prevent_default();
                actions.emit(Action::Train(TrainAction::MovePage(id, at, to)));
            }
        })
    })
}
