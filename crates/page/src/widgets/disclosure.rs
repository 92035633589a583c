//! Renders a disclosure that opens by itself when its content needs attention, and that only the person closes.

use web_sys::HtmlDetailsElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) class: &'static str,
    /// The disclosure opens whenever this becomes true.
    pub(crate) wants_open: bool,
    pub(crate) head: Html,
    pub(crate) children: Html,
}

/// Renders the disclosure.
#[component]
pub(crate) fn Disclosure(props: &Props) -> Html {
    let fold = use_node_ref();
    // Initially it is opened without an effect; otherwise the content below would be drawn first and then move.
    let was_open = use_memo((), |()| props.wants_open);
    let target = fold.clone();
    use_effect_with(props.wants_open, move |wants_open| {
        if let Some(fold) = target.cast::<HtmlDetailsElement>().filter(|_| *wants_open) {
            fold.set_open(true);
        }
    });
    html! {
        <details ref={fold} class={props.class} open={*was_open}>
            <summary>{ props.head.clone() }</summary>
            { props.children.clone() }
        </details>
    }
}
