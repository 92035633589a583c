//! Renders the Frontier view: the best queued URLs with their scores, the frontier's size, and a preview of another
//! strategy.
//!
//! The rows do not move while the pointer or the focus is in the table. The strategy, not this view, selects the next
//! URL.

pub mod places;
mod row;
mod what_if;

use super::{FrontierChart, Props};
use crate::views::prelude::*;
use crate::widgets::on_focus_leave;
use crate::widgets::window::use_listed;
use page_state::crawl::watched::Watched;
use places::Places;
use row::{RowContext, row};
use std::cell::RefCell;
use what_if::what_if;

/// Renders the view.
pub(crate) fn frontier(props: &Props) -> Html {
    html! {
        <section class="frontier" aria-label="Frontier">
            <FrontierChart ..props.clone() />
            { what_if(props) }
            <Table ..props.clone() />
        </section>
    }
}

/// The positions of the rows, shared by the handlers that change them.
type SharedPlaces = Rc<RefCell<Places>>;

/// Renders the table.
#[component]
pub(crate) fn Table(props: &Props) -> Html {
    let table = use_node_ref();
    let redraw = use_force_update();
    let Props { state: State { catalog, .. }, crawl: CrawlState { live, ranking, watched, .. }, dispatch, .. } = props;
    let places = use_places(watched);
    let hold = holding(&places, redraw.clone());
    let refresh = refreshing(&places, table.clone(), redraw);
    let places = places.borrow();
    let info = live.spec().and_then(|spec| catalog.strategy(&spec.id));
    let has_spiders = info.is_some_and(|info| info.has_spiders);
    let shown: Vec<_> = places.rows().collect();
    let (listed, more) = use_listed(shown.len(), None);
    let parts = shown.iter().flat_map(|(one, _)| one.parts.iter().copied());
    let context = RowContext {
        info,
        ranking,
        live,
        dispatch,
        most: parts.fold(0.0, f64::max).max(f64::MIN_POSITIVE),
        now: js_sys::Date::now(),
    };
    html! {
        <section class="next-up" aria-labelledby="next-up">
            <div class="results-head">
                <h2 id="next-up">
                    { if has_spiders { "Best links in the frontier" } else { "Next links" } }
                    <span class="count">{ grouped(live.progress.queue) }</span>
                </h2>
                <p class="fine">{ head(shown.len(), places.is_behind(), has_spiders) }</p>
                if places.is_behind() && !shown.is_empty() {
                    <button type="button" class="fresh" onclick={refresh}>{ "Refresh" }</button>
                }
            </div>
            <table ref={table.clone()} class="waiting-table" tabindex="-1" aria-labelledby="next-up"
                onpointermove={still(&hold, true)} onpointerleave={still(&hold, false)} onfocusin={still(&hold, true)}
                onfocusout={on_focus_leave(&table, still(&hold, false))}>
                <thead>
                    <tr>
                        <th scope="col">{ "Rank" }</th>
                        <th scope="col">{ "Score" }</th>
                        <th scope="col">{ "Link" }</th>
                        <th scope="col"><span class="unseen">{ "Actions" }</span></th>
                    </tr>
                </thead>
                <tbody>
                    for (at, (one, moved)) in shown.into_iter().take(listed).enumerate() {
                        { row(&context, at, one, moved) }
                    }
                </tbody>
            </table>
            { more }
        </section>
    }
}

/// Returns the positions of the rows, updated with the latest data.
#[hook]
fn use_places(watched: &Shared<Watched>) -> SharedPlaces {
    let places = use_mut_ref(Places::default);
    // The update precedes the drawing, so that new data is drawn once.
    let followed = use_mut_ref(|| None);
    if followed.borrow().as_ref() != Some(watched) {
        places.borrow_mut().update(&watched.next_up);
        *followed.borrow_mut() = Some(watched.clone());
    }
    places
}

/// Returns a callback that begins or ends the hold of the rows.
fn holding(places: &SharedPlaces, redraw: UseForceUpdateHandle) -> Callback<bool> {
    let places = Rc::clone(places);
    Callback::from(move |on: bool| {
        let was_behind = places.borrow().is_behind();
        if places.borrow_mut().hold(on) || was_behind {
            redraw.force_update();
        }
    })
}

/// Returns a callback that shows the latest order.
fn refreshing(places: &SharedPlaces, table: NodeRef, redraw: UseForceUpdateHandle) -> Callback<MouseEvent> {
    let places = Rc::clone(places);
    Callback::from(move |_: MouseEvent| {
        places.borrow_mut().show_latest();
        if let Some(table) = table.cast::<web_sys::HtmlElement>() {
            // The pressed button disappears, so the keyboard focus moves to the table.
            let _ = table.focus();
        }
        redraw.force_update();
    })
}

fn head(shown: usize, is_behind: bool, has_spiders: bool) -> String {
    match (shown, is_behind) {
        (0, _) => "The frontier is empty.".to_owned(),
        (_, true) => "Updates pause while you use the table.".to_owned(),
        (shown, false) if has_spiders => format!(
            "The best {shown} links of all spiders. Each spider has its own frontier, so another link may come first. \
            Open a link to see its score."
        ),
        (shown, false) => format!(
            "The best {shown} links. Open a link to see its score. Redirects and retries go first. Arrows show moves \
            since the last update."
        ),
    }
}

fn still<E>(hold: &Callback<bool>, on: bool) -> Callback<E> {
    let hold = hold.clone();
    Callback::from(move |_| hold.emit(on))
}
