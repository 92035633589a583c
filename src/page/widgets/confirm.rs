//! A question before something is deleted for good. It takes the focus, because the button that had it is gone.

use crate::page::dom::focus::focus;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The thing that would be deleted.
    pub(crate) name: String,
    /// The deletion is confirmed.
    pub(crate) erase: Callback<()>,
    /// The question is answered, whichever way.
    pub(crate) done: Callback<()>,
    /// The consequence.
    #[prop_or("This cannot be undone.".into())]
    pub(crate) consequence: AttrValue,
    /// Selector of the element that gets the focus if the deletion is canceled.
    pub(crate) back: String,
}

/// Draws the question.
#[component]
pub(crate) fn Confirm(props: &Props) -> Html {
    use_effect_with((), |()| focus(".confirm-question"));
    let Props {
        name,
        erase,
        done,
        consequence,
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
        <span class="confirm" role="group" aria-label={format!("Delete {name} permanently?")}>
            <span class="confirm-question" tabindex="-1">{ consequence }</span>
            <button type="button" class="quiet danger" onclick={onerase}>{ "Delete permanently" }</button>
            <button type="button" onclick={onkeep}>{ "Cancel" }</button>
        </span>
    }
}
