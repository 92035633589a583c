//! Renders a button that deletes something permanently, after a confirmation.
//!
//! The confirmation takes the focus, because the pressed button has disappeared.

use super::set_to;
use crate::dom::focus::focus;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The text of the button.
    #[prop_or("Delete")]
    pub(crate) text: &'static str,
    /// The name of the item to delete.
    pub(crate) name: String,
    /// Called when the deletion is confirmed.
    pub(crate) erase: Callback<()>,
    /// The consequence.
    #[prop_or("This cannot be undone.".into())]
    pub(crate) consequence: AttrValue,
    /// The selector of the element that gets the focus if the deletion is canceled.
    pub(crate) back: String,
    /// Controls before the button, which the confirmation replaces too.
    #[prop_or_default]
    pub(crate) children: Html,
}

/// Renders the button or the confirmation.
#[component]
pub(crate) fn ConfirmButton(props: &Props) -> Html {
    let (asked, question) = (use_state_eq(|| false), use_node_ref());
    let focused = question.clone();
    use_effect_with(*asked, move |_| {
        // Without the focus, only convenience is lost.
        let _ = focused.cast::<HtmlElement>().map(|question| question.focus());
    });
    if *asked {
        return confirmation(props, question, asked.setter());
    }
    let Props { text, name, .. } = props;
    let label = format!("{}: {name}", text.trim_end_matches('…'));
    html! {
        <>
            { props.children.clone() }
            <button type="button" class="quiet" onclick={set_to(&asked, true)} aria-label={label}>{ *text }</button>
        </>
    }
}

fn confirmation(props: &Props, question: NodeRef, asked: UseStateSetter<bool>) -> Html {
    let (erase, over) = (props.erase.clone(), asked.clone());
    let onerase = Callback::from(move |_: MouseEvent| {
        over.set(false);
        erase.emit(());
    });
    let back = props.back.clone();
    let onkeep = Callback::from(move |_: MouseEvent| {
        asked.set(false);
        focus(&back);
    });
    html! {
        <span class="confirm" role="group" aria-label={format!("Delete {} permanently?", props.name)}>
            <span ref={question} class="confirm-question" tabindex="-1">{ &props.consequence }</span>
            <button type="button" class="quiet danger" onclick={onerase}>{ "Delete permanently" }</button>
            <button type="button" onclick={onkeep}>{ "Cancel" }</button>
        </span>
    }
}
