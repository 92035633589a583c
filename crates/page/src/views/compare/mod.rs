//! Renders the Compare screen: strategies on the same topics, side by side.
//!
//! The worker runs and evaluates the crawls; this screen renders results. Measures and statistics are in
//! the `evaluation` crate. Crawls and comparisons share the choice of the source.

pub mod curves;
pub mod figures;
mod form;
mod list;
mod measures;
mod run;
mod strategies;
mod table;
mod topics;

use crate::views::ScreenProps;
use crate::views::parts::import::import_progress;
use crate::views::parts::saved;
use crate::views::prelude::*;
use page_state::compare::Submission;

/// Renders the screen.
#[component]
pub(crate) fn ComparePage(props: &ScreenProps) -> Html {
    use_focus(&props.state.compare);
    strategies::use_focus_after_change(&props.state.compare.draft);
    let id = param(&props.query, "id");
    html! {
        <DropArea class="library compare" take={props.dispatch.on_drop(FileContent::Comparison)}>
            // The style sheet is only downloaded for this view.
            <link rel="stylesheet" href={style_sheet("compare")} />
            if let Some(id) = id { { open(&id, props) } } else { { blank(props) } }
        </DropArea>
    }
}

fn blank(props: &ScreenProps) -> Html {
    html! {
        <>
            <h1 id="compare" tabindex="-1">{ "Compare" }</h1>
            <p class="lede">
                { "Run strategies on the same topics and see which one finds more, with statistical significance." }
            </p>
            { list::jump(&props.state.compare) }
            { feedback(props) }
            { import_progress(&props.state.library, &props.dispatch) }
            { form::comparison_form(props) }
            { list::saved_list(&props.state.compare, &props.state.catalog.worker, &props.dispatch) }
            { saved::import_section(
                "Choose or drop a plan or a topics file (.json), or a recording (.wacz, .warc, .warc.gz).",
                files::choice("plan-file", "Choose file", ".json,.warc,.gz",
                    props.dispatch.on_file(FileContent::Comparison)),
            ) }
        </>
    }
}

/// Renders the feedback of this view, or the error of an imported recording.
fn feedback(props: &ScreenProps) -> Html {
    let State { compare, library, .. } = &props.state;
    let undo = saved::removing(&props.dispatch, || Action::Compare(CompareAction::Undo), "#compare");
    saved::feedback(&compare.feedback, library.feedback.error.as_ref(), undo)
}

/// Renders the comparison with this id once it has loaded.
fn open(id: &str, props: &ScreenProps) -> Html {
    let compare = &props.state.compare;
    let error = compare.run.error.as_ref().filter(|(failed, _)| failed == id);
    let here = compare.run.results.as_ref().filter(|shown| shown.card.id == id);
    match (here, error) {
        (Some(shown), _) => html! {
            <>
                if let Some(wrong) = &compare.feedback.error { <p class="problem" role="alert">{ wrong }</p> }
                { run::run(&Shared::from(shown.clone()), props) }
            </>
        },
        (None, Some((_, message))) => html! {
            <section class="lost">
                <h1>{ "Could not open the comparison" }</h1>
                <p class="problem" role="alert">{ shown(message) }</p>
                <p><a href="#/compare">{ "All comparisons" }</a></p>
            </section>
        },
        (None, None) => html! { <p class="fine">{ "Loading the comparison…" }</p> },
    }
}

/// Moves the focus to the invalid field, the confirmation or the comparison, whichever has just appeared.
#[hook]
fn use_focus(compare: &CompareState) {
    let problems = compare.draft.problems.clone();
    use_effect_with(problems, |problems| {
        if !problems.is_empty() {
            focus(".contest [aria-invalid=true], .contest [data-wrong]");
        }
    });
    use_effect_with(matches!(compare.submission, Submission::Confirm(_)), |asks| {
        if *asks {
            focus("#compare-agree");
        }
    });
    let shown = compare.run.results.as_ref().map(|shown| shown.card.id.clone());
    use_effect_with(shown, |shown| {
        if shown.is_some() {
            focus("#comparison");
        }
    });
}
