//! The measures of a comparison: those that can be taken of what is known, the others with the reason.

use super::draft::Draft;
use super::fields::typing;
use crate::page::ask::field::problem_line;
use crate::page::hands::Hands;
use crate::protocol::compare::{MeasureInfo, Offer};
use engine::compare::SeedUse;
use engine::eval::Needs;
use yew::prelude::*;

/// What is known of the topics and of the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that is known or not, and any of them may be known together"
)]
pub(super) struct Known {
    /// Which pages are relevant, of every topic.
    pub(super) relevant: bool,
    /// Which of them no crawl starts or learns from, of every topic.
    pub(super) targets: bool,
    /// Examples, of every topic.
    pub(super) examples: bool,
    /// Words, of every topic.
    pub(super) query: bool,
    /// All of the web, which is not live.
    pub(super) web: bool,
    /// How the seeds are used.
    pub(super) seeds: SeedUse,
}

impl Known {
    /// Why a measure cannot be taken, in a few words; nothing where it can.
    pub(super) fn lacks(self, needs: Needs) -> Option<&'static str> {
        let by_words = matches!(
            needs,
            Needs::RelevantWords | Needs::SeedWords | Needs::ExampleWords | Needs::Links
        );
        let (is_there, lacks) = match needs {
            Needs::Relevant | Needs::RelevantWords => {
                (self.relevant, "nobody said which pages are relevant")
            }
            Needs::Targets => (self.targets, "nobody said which pages are the targets"),
            Needs::Query => (self.query, "a topic has no words"),
            Needs::ExampleWords => (self.examples, "a topic has no examples"),
            Needs::Halves => (
                self.seeds == SeedUse::Halves,
                "needs crawls from two halves of the seeds",
            ),
            Needs::Nothing | Needs::SeedWords | Needs::Links => (true, ""),
        };
        if !is_there {
            return Some(lacks);
        }
        (by_words && !self.web)
            .then_some("reads pages beforehand, which live sites are not asked for")
    }
}

/// The list.
pub(super) fn measures(draft: &Draft, offer: &Offer, known: Known, hands: &Hands) -> Html {
    let problem = draft.problem("measures");
    let row = |info: &MeasureInfo| measure(info, draft, known, hands);
    html! {
        <details class="measures" open={problem.is_some()}>
            <summary><h2>{ "What is measured" }</h2><span class="fine">{ chosen(draft, offer, known) }</span></summary>
            <fieldset data-wrong={problem.as_ref().map(|_| "true")} tabindex="-1" aria-label="Measures" aria-describedby={problem.as_ref().map(|_| "measures-problem")}>
                { problem_line("measures", problem.as_ref()) }
                <ul class="choices">{ for offer.measures.iter().map(row) }</ul>
            </fieldset>
        </details>
    }
}

/// The measures that are taken, by their names.
fn chosen(draft: &Draft, offer: &Offer, known: Known) -> String {
    let taken = offer
        .measures
        .iter()
        .filter(|info| draft.measures.contains(&info.measure) && known.lacks(info.needs).is_none());
    let names: Vec<&str> = taken.map(|info| info.title.as_str()).collect();
    match names.as_slice() {
        [] => "nothing yet".to_owned(),
        names => names.join(", "),
    }
}

fn measure(info: &MeasureInfo, draft: &Draft, known: Known, hands: &Hands) -> Html {
    let (id, own) = (format!("measure-{}", info.id), info.measure);
    let lacks = known.lacks(info.needs);
    let oninput = typing(hands, "measures", move |draft, on| {
        draft.measures.retain(|measure| *measure != own);
        if on == "true" {
            draft.measures.push(own);
        }
    });
    let checked = draft.measures.contains(&own) && lacks.is_none();
    let help = format!("{id}-help");
    html! {
        <li key={info.id.clone()} class="choice">
            <label class="check"><input id={id.clone()} type="checkbox" {checked} {oninput} disabled={lacks.is_some()} aria-describedby={help.clone()} /><span>{ &info.title }</span></label>
            <p class="fine" id={help}>{ lacks.map_or_else(|| info.sentence.clone(), |lacks| format!("Not here: {lacks}.")) }</p>
        </li>
    }
}
