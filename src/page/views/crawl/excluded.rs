//! Renders the related words that were excluded before the crawl began.

use crate::page::state::related::excluded_title;
use crate::page::views::prelude::*;

/// Renders the excluded words and senses, if there are any.
pub(crate) fn excluded_words(live: &Live) -> Html {
    let excluded = live.request.as_ref().map(|request| request.plan.excluded.as_slice());
    let excluded = excluded.unwrap_or_default();
    if excluded.is_empty() {
        return Html::default();
    }
    html! {
        <section class="panel excluded-words">
            <h2 id="excluded-words">{ "Excluded words" }{ count_badge(excluded.len()) }</h2>
            <p class="fine">{ "Related words and meanings this crawl ignores." }</p>
            <ul class="terms" aria-labelledby="excluded-words">
                for entry in excluded { <li class="term">{ excluded_title(entry) }</li> }
            </ul>
        </section>
    }
}
