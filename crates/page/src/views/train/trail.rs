//! Renders a trail: name and actions and, if it is unfolded, its pages.

use super::import::kind_menu;
use super::reader::star;
use super::{import, on};
use crate::views::parts::training::context_graph;
use crate::views::prelude::*;
use page_state::library::status;
use page_state::train::trail_editor::{TrailList, display_name, title};
use protocol::trails::SavedTrail;
use types::trails::{TrailKind, TrailPage};
use web_sys::HtmlSelectElement;

/// The number of pages of a trail in each portion.
const DRAWN: usize = 100;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) kept: Rc<SavedTrail>,
    /// Its position among the trails, and their number.
    pub(crate) place: (usize, usize),
    /// All trails, for the menu of those of the same kind and source to merge with.
    pub(crate) homes: Rc<TrailList>,
    /// The next step is recorded in it.
    pub(crate) is_current: bool,
    /// The index of the page that is visible in the reader.
    pub(crate) at: Option<usize>,
    /// It is unfolded.
    pub(crate) open: bool,
    /// It can be changed.
    pub(crate) changeable: bool,
    pub(crate) dispatch: Dispatch,
}

/// Renders the trail.
#[component]
pub(crate) fn TrailRow(props: &Props) -> Html {
    let (id, trail) = (props.kept.id, &props.kept.trail);
    let drawn = use_state_eq(|| DRAWN);
    let more = trail.pages.len().saturating_sub(*drawn);
    let inside = format!("trail-{id}");
    html! {
        <li class={classes!("trail", props.is_current.then_some("current"))}>
            { head(props, &inside) }
            if props.open {
                <div class="trail-inside" id={inside}>
                    if props.changeable { { trail_actions(props) } }
                    { for trail.graphs.iter().map(context_graph) }
                    if let Some(source) = &props.kept.source {
                        <p class="fine">{ format!("Source: {}.", status::source(source)) }</p>
                    }
                    if trail.pages.is_empty() { <p class="fine">{ "No pages yet." }</p> }
                    { visits(&Visits {
                        id,
                        pages: &trail.pages,
                        drawn: *drawn,
                        at: props.at,
                        changeable: props.changeable,
                        dispatch: &props.dispatch
                    }) }
                    if more > 0 {
                        <button type="button" onclick={set_to(&drawn, *drawn + DRAWN)}>
                            { format!("Show more ({} hidden)", grouped(more as f64)) }
                        </button>
                    }
                    if props.changeable { { import::paste(&paste_id(id), Some(id), &props.dispatch) } }
                </div>
            }
        </li>
    }
}

fn head(props: &Props, inside: &str) -> Html {
    let (id, trail, dispatch) = (props.kept.id, &props.kept.trail, &props.dispatch);
    let name = display_name(&trail.name).to_owned();
    let onchange = dispatch.on_text(move |name| Action::Train(TrainAction::Rename(id, name)));
    html! {
        <div class="trail-head">
            <button type="button" class="quiet fold" id={format!("trail-{id}-fold")}
                onclick={on(dispatch, TrainAction::Unfold(id, !props.open))} aria-expanded={props.open.to_string()}
                aria-controls={props.open.then(|| inside.to_owned())} aria-label={format!("Pages of {name}")}>
                <svg viewBox="0 0 6 10" width="6" height="10" aria-hidden="true"><path d="M1 1l4 4-4 4" /></svg>
            </button>
            <input class="name" type="text" autocomplete="off" aria-label={format!("Name of {name}")}
                value={trail.name.clone()} {onchange} disabled={!props.changeable} />
            <span class="fine amount">{ amount(props) }</span>
            if trail.kind == TrailKind::Set { <span class="tag">{ "good pages" }</span> }
            if props.is_current { <span class="tag">{ "recording" }</span> }
        </div>
    }
}

fn amount(props: &Props) -> String {
    let pages = &props.kept.trail.pages;
    let relevant = pages.iter().filter(|page| page.relevant).count();
    format!("{}, {} relevant", counted(pages.len(), "page"), grouped(relevant as f64))
}

fn trail_actions(props: &Props) -> Html {
    let (id, trail, dispatch) = (props.kept.id, &props.kept.trail, &props.dispatch);
    let name = display_name(&trail.name);
    let on_kind = dispatch.actions.reform(move |kind| Action::Train(TrainAction::SetKind(id, kind)));
    html! {
        <div class="trail-ways">
            { kind_menu(&format!("Kind of {name}"), trail.kind, on_kind) }
            if trail.kind == TrailKind::Path && !props.is_current {
                <button type="button" onclick={on(dispatch, TrainAction::Choose(id))}
                    aria-label={format!("Record here: {name}")}>
                    { "Record here" }
                </button>
            }
            <button type="button" class="quiet" onclick={on(dispatch, TrainAction::MoveTrail(id, true))}
                disabled={props.place.0 == 0} aria-label={format!("Move {name} up")}>
                { "↑" }
            </button>
            <button type="button" class="quiet" onclick={on(dispatch, TrainAction::MoveTrail(id, false))}
                disabled={props.place.0 + 1 == props.place.1} aria-label={format!("Move {name} down")}>
                { "↓" }
            </button>
            { merge(props, name) }
            <button type="button" class="quiet" onclick={on(dispatch, TrainAction::Delete(id))}
                aria-label={format!("Delete {name}")}>
                { "Delete" }
            </button>
        </div>
    }
}

/// Renders a menu of other trails, to which the pages of this one can be appended.
fn merge(props: &Props, name: &str) -> Html {
    let (id, actions) = (props.kept.id, props.dispatch.actions.clone());
    let onchange = Callback::from(move |event: Event| {
        let menu = event.target_unchecked_into::<HtmlSelectElement>();
        if let Ok(into) = menu.value().parse() {
            actions.emit(Action::Train(TrainAction::Merge(id, into)));
        }
        menu.set_value("");
    });
    let fits = |other: &&Rc<SavedTrail>| {
        let this = &props.kept;
        other.id != id
            && other.trail.kind == this.trail.kind
            && (other.source == this.source || other.source.is_none() || this.source.is_none())
    };
    let mut others = props.homes.iter().filter(fits).peekable();
    if others.peek().is_none() {
        return Html::default();
    }
    html! {
        <select {onchange} aria-label={format!("Add the pages of {name} to")}>
            <option value="" selected=true>{ "Add to…" }</option>
            for other in others {
                <option value={other.id.to_string()}>{ display_name(&other.trail.name).to_owned() }</option>
            }
        </select>
    }
}

fn paste_id(id: u32) -> String {
    format!("trail-{id}-add")
}

/// Holds the pages of a trail and their context.
pub(crate) struct Visits<'a> {
    /// The trail's id.
    pub(crate) id: u32,
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
                <button type="button" id={format!("visit-{}-{at}", all.id)} class="quiet visit-title"
                    onclick={on(all.dispatch, read)} aria-current={here.then_some("true")}>
                    { &name }
                </button>
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
            <button type="button" class="quiet" onclick={on(all.dispatch, up)} disabled={at == 0}
                aria-label={format!("Move {name} up")}>
                { "↑" }
            </button>
            <button type="button" class="quiet" onclick={on(all.dispatch, down)} disabled={at == last}
                aria-label={format!("Move {name} down")}>
                { "↓" }
            </button>
            <button type="button" class="quiet" onclick={on(all.dispatch, TrainAction::RemovePage(id, at))}
                aria-label={format!("Remove {name}")}>
                { "×" }
            </button>
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
