//! Lets views dispatch actions to the state.

use crate::dom::typed::typed;
use page_state::Action;
use page_state::editing::{FieldChange, FieldName};
use page_state::file_content::{FileContent, InputFile};
use page_state::form::Form;
use page_state::screen::ScreenAction;
use std::rc::Rc;
use web_sys::{Event, File};
use yew::prelude::*;

/// Creates the action that changes a field of a form.
pub(crate) type Edit<T = Form> = fn(FieldName, FieldChange<T>) -> Action;

/// Dispatches actions to the state. Every view that handles events receives it.
#[derive(Clone, PartialEq)]
pub(crate) struct Dispatch {
    /// Receives actions on the state.
    pub(crate) actions: Callback<Action>,
}

impl Dispatch {
    /// Dispatches an action to the state.
    pub(crate) fn dispatch(&self, action: Action) {
        self.actions.emit(action);
    }

    /// Returns a callback that dispatches actions in order.
    pub(crate) fn on<E>(&self, list: impl Fn() -> Vec<Action> + 'static) -> Callback<E> {
        let actions = self.actions.clone();
        Callback::from(move |_| list().into_iter().for_each(|action| actions.emit(action)))
    }

    /// Returns a callback that dispatches an action when a form is submitted.
    pub(crate) fn on_submit(&self, action: impl Fn() -> Action + 'static) -> Callback<SubmitEvent> {
        self.actions.reform(move |event: SubmitEvent| {
            event.prevent_default();
            action()
        })
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

    /// Returns a callback that passes a chosen file on, as this content.
    pub(crate) fn on_file(&self, content: FileContent) -> Callback<File> {
        self.actions.reform(move |file: File| Action::File(content, input_file(file), false))
    }

    /// Returns a callback that passes a dropped file on. Its name determines its content, or else the place where it
    /// was dropped.
    pub(crate) fn on_drop(&self, content: FileContent) -> Callback<File> {
        self.actions.reform(move |file: File| {
            let named = FileContent::of_name(&file.name());
            Action::File(named.unwrap_or(content), input_file(file), named.is_some())
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
    pub(crate) fn edit_form(&self, field: impl Into<FieldName>, change: impl FnOnce(&mut Form) + 'static) {
        self.dispatch(Action::edit_form(field, change));
    }

    /// Returns a callback that writes a field's value to the form as text; a check box gives `true` or `false`.
    pub(crate) fn typing(
        &self,
        field: impl Into<FieldName>,
        put: impl Fn(&mut Form, String) + 'static,
    ) -> Callback<InputEvent> {
        self.typing_into(Action::Form, field, put)
    }

    /// Returns a callback like [`Self::typing`] for a form with its own action.
    pub(crate) fn typing_into<T: 'static>(
        &self,
        edit: Edit<T>,
        field: impl Into<FieldName>,
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
        edit: impl Fn(FieldName, FieldChange<T>) -> Action + 'static,
        field: impl Into<FieldName>,
        change: impl Fn(&mut T) + 'static,
    ) -> Callback<MouseEvent> {
        let (actions, field, change) = (self.actions.clone(), field.into(), Rc::new(change));
        Callback::from(move |_| {
            let change = Rc::clone(&change);
            actions.emit(edit(field.clone(), Box::new(move |form| change(form))));
        })
    }
}

/// Returns a file of the browser as plain data.
pub(crate) fn input_file(file: File) -> InputFile {
    InputFile { name: file.name(), size: file.size(), file: file.into() }
}

/// Returns the actions that show the form of a crawl with the focus on a field.
pub(crate) fn show_field(selector: &'static str) -> [Action; 2] {
    [Action::Screen(ScreenAction::ShowForm), Action::Screen(ScreenAction::FocusField(selector))]
}
