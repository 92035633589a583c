//! A fold that opens when something in it wants to be seen, and is closed by the person alone: what is typed in never folds away.

use web_sys::HtmlDetailsElement;
use yew::prelude::*;

/// What the fold holds.
#[derive(Clone, PartialEq, Properties)]
pub(in crate::page) struct Props {
    /// Its class in the style sheet.
    pub(in crate::page) class: &'static str,
    /// Whenever this becomes true, it opens.
    pub(in crate::page) wants_open: bool,
    /// What stands in its head.
    pub(in crate::page) head: Html,
    /// What it holds.
    pub(in crate::page) children: Html,
}

/// The fold.
#[component]
pub(in crate::page) fn Fold(props: &Props) -> Html {
    let fold = use_node_ref();
    let target = fold.clone();
    use_effect_with(props.wants_open, move |wants_open| {
        if let Some(fold) = target.cast::<HtmlDetailsElement>().filter(|_| *wants_open) {
            fold.set_open(true);
        }
    });
    html! {
        <details ref={fold} class={props.class}>
            <summary>{ props.head.clone() }</summary>
            { props.children.clone() }
        </details>
    }
}
