//! Renders the root component, which holds the state and the link to the worker.

pub(crate) mod drop;
pub(crate) mod frame;
pub(crate) mod notices;
pub(crate) mod recovery;
mod screens;
pub(crate) mod start;
pub(crate) mod tab;
pub(crate) mod worker_link;

use super::state::{Action, State};
use crate::page::dom::extension;
use crate::page::state::catalog::{Proxy, SiteAccess, Worker};
use crate::page::state::dispatch::Dispatch;
use crate::page::state::proxy;
use crate::page::state::proxy::CheckCause;
use crate::page::state::worker::WorkerAction;
use crate::page::views::compare::use_compare;
use crate::page::views::crawl::pace::use_paces;
use crate::page::views::library::use_library;
use crate::page::views::models::use_models;
use crate::page::views::train::use_train;
use crate::protocol::SourceKind;
use frame::Frame;
use gloo_timers::callback::Timeout;
use recovery::use_heartbeat;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use worker_link::WorkerLink;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The text that was typed before the app had loaded.
    pub(crate) typed: AttrValue,
}

/// Renders the app.
#[component]
pub(crate) fn App(props: &Props) -> Html {
    let typed = props.typed.clone();
    let (state, actions) = use_store(move || State::new(&typed, proxy::remembered()));
    let heard = use_memo((), |()| Cell::new(0.0));
    let dispatch = use_dispatch(actions, &heard);
    use_heartbeat(&state, &heard, &dispatch);
    use_proxy(&state, &dispatch);
    use_access(&dispatch);
    let is_ready = state.catalog.worker == Worker::Ready;
    use_paces(state.paces, is_ready, &dispatch);
    use_library(&state, &dispatch);
    use_train(&state, &dispatch);
    use_models(&state, &dispatch);
    use_compare(&state, &dispatch);
    html! {
        <Frame {state} {dispatch} />
    }
}

/// Holds the state, and returns it with the callback that changes it. Changes by the worker are drawn in a separate task,
/// because a large message and its drawing would otherwise be one long task.
#[hook]
fn use_store(first: impl FnOnce() -> State + 'static) -> (State, Callback<Action>) {
    let state = use_mut_ref(first);
    let redraw = use_force_update();
    let own = Rc::clone(&state);
    let actions = use_memo((), move |()| {
        Callback::from(move |action: Action| {
            let by_worker = matches!(action, Action::Worker(_));
            own.borrow_mut().apply(action);
            let redraw = redraw.clone();
            if by_worker {
                Timeout::new(0, move || redraw.force_update()).forget();
            } else {
                redraw.force_update();
            }
        })
    });
    let state = state.borrow().clone();
    (state, (*actions).clone())
}

/// Starts the worker once and keeps the link to it.
#[hook]
fn use_dispatch(actions: Callback<Action>, heard: &Rc<Cell<f64>>) -> Dispatch {
    let heard = Rc::clone(heard);
    let line = use_mut_ref(|| None::<WorkerLink>);
    let dispatch = use_memo((), move |()| {
        let (own, out) = (line.clone(), actions.clone());
        let restart = Callback::from(move |()| {
            out.emit(Action::Worker(WorkerAction::Loading));
            let heard = Rc::clone(&heard);
            let on_event = out.reform(move |event| {
                if let WorkerAction::Messages(_) = event {
                    heard.set(js_sys::Date::now());
                }
                Action::Worker(event)
            });
            // The old worker is terminated before the new one starts.
            own.borrow_mut().take();
            match WorkerLink::open(on_event) {
                Ok(link) => *own.borrow_mut() = Some(link),
                Err(message) => out.emit(Action::Worker(WorkerAction::Broken(message))),
            }
        });
        let out = actions.clone();
        let messages = Callback::from(move |message| {
            let result = line.borrow().as_ref().map(|link| link.send(&message));
            if let Some(Err(message)) = result {
                out.emit(Action::Worker(WorkerAction::Broken(message)));
            }
        });
        Dispatch { actions, messages, restart }
    });
    let restart = dispatch.restart.clone();
    use_effect_with((), move |()| restart.emit(()));
    (*dispatch).clone()
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
                });
            };
            refresh();
            extension::on_access_change(refresh)
        });
        move || drop(listener)
    });
}

/// Checks the proxy as soon as it is the selected source.
#[hook]
fn use_proxy(state: &State, dispatch: &Dispatch) {
    let form = &state.setup.form;
    let from_it = form.source(&state.catalog) == SourceKind::Proxy;
    let wanted = from_it && state.catalog.proxy == Proxy::Unknown;
    // An invalid address is reported when a start is requested.
    let address = form.source.proxy_address().ok().filter(|_| wanted);
    let actions = dispatch.actions.clone();
    use_effect_with(address, move |address| {
        if let Some(address) = address {
            proxy::look(address.clone(), CheckCause::Page, actions);
        }
    });
}
