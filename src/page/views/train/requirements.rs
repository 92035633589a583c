//! Renders the second step: the content of the trails, and the requirements of training.

use super::steps::{Step, back_to, way_to};
use crate::page::dom::digits::grouped;
use crate::page::state::train::missing::{Counts, Goal};
use yew::prelude::*;

/// Renders the goals with their progress, and the missing data in sentences.
pub(crate) fn requirements(counts: &Counts) -> Html {
    let missing = counts.missing();
    html! {
        <section class="lacking step-panel" aria-labelledby="lacking">
            <h2 id="lacking">{ "Training requirements" }</h2>
            <p class="sums">{ counts.sum() }</p>
            <ul class="goals">{ for counts.goals().iter().map(goal) }</ul>
            if missing.is_empty() {
                <p class="enough">{ "Ready to train. More trails improve accuracy." }</p>
            } else {
                <p class="fine">{ "Still missing:" }</p>
                <ul>for sentence in missing { <li>{ sentence }</li> }</ul>
            }
            if let Some(advice) = counts.advice() { <p class="fine">{ advice }</p> }
            if counts.missing().is_empty() { { way_to(Step::Learn) } } else { { back_to(Step::Collect) } }
        </section>
    }
}

fn goal(goal: &Goal) -> Html {
    let is_reached = goal.have >= goal.least;
    html! {
        <li class={is_reached.then_some("done")}>
            <span class="step-mark" aria-hidden="true">{ if is_reached { "✓" } else { "" } }</span>
            <b>{ goal.title }</b>
            <span class="fine">{ format!("{} (minimum {})", grouped(goal.have), grouped(goal.least)) }</span>
            <progress max={goal.least.to_string()} value={goal.have.min(goal.least).to_string()} aria-label={goal.title} />
        </li>
    }
}
