//! The related words that were excluded before the crawl began.

use crate::page::state::crawl::live::Live;
use crate::page::state::related::struck_title;
use yew::prelude::*;

/// Draws the struck words and senses; nothing where there are none.
pub(crate) fn struck(live: &Live) -> Html {
    let struck = live
        .order
        .as_ref()
        .map(|order| order.plan.struck.as_slice());
    let struck = struck.unwrap_or_default();
    if struck.is_empty() {
        return Html::default();
    }
    html! {
        <section class="panel struck-out">
            <h2 id="struck-out">{ "Excluded words" }<span class="count">{ struck.len() }</span></h2>
            <p class="fine">{ "Related words and meanings this crawl ignores." }</p>
            <ul class="terms" aria-labelledby="struck-out">
                for entry in struck { <li class="term">{ struck_title(entry) }</li> }
            </ul>
        </section>
    }
}
