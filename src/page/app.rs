//! The root: one state, the line to the worker.

use super::catalog::Proxy;
use super::compare::use_compare;
use super::frame::Frame;
use super::hands::Hands;
use super::library::use_library;
use super::link::{Heard, Link};
use super::models::use_models;
use super::proxy::{self, Asker};
use super::recovery::use_heartbeat;
use super::state::{Action, State};
use super::train::use_train;
use crate::protocol::SourceKind;
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;

/// What was there before the app.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// What was typed into the box of the page as it came.
    pub(crate) typed: AttrValue,
}

/// The app.
#[component]
pub(crate) fn App(props: &Props) -> Html {
    let typed = props.typed.clone();
    let state = use_reducer(move || State::new(&typed, proxy::remembered()));
    let heard = use_memo((), |()| Cell::new(0.0));
    let hands = use_hands(&state, &heard);
    use_heartbeat(&state, &heard, &hands);
    use_proxy(&state, &hands);
    use_library(&state, &hands);
    use_train(&state, &hands);
    use_models(&state, &hands);
    use_compare(&state, &hands);
    html! {
        <Frame state={(*state).clone()} {hands} />
    }
}

/// Loads the worker once and keeps the line to it.
#[hook]
fn use_hands(state: &UseReducerHandle<State>, heard: &Rc<Cell<f64>>) -> Hands {
    let heard = Rc::clone(heard);
    let line = use_mut_ref(|| None::<Link>);
    let dispatcher = state.dispatcher();
    let hands = use_memo((), move |()| {
        let act = Callback::from(move |action| dispatcher.dispatch(action));
        let (own, out) = (line.clone(), act.clone());
        let restart = Callback::from(move |()| {
            out.emit(Action::Loading);
            let heard = Rc::clone(&heard);
            let hear = out.reform(move |news| match news {
                Heard::Said(messages) => {
                    heard.set(js_sys::Date::now());
                    Action::Said(messages)
                }
                Heard::Broken(message) => Action::Broken(message),
            });
            // The old worker is ended before the new one begins.
            own.borrow_mut().take();
            match Link::open(hear) {
                Ok(link) => *own.borrow_mut() = Some(link),
                Err(message) => out.emit(Action::Broken(message)),
            }
        });
        let out = act.clone();
        let say = Callback::from(move |message| {
            let result = line.borrow().as_ref().map(|link| link.say(&message));
            if let Some(Err(message)) = result {
                out.emit(Action::Broken(message));
            }
        });
        Hands { act, say, restart }
    });
    let restart = hands.restart.clone();
    use_effect_with((), move |()| restart.emit(()));
    (*hands).clone()
}

/// Asks for the proxy as soon as pages are to come from it.
#[hook]
fn use_proxy(state: &State, hands: &Hands) {
    let from_it = state.form.source(&state.catalog) == SourceKind::Proxy;
    let wanted = from_it && state.catalog.proxy == Proxy::Unknown;
    // An address that cannot be read is told when a start is asked for.
    let address = state.form.proxy_address().ok().filter(|_| wanted);
    let act = hands.act.clone();
    use_effect_with(address, move |address| {
        if let Some(address) = address {
            proxy::look(address.clone(), Asker::Page, act);
        }
    });
}
