//! When the worker is asked which words are related: whenever what they depend on has changed and stays so for a moment.

use crate::page::catalog::{Catalog, Worker};
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::state::Action;
use crate::protocol::{RelatedTo, ToWorker};
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// Milliseconds without a change after which the worker is asked.
const PAUSE_MS: u32 = 300;

/// Asks for related words whenever what they depend on has changed and stays so for a moment.
#[hook]
pub(super) fn use_related(form: &Form, catalog: &Catalog, hands: &Hands) {
    let is_ready = catalog.worker == Worker::Ready;
    let to = form.related_to(catalog).filter(|_| is_ready);
    let hands = hands.clone();
    use_effect_with(to, move |to| {
        let to = to.clone();
        let timer = Timeout::new(PAUSE_MS, move || ask(&hands, to));
        move || drop(timer)
    });
}

/// Asks for related words, or says that none are to be shown.
pub(super) fn ask(hands: &Hands, to: Option<RelatedTo>) {
    hands.act.emit(Action::Relate(to.clone()));
    if let Some(to) = to {
        hands.say.emit(ToWorker::Related(to));
    }
}
