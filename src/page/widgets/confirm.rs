//! Renders the confirmation of a permanent deletion. It takes the focus, because the pressed button has disappeared.

use crate::page::dom::focus::focus;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The name of the item to delete.
    pub(crate) name: String,
    /// Called when the deletion is confirmed.
    pub(crate) erase: Callback<()>,
    /// Called when the deletion is confirmed or canceled.
    pub(crate) done: Callback<()>,
    /// The consequence.
    #[prop_or("This cannot be undone.".into())]
    pub(crate) consequence: AttrValue,
    /// The selector of the element that gets the focus if the deletion is canceled.
    pub(crate) back: String,
}

/// Renders the confirmation.
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
