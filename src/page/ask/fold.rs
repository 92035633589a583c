//! Settings that are folded away until somebody wants them, or one of them is wrong.
//!
//! Unfolded by a wrong one, they stay so when it is mended: whoever is typing there must not lose the field.

use web_sys::HtmlDetailsElement;
use yew::prelude::*;

/// What is folded.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// Its class in the style sheet.
    pub(super) class: &'static str,
    /// What it is called.
    pub(super) title: String,
    /// One of the settings is wrong.
    pub(super) is_wrong: bool,
    /// The settings.
    pub(super) children: Html,
}

/// The fold.
#[component]
pub(super) fn Fold(props: &Props) -> Html {
    let place = use_node_ref();
    let open = use_state_eq(|| false);
    let ontoggle = {
        let (place, open) = (place.clone(), open.setter());
        Callback::from(move |_: Event| {
            if let Some(fold) = place.cast::<HtmlDetailsElement>() {
                open.set(fold.open());
            }
        })
    };
    html! {
        <details class={props.class} ref={place} open={*open || props.is_wrong} {ontoggle}>
            <summary>{ &props.title }</summary>
            { props.children.clone() }
        </details>
    }
}
