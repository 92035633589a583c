//! What there is to learn from and what is missing, told beside the trails as they grow.

use super::missing::Counts;
use yew::prelude::*;

/// The sentences.
pub(super) fn lacking(counts: &Counts) -> Html {
    let missing = counts.missing();
    html! {
        <section class="lacking" aria-labelledby="lacking">
            <h2 id="lacking">{ "What a model needs" }</h2>
            <p class="sums">{ counts.sum() }</p>
            if missing.is_empty() {
                <p class="enough">{ "There is enough to learn from. More trails make it surer." }</p>
            } else {
                <p class="fine">{ "Still missing:" }</p>
                <ul>for sentence in missing { <li>{ sentence }</li> }</ul>
            }
            if let Some(advice) = counts.advice() { <p class="fine">{ advice }</p> }
        </section>
    }
}
