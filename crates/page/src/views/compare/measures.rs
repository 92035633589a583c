//! Renders the choice of measures; unavailable ones are listed with the reason.

use crate::views::prelude::*;
use page_state::compare::draft::Draft;
use types::compare::SeedUse;
use types::measures::{Measure, Needs};

/// Describes the judgments that the topics and the web provide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that is known or not, and any of them may be known together"
)]
pub(crate) struct AvailableJudgments {
    /// Every topic has relevant pages.
    pub(crate) relevant: bool,
    /// Every topic has target pages: relevant pages that are neither seeds nor examples of any crawl.
    pub(crate) targets: bool,
    /// Every topic has examples.
    pub(crate) examples: bool,
    /// Every topic has a query.
    pub(crate) query: bool,
    /// The whole web is known, because it is not live.
    pub(crate) web: bool,
    /// The use of seeds.
    pub(crate) seeds: SeedUse,
}

impl AvailableJudgments {
    /// Returns the given measures that can be computed.
    pub(crate) fn computable(self, measures: &[Measure]) -> impl Iterator<Item = Measure> {
        let measures = measures.iter().copied();
        measures.filter(move |measure| self.missing_requirement(measure.needs()).is_none())
    }

    /// Returns the reason that a measure cannot be computed; `None` if it can.
    pub(crate) fn missing_requirement(self, needs: Needs) -> Option<&'static str> {
        let by_words = matches!(needs, Needs::RelevantWords | Needs::SeedWords | Needs::ExampleWords | Needs::Links);
        let (is_there, missing_requirement) = match needs {
            Needs::Relevant | Needs::RelevantWords => (self.relevant, "needs relevance judgments"),
            Needs::Targets => (self.targets, "needs target pages"),
            Needs::Query => (self.query, "needs a query for each topic"),
            Needs::ExampleWords => (self.examples, "needs examples for each topic"),
            Needs::Halves => (self.seeds == SeedUse::Halves, "set “Seeds per topic” to “Two halves”"),
            Needs::Nothing | Needs::SeedWords | Needs::Links => (true, ""),
        };
        if !is_there {
            return Some(missing_requirement);
        }
        (by_words && !self.web).then_some("needs all pages before the crawl, which live sites do not offer")
    }
}

/// Renders the list.
pub(crate) fn measures(draft: &Draft, known: AvailableJudgments, dispatch: &Dispatch) -> Html {
    let problem = draft.problem("measures");
    let row = |measure: Measure| choice(measure, draft, known, dispatch);
    html! {
        <details class="measures" open={problem.is_some()}>
            <summary><h2>{ "Measures" }</h2><span class="fine">{ chosen(draft, known) }</span></summary>
            <fieldset data-wrong={problem.as_ref().map(|_| "true")} tabindex="-1" aria-label="Measures" aria-describedby={problem.as_ref().map(|_| "measures-problem")}>
                { problem_line("measures", problem.as_ref()) }
                <ul class="choices">{ for Measure::ALL.into_iter().map(row) }</ul>
            </fieldset>
        </details>
    }
}

/// Returns the names of the selected measures.
fn chosen(draft: &Draft, known: AvailableJudgments) -> String {
    let chosen = known.computable(&Measure::ALL);
    let chosen = chosen.filter(|measure| draft.form.measures.contains(measure));
    let names: Vec<&str> = chosen.map(Measure::title).collect();
    match names.as_slice() {
        [] => "None selected".to_owned(),
        names => names.join(", "),
    }
}

fn choice(measure: Measure, draft: &Draft, known: AvailableJudgments, dispatch: &Dispatch) -> Html {
    let id = format!("measure-{}", measure.id());
    let missing_requirement = known.missing_requirement(measure.needs());
    let oninput = dispatch.typing_into(Action::edit_comparison, "measures", move |draft, on| {
        draft.form.measures.retain(|chosen| *chosen != measure);
        if on == "true" {
            draft.form.measures.push(measure);
        }
    });
    let checked = draft.form.measures.contains(&measure) && missing_requirement.is_none();
    let help = format!("{id}-help");
    html! {
        <li key={measure.id()} class="choice">
            <label class="check"><input id={id.clone()} type="checkbox" {checked} {oninput} disabled={missing_requirement.is_some()} aria-describedby={help.clone()} /><span>{ measure.title() }</span></label>
            <p class="fine" id={help}>{ missing_requirement.map_or_else(|| measure.sentence().to_owned(), |reason| format!("Unavailable: {reason}.")) }</p>
        </li>
    }
}
