//! A fold that opens by itself when its content needs attention, and that only the person closes.

use web_sys::HtmlDetailsElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// Its class in the style sheet.
    pub(crate) class: &'static str,
    /// Whenever this becomes true, it opens.
    pub(crate) wants_open: bool,
    /// The head.
    pub(crate) head: Html,
    /// The content.
    pub(crate) children: Html,
}

/// Draws the fold.
#[component]
pub(crate) fn Disclosure(props: &Props) -> Html {
    let fold = use_node_ref();
    // At first without an effect: what stands below would be drawn before it, and then move.
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
