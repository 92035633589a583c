//! Lets views change the state and send messages to the worker.

use super::Action;
use super::form::Form;
use crate::page::state::editing::FormAction;
use crate::page::state::screen::ScreenAction;
use crate::protocol::ToWorker;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Creates the action that changes a field of a form.
pub(crate) type Edit = fn(AttrValue, Box<dyn FnOnce(&mut Form)>) -> Action;

/// Writes a text to a field of the form.
type Put = Rc<dyn Fn(&mut Form, String)>;

/// Dispatches actions to the state and sends messages to the worker. Every view that handles events receives it.
#[derive(Clone, PartialEq)]
pub(crate) struct Dispatch {
    /// Receives actions on the state.
    pub(crate) actions: Callback<Action>,
    /// Receives messages to the worker.
    pub(crate) messages: Callback<ToWorker>,
    /// Terminates the worker and starts a new one.
    pub(crate) restart: Callback<()>,
}

impl Dispatch {
    /// Dispatches an action to the state.
    pub(crate) fn dispatch(&self, action: Action) {
        self.actions.emit(action);
    }

    /// Sends a message to the worker.
    pub(crate) fn send(&self, message: ToWorker) {
        self.messages.emit(message);
    }

    /// Returns a callback that dispatches actions in order.
    pub(crate) fn on<E>(&self, list: impl Fn() -> Vec<Action> + 'static) -> Callback<E> {
        let actions = self.actions.clone();
        Callback::from(move |_| list().into_iter().for_each(|action| actions.emit(action)))
    }

    /// Returns a callback that dispatches an action when Escape is pressed.
    pub(crate) fn on_escape(&self, action: fn() -> Action) -> Callback<KeyboardEvent> {
        let actions = self.actions.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                actions.emit(action());
            }
        })
    }

    /// Returns a callback that shows the form of a crawl with the focus on a field.
    pub(crate) fn on_field<E>(&self, selector: &'static str) -> Callback<E> {
        self.on(move || show_field(selector).into())
    }

    /// Returns a callback that sends a message to the worker.
    pub(crate) fn on_send(&self, message: ToWorker) -> Callback<MouseEvent> {
        let messages = self.messages.clone();
        Callback::from(move |_| messages.emit(message.clone()))
    }

    /// Returns a callback that writes a field's value to the form as text; a check box gives `true` or `false`.
    pub(crate) fn typing(
        &self,
        field: impl Into<AttrValue>,
        put: impl Fn(&mut Form, String) + 'static,
    ) -> Callback<InputEvent> {
        self.typing_into(
            |field, change| Action::Form(FormAction::Edit(field, change)),
            field,
            put,
        )
    }

    /// Returns a callback like [`Self::typing`] for a form with its own action.
    pub(crate) fn typing_into(
        &self,
        edit: Edit,
        field: impl Into<AttrValue>,
        put: impl Fn(&mut Form, String) + 'static,
    ) -> Callback<InputEvent> {
        let (actions, field) = (self.actions.clone(), field.into());
        let put: Put = Rc::new(put);
        Callback::from(move |event: InputEvent| {
            let text = typed(&event);
            let put = Rc::clone(&put);
            actions.emit(edit(
                field.clone(),
                Box::new(move |form: &mut Form| put(form, text)),
            ));
        })
    }
}

/// Returns the actions that show the form of a crawl with the focus on a field.
pub(crate) fn show_field(selector: &'static str) -> [Action; 2] {
    [
        Action::Screen(ScreenAction::ShowForm),
        Action::Screen(ScreenAction::FocusField(selector)),
    ]
}

/// Returns the value of an event's field as text; a check box gives `true` or `false`.
pub(crate) fn typed(event: &InputEvent) -> String {
    // Text areas and menus are not inputs, but have the same `value` and `type` properties.
    let input = event.target_unchecked_into::<HtmlInputElement>();
    match input.type_().as_str() {
        "checkbox" => input.checked().to_string(),
        _ => input.value(),
    }
}
