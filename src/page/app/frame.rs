//! The frame around every screen: head, navigation, notices; and the screen that the route names.

use super::drop::use_window_drop;
use super::notices::notices;
use super::start::{
    use_history_steps, use_opened, use_own_address, use_shown_address, use_start,
    use_stopped_search,
};
use super::tab::use_tab;
use crate::page::app::recovery::use_recovery;
use crate::page::dom::digits::counted;
use crate::page::dom::files::FileRouter;
use crate::page::dom::theme;
use crate::page::state::State;
use crate::page::state::crawl::live::Live;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::route::{Route, read, use_fragment};
use crate::page::views::about::about;
use crate::page::views::compare::ComparePage;
use crate::page::views::confirm_start::ConfirmStart;
use crate::page::views::crawl::CrawlView;
use crate::page::views::crawl_form::CrawlForm;
use crate::page::views::library::LibraryPage;
use crate::page::views::models::{ModelPage, ModelsPage};
use crate::page::views::parts::page_reader::PageReaderDialog;
use crate::page::views::train::TrainPage;
use types::report::Phase;
use yew::prelude::*;

/// The places in the head: name, address.
const PLACES: [(&str, &str, Route); 5] = [
    ("Crawl", "#/crawl", Route::Crawl),
    ("Train", "#/train", Route::Train),
    ("Compare", "#/compare", Route::Compare),
    ("Library", "#/library", Route::Library),
    ("About", "#/about", Route::About),
];

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// Everything that the page shows.
    pub(crate) state: State,
    pub(crate) dispatch: Dispatch,
}

/// Draws the frame. Its parts are redrawn only if the part of the state that they received changed.
#[component]
pub(crate) fn Frame(props: &Props) -> Html {
    let (state, dispatch) = (&props.state, &props.dispatch);
    let fragment = use_fragment();
    let (place, query) = read(fragment.as_str());
    // An id means a crawl at the place of crawls alone.
    let asked = if place == Route::Crawl { query } else { "" };
    use_opened(asked, state, dispatch);
    use_stopped_search(state, dispatch);
    use_start(&fragment, state, dispatch);
    use_own_address(&fragment, state, dispatch);
    use_shown_address(&fragment, asked, state, dispatch);
    use_recovery(state, dispatch);
    use_history_steps(dispatch);
    use_tab(&state.live);
    let (is_file_over, router) = use_window_drop(&state.catalog, dispatch);
    use_effect_with((), |()| theme::show_remembered());
    // A new page starts at the top.
    let is_one = place == Route::Compare && query.contains("id=");
    use_effect_with((place, is_one, state.screen.asking), |_| {
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    let page = match place {
        Route::Crawl => crawl(state, dispatch),
        Route::Train => html! {
            <TrainPage train={state.train.clone()} form={state.form.clone()} catalog={state.catalog.clone()}
                library={state.library.clone()} models={state.models.clone()} dispatch={dispatch.clone()} />
        },
        Route::Models => html! {
            <ModelsPage models={state.models.clone()} catalog={state.catalog.clone()} dispatch={dispatch.clone()} />
        },
        Route::Model => html! {
            <ModelPage query={query.to_owned()} models={state.models.clone()} train={state.train.clone()} form={state.form.clone()}
                catalog={state.catalog.clone()} dispatch={dispatch.clone()} />
        },
        Route::Compare => html! {
            <ComparePage query={query.to_owned()} compare={state.compare.clone()} form={state.form.clone()} catalog={state.catalog.clone()}
                library={state.library.clone()} dispatch={dispatch.clone()} />
        },
        Route::Library => html! {
            <LibraryPage library={state.library.clone()} catalog={state.catalog.clone()}
                live={state.live.id.clone()} good={state.train.good.clone()} dispatch={dispatch.clone()} />
        },
        Route::About => about(&state.catalog),
        Route::Lost => html! {
            <section class="lost"><h1>{ "Page not found" }</h1><p><a href="#/crawl">{ "Start a crawl" }</a></p></section>
        },
    };
    html! {
        <>
            <header class="head">
                <a class="brand" href="#/crawl">{ mark() }{ "Salticid" }</a>
                if place != Route::Crawl { { going(&state.live) } }
                <nav aria-label="Main">
                    for (name, href, own) in PLACES {
                        <a class="place" {href} aria-current={current(place, own)}>{ name }</a>
                    }
                    { theme::toggle() }
                </nav>
            </header>
            { notices(&state.catalog, dispatch) }
            <ContextProvider<FileRouter> context={router}><main id="main">{ page }</main></ContextProvider<FileRouter>>
            if is_file_over { <div class="drop-here" aria-hidden="true">{ "Drop the file to open it" }</div> }
            if matches!(place, Route::Crawl | Route::Library) && state.page_reader.wanted().is_some() {
                <PageReaderDialog key={format!("{place:?}")} reader={state.page_reader.clone()} dispatch={dispatch.clone()} />
            }
            if let Some(request) = state.unconfirmed.clone().filter(|_| place == Route::Crawl) {
                <ConfirmStart {request} catalog={state.catalog.clone()} is_by_person={state.screen.confirmed} dispatch={dispatch.clone()} />
            }
        </>
    }
}

/// Tells that a crawl runs, or is paused, while another page is shown.
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

/// Returns true if a link of the head leads to the current screen, or to its parent.
fn current(place: Route, own: Route) -> Option<&'static str> {
    match own {
        _ if place == own => Some("page"),
        Route::Train if place.is_training() => Some("true"),
        _ => None,
    }
}

/// Draws the form, or the crawl with its results.
fn crawl(state: &State, dispatch: &Dispatch) -> Html {
    if state.screen.asking || state.live.request.is_none() {
        let (catalog, form, screen) = (state.catalog.clone(), state.form.clone(), state.screen);
        let back = state.live.request.is_some().then(|| state.live.is_going());
        let (related, search) = (state.related.clone(), state.seeds.clone());
        let (library, models) = (state.library.clone(), state.models.clone());
        let good = state.train.good.clone();
        return html! { <CrawlForm {catalog} {form} {related} {search} {library} {good} {models} {screen} {back} dispatch={dispatch.clone()} /> };
    }
    html! {
        <CrawlView catalog={state.catalog.clone()} live={state.live.clone()} ranking={state.ranking.clone()} watched={state.watched.clone()}
            replay={state.replay.clone()} steer={state.steer.clone()} related={state.related.clone()} search={state.seeds.clone()} library={state.library.clone()}
            good={state.train.good.clone()} screen={state.screen} paces={state.paces} dispatch={dispatch.clone()} />
    }
}

/// Draws the mark: the face of a jumping spider, as it looks at you.
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
