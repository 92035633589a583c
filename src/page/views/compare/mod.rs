//! Renders the Compare screen: strategies on the same topics, side by side.
//!
//! The worker runs and evaluates the crawls; this screen renders results. Measures and statistics are in
//! the `evaluation` crate. Crawls and comparisons share the choice of the source.

pub mod curves;
mod export;
pub mod figures;
mod form;
mod list;
mod measures;
mod run;
mod strategies;
mod table;
mod topics;

use crate::page::state::compare::{CompareAction, CompareState, Submission};
use crate::page::widgets::notice_line::notice_line;

use crate::page::dom::files;
use crate::page::dom::files::DropArea;
use crate::page::dom::focus::focus;
use crate::page::dom::text::shown;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::file_content::FileContent;
use crate::page::state::form::Form;
use crate::page::state::library::Library;
use crate::page::state::route::param;
use crate::page::state::{Action, Shared};
use crate::page::views::parts::import::import_progress;
use crate::page::widgets::style_sheet::style_sheet;
use form::ask;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The query of the address.
    pub(crate) query: String,
    pub(crate) compare: Shared<CompareState>,
    /// The form of a crawl, which holds the source of pages.
    pub(crate) form: Shared<Form>,
    /// The strategies.
    pub(crate) catalog: Shared<Catalog>,
    /// The recorded web.
    pub(crate) library: Shared<Library>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the screen.
#[component]
pub(crate) fn ComparePage(props: &Props) -> Html {
    use_focus(&props.compare);
    strategies::use_focus_after_change(&props.compare.draft);
    let id = param(&props.query, "id");
    html! {
        <DropArea class="library compare" take={props.dispatch.on_drop(FileContent::Comparison)}>
            // The style sheet is only downloaded for this view.
            <link rel="stylesheet" href={style_sheet("compare")} />
            if let Some(id) = id { { open(&id, props) } } else { { blank(props) } }
        </DropArea>
    }
}

/// Renders the form and the list.
fn blank(props: &Props) -> Html {
    html! {
        <>
            <h1 id="compare" tabindex="-1">{ "Compare" }</h1>
            <p class="lede">{ "Run strategies on the same topics and see which one finds more, with statistical significance." }</p>
            { list::jump(&props.compare) }
            { news(props) }
            { import_progress(&props.library, &props.dispatch) }
            { ask(props) }
            { list::saved_list(&props.compare, &props.dispatch) }
            <section class="bring" aria-labelledby="bring-plan">
                <h2 id="bring-plan">{ "Import" }</h2>
                <p class="fine">{ "Choose or drop a plan or a topics file (.json), or a recording (.warc, .warc.gz)." }</p>
                { files::choice("plan-file", "Choose file", ".json,.warc,.gz", props.dispatch.on_file(FileContent::Comparison)) }
            </section>
        </>
    }
}

/// Renders notices and errors of this view or of an imported recording.
fn news(props: &Props) -> Html {
    let Props { compare, library, .. } = props;
    let wrong = compare.feedback.error.as_ref().or(library.feedback.error.as_ref());
    let actions = props.dispatch.actions.clone();
    let undo = Callback::from(move |_: MouseEvent| {
        actions.emit(Action::Compare(CompareAction::Undo));
        focus("#compare");
    });
    html! {
        <>
            { notice_line(&compare.feedback.notice, compare.feedback.undo.is_some().then_some(undo)) }
            if let Some(wrong) = wrong { <p class="problem" role="alert">{ wrong }</p> }
        </>
    }
}

/// Renders the comparison with this id once it has loaded.
fn open(id: &str, props: &Props) -> Html {
    let compare = &props.compare;
    let error = compare.run.error.as_ref().filter(|(own, _)| own == id);
    let here = compare.run.results.as_ref().filter(|shown| shown.card.id == id);
    match (here, error) {
        (Some(shown), _) => html! {
            <>
                if let Some(wrong) = &compare.feedback.error { <p class="problem" role="alert">{ wrong }</p> }
                { run::run(&Shared::from(shown.clone()), props) }
            </>
        },
        (None, Some((_, message))) => html! {
            <section class="lost"><h1>{ "Could not open the comparison" }</h1><p class="problem" role="alert">{ shown(message) }</p><p><a href="#/compare">{ "All comparisons" }</a></p></section>
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
