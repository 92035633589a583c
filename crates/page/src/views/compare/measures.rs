//! Renders the choice of measures; unavailable ones are listed with the reason.

use crate::views::prelude::*;
use page_state::compare::draft::Draft;
use page_state::compare::topic_data::TopicData;
use types::measures::Measure;

/// Renders the list.
pub(crate) fn measures(draft: &Draft, data: TopicData, dispatch: &Dispatch) -> Html {
    let problem = draft.problem("measures");
    let row = |measure: Measure| choice(measure, draft, data, dispatch);
    html! {
        <details class="measures" open={problem.is_some()}>
            <summary><h2>{ "Measures" }</h2><span class="fine">{ chosen(draft, data) }</span></summary>
            <fieldset data-wrong={problem.as_ref().map(|_| "true")} tabindex="-1" aria-label="Measures"
                aria-describedby={problem.as_ref().map(|_| "measures-problem")}>
                { problem_line("measures", problem.as_ref()) }
                <ul class="choices">{ for Measure::ALL.into_iter().map(row) }</ul>
            </fieldset>
        </details>
    }
}

/// Returns the names of the selected measures.
fn chosen(draft: &Draft, data: TopicData) -> String {
    let chosen = data.computable(&Measure::ALL);
    let chosen = chosen.filter(|measure| draft.form.measures.contains(measure));
    let names: Vec<&str> = chosen.map(Measure::title).collect();
    match names.as_slice() {
        [] => "None selected".to_owned(),
        names => names.join(", "),
    }
}

fn choice(measure: Measure, draft: &Draft, data: TopicData, dispatch: &Dispatch) -> Html {
    let id = format!("measure-{}", measure.id());
    let missing = data.missing_for_measure(measure.needs());
    let oninput = dispatch.typing_into(Action::edit_comparison, "measures", move |draft, on| {
        draft.form.measures.retain(|chosen| *chosen != measure);
        if on == "true" {
            draft.form.measures.push(measure);
        }
    });
    let checked = draft.form.measures.contains(&measure) && missing.is_none();
    let help = format!("{id}-help");
    html! {
        <li key={measure.id()} class="choice">
            <label class="check">
                <input id={id.clone()} type="checkbox" {checked} {oninput} disabled={missing.is_some()}
                    aria-describedby={help.clone()} />
                <span>{ measure.title() }</span>
            </label>
            <p class="fine" id={help}>
                { missing.map_or_else(|| measure.sentence().to_owned(), |reason| format!("Unavailable: {reason}.")) }
            </p>
        </li>
    }
}
