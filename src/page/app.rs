//! The root: one state, the line to the worker, and both handed down to whoever draws.

use super::about::About;
use super::catalog::{Catalog, Proxy};
use super::crawl_page::CrawlPage;
use super::form::Form;
use super::frame::Frame;
use super::link::{Heard, Link};
use super::live::Live;
use super::proxy;
use super::ranking::Ranking;
use super::state::{Action, Part, Screen, State};
use crate::protocol::{Source, ToWorker};
use yew::prelude::*;
use yew_router::components::Link as RouteLink;
use yew_router::{HashRouter, Routable, Switch};

/// Where one can be in the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Routable)]
pub(crate) enum Route {
    /// The crawl, under its short address.
    #[at("/")]
    Home,
    /// The crawl.
    #[at("/crawl")]
    Crawl,
    /// What this is, and whom it owes to.
    #[at("/about")]
    About,
    /// Any other address.
    #[not_found]
    #[at("/404")]
    Lost,
}

/// What components can do: change the state, speak to the worker.
#[derive(Clone, PartialEq)]
pub(crate) struct Hands {
    /// Changes the state.
    pub(crate) act: Callback<Action>,
    /// Speaks to the worker.
    pub(crate) say: Callback<ToWorker>,
    /// Ends the worker and loads a new one.
    pub(crate) restart: Callback<()>,
}

impl Hands {
    /// A callback that carries out one action.
    pub(crate) fn on<E>(&self, action: impl Fn() -> Action + 'static) -> Callback<E> {
        let act = self.act.clone();
        Callback::from(move |_| act.emit(action()))
    }

    /// A callback that says one thing to the worker.
    pub(crate) fn on_say<E>(&self, message: ToWorker) -> Callback<E> {
        let say = self.say.clone();
        Callback::from(move |_| say.emit(message.clone()))
    }
}

/// The app.
#[component]
pub(crate) fn App() -> Html {
    let state = use_reducer(State::new);
    let hands = use_hands(&state);
    use_proxy(&state, &hands);
    html! {
        <ContextProvider<Hands> context={hands}>
        <ContextProvider<Screen> context={state.screen}>
        <ContextProvider<Part<Catalog>> context={state.catalog.clone()}>
        <ContextProvider<Part<Form>> context={state.form.clone()}>
        <ContextProvider<Part<Live>> context={state.live.clone()}>
        <ContextProvider<Part<Ranking>> context={state.ranking.clone()}>
            <HashRouter>
                <Frame><Switch<Route> render={page} /></Frame>
            </HashRouter>
        </ContextProvider<Part<Ranking>>>
        </ContextProvider<Part<Live>>>
        </ContextProvider<Part<Form>>>
        </ContextProvider<Part<Catalog>>>
        </ContextProvider<Screen>>
        </ContextProvider<Hands>>
    }
}

fn page(route: Route) -> Html {
    match route {
        Route::Home | Route::Crawl => html! { <CrawlPage /> },
        Route::About => html! { <About /> },
        Route::Lost => html! {
            <section class="lost">
                <h1>{ "There is nothing here" }</h1>
                <p><RouteLink<Route> to={Route::Crawl}>{ "Start a crawl" }</RouteLink<Route>></p>
            </section>
        },
    }
}

/// Loads the worker once and keeps the line to it.
#[hook]
fn use_hands(state: &UseReducerHandle<State>) -> Hands {
    let line = use_mut_ref(|| None::<Link>);
    let dispatcher = state.dispatcher();
    let act = use_callback((), move |action, ()| dispatcher.dispatch(action));
    let restart = {
        let line = line.clone();
        use_callback(act.clone(), move |(), act: &Callback<Action>| {
            act.emit(Action::Loading);
            let hear = act.reform(|heard| match heard {
                Heard::Said(messages) => Action::Said(messages),
                Heard::Broken(message) => Action::Broken(message),
            });
            // The old worker is ended before the new one begins.
            line.borrow_mut().take();
            match Link::open(hear) {
                Ok(link) => *line.borrow_mut() = Some(link),
                Err(message) => act.emit(Action::Broken(message)),
            }
        })
    };
    let say = use_callback(act.clone(), move |message, act: &Callback<Action>| {
        let result = line.borrow().as_ref().map(|link| link.say(&message));
        if let Some(Err(message)) = result {
            act.emit(Action::Broken(message));
        }
    });
    use_effect_with(restart.clone(), |restart| restart.emit(()));
    Hands { act, say, restart }
}

/// Asks for the proxy as soon as pages are to come from it.
#[hook]
fn use_proxy(state: &UseReducerHandle<State>, hands: &Hands) {
    let wanted =
        state.form.source(&state.catalog) == Source::Proxy && state.catalog.proxy == Proxy::Unknown;
    let act = hands.act.clone();
    use_effect_with(wanted, move |wanted| {
        if *wanted {
            act.emit(Action::Proxy(Proxy::Asked));
            wasm_bindgen_futures::spawn_local(async move {
                act.emit(Action::Proxy(proxy::probe().await));
            });
        }
    });
}
