//! Renders an empty row in place of rows that are not drawn.
//!
//! Its height is set through the DOM, because the content security policy forbids style attributes.

use crate::page::dom::digits::fixed;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The height in CSS pixels.
    pub(crate) height: f64,
}

/// Renders an empty block.
#[component]
pub(crate) fn Space(props: &Props) -> Html {
    let block = use_node_ref();
    let target = block.clone();
    use_effect_with(props.height, move |height| {
        if let Some(block) = target.cast::<HtmlElement>() {
            // Setting a length in pixels cannot fail.
            let _ = block.style().set_property("height", &(fixed(*height, 1) + "px"));
        }
    });
    html! { <div ref={block} class="space" /> }
}
