//! Limits how often a view is updated with new pages, since frequent updates are slow to lay out and unreadable.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// The least time between two updates, in milliseconds.
const PAUSE_MS: u32 = 400;

/// Returns a value that is at most [`PAUSE_MS`] old, or the latest one if the person waits for it (`is_awaited`).
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
            let waiting = timer.clone();
            let later = Timeout::new(PAUSE_MS, move || {
                waiting.borrow_mut().take();
                setter.set(latest.borrow().clone());
            });
            *timer.borrow_mut() = Some(later);
        }
    });
    if is_awaited { value } else { &*shown }.clone()
}
