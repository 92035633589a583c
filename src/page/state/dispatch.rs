//! Lets views change the state and send messages to the worker.

use super::Action;
use super::form::Form;
use crate::page::dom::focus::focus;
use crate::page::dom::typed::typed;
use crate::page::state::editing::FieldChange;
use crate::page::state::screen::ScreenAction;
use crate::protocol::ToWorker;
use std::rc::Rc;
use web_sys::Event;
use yew::prelude::*;

/// Creates the action that changes a field of a form.
pub(crate) type Edit<T = Form> = fn(AttrValue, FieldChange<T>) -> Action;

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

    /// Returns a callback that sends the deletion of an item, shows a notice, and moves the focus away from the removed item.
    pub(crate) fn on_erase(
        &self,
        message: ToWorker,
        notice: impl Fn() -> Action + 'static,
        to: impl Into<AttrValue>,
    ) -> Callback<()> {
        let (own, to) = (self.clone(), to.into());
        Callback::from(move |()| {
            own.send(message.clone());
            own.dispatch(notice());
            focus(&to);
        })
    }

    /// Returns a callback that dispatches an action with the text of the edited control.
    pub(crate) fn on_text<E: AsRef<Event> + 'static>(
        &self,
        action: impl Fn(String) -> Action + 'static,
    ) -> Callback<E> {
        let actions = self.actions.clone();
        Callback::from(move |event: E| actions.emit(action(typed(event.as_ref()))))
    }

    /// Returns a callback that dispatches an action with the state of the changed check box.
    pub(crate) fn on_check<E: AsRef<Event> + 'static>(&self, action: impl Fn(bool) -> Action + 'static) -> Callback<E> {
        self.on_text(move |text| action(text == "true"))
    }

    /// Changes a field of the form of a crawl and clears its problem.
    pub(crate) fn edit_form(&self, field: impl Into<AttrValue>, change: impl FnOnce(&mut Form) + 'static) {
        self.dispatch(Action::edit_form(field, change));
    }

    /// Returns a callback that writes a field's value to the form as text; a check box gives `true` or `false`.
    pub(crate) fn typing(
        &self,
        field: impl Into<AttrValue>,
        put: impl Fn(&mut Form, String) + 'static,
    ) -> Callback<InputEvent> {
        self.typing_into(Action::Form, field, put)
    }

    /// Returns a callback like [`Self::typing`] for a form with its own action.
    pub(crate) fn typing_into<T: 'static>(
        &self,
        edit: Edit<T>,
        field: impl Into<AttrValue>,
        put: impl Fn(&mut T, String) + 'static,
    ) -> Callback<InputEvent> {
        let (field, put) = (field.into(), Rc::new(put));
        self.on_text(move |text| {
            let put = Rc::clone(&put);
            edit(field.clone(), Box::new(move |form| put(form, text)))
        })
    }

    /// Returns a callback for a button that changes a form; `edit` creates the action.
    pub(crate) fn pressing<T: 'static>(
        &self,
        edit: impl Fn(AttrValue, FieldChange<T>) -> Action + 'static,
        field: impl Into<AttrValue>,
        change: impl Fn(&mut T) + 'static,
    ) -> Callback<MouseEvent> {
        let (actions, field, change) = (self.actions.clone(), field.into(), Rc::new(change));
        Callback::from(move |_| {
            let change = Rc::clone(&change);
            actions.emit(edit(field.clone(), Box::new(move |form| change(form))));
        })
    }
}

/// Sends a message, if there is one, after each change of a value.
#[hook]
pub(crate) fn use_send<T: PartialEq + 'static>(
    dispatch: &Dispatch,
    value: T,
    message: impl FnOnce(&T) -> Option<ToWorker> + 'static,
) {
    let messages = dispatch.messages.clone();
    use_effect_with(value, move |value| {
        if let Some(message) = message(value) {
            messages.emit(message);
        }
    });
}

/// Returns the actions that show the form of a crawl with the focus on a field.
pub(crate) fn show_field(selector: &'static str) -> [Action; 2] {
    [Action::Screen(ScreenAction::ShowForm), Action::Screen(ScreenAction::FocusField(selector))]
}
