//! The editor of the topics that a strategy learns from: folders of example pages, as a tree.
//!
//! It is there for every strategy of the list that says it needs topics. Files are read and written by the worker, which has the
//! engine; this page hands them over.

mod actions;
mod files;
mod folder;
mod news;
mod tree;

use super::field::problem_line;
use super::focus;
use crate::page::catalog::Catalog;
use crate::page::digits::{counted, grouped};
use crate::page::files::{Dropping, use_dropping};
use crate::page::form::{Form, Topics, Totals, name_id};
use crate::page::hands::Hands;
use crate::page::state::Part;
use files::{hand_over, use_saving};
use yew::prelude::*;

/// What the editor shows.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// What there is to choose from.
    pub(super) catalog: Part<Catalog>,
    /// What was typed.
    pub(super) form: Part<Form>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// The editor.
#[component]
pub(super) fn Editor(props: &Props) -> Html {
    let Props {
        catalog,
        form,
        hands,
    } = props;
    let own = hands.clone();
    let taken = Callback::from(move |file| hand_over(&file, &own));
    let Dropping {
        over,
        ondragover,
        ondragleave,
        ondrop,
    } = use_dropping(taken);
    use_saving(form, hands);
    use_focus(&form.topics);
    let totals = form.topics.totals();
    let problem = form.problem("topics");
    html! {
        <section class={classes!("topics", over.then_some("dropping"))} aria-labelledby="topics"
            {ondragover} {ondragleave} {ondrop}>
            <div class="topics-head">
                <h2 id="topics" tabindex="-1" data-wrong={problem.as_ref().map(|_| "true")}>{ "Topics to learn from" }</h2>
                <p class="help">{ "A folder is a topic, its addresses are example pages. Mark those that the crawl looks for; the others show what to tell them from. Three examples each are the least, eight are better. Give it a folder of pages on nothing of this as well: without one, every page counts as one of your topics." }</p>
            </div>
            { actions::actions(form, catalog, hands) }
            { news::news(&form.topics, hands) }
            { problem_line("topics", problem.as_ref()) }
            if totals.folders > 0 {
                <p class="fine sums">{ sums(totals) }{ address_note(form, totals) }</p>
                { tree::tree(form, totals, hands) }
                { actions::add(hands) }
            } else {
                <p class="nothing">{ "No folder yet. Drop a bookmark file here, or begin with the topics of the built-in web." }</p>
            }
        </section>
    }
}

/// Moves the focus after each step, since what had it may be gone: to the name of a folder that was added, to the button that takes a
/// step back, to the heading when that was pressed.
#[hook]
fn use_focus(topics: &Topics) {
    let now = (topics.steps().len(), topics.fresh);
    let before = use_mut_ref(|| now);
    use_effect_with(now, move |now| {
        let before = before.replace(*now);
        match now.1.filter(|_| now.1 != before.1) {
            Some(key) => focus(&format!("#{}", name_id(key))),
            None if now.0 > before.0 => focus("#topics-undo"),
            None if now.0 < before.0 => focus("#topics"),
            None => {}
        }
    });
}

/// How many there are, and how many count.
fn sums(totals: Totals) -> String {
    let small = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let folders = if totals.is_choice() {
        let all = counted(small(totals.folders), "folder");
        format!("{} of {all} in use", grouped(totals.used as f64))
    } else {
        counted(small(totals.folders), "folder")
    };
    format!(
        "{folders}, {}, {} looked for.",
        counted(small(totals.examples), "example"),
        grouped(totals.good as f64)
    )
}

/// Examples beyond which an outline cannot fit into an address: none is shorter than the shortest URL.
const SURELY_TOO_MANY: usize = crate::page::form::ADDRESS_BYTES / 9;

/// Says that the topics do not stand in the crawl's address, where they are too many.
fn address_note(form: &Form, totals: Totals) -> &'static str {
    if totals.examples > SURELY_TOO_MANY || !form.outline().1 {
        " They are too many to stand in the crawl’s address: this tab keeps them, a copied address does not."
    } else {
        ""
    }
}
