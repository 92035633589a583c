//! Crawls whose card cannot be read: the bytes stay, can be carried away, and can be erased once the person has said so twice.
//!
//! Left out on purpose: an undo. A crawl is taken back by its card, and that is what cannot be read.

use super::Act;
use super::export;
use super::words::shown;
use crate::page::ask::focus;
use crate::page::confirm::Confirm;
use crate::page::hands::Hands;
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::library::LibraryOrder;
use yew::prelude::*;

/// What the list shows.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// Ids with the reason in a sentence.
    pub(super) unreadable: Vec<(String, String)>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// The list; nothing where it is empty.
#[component]
pub(super) fn Unreadable(props: &Props) -> Html {
    // The one that was asked to be erased, until the person confirms it.
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
                    { export::raw(id, &props.hands) }
                    { if confirm { confirmation(id, &asked, &props.hands) } else { delete(id, &asked) } }
                </div>
            </li>
        }
    };
    html! {
        <section aria-labelledby="unreadable">
            <h2 id="unreadable" tabindex="-1">{ "Cannot be read" }<span class="count">{ props.unreadable.len() }</span></h2>
            <p class="fine">{ "Nothing of these was changed. Save the bytes as they are, for another version of this app or for a report; or delete them." }</p>
            <ul class="crawls">{ for props.unreadable.iter().map(row) }</ul>
        </section>
    }
}

fn delete(id: &str, asked: &UseStateHandle<Option<String>>) -> Html {
    let (own, wanted) = (asked.clone(), id.to_owned());
    let onclick = Callback::from(move |_: MouseEvent| own.set(Some(wanted.clone())));
    html! { <button type="button" class="quiet" {onclick} aria-label={format!("Delete: {id}")}>{ "Delete" }</button> }
}

/// The question whether one shall be deleted for good.
fn confirmation(id: &str, asked: &UseStateHandle<Option<String>>, hands: &Hands) -> Html {
    let own = asked.clone();
    let done = Callback::from(move |()| own.set(None));
    let (hands, gone) = (hands.clone(), id.to_owned());
    let erase = Callback::from(move |()| {
        let order = LibraryOrder::Erase(gone.clone());
        hands.say.emit(ToWorker::Library(order));
        let said = Act::Say(format!("{gone} was deleted for good."));
        hands.act.emit(Action::Library(said));
        focus("#crawls");
    });
    html! { <Confirm name={id.to_owned()} {erase} {done} back="#unreadable" /> }
}
