//! Renders crawls whose card cannot be read: their data can be exported, or deleted after a confirmation.
//!
//! Deletion cannot be undone, because a deleted crawl is restored through its card.

use crate::page::dom::focus::focus;
use crate::page::dom::text::shown;
use crate::page::state::Action;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::library::LibraryAction;
use crate::page::views::parts::export;
use crate::page::widgets::confirm::Confirm;
use crate::protocol::ToWorker;
use crate::protocol::library::LibraryRequest;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The ids with the reasons, in sentences.
    pub(crate) unreadable: Vec<(String, String)>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the list, unless it is empty.
#[component]
pub(crate) fn Unreadable(props: &Props) -> Html {
    // The crawl whose deletion awaits confirmation.
    let asked = use_state_eq(|| None::<String>);
    if props.unreadable.is_empty() {
        return Html::default();
    }
    let row = |(id, reason): &(String, String)| {
        let confirm = asked.as_ref() == Some(id);
        html! {
            <li class="crawl" key={id.clone()}>
                <p><code>{ id }</code>{ ": " }{ shown(reason) }</p>
                <div class="crawl-ways">
                    { export::raw(id, &props.dispatch) }
                    { if confirm { confirmation(id, &asked, &props.dispatch) } else { delete(id, &asked) } }
                </div>
            </li>
        }
    };
    html! {
        <section aria-labelledby="unreadable">
            <h2 id="unreadable" tabindex="-1">{ "Damaged crawls" }<span class="count">{ props.unreadable.len() }</span></h2>
            <p class="fine">{ "Export the raw files of these crawls for another version of this app or a bug report, or delete them." }</p>
            <ul class="crawls">{ for props.unreadable.iter().map(row) }</ul>
        </section>
    }
}

fn delete(id: &str, asked: &UseStateHandle<Option<String>>) -> Html {
    let (own, wanted) = (asked.clone(), id.to_owned());
    let onclick = Callback::from(move |_: MouseEvent| own.set(Some(wanted.clone())));
    html! { <button type="button" class="quiet" {onclick} aria-label={format!("Delete: {id}")}>{ "Delete" }</button> }
}

/// Renders the confirmation of a permanent deletion.
fn confirmation(id: &str, asked: &UseStateHandle<Option<String>>, dispatch: &Dispatch) -> Html {
    let own = asked.clone();
    let done = Callback::from(move |()| own.set(None));
    let (dispatch, gone) = (dispatch.clone(), id.to_owned());
    let erase = Callback::from(move |()| {
        let request = LibraryRequest::Erase(gone.clone());
        dispatch.send(ToWorker::Library(request));
        let notice = LibraryAction::ShowNotice(format!("Deleted {gone}."));
        dispatch.dispatch(Action::Library(notice));
        focus("#crawls");
    });
    html! { <Confirm name={id.to_owned()} {erase} {done} back="#unreadable" /> }
}
