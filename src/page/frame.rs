//! What stands around every page: the head with name and places, notices; and which page stands in it.

use super::about::about;
use super::ask::Ask;
use super::compare::ComparePage;
use super::hands::Hands;
use super::hunt::Hunt;
use super::library::LibraryPage;
use super::models::{ModelPage, ModelsPage};
use super::notices::notices;
use super::place::{Place, read, use_fragment};
use super::recovery::use_recovery;
use super::start::{use_opened, use_own_address, use_start, use_steps};
use super::state::State;
use super::tab::use_tab;
use super::theme;
use super::train::TrainPage;
use yew::prelude::*;

/// The places in the head: name, address.
const PLACES: [(&str, &str, Place); 5] = [
    ("Crawl", "#/crawl", Place::Crawl),
    ("Train", "#/train", Place::Train),
    ("Compare", "#/compare", Place::Compare),
    ("Library", "#/library", Place::Library),
    ("About", "#/about", Place::About),
];

/// The state and what can be done to it.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// Everything that the page shows.
    pub(crate) state: State,
    /// The ways to act.
    pub(crate) hands: Hands,
}

/// The frame. What it holds is drawn anew only where the part of the state that it was given changed.
#[component]
pub(crate) fn Frame(props: &Props) -> Html {
    let (state, hands) = (&props.state, &props.hands);
    let fragment = use_fragment();
    let (place, query) = read(fragment.as_str());
    // An id means a crawl at the place of crawls alone.
    let asked = if place == Place::Crawl { query } else { "" };
    use_opened(asked, state, hands);
    use_start(&fragment, state, hands);
    use_own_address(&fragment, state, hands);
    use_recovery(state, hands);
    use_steps(hands);
    use_tab(&state.live);
    use_effect_with((), |()| theme::show_remembered());
    // What is new begins at its top.
    let is_one = place == Place::Compare && query.contains("id=");
    use_effect_with((place, is_one, state.screen.asking), |_| {
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    let page = match place {
        Place::Crawl => crawl(state, hands),
        Place::Train => html! {
            <TrainPage train={state.train.clone()} form={state.form.clone()} catalog={state.catalog.clone()}
                library={state.library.clone()} models={state.models.clone()} hands={hands.clone()} />
        },
        Place::Models => html! {
            <ModelsPage models={state.models.clone()} catalog={state.catalog.clone()} hands={hands.clone()} />
        },
        Place::Model => html! {
            <ModelPage query={query.to_owned()} models={state.models.clone()} train={state.train.clone()} form={state.form.clone()}
                catalog={state.catalog.clone()} hands={hands.clone()} />
        },
        Place::Compare => html! {
            <ComparePage query={query.to_owned()} desk={state.compare.clone()} form={state.form.clone()} catalog={state.catalog.clone()}
                library={state.library.clone()} hands={hands.clone()} />
        },
        Place::Library => html! {
            <LibraryPage library={state.library.clone()} catalog={state.catalog.clone()}
                live={state.live.id.clone()} hands={hands.clone()} />
        },
        Place::About => about(&state.catalog),
        Place::Lost => html! {
            <section class="lost"><h1>{ "There is nothing here" }</h1><p><a href="#/crawl">{ "Start a crawl" }</a></p></section>
        },
    };
    html! {
        <>
            <header class="head">
                <a class="brand" href="#/crawl">{ mark() }{ "Salticid" }</a>
                <nav aria-label="Places">
                    for (name, href, own) in PLACES {
                        <a class="place" {href} aria-current={current(place, own)}>{ name }</a>
                    }
                    { theme::toggle() }
                </nav>
            </header>
            { notices(&state.catalog, hands) }
            <main id="main">{ page }</main>
        </>
    }
}

/// Whether a link of the head leads to where one is, or to what that belongs to.
fn current(place: Place, own: Place) -> Option<&'static str> {
    match own {
        _ if place == own => Some("page"),
        Place::Train if place.is_training() => Some("true"),
        _ => None,
    }
}

/// The form, or the crawl with its results.
fn crawl(state: &State, hands: &Hands) -> Html {
    if state.screen.asking || state.live.order.is_none() {
        let (catalog, form, screen) = (state.catalog.clone(), state.form.clone(), state.screen);
        let back = state.live.order.is_some().then(|| state.live.is_going());
        let (related, finder) = (state.related.clone(), state.seeds.clone());
        let (library, models) = (state.library.clone(), state.models.clone());
        return html! { <Ask {catalog} {form} {related} {finder} {library} {models} {screen} {back} hands={hands.clone()} /> };
    }
    html! {
        <Hunt catalog={state.catalog.clone()} live={state.live.clone()} ranking={state.ranking.clone()} sights={state.sights.clone()}
            steer={state.steer.clone()} related={state.related.clone()} finder={state.seeds.clone()} library={state.library.clone()}
            screen={state.screen} hands={hands.clone()} />
    }
}

/// The mark: the face of a jumping spider, as it looks at you.
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
