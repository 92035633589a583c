//! Requests related words shortly after the last change of the form.

use crate::page::state::Action;
use crate::page::state::catalog::{Catalog, Worker};
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::Form;
use crate::page::state::related::RelatedAction;
use crate::protocol::{RelatedTo, ToWorker};
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// The time without a change before the request is sent, in milliseconds.
const PAUSE_MS: u32 = 300;

/// Requests related words once the fields that they depend on have been stable for [`PAUSE_MS`].
#[hook]
pub(crate) fn use_related(form: &Form, catalog: &Catalog, dispatch: &Dispatch) {
    let is_ready = catalog.worker == Worker::Ready;
    let to = form.related_to(catalog).filter(|_| is_ready);
    let dispatch = dispatch.clone();
    use_effect_with(to, move |to| {
        let to = to.clone();
        let timer = Timeout::new(PAUSE_MS, move || ask(&dispatch, to));
        move || drop(timer)
    });
}

/// Requests related words; `None` clears them.
pub(crate) fn ask(dispatch: &Dispatch, to: Option<RelatedTo>) {
    dispatch.dispatch(Action::Related(RelatedAction::Ask(to.clone())));
    if let Some(to) = to {
        dispatch.send(ToWorker::Related(to));
    }
}
