//! Renders the frame around every screen: header, navigation, notices, and the screen of the route.

use super::drop::use_window_drop;
use super::notices::notices;
use super::screens::{Screen, ScreenView, use_preload};
use crate::dispatch::Dispatch;
use crate::dom::document::document;
use crate::dom::focus::{focus, use_focus_in_view};
use crate::dom::tab::{use_question, use_return};
use crate::dom::theme;
use crate::views::confirm_start::ConfirmStart;
use crate::views::crawl_form::CrawlForm;
use crate::views::parts::page_reader::PageReaderDialog;
use page_state::State;
use page_state::catalog::Worker;
use page_state::crawl::live::Live;
use page_state::digits::counted;
use page_state::route::{Route, read};
use page_state::starting::{Start, StartCause};
use std::rc::Rc;
use types::report::Phase;
use yew::prelude::*;

/// The navigation entries of the header: name, address.
const PLACES: [(&str, &str, Route); 5] = [
    ("Crawl", "#/crawl", Route::Crawl),
    ("Train", "#/train", Route::Train),
    ("Compare", "#/compare", Route::Compare),
    ("Library", "#/library", Route::Library),
    ("About", "#/about", Route::About),
];

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) state: State,
    pub(crate) dispatch: Dispatch,
}

/// Renders the frame. A part is redrawn only if its part of the state has changed.
#[component]
pub(crate) fn Frame(props: &Props) -> Html {
    let (state, dispatch) = (&props.state, &props.dispatch);
    let (place, query) = read(&state.location.fragment);
    use_title(&state.crawl.live);
    use_question(state.crawl.live.is_going() && state.crawl.live.saved.id.is_none() || !state.train.saving.is_saved());
    use_return();
    use_focus_in_view();
    let is_file_over = use_window_drop(dispatch);
    use_preload(state.catalog.worker == Worker::Ready);
    use_effect_with((), |()| theme::show_remembered());
    // A new screen starts at the top.
    let is_one = place == Route::Compare && query.contains("id=");
    use_effect_with((place, is_one, state.screen.asking), |_| {
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    let is_form = state.screen.asking || state.crawl.live.request.is_none();
    let page = match Screen::of(place, is_form) {
        Some(screen) => {
            let (query, state, dispatch) = (query.to_owned(), state.clone(), dispatch.clone());
            html! { <ScreenView key={format!("{screen:?}")} {screen} {query} {state} {dispatch} /> }
        }
        None if place == Route::Crawl => form(state, dispatch),
        None => html! {
            <section class="lost">
                <h1>{ "Page not found" }</h1><p><a href="#/crawl">{ "Start a crawl" }</a></p>
            </section>
        },
    };
    html! {
        <>
            <header class="head">
                { skip_link() }
                <a class="brand" href="#/crawl">{ mark() }{ "Salticid" }</a>
                if place != Route::Crawl { { going(&state.crawl.live) } }
                <nav aria-label="Main">
                    for (name, href, route) in PLACES {
                        <a class="place" {href} aria-current={current(place, route)}>{ name }</a>
                    }
                    { theme::toggle() }
                </nav>
            </header>
            { notices(&state.catalog, dispatch) }
            <main id="main" tabindex="-1">{ page }</main>
            if is_file_over { <div class="drop-here" aria-hidden="true">{ "Drop the file to open it" }</div> }
            if matches!(place, Route::Crawl | Route::Library) && state.page_reader.wanted().is_some() {
                <PageReaderDialog key={format!("{place:?}")} reader={state.page_reader.clone()}
                    dispatch={dispatch.clone()} />
            }
            if let Start::Unconfirmed(request) = &state.start && place == Route::Crawl {
                <ConfirmStart request={Rc::clone(request)} catalog={state.catalog.clone()}
                    is_by_person={state.cause != StartCause::Address} dispatch={dispatch.clone()} />
            }
        </>
    }
}

/// Renders the first link of the page, which moves the focus past the navigation. It is visible while it has the focus.
fn skip_link() -> Html {
    let onclick = Callback::from(|event: MouseEvent| {
        // The fragment is the route, so the browser must not follow the link.
        event.prevent_default();
        focus("#main");
    });
    html! { <a class="skip" href="#main" {onclick}>{ "Skip to content" }</a> }
}

/// Renders the indicator of a running or paused crawl, on other screens.
fn going(live: &Live) -> Html {
    let state = match live.progress.phase {
        _ if !live.is_going() => return Html::default(),
        Phase::Paused => "Paused",
        Phase::Prepared => "Ready to start",
        _ => "Crawling",
    };
    let pages = counted(live.progress.pages, "page");
    html! { <a class="going" href="#/crawl"><span>{ state }</span>{ " " }<b>{ pages }</b></a> }
}

/// Returns the value of `aria-current` if a link of the header leads to the current screen or its parent.
fn current(place: Route, link: Route) -> Option<&'static str> {
    match link {
        _ if place == link => Some("page"),
        Route::Train if place.is_training() => Some("true"),
        Route::Compare if place == Route::Class => Some("true"),
        _ => None,
    }
}

/// Renders the form of a crawl.
fn form(state: &State, dispatch: &Dispatch) -> Html {
    let State { catalog, setup, .. } = state;
    let (catalog, form, screen) = (catalog.clone(), setup.form.clone(), state.screen);
    let live = &state.crawl.live;
    let back = live.request.is_some().then(|| live.is_going());
    let (related, search) = (setup.related.clone(), setup.seeds.clone());
    let (library, models) = (state.library.clone(), state.models.clone());
    let (good, start) = (state.train.good.clone(), state.start.clone());
    let listed = state.preferences.strategy.clone();
    html! {
        <CrawlForm {catalog} {start} {form} {related} {search} {library} {good} {models} {listed} {screen} {back}
            dispatch={dispatch.clone()} />
    }
}

/// Renders the logo, the face of a jumping spider.
fn mark() -> Html {
    html! {
        <svg class="mark" viewBox="0 0 40 28" aria-hidden="true">
            <g class="mark-eye">
                <circle cx="4" cy="9" r="3" /><circle cx="36" cy="9" r="3" />
                <circle cx="13" cy="15" r="8" /><circle cx="27" cy="15" r="8" />
            </g>
            <g class="mark-pupil"><circle cx="14.5" cy="16" r="4.2" /><circle cx="25.5" cy="16" r="4.2" /></g>
            <g class="mark-light"><circle cx="12.6" cy="13.2" r="1.5" /><circle cx="23.6" cy="13.2" r="1.5" /></g>
        </svg>
    }
}

/// The title of a page without a crawl.
const NAME: &str = "Salticid";

/// Updates the tab's title.
#[hook]
fn use_title(live: &Live) {
    use_effect_with(title(live), |title| {
        if let Some(document) = document() {
            document.set_title(title);
        }
    });
}

/// Returns the tab's title: “37% · red fox – Salticid” during a crawl, and without the share afterwards.
fn title(live: &Live) -> String {
    let Some(request) = &live.request else {
        return NAME.to_owned();
    };
    let query = request.title();
    if live.is_going() {
        let (pages, budget) = (live.progress.pages, live.progress.budget.max(1));
        let share = u64::from(pages) * 100 / u64::from(budget);
        format!("{share}% · {query} – {NAME}")
    } else {
        format!("{query} – {NAME}")
    }
}
