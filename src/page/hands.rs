//! What the parts of the page can do: change the state, speak to the worker, end it.

use super::form::Form;
use super::state::Action;
use crate::protocol::ToWorker;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The action that changes a form, in which one field was edited.
pub(crate) type Edit = fn(AttrValue, Box<dyn FnOnce(&mut Form)>) -> Action;

/// Puts a text into the form.
type Put = Rc<dyn Fn(&mut Form, String)>;

/// The ways to act, handed down to whoever draws something that can be pressed or typed in.
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
    /// A callback that carries out some actions, one after the other.
    pub(crate) fn on<E>(&self, actions: impl Fn() -> Vec<Action> + 'static) -> Callback<E> {
        let act = self.act.clone();
        Callback::from(move |_| actions().into_iter().for_each(|action| act.emit(action)))
    }

    /// A callback that says one thing to the worker.
    pub(crate) fn on_say(&self, message: ToWorker) -> Callback<MouseEvent> {
        let say = self.say.clone();
        Callback::from(move |_| say.emit(message.clone()))
    }

    /// A callback for a field: puts what stands in it into the form, as text; a check box says `true` or `false`.
    pub(crate) fn typing(
        &self,
        field: impl Into<AttrValue>,
        put: impl Fn(&mut Form, String) + 'static,
    ) -> Callback<InputEvent> {
        self.typing_into(Action::Edit, field, put)
    }

    /// The same for a form that another action changes.
    pub(crate) fn typing_into(
        &self,
        edit: Edit,
        field: impl Into<AttrValue>,
        put: impl Fn(&mut Form, String) + 'static,
    ) -> Callback<InputEvent> {
        let (act, field) = (self.act.clone(), field.into());
        let put: Put = Rc::new(put);
        Callback::from(move |event: InputEvent| {
            let text = typed(&event);
            let put = Rc::clone(&put);
            act.emit(edit(
                field.clone(),
                Box::new(move |form: &mut Form| put(form, text)),
            ));
        })
    }
}

/// What stands in the field of an event, as text; a check box says `true` or `false`.
pub(crate) fn typed(event: &InputEvent) -> String {
    // Text areas and menus are no inputs, but have a value and a type as inputs do, and no more is asked of them.
    let input = event.target_unchecked_into::<HtmlInputElement>();
    match input.type_().as_str() {
        "checkbox" => input.checked().to_string(),
        _ => input.value(),
    }
}
