//! What was struck out among the related words before the crawl began.

use crate::page::live::Live;
use crate::page::related::struck_title;
use yew::prelude::*;

/// The struck words and senses; nothing where there are none.
pub(super) fn struck(live: &Live) -> Html {
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
            <h2 id="struck-out">{ "Struck out" }<span class="count">{ struck.len() }</span></h2>
            <p class="fine">{ "Related words and meanings that this crawl does not use." }</p>
            <ul class="terms" aria-labelledby="struck-out">
                for entry in struck { <li class="term">{ struck_title(entry) }</li> }
            </ul>
        </section>
    }
}
