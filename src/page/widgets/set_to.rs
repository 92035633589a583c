//! Creates callbacks that set a component's own state.

use yew::prelude::*;

/// Returns a callback that sets a state to a value.
pub(crate) fn set_to<T: Clone + 'static, E>(state: &UseStateHandle<T>, value: T) -> Callback<E> {
    let setter = state.setter();
    Callback::from(move |_| setter.set(value.clone()))
}
