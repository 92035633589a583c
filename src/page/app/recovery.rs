//! Reopens a crawl after a reload, and after its worker died or stopped answering.

use crate::page::dom::document::document;
use crate::page::state::catalog::Worker;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::starting::StartAction;
use crate::page::state::worker::WorkerAction;
use crate::page::state::{Action, State};
use crate::protocol::ToWorker;
use gloo_timers::callback::Interval;
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;

/// The interval of the checks of the worker, in milliseconds.
pub(crate) const LOOK_MS: u32 = 1_000;

/// The time without a message in milliseconds after which a busy worker counts as dead. A worker sends a message every second, and between
/// slices of long work.
pub(crate) const SILENCE_MS: f64 = 9_000.0;

/// Starts a new worker after a crash, and reopens the requested crawl in it.
#[hook]
pub(crate) fn use_recovery(state: &State, dispatch: &Dispatch) {
    let (dispatch, recovery) = (dispatch.clone(), state.recovery.clone());
    let ready = state.catalog.worker == Worker::Ready;
    use_effect_with((recovery, ready), move |(recovery, ready)| {
        if recovery.restart {
            dispatch.restart.emit(());
        } else if let Some(id) = recovery.wanted.clone().filter(|_| *ready && !recovery.asked) {
            let suspects = recovery.suspects();
            dispatch.dispatch(Action::Start(StartAction::OpenRequested));
            let paused = recovery.pause.is_some();
            dispatch.send(ToWorker::Open { id, suspects, paused });
        }
    });
}

/// Checks that a busy worker still sends messages; `heard` is the time of the last one. A hidden or suspended page makes no check.
#[hook]
pub(crate) fn use_heartbeat(state: &State, heard: &Rc<Cell<f64>>, dispatch: &Dispatch) {
    let at_work = state.crawl.live.is_going() || state.library.is_requesting();
    let going = at_work && state.catalog.worker == Worker::Ready;
    let (heard, actions) = (Rc::clone(heard), dispatch.actions.clone());
    use_effect_with(going, move |going| {
        let looked = Cell::new(js_sys::Date::now());
        heard.set(looked.get());
        let watch = going.then(|| {
            Interval::new(LOOK_MS, move || {
                let now = js_sys::Date::now();
                // Messages of the worker may still be queued behind this task.
                let since = now - looked.replace(now);
                // The computer was suspended, or its clock was changed.
                let slept = !(0.0..=3.0 * f64::from(LOOK_MS)).contains(&since);
                if slept || is_hidden() {
                    heard.set(now);
                } else if now - heard.get() > SILENCE_MS {
                    heard.set(now);
                    actions.emit(Action::Worker(WorkerAction::Broken("It stopped responding.".to_owned())));
                }
            })
        });
        move || drop(watch)
    });
}

pub(crate) fn is_hidden() -> bool {
    document().is_some_and(|document| document.hidden())
}
