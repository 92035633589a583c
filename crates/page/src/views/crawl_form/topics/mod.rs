//! Renders the editor of topics: folders of example pages as a tree.
//!
//! The editor appears for every strategy whose catalog entry requires topics. The worker, which contains the engine,
//! reads and writes files.

mod actions;
mod folder;

use crate::views::parts::import::import_warnings;
use crate::views::prelude::*;
use actions::edit;
use page_state::form::{Step, Topics, Totals, name_field_id};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) catalog: Shared<Catalog>,
    pub(crate) form: Shared<Form>,
    /// The selected good pages.
    pub(crate) good: GoodPages,
    pub(crate) dispatch: Dispatch,
}

/// Renders the editor.
#[component]
pub(crate) fn Editor(props: &Props) -> Html {
    let Props { catalog, form, good, dispatch } = props;
    use_focus(&form.topics);
    let totals = form.topics.totals();
    let problem = form.problem("topics");
    html! {
        <DropArea class="topics" labelledby="topics" take={dispatch.on_drop(FileContent::Topics)}>
            <div class="topics-head">
                <h2 id="topics" tabindex="-1" data-wrong={problem.as_ref().map(|_| "true")}>{ "Training topics" }</h2>
                <p class="help">{ "Add example pages or typical words for each topic, and mark the target topics." }</p>
                { learn_more("Each folder is a topic. Unrelated topics give the model contrast: the starter topics are \
                    broad ones, each with typical words. At least three example pages for a topic are tested, eight or \
                    more are better.") }
            </div>
            { actions::actions(form, catalog, good, dispatch) }
            { latest_change(&form.topics, dispatch) }
            { problem_line("topics", problem.as_ref()) }
            if totals.folders > 0 {
                <p class="fine sums">{ sums(totals) }{ address_note(form, totals) }</p>
                { folder::tree(form, totals, dispatch) }
                { actions::add(dispatch) }
            } else {
                <p class="nothing">{ "No folders yet. A crawl with a query gets the starter topics: press “Use starter \
                    topics” to see and edit them, or drop a bookmark file here." }</p>
            }
        </DropArea>
    }
}

/// Moves the focus after each step, because the focused element may have disappeared: to the name of an added folder,
/// to the undo button or to the heading.
#[hook]
fn use_focus(topics: &Topics) {
    let now = (topics.steps().len(), topics.fresh);
    let before = use_mut_ref(|| now);
    use_effect_with(now, move |now| {
        let before = before.replace(*now);
        match now.1.filter(|_| now.1 != before.1) {
            Some(key) => focus(&format!("#{}", name_field_id(key))),
            None if now.0 > before.0 => focus("#topics-undo"),
            None if now.0 < before.0 => focus("#topics"),
            None => {}
        }
    });
}

/// Returns the numbers of folders, examples and targets as a text.
fn sums(totals: Totals) -> String {
    let folders = if totals.is_choice() {
        let all = counted(totals.folders, "folder");
        format!("{} of {all} used", grouped(totals.used as f64))
    } else {
        counted(totals.folders, "folder")
    };
    format!("{folders}, {}, {} marked as targets.", counted(totals.examples, "example"), grouped(totals.good as f64))
}

/// The number of examples above which an outline cannot fit into an address, given the shortest possible URL.
const SURELY_TOO_MANY: usize = page_state::form::ADDRESS_BYTES / 9;

/// Returns a note if there are too many topics for the crawl's address.
fn address_note(form: &Form, totals: Totals) -> &'static str {
    if totals.examples > SURELY_TOO_MANY || !form.outline().1 {
        " They are too large for the crawl’s link: only this tab keeps them."
    } else {
        ""
    }
}

/// Renders the notice of the latest step.
fn latest_change(topics: &Topics, dispatch: &Dispatch) -> Html {
    let buttons = topics.steps().last().map(|step| {
        html! {
            <span class="buttons">
                if let Step::TookIn { replaced, before, .. } = step {
                    if !before.is_empty() { { replace(*replaced, dispatch) } }
                }
                <button type="button" id="topics-undo" onclick={edit(dispatch, Topics::undo)}>{ "Undo" }</button>
            </span>
        }
    });
    let text = topics.steps().last().map(sentence);
    html! {
        <>
            <div class={classes!("topics-news", text.is_some().then_some("some"))}>
                <p role="status">{ text }</p>
                { buttons }
            </div>
            { import_warnings(&topics.warnings) }
        </>
    }
}

fn sentence(step: &Step) -> String {
    match step {
        Step::Removed { folder, .. } => format!("Removed “{}”.", folder.display_name()),
        Step::Filed { summary, .. } => summary.clone(),
        Step::TookIn { from, count, replaced, .. } => {
            let many = counted(*count, "folder");
            let verb = if *count == 1 { "was" } else { "were" };
            let how = match replaced {
                true => format!("{verb} imported from {from} and replaced the others"),
                false => format!("{verb} imported from {from}"),
            };
            format!("{many} {how}.")
        }
    }
}

fn replace(replaced: bool, dispatch: &Dispatch) -> Html {
    let text = if replaced { "Keep other topics" } else { "Replace other topics" };
    html! {
        <button type="button" onclick={edit(dispatch, move |topics| topics.replace_rest(!replaced))}>{ text }</button>
    }
}
