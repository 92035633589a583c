//! Renders the screen of a route. In a build that is cut into chunks ([`protocol::chunk`]), the code of a screen is
//! loaded when it is first shown.
//!
//! The form of a crawl is always loaded, since it is what a visit begins with.

use crate::dispatch::Dispatch;
use crate::dom::offline;
use crate::views::about::about;
use crate::views::class::ClassPage;
use crate::views::compare::ComparePage;
use crate::views::crawl::CrawlView;
use crate::views::library::library_page;
use crate::views::models::{model_page, models_page};
use crate::views::train::TrainPage;
use page_state::State;
use page_state::route::Route;
use protocol::chunk::ChunkError;
use std::cell::RefCell;
use std::collections::BTreeMap;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Renders a screen from the state and the query of the address.
type Render = fn(&State, &Dispatch, &str) -> Html;

/// Declares the functions by which screens are loaded. Each has a chunk of its own, unless it names that of another.
macro_rules! screens {
    ($($screen:ident in $chunk:ident: $load:ident => $render:path,)*) => {
        /// A screen that is loaded on demand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Screen {
            $(
                #[doc = concat!("Rendered by `", stringify!($render), "`.")]
                $screen,
            )*
        }

        $(protocol::chunk!($chunk: fn $load() -> Render {
            let render: Render = $render;
            render
        });)*

        /// Loads a screen.
        async fn load(screen: Screen) -> Result<Render, ChunkError> {
            let render = match screen {
                $(Screen::$screen => $load().await?,)*
            };
            LOADED.with_borrow_mut(|loaded| loaded.insert(screen, render));
            Ok(render)
        }

        /// Returns a screen whose code is loaded; in a build in one file, every one is.
        fn loaded(screen: Screen) -> Option<Render> {
            #[cfg(not(feature = "split"))]
            return Some(match screen {
                $(Screen::$screen => $render,)*
            });
            #[cfg(feature = "split")]
            LOADED.with_borrow(|loaded| loaded.get(&screen).copied())
        }
    };
}

thread_local! {
    /// The loaded screens, so that none is waited for twice.
    static LOADED: RefCell<BTreeMap<Screen, Render>> = const { RefCell::new(BTreeMap::new()) };
}

screens! {
    Crawl in crawl: load_crawl => crawl,
    // It consists of the views of a crawl.
    Class in crawl: load_class => class,
    Train in train: load_train => train,
    Models in train: load_models => models_page,
    Model in train: load_model => model_page,
    Compare in compare: load_compare => compare,
    Library in library: load_library => library_page,
    About in about: load_about => about,
}

impl Screen {
    /// Returns the screen of a route; `None` for the form of a crawl and for addresses without a screen.
    pub(super) fn of(place: Route, is_form: bool) -> Option<Self> {
        match place {
            Route::Crawl if is_form => None,
            Route::Crawl => Some(Self::Crawl),
            Route::Train => Some(Self::Train),
            Route::Models => Some(Self::Models),
            Route::Model => Some(Self::Model),
            Route::Compare => Some(Self::Compare),
            Route::Class => Some(Self::Class),
            Route::Library => Some(Self::Library),
            Route::About => Some(Self::About),
            Route::Lost => None,
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    pub(super) screen: Screen,
    /// The query of the address.
    pub(super) query: String,
    pub(super) state: State,
    pub(super) dispatch: Dispatch,
}

/// Renders a screen, as soon as its code is loaded.
#[component]
pub(super) fn ScreenView(props: &Props) -> Html {
    let screen = props.screen;
    let code = use_state(|| loaded(screen).map(Ok));
    let attempt = use_state(|| 0_u32);
    let (setter, is_missing) = (code.setter(), !matches!(*code, Some(Ok(_))));
    use_effect_with(*attempt, move |_| {
        if is_missing {
            spawn_local(async move { setter.set(Some(load(screen).await)) });
        }
    });
    match *code {
        Some(Ok(render)) => render(&props.state, &props.dispatch, &props.query),
        Some(Err(error)) => {
            let next = *attempt + 1;
            let onclick = move |_: MouseEvent| attempt.set(next);
            html! {
                <section class="notice" role="alert">
                    <p><strong>{ "Could not load this screen." }</strong>{ " " }{ error.sentence() }</p>
                    <button type="button" {onclick}>{ "Try again" }</button>
                </section>
            }
        }
        None => html! { <p class="fine" role="status">{ "Loading…" }</p> },
    }
}

/// Once the worker is ready, loads the screen of a crawl, which most visits need next, and then what visits without a
/// connection need.
#[hook]
pub(super) fn use_preload(is_ready: bool) {
    use_effect_with(is_ready, |is_ready| {
        if *is_ready {
            // A failure is reported when the screen is shown.
            spawn_local(async {
                let _ = load(Screen::Crawl).await;
                offline::register().await;
            });
        }
    });
}

fn crawl(state: &State, dispatch: &Dispatch, _query: &str) -> Html {
    html! {
        <CrawlView state={state.clone()} crawl={state.crawl.shown()} dispatch={dispatch.clone()} />
    }
}

fn class(state: &State, dispatch: &Dispatch, query: &str) -> Html {
    html! {
        <ClassPage query={query.to_owned()} state={state.clone()} dispatch={dispatch.clone()} />
    }
}

fn train(state: &State, dispatch: &Dispatch, query: &str) -> Html {
    html! {
        <TrainPage query={query.to_owned()} state={state.clone()} dispatch={dispatch.clone()} />
    }
}

fn compare(state: &State, dispatch: &Dispatch, query: &str) -> Html {
    html! {
        <ComparePage query={query.to_owned()} state={state.clone()} dispatch={dispatch.clone()} />
    }
}
