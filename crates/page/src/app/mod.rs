//! Renders the root component, which holds the state and performs its effects.

mod drop;
mod executor;
mod frame;
mod notices;
mod proxy;
mod screens;
mod worker_link;

use crate::dispatch::Dispatch;
use crate::dom::document::document;
use crate::dom::{extension, storage, tab};
use executor::{Executor, fragment, is_form_entry};
use frame::Frame;
use gloo_events::EventListener;
use gloo_timers::callback::Interval;
use page_state::catalog::{SiteAccess, Worker};
use page_state::screen::ScreenAction;
use page_state::setup;
use page_state::worker::WorkerAction;
use page_state::{Action, SHARED_KEYS, START_KEYS, State};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The interval of the checks of the worker, in milliseconds.
const CHECK_MS: u32 = 1_000;
/// The time without a message in milliseconds after which a busy worker counts as dead. A worker sends a message every
/// second, and between slices of long work.
const SILENCE_MS: f64 = 9_000.0;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The text that was typed before the app had loaded.
    pub(crate) typed: AttrValue,
}

/// Renders the app.
#[component]
pub(crate) fn App(props: &Props) -> Html {
    let typed = props.typed.clone();
    let redraw = use_force_update();
    let executor = use_memo((), |()| Rc::new(Executor::new(first_state(&typed), redraw)));
    let dispatch = use_memo((), |()| {
        let executor = Rc::clone(&executor);
        Dispatch { actions: Callback::from(move |action| executor.dispatch(action)) }
    });
    let (state, dispatch) = (executor.state(), (*dispatch).clone());
    use_start(&executor);
    use_heartbeat(&state, &executor);
    use_address(&dispatch);
    use_access(&dispatch);
    html! {
        <Frame {state} {dispatch} />
    }
}

/// Returns the state at the start, with what earlier visits stored.
fn first_state(typed: &str) -> State {
    let mut state = State::new(typed, proxy::remembered());
    state.is_framed = tab::is_framed();
    let is_served_by_proxy = proxy::served_page();
    state.catalog.change(|catalog| catalog.is_served_by_proxy = is_served_by_proxy);
    state.location.fragment = fragment();
    let stored = START_KEYS.into_iter().chain(SHARED_KEYS).filter_map(|key| Some((key, storage::read(key)?)));
    let topics = storage::session().and_then(|session| session.get_item(setup::TOPICS).ok()?);
    let topics = topics.map(|text| (setup::TOPICS, text));
    for (key, text) in stored.chain(topics) {
        state.restore(key, &text);
    }
    state
}

/// Starts the worker and opens the app's address once.
#[hook]
fn use_start(executor: &Rc<Executor>) {
    let executor = Rc::clone(executor);
    use_effect_with((), move |()| {
        executor.dispatch(Action::Moved(fragment(), is_form_entry()));
        executor.start_worker();
        move || executor.stop()
    });
}

/// Follows the app's address, the browser's back and forward buttons between the form and the crawl started from it,
/// and the choices that other tabs store.
#[hook]
fn use_address(dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    use_effect_with((), move |()| {
        let listeners = web_sys::window().map(|window| {
            let [moved, stepped, stored] = [dispatch.clone(), dispatch.clone(), dispatch.clone()];
            [
                EventListener::new(&window, "hashchange", move |_| {
                    moved.dispatch(Action::Moved(fragment(), is_form_entry()));
                }),
                EventListener::new(&window, "popstate", move |_| match is_form_entry() {
                    Some(true) => stepped.dispatch(Action::Screen(ScreenAction::ShowForm)),
                    Some(false) => stepped.dispatch(Action::Screen(ScreenAction::ShowCrawl)),
                    None => {}
                }),
                EventListener::new(&window, "storage", move |_| {
                    for key in SHARED_KEYS {
                        if let Some(text) = storage::read(key) {
                            stored.dispatch(Action::Stored(key, text));
                        }
                    }
                }),
            ]
        });
        move || drop(listeners)
    });
}

/// Checks that a busy worker still sends messages. A hidden or suspended page makes no check.
#[hook]
fn use_heartbeat(state: &State, executor: &Rc<Executor>) {
    let is_busy = state.crawl.live.is_going() || state.library.is_requesting();
    let is_watched = is_busy && state.catalog.worker == Worker::Ready;
    let executor = Rc::clone(executor);
    use_effect_with(is_watched, move |is_watched| {
        let checked = Cell::new(js_sys::Date::now());
        executor.last_message.set(checked.get());
        let timer = is_watched.then(|| {
            Interval::new(CHECK_MS, move || {
                let now = js_sys::Date::now();
                // Messages of the worker may still be queued behind this task.
                let since = now - checked.replace(now);
                // The computer was suspended, or its clock was changed.
                let slept = !(0.0..=3.0 * f64::from(CHECK_MS)).contains(&since);
                if slept || document().is_some_and(|document| document.hidden()) {
                    executor.last_message.set(now);
                } else if now - executor.last_message.get() > SILENCE_MS {
                    executor.last_message.set(now);
                    let broken = WorkerAction::Broken("It stopped responding.".to_owned());
                    executor.dispatch(Action::Worker(broken));
                }
            })
        });
        move || drop(timer)
    });
}

/// Tracks whether the browser extension may read sites.
#[hook]
fn use_access(dispatch: &Dispatch) {
    let actions = dispatch.actions.clone();
    use_effect_with((), move |()| {
        let listener = extension::is_extension().then(|| {
            actions.emit(Action::Access(SiteAccess::Unknown));
            let refresh = move || {
                let (actions, access) = (actions.clone(), extension::has_access());
                spawn_local(async move {
                    let access = SiteAccess::of_extension(access.await);
                    actions.emit(Action::Access(access));
                    actions.emit(Action::RendersApart(extension::renders_apart().await));
                });
            };
            refresh();
            extension::on_access_change(refresh)
        });
        move || drop(listener)
    });
}
