//! Limits how often a view takes in new pages: neither a layout nor a reader can follow many times a second.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// Least time from one taking in to the next, in milliseconds.
const PAUSE_MS: u32 = 400;

/// Returns a value as it was at most [`PAUSE_MS`] ago, or as it is if it `is_awaited` by the person.
#[hook]
pub(crate) fn use_paced<T: Clone + PartialEq + 'static>(value: &T, is_awaited: bool) -> T {
    let shown = use_state(|| value.clone());
    let latest = use_mut_ref(|| value.clone());
    let timer = use_mut_ref(|| None::<Timeout>);
    let setter = shown.setter();
    let was_awaited = use_mut_ref(|| false);
    use_effect_with((value.clone(), is_awaited), move |(value, is_awaited)| {
        let is_new = *latest.borrow() != *value;
        latest.replace(value.clone());
        if was_awaited.replace(*is_awaited) && !is_awaited {
            setter.set(value.clone());
        } else if is_new && timer.borrow().is_none() {
            let own = timer.clone();
            let later = Timeout::new(PAUSE_MS, move || {
                own.borrow_mut().take();
                setter.set(latest.borrow().clone());
            });
            *timer.borrow_mut() = Some(later);
        }
    });
    if is_awaited { value } else { &*shown }.clone()
}
