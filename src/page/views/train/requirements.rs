//! Draws the requirements for training that the trails do not meet yet.

use crate::page::state::train::missing::Counts;
use yew::prelude::*;

/// Draws the sentences.
pub(crate) fn requirements(counts: &Counts) -> Html {
    let missing = counts.missing();
    html! {
        <section class="lacking" aria-labelledby="lacking">
            <h2 id="lacking">{ "Training requirements" }</h2>
            <p class="sums">{ counts.sum() }</p>
            if missing.is_empty() {
                <p class="enough">{ "Ready to train. More trails improve accuracy." }</p>
            } else {
                <p class="fine">{ "Still missing:" }</p>
                <ul>for sentence in missing { <li>{ sentence }</li> }</ul>
            }
            if let Some(advice) = counts.advice() { <p class="fine">{ advice }</p> }
        </section>
    }
}
