//! Renders a button that deletes data to free space, after a confirmation.

use crate::page::dom::focus::focus;
use crate::page::state::Action;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::library::LibraryAction;
use crate::page::widgets::confirm::Confirm;
use crate::protocol::ToWorker;
use crate::protocol::library::LibraryRequest;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The data that would be deleted.
    pub(crate) name: String,
    /// The consequence, in a sentence.
    pub(crate) consequence: String,
    /// The request that deletes it.
    pub(crate) request: LibraryRequest,
    /// The notice after the deletion.
    pub(crate) notice: String,
    /// The selector of the element that gets the focus afterwards.
    pub(crate) back: String,
    pub(crate) dispatch: Dispatch,
}

/// Renders the button or the confirmation.
#[component]
pub(crate) fn FreeSpace(props: &Props) -> Html {
    let asked = use_state_eq(|| false);
    let set = |to: bool| {
        let asked = asked.setter();
        move || asked.set(to)
    };
    let (ask, done) = (set(true), set(false));
    if !*asked {
        return html! {
            <button type="button" class="quiet" onclick={move |_: MouseEvent| ask()} aria-label={format!("Free space: {}", props.name)}>{ "Free space…" }</button>
        };
    }
    let (request, notice, dispatch) = (
        props.request.clone(),
        props.notice.clone(),
        props.dispatch.clone(),
    );
    let back = props.back.clone();
    let erase = Callback::from(move |()| {
        dispatch.send(ToWorker::Library(request.clone()));
        dispatch.dispatch(Action::Library(LibraryAction::ShowNotice(notice.clone())));
        focus(&back);
    });
    html! {
        <Confirm name={props.name.clone()} consequence={props.consequence.clone()} done={Callback::from(move |()| done())} {erase} back={props.back.clone()} />
    }
}
