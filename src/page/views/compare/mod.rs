//! Renders the Compare screen: strategies on the same topics, side by side.
//!
//! The worker runs and evaluates the crawls; this screen sends requests, renders results and saves files. Measures and statistics are in
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

use crate::page::state::compare::{Destination, Submission};
use crate::page::state::route::{here, read, use_fragment};
use crate::page::views::parts::import::{import_progress, on_file};
use crate::page::views::parts::saved;
use crate::page::views::parts::saved::address;
use crate::page::views::prelude::*;
use web_sys::UrlSearchParams;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The query of the address.
    pub(crate) query: String,
    pub(crate) compare: Shared<CompareState>,
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
    export::use_saving(&props.compare, &props.dispatch);
    use_focus(&props.compare);
    strategies::use_focus_after_change(&props.compare.draft);
    let id = param(&props.query, "id");
    html! {
        <DropArea class="library compare" take={taking_any(&props.catalog, &props.dispatch)}>
            // The style sheet is only downloaded for this view.
            <link rel="stylesheet" href={style_sheet("compare")} />
            if let Some(id) = id { { open(&id, props) } } else { { blank(props) } }
        </DropArea>
    }
}

fn blank(props: &Props) -> Html {
    html! {
        <>
            <h1 id="compare" tabindex="-1">{ "Compare" }</h1>
            <p class="lede">{ "Run strategies on the same topics and see which one finds more, with statistical significance." }</p>
            { list::jump(&props.compare) }
            { feedback(props) }
            { import_progress(&props.library, &props.dispatch) }
            { form::comparison_form(props) }
            { list::saved_list(&props.compare, &props.catalog.worker, &props.dispatch) }
            { saved::import_section("Choose or drop a plan or a topics file (.json), or a recording (.warc, .warc.gz).",
                files::choice("plan-file", "Choose file", ".json,.warc,.gz", taking_any(&props.catalog, &props.dispatch))) }
        </>
    }
}

/// Renders the feedback of this view, or the error of an imported recording.
fn feedback(props: &Props) -> Html {
    let Props { compare, library, .. } = props;
    let wrong = compare.feedback.error.as_ref().or(library.feedback.error.as_ref());
    let actions = props.dispatch.actions.clone();
    let undo = Callback::from(move |_: MouseEvent| {
        actions.emit(Action::Compare(CompareAction::Undo));
        focus("#compare");
    });
    saved::feedback(&compare.feedback.notice, wrong, compare.feedback.undo.is_some().then_some(undo))
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

/// Returns the value of a parameter of an address.
fn param(query: &str, name: &str) -> Option<String> {
    let params = UrlSearchParams::new_with_str(query).ok()?;
    params.get(name).filter(|value| !value.is_empty())
}

/// Returns a callback that passes a file to the worker: as a plan, or else as an import of the Library.
fn taking_any(catalog: &Catalog, dispatch: &Dispatch) -> Callback<File> {
    let (other, messages, actions) = (on_file(catalog, dispatch), dispatch.messages.clone(), dispatch.actions.clone());
    let is_ready = catalog.worker == Worker::Ready;
    Callback::from(move |file: File| {
        let name = file.name();
        let lower = crate::page::state::form::lowercase(&name);
        let ending = lower.rsplit('.').next();
        let is_plan = matches!(ending, Some("json" | "toml"));
        if is_plan && is_ready {
            let file = Blob::from(file);
            messages.emit(ToWorker::Compare(CompareRequest::ReadFile { name, file }));
        } else {
            // A new plan clears the messages about the previous one.
            actions.emit(Action::Compare(CompareAction::ShowNotice(String::new())));
            other.emit(file);
        }
    })
}

/// Requests the options of the form, the comparison in the address and the content of its link; follows a comparison that has just started.
#[hook]
pub(crate) fn use_compare(state: &State, dispatch: &Dispatch) {
    let fragment = use_fragment();
    let (place, query) = read(fragment.as_str());
    let is_there = state.catalog.worker == Worker::Ready && place == Route::Compare;
    let id = param(query, "id").filter(|_| is_there);
    use_send(dispatch, (is_there, id.is_some()), |(is_there, _)| {
        is_there.then_some(ToWorker::Compare(CompareRequest::List))
    });
    use_send(dispatch, id, |id| {
        let id = id.clone()?;
        Some(ToWorker::Compare(CompareRequest::Open { id }))
    });
    let plan = param(query, "plan").filter(|_| is_there);
    use_send(dispatch, plan, |plan| {
        let text = plan.clone()?;
        Some(ToWorker::Compare(CompareRequest::ReadText(text)))
    });
    let own = dispatch.clone();
    use_effect_with(state.compare.pending.clone(), move |pending| {
        if let Some(pending) = pending {
            own.dispatch(Action::Compare(CompareAction::Arrived));
            if here() == Route::Compare {
                go(&match pending {
                    Destination::Comparison(id) => list::page_of(id),
                    Destination::Crawl(id) => address(id),
                });
            }
        }
    });
    use_filled(state, dispatch);
}

/// Applies the source of a plan that was put into the form, and scrolls to the form.
#[hook]
fn use_filled(state: &State, dispatch: &Dispatch) {
    let own = dispatch.clone();
    let web = state.compare.draft.web().to_owned();
    let live = match state.setup.form.source(&state.catalog) {
        kind @ (SourceKind::Proxy | SourceKind::Direct) => kind,
        _ => SourceKind::Proxy,
    };
    use_effect_with(state.compare.imports, move |imports| {
        if *imports == 0 {
            return;
        }
        let kind = match web.as_str() {
            "live" => live,
            web if web == "demo" || web.starts_with("demo:") => SourceKind::Demo,
            _ => SourceKind::Recorded,
        };
        own.edit_form("source", move |form| form.source.kind = Some(kind));
        if here() == Route::Compare {
            go("#/compare");
        }
    });
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
