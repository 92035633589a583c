//! The room of rows that are not drawn.
//!
//! Its height is set through the object model: the content security policy admits no style in attributes.

use crate::page::digits::fixed;
use web_sys::HtmlElement;
use yew::prelude::*;

/// How much room.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// Height in CSS pixels.
    pub(super) height: f64,
}

/// An empty block.
#[component]
pub(super) fn Space(props: &Props) -> Html {
    let block = use_node_ref();
    let target = block.clone();
    use_effect_with(props.height, move |height| {
        if let Some(block) = target.cast::<HtmlElement>() {
            // The value is a valid length: it cannot be refused.
            let _ = block
                .style()
                .set_property("height", &(fixed(*height, 1) + "px"));
        }
    });
    html! { <div ref={block} class="space" /> }
}
