//! A question before something is deleted for good. It takes the focus as it comes: the button that had it is gone.

use super::ask::focus;
use yew::prelude::*;

/// What is asked.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// What would be deleted.
    pub(crate) name: String,
    /// It is to be deleted.
    pub(crate) erase: Callback<()>,
    /// The question is answered, whichever way.
    pub(crate) done: Callback<()>,
    /// Selector of what gets the focus where it is kept.
    pub(crate) back: String,
}

/// The question.
#[component]
pub(crate) fn Confirm(props: &Props) -> Html {
    use_effect_with((), |()| focus(".confirm-question"));
    let Props {
        name,
        erase,
        done,
        back,
    } = props.clone();
    let over = done.clone();
    let onerase = Callback::from(move |_: MouseEvent| {
        over.emit(());
        erase.emit(());
    });
    let onkeep = Callback::from(move |_: MouseEvent| {
        done.emit(());
        focus(&back);
    });
    html! {
        <span class="confirm" role="group" aria-label={format!("Delete {name} for good?")}>
            <span class="confirm-question" tabindex="-1">{ "It cannot be taken back. Delete it for good?" }</span>
            <button type="button" class="quiet danger" onclick={onerase}>{ "Delete for good" }</button>
            <button type="button" onclick={onkeep}>{ "Keep" }</button>
        </span>
    }
}
