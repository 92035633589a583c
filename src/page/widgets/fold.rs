//! Settings that are folded until someone opens them, or one of them is invalid.
//!
//! Opened by an invalid field, they stay open when it is corrected, so that the field does not vanish while someone
//! types.

use web_sys::HtmlDetailsElement;
use yew::prelude::*;

/// The properties of [`Fold`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// Its class in the style sheet.
    pub(crate) class: &'static str,
    /// The title.
    pub(crate) title: String,
    /// One of the settings is wrong.
    pub(crate) is_wrong: bool,
    /// The settings.
    pub(crate) children: Html,
}

/// Draws the fold.
#[component]
pub(crate) fn Fold(props: &Props) -> Html {
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
