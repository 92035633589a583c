//! The description of a strategy, and its source.

use types::strategy::Info;
use yew::prelude::*;

/// Shows what a strategy does, and whose it is.
pub(crate) fn about(info: &Info) -> Html {
    html! { <><p>{ &info.sentence }</p><p class="cite">{ &info.source }</p></> }
}
