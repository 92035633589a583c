//! Renders crawls whose card cannot be read: their data can be exported, or deleted after a confirmation.
//!
//! Deletion cannot be undone, because a deleted crawl is restored through its card.

use crate::page::views::parts::export;
use crate::page::views::prelude::*;

/// Renders the list, unless it is empty; `unreadable` holds the ids with the reasons, in sentences.
pub(crate) fn unreadable_list(unreadable: &[(String, String)], dispatch: &Dispatch) -> Html {
    if unreadable.is_empty() {
        return Html::default();
    }
    let row = |(id, reason): &(String, String)| {
        html! {
            <li class="crawl" key={id.clone()}>
                <p><code>{ id }</code>{ ": " }{ shown(reason) }</p>
                <div class="crawl-ways">
                    { export::raw(id, dispatch) }
                    { delete(id, dispatch) }
                </div>
            </li>
        }
    };
    html! {
        <section aria-labelledby="unreadable">
            <h2 id="unreadable" tabindex="-1">{ "Damaged crawls" }{ count_badge(unreadable.len()) }</h2>
            <p class="fine">{ "Export the raw files of these crawls for another version of this app or a bug report, or delete them." }</p>
            <ul class="crawls">{ for unreadable.iter().map(row) }</ul>
        </section>
    }
}

/// Renders the button that deletes a crawl permanently.
fn delete(id: &str, dispatch: &Dispatch) -> Html {
    let notice = format!("Deleted {id}.");
    let erase = dispatch.on_erase(
        ToWorker::Library(LibraryRequest::Erase(id.to_owned())),
        move || Action::Library(LibraryAction::ShowNotice(notice.clone())),
        "#crawls",
    );
    html! { <ConfirmButton name={id.to_owned()} {erase} back="#unreadable" /> }
}
